// Tells of what was done as a batch, with a way back: all that it has touched is taken back together.

import type { Undone } from '../../../main/contract/undo.ts';
import { beginMutation } from '../../api/begin-mutation.ts';
import { ServiceError } from '../../api/client.ts';
import type { Deed, Outcome } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import type { Service } from '../../api/service.ts';
import { notifyWithUndo } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

export const calendarLists = { queryKey: ['event', 'calendar'] } as const;

/** Thousands of imported events take a while; milliseconds. */
const timeoutMs = 300_000;

/** Says what was done, with a way back. */
export function tellOfBatch(service: Service, what: string, first: string): void {
  let batchId = first;
  const reverse = (): Promise<Outcome> =>
    beginMutation<Outcome>(service.queries, {
      scope: { id: 'history' },
      meta: { failed: strings.undoFailed },
      mutationFn: async () => {
        const undone = await undo(service, batchId);
        if (undone === null) return { done: false, reasons: ['gone'] };
        if (undone.batchId !== null) ({ batchId } = { batchId: undone.batchId });
        await service.queries.invalidateQueries(calendarLists);
        return { done: undone.restored.length > 0, reasons: undone.skipped.map(({ reason }) => reason) };
      },
    }).outcome;
  const deed: Deed = {
    what,
    undo: () => {
      message.close();
      return reverse();
    },
    redo: reverse,
  };
  service.history.push(deed);
  const message = notifyWithUndo({
    message: what,
    undo: () => {
      service.history.undo(deed);
    },
  });
}

async function undo({ client }: Service, batchId: string): Promise<Undone | null> {
  try {
    return await client.call(routes.undoChanges, { body: { batchId }, timeoutMs });
  } catch (error) {
    // What is needed for it is kept for a while only.
    if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}
