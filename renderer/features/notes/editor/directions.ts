// Lists, quotes and tables that are read from the right: their signs, lines and columns go the way of their text. Their text itself is
// `dir="auto"`, and such text says nothing to the element around it.

import type { Node } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet, type EditorView, type NodeView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { rightToLeftLetter } from '../../../../main/contract/right-to-left.ts';
import { decorationsInSight, rangeInSight, type Draw } from './in-sight.ts';

const { nodes } = noteSchema;
const containers = new Set([nodes.bullet_list, nodes.ordered_list, nodes.blockquote, nodes.table]);
/** Of a longer document only what is near the window is looked through. */
const short = 20_000;
const letter = /\p{L}/u;

/** Whether a block is read from the right: by its first letter, as `dir="auto"` has it. */
export function isFromRight(block: Node): boolean {
  let found: boolean | null = null;
  block.descendants((node) => {
    if (found !== null) return false;
    const first = node.isText ? letter.exec(node.text ?? '')?.[0] : undefined;
    if (first !== undefined) found = rightToLeftLetter.test(first);
    return true;
  });
  return found === true;
}

/** Chromium looks for the direction of `dir="auto"` anew, from the first part to the last, whenever a part comes in. */
const manyParts = 500;

/** A paragraph; one of many parts, such as words in bold or code, is told its direction before they come in. */
export class ParagraphView implements NodeView {
  readonly dom = document.createElement('p');
  readonly contentDOM = this.dom;

  constructor(node: Node) {
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type !== nodes.paragraph) return false;
    const direction = node.childCount <= manyParts ? 'auto' : isFromRight(node) ? 'rtl' : 'ltr';
    if (this.dom.dir !== direction) this.dom.dir = direction;
    return true;
  }
}

interface Found {
  readonly from: number;
  readonly to: number;
}

function inSight(view: EditorView): Found[] {
  const { doc } = view.state;
  const { from, to } = doc.content.size <= short ? { from: 0, to: doc.content.size } : rangeInSight(view);
  const found: Found[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    if (containers.has(node.type) && isFromRight(node)) found.push({ from: pos, to: pos + node.nodeSize });
    return !node.isTextblock && node.type !== nodes.table;
  });
  return found;
}

const draw: Draw = (view, shown) => {
  const found = inSight(view);
  const isShown = new Set(shown.find().map(({ from, to }) => `${from} ${to}`));
  if (found.length === isShown.size && found.every(({ from, to }) => isShown.has(`${from} ${to}`))) return null;
  return found.map(({ from, to }) => Decoration.node(from, to, { dir: 'rtl' }));
};

export function directionPlugin(): Plugin<DecorationSet> {
  return decorationsInSight('directions', () => draw);
}
