// How many bytes of UTF-8 the markdown of a note has. To write a large note down for each key that is pressed would be too
// much, so what may come of a change is bounded from above, and counted only when the bound is near the limit.

import { Fragment, type Node } from 'prosemirror-model';
import { maxNoteBytes } from '../../../contract/limits.ts';
import { changedChildren, withoutSharedEnds } from '../../../contract/changed-children.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { NoteSource, ParseLimits } from '../note-source.ts';

/** Throws `too_large`. Gives the number of bytes. */
export function checkSize(markdown: string): number {
  const size = Buffer.byteLength(markdown);
  if (size > maxNoteBytes) throw new AppError('too_large', `A note holds at most ${maxNoteBytes} bytes of markdown`);
  return size;
}

/** Blocks without text have no bytes; a document does not grow beyond this by steps, as ProseMirror counts its size. */
const maxDocumentSize = 2 * maxNoteBytes;

/**
 * A bound of the size of `after`, to be had counted if it is too large; `sizeAtMost` is one of `before`. Throws `too_large` for too many
 * blocks, and `NotPreparsed` where the bytes of `before` must be counted and are not at hand. Yields in between.
 */
export function* boundingSize(
  before: NoteSource,
  sizeAtMost: number | undefined,
  after: NoteSource,
  limits?: ParseLimits,
): Generator<void, number> {
  const { size } = after.doc.content;
  if (size > maxDocumentSize && size > before.doc.content.size)
    throw new AppError('too_large', `The document of a note has at most the size ${maxDocumentSize}`);
  return (sizeAtMost ?? Buffer.byteLength(before.contentWithin(limits))) + (yield* boundingGrowth(before.doc, after.doc));
}

/**
 * A bound that is within the limit: `bound`, or else the bytes themselves. Throws `too_large` if there really are too many, and
 * `NotPreparsed` where they are not at hand.
 */
export function countSize(bound: number, source: NoteSource, limits?: ParseLimits): number {
  return bound <= maxNoteBytes ? bound : checkSize(source.contentWithin(limits));
}

/** Children that are looked at in one go. */
const childrenAtOnce = 1_000;

/**
 * The bytes that what is new between two documents can have at most. What is merely written anew around it is not counted: with some
 * escapes more a note may come to lie a little over the limit, which harms nothing, and to look at a huge list for each key would.
 */
export function* boundingGrowth(before: Node, after: Node): Generator<void, number> {
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  // With those beside them, which can come to be written in another way.
  const first = Math.max(0, start - 1);
  const [oldBlocks, newBlocks] = withoutSharedEnds(before.children.slice(start, oldEnd), after.children.slice(start, newEnd), 1);
  const withNeighbours = (blocks: readonly Node[]): Fragment =>
    Fragment.fromArray([...before.children.slice(first, start), ...blocks, ...before.children.slice(oldEnd, oldEnd + 1)]);
  const [olds, news] = [withNeighbours(oldBlocks), withNeighbours(newBlocks)];
  yield;
  const from = olds.findDiffStart(news);
  yield;
  const ends = olds.findDiffEnd(news);
  if (from === null || ends === null) return 0;
  // Both searches may claim the same equal text, as when a letter is doubled.
  const to = ends.b + Math.max(0, from - Math.min(ends.a, ends.b));
  return yield* boundOf(news, { from, to }, 0, 1);
}

/** A bound of what lies between two places of these nodes, of which the first is at `begin`. */
function* boundOf(
  nodes: Fragment,
  part: { readonly from: number; readonly to: number },
  begin: number,
  depth: number,
): Generator<void, number> {
  const { from, to } = part;
  let [bound, at] = [0, begin];
  for (const [index, node] of nodes.content.entries()) {
    if (index % childrenAtOnce === childrenAtOnce - 1) yield;
    if (at <= to && at + node.nodeSize >= from) {
      bound += nodeBound(node, depth, node.text?.slice(Math.max(0, from - at), Math.max(0, to - at)) ?? '');
      if (!node.isLeaf) bound += yield* boundOf(node.content, part, at + 1, depth + 1);
    }
    at += node.nodeSize;
  }
  return bound;
}

/** Markup around a node or mark, and the ends and blank lines of the lines that it makes. */
const perNode = 64;
/** What one UTF-16 unit of text can become: a character reference. */
const perUnit = 10;
/** What a list or quote puts before each line. */
const perLevel = 12;

/** Of a node without its children; `text` is what counts of its own. */
function nodeBound(node: Node, depth: number, text: string): number {
  const prefix = depth * perLevel;
  let bound = perNode + 4 * prefix + attributesBound(node, prefix) + textBound(text, prefix);
  for (const mark of node.marks) bound += perNode + attributesBound(mark, prefix);
  return bound;
}

function attributesBound({ attrs }: Pick<Node, 'attrs'>, prefix: number): number {
  let bound = 0;
  for (const value of Object.values(attrs)) if (typeof value === 'string') bound += textBound(value, prefix);
  return bound;
}

function textBound(text: string, prefix: number): number {
  let lineEnds = 0;
  for (const _ of text.matchAll(/[\r\n]/g)) lineEnds++;
  return perUnit * text.length + prefix * lineEnds;
}
