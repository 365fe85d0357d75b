// What the service has done in a batch, or in several, is one action of the page's history.

import type { Undone } from '../../main/contract/undo.ts';
import { beginMutation } from './begin-mutation.ts';
import { ServiceError } from './client.ts';
import type { HistoryEntry, UndoOutcome } from './history.ts';
import { routes } from './routes.ts';
import type { Service } from './service.ts';

export interface BatchOptions {
  /** What was done, as in "4 links changed". */
  readonly what: string;
  /**
   * In the order in which they were done. A promise while that is on its way: it fulfils also when the change fails, with none then, and
   * what is to be taken back meanwhile waits for it.
   */
  readonly batchIds: readonly string[] | Promise<readonly string[]>;
  /** What is said where taking back fails for another reason than a change since. */
  readonly failed: string;
  /** Awaited each time after the batch was taken back. */
  readonly refresh?: () => Promise<void>;
}

/** Thousands of imported events take a while; milliseconds. */
const timeoutMs = 300_000;

/**
 * An action that takes batches back, the last one first, and then what took them back: one call after the other, as each names the
 * batches of the ones before.
 */
export function batchEntry(
  { client, queries }: Pick<Service, 'client' | 'queries'>,
  { what, batchIds, failed, refresh }: BatchOptions,
): HistoryEntry {
  let last: readonly string[] | null = null;
  const reverse = (): Promise<UndoOutcome> => {
    // Asked again after an answer that was lost, the service gives the same ones, with what is to be done again.
    const key = crypto.randomUUID();
    return beginMutation<UndoOutcome>(queries, {
      scope: { id: 'history' },
      meta: { failed },
      mutationFn: async () => {
        last ??= await batchIds;
        if (last.length === 0) return null;
        const undone: Undone[] = [];
        let isGone = false;
        for (const [index, batchId] of last.toReversed().entries()) {
          try {
            undone.push(await client.call(routes.undoChanges, { body: { batchId }, idempotencyKey: `${key}.${index}`, timeoutMs }));
          } catch (error) {
            // What is needed for it is kept for a while only.
            if (!(error instanceof ServiceError && (error.status === 404 || error.status === 410))) throw error;
            isGone = true;
          }
        }
        const next = undone.flatMap(({ batchId }) => batchId ?? []);
        if (next.length > 0) last = next;
        if (undone.length > 0) await refresh?.();
        const reasons = undone.flatMap(({ skipped }) => skipped.map(({ reason }) => reason));
        return { done: undone.some(({ restored }) => restored.length > 0), reasons: isGone ? [...reasons, 'gone'] : reasons };
      },
    }).outcome;
  };
  return { what, undo: reverse, redo: reverse };
}
