// What is remembered of removed blocks after a change that came as bytes.

import { Bucket } from './bucket.ts';
import { cleanBlock, type OriginalBlock } from './records.ts';
import type { NoteText } from './note-text.ts';
import { afterChange, withEdges, withOtherBlanks, type RemovedBlock, type RemovedBlocks } from './removed-blocks.ts';

const noBlocks: ReadonlySet<OriginalBlock> = new Set();

interface Rewritten {
  /** Blocks that gave way to others, and those that came. */
  readonly replaced: readonly RemovedBlock[];
  readonly come: readonly OriginalBlock[];
  readonly kept: readonly RemovedBlock[];
  readonly before: NoteText;
  readonly after: NoteText;
}

/** Whether a change left every block what it is: no steps take it back. */
const isRespelling = ({ replaced, come }: Rewritten): boolean =>
  replaced.length === come.length && replaced.every(({ record }, index) => record.node.eq((come[index] as OriginalBlock).node));

/**
 * After a change that came as bytes. `replaced` gave way to `come`; the bytes of `kept` were fixed, so that all they can still return to
 * is what they first came from.
 */
export function afterRewrite(rewritten: Rewritten): RemovedBlocks {
  const { replaced, come, kept, before, after } = rewritten;
  const isRespelled = isRespelling(rewritten);
  const origins = kept.flatMap(({ record, at }) =>
    record.kind === 'dirty' && record.origin !== null ? [{ record: cleanBlock(record.origin), at }] : [],
  );
  const isGone = ({ record }: RemovedBlock, index: number): boolean => {
    if (record.kind === 'dirty') return true;
    return record.source !== '' && !(isRespelled && areSpelledAlike(record.source, come[index]?.source ?? ''));
  };
  const blocks = [...replaced.filter(isGone), ...(isRespelled ? [] : withOtherBlanks(kept, before, after))];
  const kind = { isReplaced: true, count: before.records.length };
  return withoutRespelled(afterChange(before.removed, new Set(), [...withEdges(blocks, before, after), ...origins], kind), come);
}

/** Whether two blocks have the same bytes, but for the line ending that the last one of a note can lack. */
export const areSpelledAlike = (some: string, other: string): boolean =>
  some === other || (some.replace(/\r?\n$/, '') === other.replace(/\r?\n$/, '') && [some, other].some((each) => !each.endsWith('\n')));

/**
 * Of replaced blocks those like one that has come have other bytes now: a block like them, as a copy or one that moves, is not to have the
 * former bytes. What they came from stays, for the changes before.
 */
function withoutRespelled(removed: RemovedBlocks, come: readonly OriginalBlock[]): RemovedBlocks {
  const blocks = Map.groupBy(come, ({ node }) => node.nodeSize);
  const buckets = new Map<number, Bucket>();
  const isRespelled = ({ record: { node, source } }: RemovedBlock): boolean => {
    const ofSize = blocks.get(node.nodeSize);
    if (ofSize === undefined) return false;
    const bucket = buckets.get(node.nodeSize) ?? new Bucket(ofSize.map((origin) => ({ origin, at: null })));
    buckets.set(node.nodeSize, bucket);
    const hasCome = (isAlike: boolean): boolean =>
      bucket.find(node, noBlocks, (origin) => areSpelledAlike(origin.source, source) !== isAlike) !== null;
    return hasCome(false) && !hasCome(true);
  };
  const former = (block: RemovedBlock): RemovedBlock[] => {
    if (!isRespelled(block)) return [block];
    const origin = block.record.kind === 'dirty' ? block.record.origin : null;
    return origin === null ? [] : [{ ...block, record: cleanBlock(origin) }];
  };
  return removed.flatMap((batch) => {
    if (!batch.isReplaced || !batch.blocks.some(isRespelled)) return [batch];
    const blocks = batch.blocks.flatMap(former);
    return blocks.length === 0 ? [] : [{ ...batch, blocks }];
  });
}
