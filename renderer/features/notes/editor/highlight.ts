// Colours in code blocks. The grammars come when the first block needs them. Of many blocks only those near the window are coloured.

import type { Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view';
import type { Node } from 'prosemirror-model';
import { infoString, type InfoString } from '../../../../main/contract/note-signs.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { Painter, HighlightSpan } from './grammars.ts';
import { decorationsInSight, rangeInSight, type Draw } from './in-sight.ts';

const { nodes } = noteSchema;
/** Longer code stays plain: it would take too long while the user types in it. */
const maxHighlighted = 50_000;
/** Up to this many blocks all are coloured. */
const few = 40;

const partsOf = (node: Node): InfoString => infoString(String(node.attrs['params']));

/** The language of code, in lower case. */
export const codeLanguage = (node: Node): string => (node.type === nodes.frontmatter ? 'yaml' : partsOf(node).language.toLowerCase());

/** The info string of code with another language; '' takes braces with it, as what they hold is for that language. */
export function withLanguage(node: Node, language: string): string {
  const { before, rest } = partsOf(node);
  return language === '' && before !== '' ? '' : `${before}${language}${rest}`;
}

interface Found {
  readonly node: Node;
  readonly pos: number;
}

function codeBlocks(doc: Node, from: number, to: number, most = Number.POSITIVE_INFINITY): Found[] {
  const found: Found[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    if (found.length > most) return false;
    if (node.type === nodes.code_block || node.type === nodes.frontmatter) found.push({ node, pos });
    return !node.isTextblock;
  });
  return found;
}

/** The blocks that are worth colours. */
function blocksInSight(view: EditorView): Found[] {
  const { doc } = view.state;
  const all = codeBlocks(doc, 0, doc.content.size, few);
  if (all.length <= few) return all;
  const { from, to } = rangeInSight(view);
  return codeBlocks(doc, from, to, few);
}

function colouring(): Draw {
  /** By identity: a block that is touched is another one. */
  const painted = new WeakMap<Node, readonly HighlightSpan[]>();
  let shown: readonly Node[] = [];
  let paint: Painter | null = null;
  const decorations = ({ node, pos }: Found, painter: Painter): Decoration[] => {
    if (node.content.size > maxHighlighted) return [];
    const pieces = painted.get(node) ?? painter(codeLanguage(node), node.textContent);
    painted.set(node, pieces);
    return pieces.map(({ from, to, names }) => Decoration.inline(pos + 1 + from, pos + 1 + to, { class: names }));
  };
  return async (view, _shown, again) => {
    const found = blocksInSight(view);
    if (found.every(({ node }) => shown.includes(node)) && found.length === shown.length) return null;
    if (paint === null) {
      paint = await import('./grammars.ts').then((grammars) => grammars.paint).catch(() => null);
      // Without them, as while the service is away, the code is readable all the same; the next change tries again.
      if (paint !== null) again();
      return null;
    }
    const painter = paint;
    shown = found.map(({ node }) => node);
    return found.flatMap((block) => decorations(block, painter));
  };
}

export function highlightPlugin(): Plugin<DecorationSet> {
  return decorationsInSight('highlight', colouring);
}
