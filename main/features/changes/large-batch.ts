// Which batches are undone in several writes, record by record.

import { setImmediate } from 'node:timers/promises';
import type { BatchRecord, UndoStore } from './undo-store.ts';

/** A batch of more changes than this, such as an import, is undone in several writes. */
const maxTogether = 1_000;
/** How many entries are read in one turn of the event loop to find out whether that can be done. */
const readAtOnce = 2_000;

/** The `seq`s of each record that a batch has several entries of, the newest last; by `recordKey`. */
export type RepeatedRecords = ReadonlyMap<string, readonly number[]>;

/** The record that an entry tells of. */
export const recordKey = ({ type, id }: Pick<BatchRecord, 'type' | 'id'>): string => `${type} ${id}`;

/**
 * Of a batch of more than `limit` entries whose records were made or changed: these can be undone one after the other, the newest first,
 * and what comes back are those with several entries, which must all be changes. What an undo has deleted comes back that way too: it was
 * deleted in the opposite order. Null for any other batch.
 */
export async function repeatedInSteps(
  store: UndoStore,
  userId: string,
  batchId: string,
  limit = maxTogether,
): Promise<RepeatedRecords | null> {
  if (!store.isLarger(userId, batchId, limit)) return null;
  const isUndo = store.isUndo(batchId);
  const changed = new Map<string, number[]>();
  const others = new Set<string>();
  let after = 0;
  for (;;) {
    const entries = store.recordsOfBatch(userId, batchId, after, readAtOnce);
    for (const entry of entries) {
      const { seq, type, action } = entry;
      if (!isUndo && type !== 'event' && action !== 'created' && action !== 'updated') return null;
      const key = recordKey(entry);
      const seqs = changed.get(key);
      if (others.has(key) || (seqs !== undefined && action !== 'updated')) return null;
      if (action !== 'updated') others.add(key);
      else if (seqs === undefined) changed.set(key, [seq]);
      else seqs.push(seq);
      after = seq;
    }
    if (entries.length < readAtOnce) return new Map([...changed].filter(([, seqs]) => seqs.length > 1));
    await setImmediate();
  }
}
