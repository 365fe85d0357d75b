// The tokens of markdown-it, which come one after the other, as a tree.

import type { Token } from 'markdown-it';

export interface Branch {
  readonly token: Token;
  readonly children: readonly Branch[];
}

/** Blocks with what is in them; the pieces of a line are the children of what holds the line. */
export function treeOf(tokens: readonly Token[]): readonly Branch[] {
  const roots: Branch[] = [];
  const open: Branch[][] = [roots];
  for (const token of tokens) {
    const level = open.at(-1) ?? roots;
    if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.type === 'inline') level.push(...treeOf(token.children ?? []));
    else {
      const children: Branch[] = [];
      level.push({ token, children });
      if (token.nesting === 1) open.push(children);
    }
  }
  return roots;
}
