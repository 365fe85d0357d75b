// Events are put into the trash, with a way back.

import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SeriesScope } from '../../../main/contract/recurrence.ts';
import { refusalOf } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { trashWithUndo } from '../../ui/toasts.ts';
import { scopeOfDeletion } from './ask-scope.ts';
import { calendarLists, tellOfEvents } from './event-cache.ts';
import type { CalendarEvent } from './events.ts';
import { strings } from './strings.ts';
import { changeKey } from './use-event-changes.ts';

interface Deletion {
  readonly event: CalendarEvent;
  readonly scope: SeriesScope;
  readonly key: string;
}

/**
 * Puts occurrences of a series into the trash, or all of it: as a batch of one, like the changes of series. Taken out of the trash they
 * would be another change of the series, before which none could be taken back.
 */
function useDeleteOccurrences(): (event: CalendarEvent, scope: SeriesScope) => void {
  const service = useService();
  const { client, queries, removals } = service;
  const { mutate } = useMutation({
    meta: { failed: strings.deleteFailed },
    // After the changes that are on their way.
    scope: { id: 'calendar.change' },
    mutationFn: async ({ event: { id }, scope, key }: Deletion): Promise<string | null> => {
      const operation = { method: 'POST', path: '/api/trash', body: { type: 'event', id, scope } } as const;
      const { failed, batchId } = await client.call(routes.runBatch, {
        body: { operations: [operation] },
        idempotencyKey: key,
        // A user who leaves has decided.
        keepalive: true,
      });
      // Another client can have been faster.
      if (failed !== null && failed.problem.status !== 404) throw refusalOf(failed);
      return batchId;
    },
    onMutate: ({ event: { id, title } }) => {
      const batchIds = Promise.withResolvers<readonly string[]>();
      removals.hide([id]);
      tellOfEvents(service, strings.deleted(title), batchIds.promise);
      return batchIds;
    },
    onSuccess: async (batchId, { event }, batchIds) => {
      batchIds.resolve(batchId === null ? [] : [batchId]);
      // Other occurrences go along, or this one comes back elsewhere: it is hidden until the list has been read anew.
      await queries.invalidateQueries(calendarLists);
      removals.show([event.id]);
    },
    onError: (_error, { event }, batchIds) => {
      batchIds?.resolve([]);
      removals.show([event.id]);
    },
  });
  return useCallback(
    (event, scope) => {
      mutate({ event, scope, key: crypto.randomUUID() });
    },
    [mutate],
  );
}

/** Puts an event into the trash, of a series those occurrences that the user chooses; `onDeleted` is called unless none is chosen. */
export function useDeleteEvent(): (event: CalendarEvent, onDeleted?: (scope?: SeriesScope) => void) => void {
  const service = useService();
  const removeOccurrences = useDeleteOccurrences();
  return useCallback(
    (event, onDeleted) => {
      void scopeOfDeletion(event).then((scope) => {
        if (scope === null) return;
        onDeleted?.(scope);
        const { id, title } = event;
        if (scope !== undefined) removeOccurrences(event, scope);
        else trashWithUndo(service, { type: 'event', id, message: strings.deleted(title), failed: strings.deleteFailed, after: changeKey });
      });
    },
    [service, removeOccurrences],
  );
}
