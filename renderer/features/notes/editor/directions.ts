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

/** Tells an element the direction of its text; before its parts come in, where they are many, such as words in bold or code. */
export function tellDirection(dom: HTMLElement, node: Node): void {
  const direction = node.childCount <= manyParts ? 'auto' : isFromRight(node) ? 'rtl' : 'ltr';
  if (dom.dir !== direction) dom.dir = direction;
}

const tagOf = ({ type, attrs }: Node): string =>
  type === nodes.heading ? `h${String(attrs['level'])}` : type === nodes.paragraph ? 'p' : 'td';

/** A paragraph, a heading, or a cell that heads nothing. */
export class TextBlockView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;

  constructor(node: Node) {
    this.dom = document.createElement(tagOf(node));
    this.contentDOM = this.dom;
    this.update(node);
  }

  update(node: Node): boolean {
    if (tagOf(node) !== this.dom.localName) return false;
    tellDirection(this.dom, node);
    const align = node.attrs['align'] as string | null | undefined;
    if (typeof align === 'string') this.dom.setAttribute('align', align);
    else this.dom.removeAttribute('align');
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
