// Which batches are undone in several writes, record by record.

import { setImmediate } from 'node:timers/promises';
import type { BatchRecord, UndoStore } from './undo-store.ts';

/** A batch of more changes than this, such as an import, is undone in several writes. */
const maxTogether = 1_000;
/** How many entries are read in one turn of the event loop to find out whether that can be done. */
const readAtOnce = 2_000;

/** The `seq`s of each record that a batch has several entries of, the newest last; by `recordKey`. */
export type RepeatedRecords = ReadonlyMap<string, readonly number[]>;

/** Types whose records come back one by one, also where they were deleted: a notebook before the notes that have left it. */
const oneByOne: ReadonlySet<BatchRecord['type']> = new Set(['event', 'notebook']);

/** The record that an entry tells of. */
export const recordKey = ({ type, id }: Pick<BatchRecord, 'type' | 'id'>): string => `${type} ${id}`;

/**
 * Of a batch of more than `limit` entries whose records were made or changed: these can be undone one after the other, the newest first,
 * and what comes back are those with several entries, which must all be changes. What an undo has deleted comes back that way too: it was
 * deleted in the opposite order; what it has made may be changed right after that. Null for any other batch.
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
  let [after, last] = [0, ''];
  for (;;) {
    const entries = store.recordsOfBatch(userId, batchId, after, readAtOnce);
    for (const entry of entries) {
      const { seq, type, action } = entry;
      if (!isUndo && !oneByOne.has(type) && action !== 'created' && action !== 'updated') return null;
      const key = recordKey(entry);
      const seqs = changed.get(key);
      // A notebook that an undo has made again is given its place right after that.
      const follows = isUndo && key === last && action === 'updated';
      if ((others.has(key) && !follows) || (seqs !== undefined && action !== 'updated')) return null;
      if (action !== 'updated') others.add(key);
      else if (others.has(key)) changed.set(key, [...(seqs ?? [after]), seq]);
      else if (seqs === undefined) changed.set(key, [seq]);
      else seqs.push(seq);
      [after, last] = [seq, key];
    }
    if (entries.length < readAtOnce) return new Map([...changed].filter(([, seqs]) => seqs.length > 1));
    await setImmediate();
  }
}
