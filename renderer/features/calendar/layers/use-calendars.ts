// What the calendars show, and what can be done to them.

import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { calendarsKey as queryKey, shownColor, type Calendar } from '../../../api/calendars.ts';
import type { Changes } from '../../../api/history.ts';
import { routes } from '../../../api/routes.ts';
import { useRemoved, useService } from '../../../api/service.ts';
import { notAwaited } from '../../../api/undoable.ts';
import { notify, tellOfBatch, trashWithUndo } from '../../../ui/toasts.ts';
import type { ShownEvent } from '../use-calendar.ts';
import { moveAndTrash } from './move-calendar.ts';
import { strings } from './strings.ts';

/** The events of the calendars that are shown. Those of a calendar that is not known yet are shown too. */
export function useLayers(events: readonly ShownEvent[], calendars: readonly Calendar[] | undefined): readonly ShownEvent[] {
  const removed = useRemoved();
  return useMemo(() => {
    if (calendars === undefined) return events;
    const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]));
    return events.flatMap((shown) => {
      if (removed.has(shown.event.calendarId)) return [];
      const calendar = byId.get(shown.event.calendarId) ?? (shown.isNew ? calendars[0] : undefined);
      if (calendar?.isVisible === false) return [];
      return [{ ...shown, color: shownColor(shown.event.color, calendar), isReadOnly: calendar?.source === 'subscription' }];
    });
  }, [events, calendars, removed]);
}

interface Change {
  readonly calendar: Calendar;
  readonly body: Partial<Pick<Calendar, 'name' | 'color' | 'isVisible'>>;
}

/** Changes a calendar; shown at once, and taken back with a reason when the service refuses. A new name or colour can be undone. */
export function useChangeCalendar(): (calendar: Calendar, body: Change['body']) => void {
  return notAwaited(useCalendarChanges({ failed: strings.failedChange }));
}

/** As `useChangeCalendar`, for a form that tells of a refusal itself: it rejects with what the service said. */
export function useSaveCalendar(): ReturnType<typeof useCalendarChanges> {
  return useCalendarChanges({});
}

function useCalendarChanges(meta: { readonly failed?: string }): (calendar: Calendar, body: Change['body']) => Promise<unknown> {
  const { client, queries, history } = useService();
  const { mutateAsync } = useMutation({
    meta,
    scope: { id: 'calendar.calendars' },
    mutationFn: ({ calendar: { id }, body, historyEntry }: Change & { readonly historyEntry: Changes | null }) => {
      const send = () => client.call(routes.updateCalendar, { params: { id }, body });
      return historyEntry === null ? send() : historyEntry.make(send, ({ version }) => [{ type: 'calendar', id, version }]);
    },
    onMutate: ({ calendar: { id }, body }) => {
      queries.setQueryData<readonly Calendar[]>(queryKey, (list) => list?.map((each) => (each.id === id ? { ...each, ...body } : each)));
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  return async (calendar, body) => {
    const isUndoable = body.name !== undefined || body.color !== undefined;
    const historyEntry = isUndoable ? history.begin(strings.changed(calendar.name)) : null;
    try {
      return await mutateAsync({ calendar, body, historyEntry });
    } finally {
      historyEntry?.settle();
    }
  };
}

interface NewCalendar {
  readonly key: string;
  readonly body: { readonly name: string; readonly color: string; readonly source?: 'subscription'; readonly url?: string };
}

/** Creates a calendar. It rejects with what the service said. */
export function useCreateCalendar(): (body: NewCalendar['body']) => Promise<unknown> {
  const { client, queries } = useService();
  const { mutateAsync } = useMutation({
    mutationFn: ({ key, body }: NewCalendar) => client.call(routes.createCalendar, { body, idempotencyKey: key }),
    onSuccess: (created) => {
      queries.setQueryData<readonly Calendar[]>(queryKey, (list) => list && [...list.filter(({ id }) => id !== created.id), created]);
    },
  });
  return (body) => mutateAsync({ key: crypto.randomUUID(), body });
}

/** Puts a calendar with its events into the trash. */
export function useTrashCalendar(): (calendar: Calendar) => void {
  const service = useService();
  return ({ id, name }) => {
    trashWithUndo(service, { type: 'calendar', id, message: strings.trashed(name), failed: strings.deleteFailed });
  };
}

/** Deletes a calendar whose events go to the calendar `moveTo`; with a way back, unless it is a subscription. */
export function useDeleteCalendar() {
  const service = useService();
  const { client, queries } = service;
  return useMutation({
    meta: { failed: strings.deleteFailed },
    mutationFn: async ({
      calendar: { id, source },
      moveTo,
    }: {
      readonly calendar: Calendar;
      readonly moveTo: string;
    }): Promise<readonly string[] | null> => {
      if (source === 'local') return moveAndTrash(client, { id, moveTo });
      // Events of a subscription cannot be changed one by one.
      await client.call(routes.deleteCalendar, { params: { id }, query: { moveTo } });
      return null;
    },
    onSuccess: async (batchIds, { calendar }) => {
      const refresh = async (): Promise<void> => {
        await Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey: ['event'] })]);
      };
      if (batchIds === null) notify({ title: strings.deletedForGood(calendar.name) });
      else tellOfBatch(service, { what: strings.deleted(calendar.name), batchIds, failed: strings.deleteUndoFailed, refresh });
      await refresh();
    },
  });
}
