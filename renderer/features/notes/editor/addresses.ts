// Addresses that are written out in the text are links to those who read it. The text stays as it is typed: they are decorations, no marks.

import type { Node, ResolvedPos } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet } from 'prosemirror-view';
import { autolinksIn, type Autolink } from '../../../../main/contract/autolinks.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { decorationsInSight, eachTextblockInSight, isDecorated, type Draw } from './in-sight.ts';

const { marks } = noteSchema;

const autolinksCache = new WeakMap<Node, readonly Autolink[]>();

/** The addresses in a block of text; positions count from the beginning of its content. */
export function addressesIn(block: Node): readonly Autolink[] {
  const before = autolinksCache.get(block);
  if (before !== undefined) return before;
  const found: Autolink[] = [];
  if (block.type.spec.code !== true) {
    block.forEach((node, offset) => {
      if (!node.isText || node.marks.some(({ type }) => type === marks.link || type === marks.code)) return;
      found.push(...autolinksIn(node.text ?? '').map(({ from, to, href }) => ({ from: offset + from, to: offset + to, href })));
    });
  }
  autolinksCache.set(block, found);
  return found;
}

/**
 * The written-out address that a position lies within, not at its edges: there it is still being typed. Positions are those of the
 * document; null outside of any.
 */
export function addressAt($pos: ResolvedPos): Autolink | null {
  if (!$pos.parent.isTextblock) return null;
  const found = addressesIn($pos.parent).find(({ from, to }) => from < $pos.parentOffset && $pos.parentOffset < to);
  return found === undefined ? null : { from: $pos.start() + found.from, to: $pos.start() + found.to, href: found.href };
}

const draw: Draw = (view, shown) => {
  const found: Decoration[] = [];
  eachTextblockInSight(view, (block, start) => {
    for (const { from, to, href } of addressesIn(block))
      found.push(Decoration.inline(start + from, start + to, { nodeName: 'a', href, rel: 'noopener noreferrer' }, { key: href }));
  });
  return isDecorated(found, shown) ? null : found;
};

export function addressPlugin(): Plugin<DecorationSet> {
  return decorationsInSight('addresses', () => draw);
}
