// What steps leave of the bytes: all, but for the blocks that they touched.

import type { Node } from 'prosemirror-model';
import { changedChildren, type ChangedChildren } from '../../changed-children.ts';
import { defineAlike, referencesOf, rememberingReferences } from '../definitions.ts';
import { isBlank, type NoteText } from './note-text.ts';
import { baseOf, originOf, DirtyBlock, cleanBlock, type BlockRecord, type Dirty, type Origin } from './records.ts';
import { afterChange, Candidates } from './removed-blocks.ts';
import { UnwrittenSource, type Writing } from './unwritten-source.ts';

/** Blocks between two that stayed, and what came in their place; the first are block `oldAt` and block `at` of their documents. */
interface Change {
  readonly olds: readonly BlockRecord[];
  readonly oldAt: number;
  readonly nodes: readonly Node[];
  readonly at: number;
}

/** Blocks that are the same objects keep their records; they divide the middle into changes. */
function divide(olds: readonly BlockRecord[], nodes: readonly Node[], start: number): (BlockRecord | Change)[] {
  const places = new Map(olds.map(({ node }, index) => [node, index]));
  const parts: (BlockRecord | Change)[] = [];
  let [oldFrom, newFrom] = [0, 0];
  const changeUpTo = (oldTo: number, newTo: number): void => {
    if (oldFrom === oldTo && newFrom === newTo) return;
    const [gone, come] = [olds.slice(oldFrom, oldTo), nodes.slice(newFrom, newTo)];
    parts.push({ olds: gone, oldAt: start + oldFrom, nodes: come, at: start + newFrom });
  };
  for (const [index, node] of nodes.entries()) {
    const place = places.get(node);
    const record = place === undefined ? undefined : olds[place];
    if (place === undefined || record === undefined || place < oldFrom) continue;
    changeUpTo(place, index);
    parts.push(record);
    [oldFrom, newFrom] = [place + 1, index + 1];
  }
  changeUpTo(olds.length, nodes.length);
  return parts;
}

/** The old block that a new one most likely was: its counterpart, or at the edges of a split or a join the outermost. */
function predecessor({ olds, nodes }: Change, index: number): BlockRecord | undefined {
  if (olds.length === nodes.length || index === 0) return olds[index];
  return index === nodes.length - 1 && olds.length > 1 ? olds.at(-1) : undefined;
}

/** Of a change that makes more blocks, those that come have no bytes of others: to look at these takes a while for each. */
const mostInStyle = 8;
/** Nor of a longer block: a short one that came out of it would take as long to be written as a long one. */
const longestForStyle = 64 * 1024;

/** The old block that stood nearest to one that has no bytes of its own, as after a split: it can borrow those. */
function nearest({ olds, nodes }: Change, index: number): BlockRecord | undefined {
  return nodes.length > mostInStyle ? undefined : olds[Math.min(index, olds.length - 1)];
}

/** The bytes that can be borrowed of a block. */
function lentBy(old: BlockRecord | undefined): Origin | null {
  const base = old === undefined ? null : baseOf(old);
  // What is not written yet is not written for that.
  return base === null || base instanceof DirtyBlock || base.source.length <= longestForStyle ? base : null;
}

/** What has gone besides where fewer blocks have come: texts of it can be in any of these. */
function besides({ olds, nodes }: Change, from: BlockRecord | undefined): readonly Origin[] {
  if (nodes.length >= olds.length || olds.length > mostInStyle) return [];
  return olds.flatMap((old) => (old === from ? [] : (lentBy(old) ?? [])));
}

/** What to make a block of: of what it came from, where it has become that kind of block again. */
function likest({ type }: Node, base: Origin | null, origin: Origin): Origin | null {
  return base !== null && base.node.type !== type && origin.node.type === type ? origin : base;
}

/** Whether no more than texts differ, and what stands before them: no block, item or row has come, gone or moved. */
function haveOneShape(old: Node, now: Node): boolean {
  if (old === now) return true;
  if (old.isTextblock || old.isLeaf) return old.type === now.type;
  if (!old.sameMarkup(now) && !(old.type === now.type && old.type.name === 'list_item')) return false;
  if (old.childCount !== now.childCount) return false;
  const { start, newEnd } = changedChildren(old, now);
  return now.children.slice(start, newEnd).every((child, index) => haveOneShape(old.child(start + index), child));
}

interface Making {
  readonly writing: Writing;
  readonly candidates: Candidates;
  /** Old blocks that go on in new ones. */
  readonly continued: Set<BlockRecord>;
}

function gapOf({ olds, nodes }: Change, index: number, lineEnding: string): string {
  const old = index === nodes.length - 1 ? olds.at(-1) : index < olds.length - 1 ? olds[index] : undefined;
  return old?.gap ?? lineEnding;
}

/** The block that was there before, under its new identity. */
function again(node: Node, found: Origin): BlockRecord {
  return found instanceof DirtyBlock ? found.renewed(node) : cleanBlock({ node, source: found.source, gap: found.gap }, true);
}

function recordsOf(change: Change, { writing, candidates, continued }: Making, isFirst: boolean): BlockRecord[] {
  const olds = change.nodes.map((_, index) => predecessor(change, index));
  const inherited = olds.map((old) => (old === undefined ? null : originOf(old)));
  const found = candidates.take(change.nodes, change.at, inherited, olds);
  return change.nodes.map((node, index) => {
    const [old, origin, match] = [olds[index], inherited[index] ?? null, found[index] ?? null];
    if (old !== undefined && (match === null || match === origin)) continued.add(old);
    if (match !== null) return again(node, match);
    const isFree = origin !== null && old !== undefined && !candidates.taken.has(origin) && !candidates.taken.has(old);
    const first = isFirst && index === 0;
    const from = isFree ? old : nearest(change, index);
    const base = isFree ? likest(node, baseOf(old), origin) : lentBy(from);
    const source = new UnwrittenSource({ node, before: base, beside: besides(change, from), writing, first });
    const isOne = change.olds.length === 1 && change.nodes.length === 1 && from !== undefined;
    return new DirtyBlock({
      node,
      gap: gapOf(change, index, writing.lineEnding),
      origin: isFree ? origin : null,
      source,
      ...shapeOf(node, from, base, isOne, change.nodes.length),
    });
  });
}

/** What becomes of a block that is made of `base`, which `from` has lent. */
function shapeOf(
  node: Node,
  from: BlockRecord | undefined,
  base: Origin | null,
  isOne: boolean,
  count: number,
): Pick<Dirty, 'base' | 'isReshaped' | 'allowance'> {
  const dirty = from?.kind === 'dirty' ? from : null;
  const isBase = dirty !== null && base === dirty;
  // What is being written where there was nothing has no shape yet.
  const staysReshaped = dirty?.isReshaped === true && !isBase && dirty.node.content.size > 0;
  const isReshaped = staysReshaped || !(isOne && from !== undefined && haveOneShape(from.node, node));
  return {
    base,
    isReshaped: isReshaped && count <= mostInStyle,
    ...(dirty === null ? {} : { allowance: dirty.allowanceAfter(isBase) }),
  };
}

/** Marks blocks whose bytes are kept, but which now stand after another block than before. */
function markFresh(records: BlockRecord[], olds: readonly BlockRecord[], { start, oldEnd, newEnd }: ChangedChildren): void {
  const before = new Map<BlockRecord, BlockRecord | undefined>();
  for (let index = start; index <= oldEnd && index < olds.length; index++) before.set(olds[index] as BlockRecord, olds[index - 1]);
  // From the end, so that the one before is as it was made.
  for (let index = Math.min(newEnd, records.length - 1); index >= start; index--) {
    const record = records[index] as BlockRecord;
    if (record.kind === 'clean' && !record.isFresh && before.get(record) !== records[index - 1]) records[index] = cleanBlock(record, true);
  }
}

/** Has `advance` put no references together. Yields in between. */
export function* preparingAdvance(text: NoteText, doc: Node): Generator<void, void> {
  const { start, oldEnd, newEnd } = changedChildren(text.doc, doc);
  const olds = text.doc.children.slice(start, oldEnd);
  if (defineAlike(olds, doc.children.slice(start, newEnd))) return;
  yield* rememberingReferences(doc, { before: text.references, olds, start, end: newEnd });
}

/** The state after steps that have led to `doc`. */
export function advance(text: NoteText, doc: Node): NoteText {
  const { records, removed } = text;
  // There is a record for each block.
  const middle = changedChildren(text.doc, doc);
  const { start, oldEnd, newEnd } = middle;
  if (start === oldEnd && start === newEnd) return { ...text, doc };
  const olds = records.slice(start, oldEnd);
  const news = doc.children.slice(start, newEnd);
  const parts = divide(olds, news, start);
  const changes = parts.filter((part) => 'olds' in part);
  const gone = changes.flatMap(({ olds, oldAt }) => olds.map((record, index) => ({ record, at: oldAt + index })));
  const before = olds.map(({ node }) => node);
  const references = defineAlike(before, news) ? text.references : referencesOf(doc);
  const candidates = new Candidates(
    gone.map(({ record }) => record),
    removed,
  );
  const making: Making = { writing: { references, lineEnding: text.lineEnding }, candidates, continued: new Set() };
  const made = parts.flatMap((part, index) => ('olds' in part ? recordsOf(part, making, start === 0 && index === 0) : [part]));
  const lost = gone.filter(
    ({ record }) => !candidates.taken.has(record) && !making.continued.has(record) && (record.kind === 'dirty' || !isBlank(record)),
  );
  const next = records.slice(0, start).concat(made, records.slice(oldEnd));
  markFresh(next, records, middle);
  return {
    ...text,
    doc,
    records: next,
    references,
    removed: afterChange(removed, candidates.back, lost),
  };
}
