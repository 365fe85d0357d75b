// What was written where others have left nothing to hold it: it becomes blocks of its own, behind the place where it was.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { ReplaceStep, type Step } from 'prosemirror-transform';
import { asBlock } from './put-back.ts';
import type { Work } from './work.ts';

/** Where blocks can be put in behind what stands at a position; null where nowhere. */
function placeBehind(doc: Node, pos: number, content: Fragment): number | null {
  const $pos = doc.resolve(pos);
  for (let depth = $pos.depth; depth >= 0; depth--) {
    const index = $pos.indexAfter(depth);
    const host = $pos.node(depth);
    if (!host.inlineContent && host.canReplace(index, index, content)) return $pos.depth > depth ? $pos.after(depth + 1) : pos;
  }
  return null;
}

/** The open nodes at the edge of a slice that is open further, without their content: the first is the outermost. */
function openNodes({ content, openStart, openEnd }: Slice): readonly Node[] {
  const found: Node[] = [];
  let inner = content;
  for (let depth = Math.max(openStart, openEnd); depth > 0; depth--) {
    const node = openStart >= openEnd ? inner.firstChild : inner.lastChild;
    if (node === null) break;
    found.push(node);
    inner = node.content;
  }
  return found;
}

/** Steps of which the last one puts in the very slice, token by token: what was written into it later finds its place. */
function exactly(doc: Node, pos: number, slice: Slice, block: Node): readonly Step[] | null {
  const isInline = slice.content.firstChild?.isInline === true;
  const open = isInline ? [asBlock(block, Fragment.empty)] : openNodes(slice);
  const shell = open.reduceRight<Fragment>((inner, node) => Fragment.from(node.copy(inner)), Fragment.empty);
  const at = placeBehind(doc, pos, shell.size === 0 ? slice.content : shell);
  if (at === null) return null;
  const from = at + (isInline ? 1 : slice.openStart);
  const to = at + shell.size - (isInline ? 1 : slice.openEnd);
  return [...(shell.size === 0 ? [] : [new ReplaceStep(at, at, new Slice(shell, 0, 0))]), new ReplaceStep(from, to, slice)];
}

/** A step that puts in the texts of the slice, each as a block, text alone as `block`. */
function plainly(doc: Node, pos: number, slice: Slice, block: Node): readonly Step[] | null {
  const blocks: Node[] = slice.content.firstChild?.isInline === true ? [asBlock(block, slice.content)] : [];
  slice.content.descendants((node) => {
    if (node.isTextblock && node.content.size > 0) blocks.push(asBlock(node, node.content));
    return !node.isTextblock;
  });
  const content = Fragment.from(blocks);
  const at = blocks.length === 0 ? null : placeBehind(doc, pos, content);
  return at === null ? null : [new ReplaceStep(at, at, new Slice(content, 0, 0))];
}

/** Whether nothing of it is to be seen: blanks, and ends of blocks. */
export const isBlank = ({ content }: Slice): boolean => !/\S/.test(content.textBetween(0, content.size, ' ', '-'));

/** Puts a slice behind a position, in blocks of its own, text in one as `block`. `mirror` as for `Work.do`; without it only the texts. */
export function putBehind(work: Work, pos: number, slice: Slice, block: Node, mirror?: number): boolean {
  // What was written after it finds a place of its own.
  if (isBlank(slice)) return false;
  const exact = mirror === undefined ? null : exactly(work.doc, pos, slice, block);
  if (exact !== null && work.do(exact, mirror)) return true;
  const plain = plainly(work.doc, pos, slice, block);
  return plain !== null && work.do(plain);
}
