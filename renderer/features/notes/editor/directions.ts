// Lists, quotes and tables that are read from the right: their signs, lines and columns go the way of their text. Their text itself is
// `dir="auto"`, and such text says nothing to the element around it.

import { DOMSerializer, type Node } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet, type EditorView, type NodeView } from 'prosemirror-view';
import { filenamesFor } from '../../../../main/contract/embedded-files.ts';
import { mentionsIn } from '../../../../main/contract/mentions.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { calloutSignOf } from '../../../../main/contract/note-signs.ts';
import { rightToLeftLetter } from '../../../../main/contract/right-to-left.ts';
import { decorationsInSight, rangeInSight, type Draw } from './in-sight.ts';
import { shownFrom, sourceFrom } from './mentions.ts';

const { nodes } = noteSchema;
const schemaDOM = DOMSerializer.fromSchema(noteSchema);
const containers = new Set([nodes.bullet_list, nodes.ordered_list, nodes.blockquote, nodes.table]);
/** Of a longer document only what is near the window is looked through. */
const short = 20_000;
const letter = /\p{L}/u;

/** The text of a block of text up to its first letter, and that one; null without any. */
function beginningOf({ children }: Node): { readonly before: string; readonly first: string | null } {
  let before = '';
  for (const { text = '' } of children) {
    const found = letter.exec(text);
    if (found !== null) return { before: before + text.slice(0, found.index), first: found[0] };
    before += text;
  }
  return { before, first: null };
}

/** The text of a block of text without what is hidden: the sign of a callout, an embed, the title of a link that shows other words. */
function shownText(block: Node): string {
  const text = block.textBetween(0, block.content.size, '', ' ');
  let shown = '';
  let at = block.type === nodes.paragraph ? (calloutSignOf(text)?.length ?? 0) : 0;
  for (const mention of mentionsIn(block)) {
    if (mention.kind !== 'title' || mention.from < at) continue;
    const isFile = sourceFrom(block, mention) < mention.from && filenamesFor(mention.target).length > 0;
    shown += text.slice(at, mention.from);
    at = isFile ? mention.to : shownFrom(mention, text.slice(mention.from, mention.to));
  }
  return shown + text.slice(at);
}

/** The first letter that is shown of a block of text; null without any. `isTold`: what is hidden may have letters before it. */
function firstLetter(block: Node): { readonly first: string | null; readonly isTold: boolean } {
  const { before, first } = beginningOf(block);
  if (first === null || block.type.spec.code === true || !/\[[[!]/.test(before)) return { first, isTold: false };
  return { first: letter.exec(shownText(block))?.[0] ?? null, isTold: true };
}

/** Whether a block is read from the right: by the first letter that is shown, as `dir="auto"` has it. */
export function isFromRight(block: Node): boolean {
  let found: string | null = block.isTextblock ? firstLetter(block).first : null;
  block.descendants((node) => {
    if (found === null && node.isTextblock) ({ first: found } = firstLetter(node));
    return found === null;
  });
  return found !== null && rightToLeftLetter.test(found);
}

/** Chromium looks for the direction of `dir="auto"` anew, from the first part to the last, whenever a part comes in. */
const manyParts = 500;

/** The `dir` of a block of text: it is told where that has many parts, such as words in bold or code, or begins with what is hidden. */
export function directionOf(block: Node): 'auto' | 'ltr' | 'rtl' {
  if (block.childCount <= manyParts && !firstLetter(block).isTold) return 'auto';
  return isFromRight(block) ? 'rtl' : 'ltr';
}

/** A block of text as the schema draws it, in its direction. */
export class TextblockView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  #node: Node;

  constructor(node: Node) {
    this.#node = node;
    this.dom = schemaDOM.serializeNode(node.copy()) as HTMLElement;
    this.contentDOM = this.dom;
    this.dom.dir = directionOf(node);
  }

  update(node: Node): boolean {
    if (!node.sameMarkup(this.#node)) return false;
    this.#node = node;
    const direction = directionOf(node);
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
