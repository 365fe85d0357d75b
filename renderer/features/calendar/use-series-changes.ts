// Changes of series: made as a batch of one, by whose id all that they touch is taken back together.

import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { UpdateEvent } from '../../../main/contract/events.ts';
import type { SeriesScope } from '../../../main/contract/recurrence.ts';
import { showCalendar } from '../../api/calendars.ts';
import { isVersionMismatch, type Client, refusalOf } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { calendarLists, tellOfEvents } from './event-cache.ts';
import { looksLike } from './event-fields.ts';
import type { CalendarEvent, Expected } from './events.ts';
import { scopeOfChange } from './ask-scope.ts';
import { changeKey, tellRefused } from './use-event-changes.ts';

/** A change on its way: while it is, the occurrence is shown as it will be. */
export interface SeriesChange {
  readonly event: CalendarEvent;
  readonly body: UpdateEvent;
  readonly expected: Expected;
  readonly scope: SeriesScope;
  /** As it is told of: “Stand-up” moved. */
  readonly what: string;
}

interface KeyedChange extends SeriesChange {
  /** Its Idempotency-Key. */
  readonly key: string;
}

/** The id of the batch that it has become. */
async function send(client: Client, { event, body, scope, key }: KeyedChange): Promise<string | null> {
  const path = `/api/events/${encodeURIComponent(event.id)}?scope=${scope}`;
  const operation = { method: 'PUT', path, body, ifMatch: event.version } as const;
  const { failed, batchId } = await client.call(routes.runBatch, {
    body: { operations: [operation] },
    idempotencyKey: key,
  });
  if (failed !== null) throw refusalOf(failed);
  return batchId;
}

/** Changes a series. It rejects with what the service said. */
export function useChangeSeries(): { readonly isPending: boolean; readonly mutateAsync: (change: SeriesChange) => Promise<string | null> } {
  const service = useService();
  const { client, queries } = service;
  const { isPending, mutateAsync } = useMutation({
    mutationKey: changeKey,
    scope: { id: 'calendar.change' },
    mutationFn: async (change: KeyedChange): Promise<string | null> => {
      try {
        return await send(client, change);
      } catch (error) {
        if (change.scope !== 'one' || !isVersionMismatch(error)) throw error;
        // The version is that of the series: another occurrence may have changed, and this one has not.
        const event = await client.call(routes.readEvent, { params: { id: change.event.id } });
        if (!looksLike(event, change.event)) throw error;
        return await send(client, { ...change, event: { ...change.event, version: event.version }, key: `${change.key}.${event.version}` });
      }
    },
    // Before it waits for earlier changes: it is the last action of the page as soon as the user has done it.
    onMutate: ({ what }) => {
      const batchIds = Promise.withResolvers<readonly string[]>();
      tellOfEvents(service, what, batchIds.promise);
      return batchIds;
    },
    onSuccess: async (batchId, { body }, batchIds) => {
      if (body.calendarId !== undefined) void showCalendar(service, body.calendarId);
      batchIds.resolve(batchId === null ? [] : [batchId]);
      // Not the one that is open: with the others it may have another id now.
      await refresh(queries);
    },
    onError: (_error, _change, batchIds) => {
      batchIds?.resolve([]);
      void queries.invalidateQueries({ queryKey: ['event'] });
    },
  });
  return {
    isPending,
    mutateAsync: useCallback((change) => mutateAsync({ ...change, key: crypto.randomUUID() }), [mutateAsync]),
  };
}

interface Outcome {
  /** The user has said which ones go along. */
  readonly begun?: () => void;
  /** It stays as it was. */
  readonly onRefused?: (() => void) | undefined;
}

/** Changes an occurrence after asking which others go along; `failed` tells of a refusal. */
export function useChangeOccurrence(): (change: Omit<SeriesChange, 'scope'>, failed: string, outcome?: Outcome) => Promise<void> {
  const { mutateAsync } = useChangeSeries();
  return useCallback(
    async (change, failed, { begun, onRefused } = {}) => {
      const scope = await scopeOfChange(change);
      if (scope === null) {
        onRefused?.();
        return;
      }
      begun?.();
      try {
        await mutateAsync({ ...change, scope });
      } catch (error) {
        onRefused?.();
        tellRefused(failed, error as Error);
      }
    },
    [mutateAsync],
  );
}

const refresh = (queries: QueryClient): Promise<void> => queries.invalidateQueries(calendarLists);
