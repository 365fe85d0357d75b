// Which names of files came into a note with a change, and which left it.

import type { Node } from 'prosemirror-model';
import { changedChildren, withoutSharedEnds } from '../../contract/changed-children.ts';
import { fileNamesIn } from '../../contract/file-names.ts';

export interface NameChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** False for markdown that names no file: a character reference can stand for any part of a name, nothing else can. */
export const mayNameFiles = (markdown: string): boolean => /attachments|&/.test(markdown);

/**
 * Names in texts, addresses and sources, whether they are those of files or not. Costs what the change has touched: parts that are still
 * the same objects are passed over.
 */
export function changedFileNames(before: Node, after: Node): NameChange {
  const former = new Set<string>();
  const present = new Set<string>();
  compare(before, after, former, present);
  const added = [...present].filter((name) => !former.has(name));
  const gone = [...former].filter((name) => !present.has(name));
  if (gone.length === 0) return { added, removed: gone };
  const left = new Set<string>();
  collect(after, left);
  return { added, removed: gone.filter((name) => !left.has(name)) };
}

function compare(before: Node, after: Node, former: Set<string>, present: Set<string>): void {
  if (before === after) return;
  if (before.isLeaf || after.isLeaf || before.type !== after.type) {
    collect(before, former);
    collect(after, present);
    return;
  }
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  if (oldEnd === newEnd) {
    for (let index = start; index < newEnd; index++) compare(before.child(index), after.child(index), former, present);
    return;
  }
  const [gone, come] = withoutSharedEnds(before.children.slice(start, oldEnd), after.children.slice(start, newEnd));
  for (const child of gone) collect(child, former);
  for (const child of come) collect(child, present);
}

function collect(node: Node, names: Set<string>): void {
  const look = (text: unknown): void => {
    // A picture that is in the note itself names nothing.
    if (typeof text !== 'string' || text.startsWith('data:')) return;
    for (const name of fileNamesIn(text)) names.add(name);
  };
  const lookAt = ({ text, attrs, marks }: Node): void => {
    look(text);
    look(attrs['src']);
    look(attrs['source']);
    for (const mark of marks) look(mark.attrs['href']);
  };
  lookAt(node);
  node.descendants(lookAt);
}
