// What must hold for every document that was accepted.

import type { Node } from 'prosemirror-model';
import { expect } from 'vitest';

export function expectSound(doc: Node): void {
  doc.check();
  const wrong: string[] = [];
  const title: unknown = doc.attrs['title'];
  if (typeof title !== 'string' || title.trim() === '' || title.length > 1000) wrong.push('title');
  const visit = (node: Node, depth: number): void => {
    if (depth > 200) wrong.push('depth');
    if (node.isText && !(node.text !== '' && node.text?.isWellFormed() === true && !node.text.includes('\0'))) wrong.push('text');
    let before: Node | null = null;
    node.forEach((child) => {
      if (before?.isText === true && child.isText && before.sameMarkup(child)) wrong.push('text in pieces');
      before = child;
      visit(child, depth + 1);
    });
  };
  visit(doc, 0);
  expect(wrong).toEqual([]);
}
