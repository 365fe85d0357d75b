// Blocks that were deleted of late: undoing brings them back, and this their bytes.

import type { Node } from 'prosemirror-model';
import type { Candidate } from './bucket.ts';
import type { NoteText } from './note-text.ts';
import { DirtyBlock, type BlockRecord, type OriginalBlock } from './records.ts';

/** What stands before the first block of a note, and after the last. */
export type Edges = Pick<NoteText, 'lead' | 'tail'>;

/** `at`: how many blocks stood before it. `edges`: what stood around it as the first or last block, where that is no more. */
export interface RemovedBlock {
  readonly record: BlockRecord;
  readonly at: number;
  readonly edges?: Partial<Edges>;
}

/** Blocks that were removed from the note `before`, with what stood around its first and last, and has become `after`. */
export function withEdges(blocks: readonly RemovedBlock[], before: NoteText, after: Edges): readonly RemovedBlock[] {
  const { lead, tail, records } = before;
  if (lead === after.lead && tail === after.tail) return blocks;
  return blocks.map((block) => {
    const isFirst = block.at === 0 && lead !== after.lead;
    const isLast = block.at === records.length - 1 && tail !== after.tail;
    return { ...block, edges: { ...(isFirst ? { lead } : {}), ...(isLast ? { tail } : {}) } };
  });
}

/** Of blocks that stayed those that other blank lines stand around now: the first and the last of the note, then or now. */
export function withOtherBlanks(kept: readonly RemovedBlock[], before: NoteText, after: NoteText): readonly RemovedBlock[] {
  const [isAtStart, isAtEnd] = [before.lead !== after.lead, before.tail !== after.tail];
  const [last, end] = [kept.at(-1), after.records.at(-1)];
  const isLastNow = last !== undefined && end !== undefined && last.record.gap !== end.gap && last.record.node.eq(end.node);
  if (!isAtStart && !isAtEnd && !isLastNow) return [];
  const isOther = (block: RemovedBlock): boolean =>
    (isAtStart && block.at === 0) || (isAtEnd && block.at === before.records.length - 1) || (isLastNow && block === last);
  return kept.filter((block) => block.record.kind === 'clean' && isOther(block));
}

/** Of blocks that one change removed those that stood at the edges of the note, where something else stands around it now. */
const atEdges = (blocks: readonly RemovedBlock[]): readonly RemovedBlock[] =>
  blocks.filter(({ edges }) => edges?.lead !== undefined || edges?.tail !== undefined);

/** What stood around the note before blocks were removed together: where the first and the last of it are still among them. */
export const edgesOf = (blocks: readonly RemovedBlock[]): Partial<Edges> =>
  Object.assign({}, ...atEdges(blocks).map(({ edges }) => edges)) as Partial<Edges>;

/** What one change deleted, in the order of the document; forgotten after a number of further changes. */
export interface RemovedBatch {
  readonly blocks: readonly RemovedBlock[];
  readonly left: number;
  /** They were replaced by bytes that a client gave. */
  readonly isReplaced: boolean;
  /** How many blocks the note had then, of such a change. */
  readonly count?: number | undefined;
}

/** Newest first. */
export type RemovedBlocks = readonly RemovedBatch[];

/** How many later removed blocks count for the place where one would stand now. */
const countedAbove = 256;

/** Whether steps did not make the block: what they made may have come after others went, and counts as little when it goes. */
const wasGiven = ({ record }: RemovedBlock): boolean => record.kind === 'clean' || record.origin !== null;

/**
 * How many blocks would stand before a block of batch `index` if it came back now: not those above it that went later and are gone still.
 */
export function placeNow(removed: RemovedBlocks, index: number, at: number): number {
  let [place, left] = [at, countedAbove];
  for (let newer = index - 1; newer >= 0; newer--) {
    const { blocks, isReplaced } = removed[newer] as RemovedBatch;
    if ((left -= blocks.length) < 0) break;
    // Others came in the place of what was replaced.
    if (isReplaced) continue;
    const before = place;
    for (const block of blocks) if (block.at >= 0 && block.at < before && wasGiven(block)) place -= 1;
  }
  return place;
}

/** What it came from. */
export const firstOf = ({ origin, at }: Candidate): Candidate[] =>
  origin instanceof DirtyBlock && origin.origin !== null ? [{ origin: origin.origin, at }] : [];

/** The blocks of a batch: looked through whenever the note changes. */
interface BatchIndex {
  /** Of all nodes together. */
  readonly size: number;
  /** By the sizes of their nodes, the last first; and what they came from. */
  readonly records: ReadonlyMap<number, readonly Candidate[]>;
  readonly origins: ReadonlyMap<number, readonly Candidate[]>;
  readonly withoutText: readonly RemovedBlock[];
  readonly atEdges: readonly RemovedBlock[];
}

/** Whether the node has any text, which is not put together for that. */
export const holdsText = (node: Node): boolean => (node.isLeaf ? node.textContent !== '' : node.children.some(holdsText));

const indexes = new WeakMap<readonly RemovedBlock[], BatchIndex>();

export function indexOf(blocks: readonly RemovedBlock[]): BatchIndex {
  const known = indexes.get(blocks);
  if (known !== undefined) return known;
  const records = blocks.map(({ record, at }): Candidate => ({ origin: record, at })).toReversed();
  const index: BatchIndex = {
    size: records.reduce((sum, { origin: { node } }) => sum + node.nodeSize, 0),
    records: Map.groupBy(records, ({ origin }) => origin.node.nodeSize),
    origins: Map.groupBy(records.flatMap(firstOf), ({ origin }) => origin.node.nodeSize),
    withoutText: blocks.filter(({ record }) => !holdsText(record.node)),
    atEdges: atEdges(blocks),
  };
  indexes.set(blocks, index);
  return index;
}

/** How large they are together, as ProseMirror counts sizes. */
export function sizeOfRemoved(removed: RemovedBlocks): number {
  return removed.reduce((sum, { blocks }) => sum + indexOf(blocks).size, 0);
}

/** As many as there are steps in the history of a note. */
const changesToKeep = 10_000;
/** As ProseMirror counts the sizes of nodes. */
const sizeToKeep = 1024 * 1024;
/**
 * Of replaced blocks: a script can replace the same ones again and again, and all are stored with the note and looked through when it
 * changes.
 */
const replacedSizeToKeep = 128 * 1024;
const replacedToKeep = 1_000;

/** One change later: `taken` are back in the document, `blocks` were deleted, or replaced. The oldest go once there is too much. */
export function afterChange(
  removed: RemovedBlocks,
  taken: ReadonlySet<OriginalBlock>,
  blocks: readonly RemovedBlock[],
  kind: Pick<RemovedBatch, 'isReplaced' | 'count'> = { isReplaced: false },
): RemovedBlocks {
  if (removed.length === 0 && blocks.length === 0) return removed;
  const batches: RemovedBatch[] = [];
  let [room, replacedRoom, replacedLeft] = [sizeToKeep, replacedSizeToKeep, replacedToKeep];
  const fits = (size: number, isReplaced: boolean): boolean =>
    isReplaced ? (replacedLeft -= 1) >= 0 && (replacedRoom -= size) >= 0 : (room -= size) >= 0;
  const isBack = ({ record }: RemovedBlock): boolean => taken.has(record);
  for (const batch of [{ blocks, left: changesToKeep + 1, ...kind }, ...removed]) {
    if (batch.left <= 1) break;
    // What was replaced is not looked through for that: most of it does not stay.
    const size = batch.isReplaced ? Infinity : indexOf(batch.blocks).size;
    const staysWhole = size <= room && (taken.size === 0 || !batch.blocks.some(isBack));
    if (staysWhole) room -= size;
    const kept = staysWhole
      ? batch.blocks
      : batch.blocks.filter((block) => !isBack(block) && fits(block.record.node.nodeSize, batch.isReplaced));
    if (kept.length > 0) batches.push({ ...batch, blocks: kept, left: batch.left - 1 });
  }
  return batches;
}
