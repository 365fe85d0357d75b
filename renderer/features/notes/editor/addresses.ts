// Addresses that are written out in the text are links to those who read it. The text stays as it is typed: they are decorations, no marks.

import type { Node, ResolvedPos } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view';
import { autolinksIn, type Autolink } from '../../../../main/contract/autolinks.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { decorationsInSight, rangeInSight, type Draw } from './in-sight.ts';

const { marks } = noteSchema;

/** Of a longer document only what is near the window is looked through. */
const short = 20_000;
const known = new WeakMap<Node, readonly Autolink[]>();

/** The addresses in a block of text; positions count from the beginning of its content. */
export function addressesIn(block: Node): readonly Autolink[] {
  const before = known.get(block);
  if (before !== undefined) return before;
  const found: Autolink[] = [];
  if (block.type.spec.code !== true) {
    block.forEach((node, offset) => {
      if (!node.isText || node.marks.some(({ type }) => type === marks.link || type === marks.code)) return;
      found.push(...autolinksIn(node.text ?? '').map(({ from, to, href }) => ({ from: offset + from, to: offset + to, href })));
    });
  }
  known.set(block, found);
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

function inSight(view: EditorView): Autolink[] {
  const { doc } = view.state;
  const { from, to } = doc.content.size <= short ? { from: 0, to: doc.content.size } : rangeInSight(view);
  const found: Autolink[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    if (!node.isTextblock) return true;
    for (const address of addressesIn(node)) found.push({ from: pos + 1 + address.from, to: pos + 1 + address.to, href: address.href });
    return false;
  });
  return found;
}

const draw: Draw = (view, shown) => {
  const found = inSight(view);
  const isShown = new Set(shown.find().map(({ from, to, spec }) => `${from} ${to} ${(spec as { readonly href: string }).href}`));
  if (found.length === isShown.size && found.every(({ from, to, href }) => isShown.has(`${from} ${to} ${href}`))) return null;
  return found.map(({ from, to, href }) => Decoration.inline(from, to, { nodeName: 'a', href, rel: 'noopener noreferrer' }, { href }));
};

export function addressPlugin(): Plugin<DecorationSet> {
  return decorationsInSight('addresses', () => draw);
}
