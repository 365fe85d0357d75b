// What the service has done in one batch is one deed of the page's history.

import { beginMutation } from './begin-mutation.ts';
import { ServiceError } from './client.ts';
import type { Deed, Outcome } from './history.ts';
import { routes } from './routes.ts';
import type { Service } from './service.ts';

export interface BatchOptions {
  /** What was done, as in "4 links changed". */
  readonly what: string;
  readonly batchId: string;
  /** What is said where taking back fails for another reason than a change since. */
  readonly failed: string;
  /** Awaited each time after the batch was taken back. */
  readonly refresh?: () => Promise<void>;
}

/** Thousands of imported events take a while; milliseconds. */
const timeoutMs = 300_000;

/** A deed that takes the batch back, and then what took it back: one call after the other, as each names the batch of the one before. */
export function batchDeed(
  { client, queries }: Pick<Service, 'client' | 'queries'>,
  { what, batchId, failed, refresh }: BatchOptions,
): Deed {
  let last = batchId;
  const reverse = (): Promise<Outcome> =>
    beginMutation<Outcome>(queries, {
      scope: { id: 'history' },
      meta: { failed },
      mutationFn: async () => {
        try {
          const { batchId: next, restored, skipped } = await client.call(routes.undoChanges, { body: { batchId: last }, timeoutMs });
          if (next !== null) last = next;
          await refresh?.();
          return { done: restored.length > 0, reasons: skipped.map(({ reason }) => reason) };
        } catch (error) {
          // What is needed for it is kept for a while only.
          if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) return { done: false, reasons: ['gone'] };
          throw error;
        }
      },
    }).outcome;
  return { what, undo: reverse, redo: reverse };
}
