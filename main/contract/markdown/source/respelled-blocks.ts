// What is remembered of removed blocks after a change that came as bytes.

import { Bucket } from './bucket.ts';
import { cleanBlock, type Origin } from './records.ts';
import { afterChange, type RemovedBlock, type RemovedBlocks } from './removed-blocks.ts';

const none: ReadonlySet<Origin> = new Set();

interface Rewritten {
  /** Blocks that gave way to others, and those that came. */
  readonly replaced: readonly RemovedBlock[];
  readonly come: readonly Origin[];
  readonly kept: readonly RemovedBlock[];
}

/**
 * After a change that came as bytes. `replaced` gave way to `come`; the bytes of `kept` were fixed, so that all they can still return to
 * is what they first came from.
 */
export function afterRewrite(removed: RemovedBlocks, { replaced, come, kept }: Rewritten): RemovedBlocks {
  const origins = kept.flatMap(({ record, at }) =>
    record.kind === 'dirty' && record.origin !== null ? [{ record: cleanBlock(record.origin), at }] : [],
  );
  const blocks = replaced.filter(({ record }) => record.kind === 'dirty' || record.source !== '');
  return withoutRespelled(afterChange(removed, new Set(), [...blocks, ...origins], true), come);
}

/** Whether two blocks have the same bytes, but for the line ending that the last one of a note can lack. */
const areSpelledAlike = (some: string, other: string): boolean =>
  some === other || (some.replace(/\r?\n$/, '') === other.replace(/\r?\n$/, '') && [some, other].some((each) => !each.endsWith('\n')));

/**
 * Of replaced blocks those like one that has come have other bytes now: a block like them, as a copy or one that moves, is not to have the
 * former bytes. What they came from stays, for the changes before.
 */
function withoutRespelled(removed: RemovedBlocks, come: readonly Origin[]): RemovedBlocks {
  const blocks = Map.groupBy(come, ({ node }) => node.nodeSize);
  const buckets = new Map<number, Bucket>();
  const isRespelled = ({ record: { node, source } }: RemovedBlock): boolean => {
    const ofSize = blocks.get(node.nodeSize);
    if (ofSize === undefined) return false;
    const bucket = buckets.get(node.nodeSize) ?? new Bucket(ofSize.map((origin) => ({ origin, at: null })));
    buckets.set(node.nodeSize, bucket);
    const hasCome = (isAlike: boolean): boolean =>
      bucket.find(node, none, (origin) => areSpelledAlike(origin.source, source) !== isAlike) !== null;
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
