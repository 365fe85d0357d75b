// What steps leave of the bytes: all, but for the blocks that they touched.

import type { Node } from 'prosemirror-model';
import { changedChildren, type ChangedChildren } from '../../changed-children.ts';
import { defineAlike, referencesOf, rememberingReferences } from '../definitions.ts';
import { formerBlanks } from './former-blanks.ts';
import { dialectFor } from './learned-dialect.ts';
import { isBlankBlock, type NoteText } from './note-text.ts';
import { originOf, DirtyBlock, cleanBlock, isSameOrigin, type BlockRecord, type OriginalBlock } from './records.ts';
import { Candidates } from './candidates.ts';
import { afterChange, withEdges } from './removed-blocks.ts';
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
const maxMade = 8;
/** Nor of more blocks, or of longer ones together: a short block that came out of one would take as long to be written as that. */
const maxModels = 8;
const maxModelLength = 64 * 1024;

/** By how many letters in a row a text is known again. */
const lettersAlike = 3;

/** Whether a block still has some of the text of another one: its beginning, its middle or its end. */
function hasTextOf(node: Node, model: OriginalBlock): boolean {
  const [text, was] = [node.textContent, model.node.textContent];
  const length = Math.min(text.length, lettersAlike);
  const starts = [0, (text.length - length) >> 1, text.length - length];
  return length > 0 && starts.some((start) => was.includes(text.slice(start, start + length)));
}

/** The block that a new one is a copy of: blocks that are duplicated come right behind those that they are copies of, or right above. */
function copiedBy({ olds, oldAt, nodes }: Change, index: number, records: readonly BlockRecord[]): BlockRecord | undefined {
  const beside = olds.length === 0 ? [records[oldAt - nodes.length + index], records[oldAt + index]] : [];
  return beside.find((record) => record?.node.eq(nodes[index] as Node) === true);
}

/** The blocks whose bytes a new one can take, besides `origin`: those that its predecessor had, and those that went into it. */
function modelsOf(change: Change, index: number, origin: OriginalBlock | null, records: readonly BlockRecord[]): readonly OriginalBlock[] {
  const { olds, nodes } = change;
  const few = nodes.length <= maxMade;
  const before = few ? olds[Math.min(index, olds.length - 1)] : olds.length === nodes.length ? olds[index] : undefined;
  const own = before ?? (few ? copiedBy(change, index, records) : undefined);
  const gone = few && nodes.length < olds.length && index === nodes.length - 1 ? olds.slice(-maxModels).toReversed() : [];
  const models: OriginalBlock[] = [];
  const isKnown = (model: OriginalBlock): boolean => [origin, ...models].some((other) => other !== null && isSameOrigin(model, other));
  let length = 0;
  for (const record of own === undefined ? gone : [own, ...gone])
    for (const model of record.kind === 'dirty' ? [record.origin, ...record.models] : [originOf(record)]) {
      if (model === null || isKnown(model)) continue;
      if (models.length === maxModels || (length += model.source.length) > maxModelLength) return models;
      models.push(model);
    }
  return models;
}

interface Making {
  /** Of the state before. */
  readonly records: readonly BlockRecord[];
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
function again(node: Node, found: OriginalBlock): BlockRecord {
  return found instanceof DirtyBlock ? found.renewed(node) : cleanBlock({ node, source: found.source, gap: found.gap }, true);
}

function recordsOf(change: Change, { records, writing, candidates, continued }: Making, isFirst: boolean): BlockRecord[] {
  const olds = change.nodes.map((_, index) => predecessor(change, index));
  const inherited = olds.map((old) => (old === undefined ? null : originOf(old)));
  const found = candidates.take(change.nodes, change.at, inherited, olds);
  return change.nodes.map((node, index) => {
    const [old, origin, match] = [olds[index], inherited[index] ?? null, found[index] ?? null];
    if (old !== undefined && (match === null || match === origin)) continued.add(old);
    if (match !== null) return again(node, match);
    const isFree = origin !== null && old !== undefined && !candidates.taken.has(origin) && !candidates.taken.has(old);
    const first = isFirst && index === 0;
    const before = isFree ? origin : null;
    const models = modelsOf(change, index, before, records);
    const dialect = dialectFor(node, origin, records, change.oldAt);
    const had = before === null ? models : [before, ...models];
    const source = new UnwrittenSource({ node, had, writing: { ...writing, dialect }, first });
    const kept = models.filter((model) => hasTextOf(node, model));
    return new DirtyBlock(node, gapOf(change, index, writing.lineEnding), before, source, kept);
  });
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

/** Has `textAfterSteps` put no references together. Yields in between. */
export function* preparingAdvance(text: NoteText, doc: Node): Generator<void, void> {
  const { start, oldEnd, newEnd } = changedChildren(text.doc, doc);
  const olds = text.doc.children.slice(start, oldEnd);
  if (defineAlike(olds, doc.children.slice(start, newEnd))) return;
  yield* rememberingReferences(doc, { before: text.references, olds, start, end: newEnd });
}

/** The state after steps that have led to `doc`. */
export function textAfterSteps(text: NoteText, doc: Node): NoteText {
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
  const making: Making = { records, writing: { references, lineEnding: text.lineEnding }, candidates, continued: new Set() };
  const made = parts.flatMap((part, index) => ('olds' in part ? recordsOf(part, making, start === 0 && index === 0) : [part]));
  const lost = gone.filter(
    ({ record }) => !candidates.taken.has(record) && !making.continued.has(record) && (record.kind === 'dirty' || !isBlankBlock(record)),
  );
  const next = records.slice(0, start).concat(made, records.slice(oldEnd));
  markFresh(next, records, middle);
  const former = formerBlanks({ records: next, changed: middle, gone: lost.map(({ record }) => record), taken: candidates.taken, removed });
  for (const [index, record] of former?.blocks ?? []) next[index] = record;
  const { lead, tail } = { ...candidates.edges, ...former?.edges };
  const [isFirst, isLast] = [start === 0 || former !== null, newEnd === next.length || former !== null];
  const edges = { lead: (isFirst ? lead : undefined) ?? text.lead, tail: (isLast ? tail : undefined) ?? text.tail };
  return {
    ...text,
    ...edges,
    doc,
    records: next,
    references,
    removed: afterChange(removed, new Set([...candidates.back, ...(former?.back ?? [])]), withEdges(lost, text, edges)),
  };
}
