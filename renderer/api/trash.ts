// Putting records into the trash, and bringing them back.

import type { MutationKey, QueryClient, QueryKey } from '@tanstack/react-query';
import type { TrashEntry, TrashType } from '../../main/contract/trash.ts';
import { beginMutation } from './begin-mutation.ts';
import { ServiceError } from './client.ts';
import { routes } from './routes.ts';
import type { Service } from './service.ts';

export interface Trashing {
  readonly type: TrashType;
  readonly id: string;
  /** The title of the message when the service refuses; the record is shown again then. */
  readonly failed: string;
  /** Called when the service refuses, after the record is shown again. */
  readonly onRefused?: () => void;
  /** The title of the message when it cannot be brought back. */
  readonly restoreFailed: string;
  /** What is on its way under this key arrives first: afterwards the service would not take it. */
  readonly after?: MutationKey;
  /** Saves what the page has of the record; gives the id that it has by then. */
  readonly save?: () => Promise<string>;
  /** The list that shows it by its name, which another record may get: hidden only until that list has been read anew. */
  readonly namedIn?: QueryKey;
}

/** Puts a record into the trash: it disappears from the page at once. Gives the way back, which says whether it is back. */
export function putIntoTrash(
  service: Service,
  { type, id, failed, restoreFailed, ...options }: Trashing,
): { readonly undo: () => Promise<boolean> } {
  const { client, queries, removals } = service;
  const { after, save, namedIn } = options;
  const idempotencyKey = crypto.randomUUID();
  // Brought back, it is after it was put there, also when the service was away for both.
  const scope = { id: `trash.${idempotencyKey}` };
  removals.hide([id]);
  const putting = beginMutation<TrashEntry | null>(queries, {
    scope,
    meta: { failed },
    mutationFn: async () => {
      if (after !== undefined) await answered(queries, after);
      const recordId = (await save?.()) ?? id;
      const entry = await client
        // A user who leaves has decided.
        .call(routes.putIntoTrash, { body: { type, id: recordId }, idempotencyKey, keepalive: true })
        .catch(orGone);
      if (namedIn === undefined) removals.settle([id]);
      else {
        await queries.invalidateQueries({ queryKey: namedIn });
        removals.show([id]);
      }
      return entry;
    },
    onError: () => {
      removals.show([id]);
      options.onRefused?.();
    },
  });
  const undo = async (): Promise<boolean> => {
    if (putting.mutation.state.isPaused) removals.show([id]);
    let attempts = 0;
    let isBack = false;
    await beginMutation(queries, {
      scope,
      meta: { failed: restoreFailed },
      mutationFn: async () => {
        const entry = await putting.outcome;
        // Nothing was put there: it has been told why, or another client had been faster.
        if (entry === null) return;
        attempts += 1;
        try {
          await client.call(routes.restoreTrash, { params: { id: entry.id } });
        } catch (error) {
          // The answer to an attempt before may have been lost.
          if (!isGone(error) || attempts === 1) throw error;
        }
        isBack = true;
        removals.show([id]);
      },
    }).outcome;
    return isBack;
  };
  return { undo };
}

/** Resolves when all that is on its way under this key has been answered. */
async function answered(queries: QueryClient, mutationKey: MutationKey): Promise<void> {
  const cache = queries.getMutationCache();
  const isDone = (): boolean => cache.findAll({ mutationKey, status: 'pending' }).length === 0;
  if (isDone()) return;
  await new Promise<void>((resolve) => {
    const end = cache.subscribe(() => {
      if (!isDone()) return;
      end();
      resolve();
    });
  });
}

function isGone(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404;
}

/** Null when another client was faster. */
function orGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}
