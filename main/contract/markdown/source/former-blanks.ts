// A change that came as bytes, and was taken back by steps. These tell nothing of the blocks beside what they touch, which the change left
// as they were but for the blank lines around them: they get these back.

import type { ChangedChildren } from '../../changed-children.ts';
import { cleanBlock, type BlockRecord, type OriginalBlock } from './records.ts';
import type { Edges, RemovedBatch, RemovedBlock, RemovedBlocks } from './removed-blocks.ts';
import { areSpelledAlike } from './respelled-blocks.ts';

/** What steps have made of the blocks of a note. */
interface Stepped {
  readonly records: readonly BlockRecord[];
  /** Where. */
  readonly changed: ChangedChildren;
  /** Blocks that went. */
  readonly gone: readonly BlockRecord[];
  /** Removed blocks that are back. */
  readonly taken: ReadonlySet<OriginalBlock>;
  readonly removed: RemovedBlocks;
}

/** Blocks as they were before the change, by their places, and what stood around them as the first and last ones. */
interface FormerBlanks {
  readonly blocks: ReadonlyMap<number, BlockRecord>;
  readonly edges: Partial<Edges>;
  /** They need not be remembered any longer. */
  readonly back: readonly OriginalBlock[];
}

/** How far from its former place a block of the batch stands now that tells that the batch may be undone; null where none does. */
function shiftOf({ blocks, count }: RemovedBatch, { records, changed, gone, taken }: Stepped): number | null {
  const { start, newEnd } = changed;
  for (const { record, at } of blocks) {
    if (!taken.has(record)) continue;
    const place = records.findIndex(({ node }, index) => index >= start && index < newEnd && node.eq(record.node));
    return place < 0 ? null : place - at;
  }
  const haveGone = taken.size === 0 && newEnd === start && count === records.length && gone.every(({ kind }) => kind === 'clean');
  // What went had come with the change: it was given as bytes, and stood beside a block of these.
  const place = start === 0 ? 0 : start - 1;
  const beside = records[place];
  return haveGone && blocks.some(({ record, at }) => at === place && beside !== undefined && isLike(record, beside)) ? 0 : null;
}

const isLike = (former: OriginalBlock, now: OriginalBlock): boolean =>
  areSpelledAlike(former.source, now.source) && former.node.eq(now.node);

/** What the note has back of the last change for which that holds; null where it has all that is told of. */
export function formerBlanks(stepped: Stepped): FormerBlanks | null {
  const { records, taken, gone, removed } = stepped;
  if (taken.size === 0 && gone.length === 0) return null;
  const newer: RemovedBlock[] = [];
  for (const batch of removed) {
    if (!batch.isReplaced) continue;
    const shift = shiftOf(batch, stepped);
    if (shift === null) {
      newer.push(...batch.blocks);
      continue;
    }
    const left = batch.blocks.filter(({ record }) => !taken.has(record));
    // One that is being written was not a part of the change, or is not back yet.
    const given = left.filter(({ at }) => records[at + shift]?.kind !== 'dirty');
    const isBack = ({ record, at, edges }: RemovedBlock): boolean => {
      const now = records[at + shift];
      const isFirst = edges?.lead === undefined || at + shift === 0;
      return now !== undefined && isLike(record, now) && isFirst && (edges?.tail === undefined || at + shift === records.length - 1);
    };
    if (given.length === 0 || !given.every(isBack)) return null;
    const still = given.filter(({ record }) => !newer.some((block) => block.record.node.eq(record.node)));
    const former = ({ record: { source, gap }, at }: RemovedBlock): [number, BlockRecord] => {
      const { node } = records[at + shift] as BlockRecord;
      return [at + shift, cleanBlock({ node, source, gap }, true)];
    };
    return {
      blocks: new Map(still.map(former)),
      edges: Object.assign({}, ...still.map(({ edges }) => edges)) as Partial<Edges>,
      back: still.map(({ record }) => record),
    };
  }
  return null;
}
