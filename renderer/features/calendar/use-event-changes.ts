// What can be done to events. Shown at once, and taken back with a reason when the service refuses.

import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { UpdateEvent } from '../../../main/contract/events.ts';
import { showCalendar } from '../../api/calendars.ts';
import { isVersionMismatch, type Client } from '../../api/client.ts';
import { forgetOldest } from '../../api/forget-oldest.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation, created, undoable } from '../../api/undoable.ts';
import { notify, showUndoMessage } from '../../ui/toasts.ts';
import { createEventOptions } from './create-event.ts';
import { keepEvent } from './event-cache.ts';
import type { CalendarEvent, Expected } from './events.ts';
import { strings } from './strings.ts';

export const changeKey = ['calendar', 'change'] as const;

/** A change on its way: while it is, the event is shown as it will be. */
export interface EventChange {
  /** The event that the user saw when making the change. */
  readonly event: CalendarEvent;
  readonly body: UpdateEvent;
  readonly expected: Expected;
}

/** A change with the action that it belongs to. */
interface ChangeOfEntry extends EventChange {
  readonly historyEntry: Changes;
}

/** The versions that changes of this page have led to: what was seen before one of them is still the page's own work. */
const successors = new Map<string, number>();
/** Of how many changes that is remembered: an event that is being moved or edited is a few versions behind. */
const maxSuccessors = 500;

function newestOwn({ id, version }: CalendarEvent): number {
  let own = version;
  for (let next = successors.get(`${id}:${own}`); next !== undefined; next = successors.get(`${id}:${own}`)) own = next;
  return own;
}

/** Sends a change, and no other one instead: throws `version_mismatch` if another client has changed the event since it was seen. */
async function send(client: Client, { event, body, expected }: EventChange): Promise<CalendarEvent> {
  const base = newestOwn(event);
  const saved = await client.call(routes.updateEvent, { params: { id: event.id }, body, ifMatch: base }).catch(async (error: unknown) => {
    if (!isVersionMismatch(error)) throw error;
    // An answer may have been lost, and this is the second attempt: then the event stands as it should.
    const found = await client.call(routes.readEvent, { params: { id: event.id } });
    if (found.version !== base + 1 || !fits(found, expected)) throw error;
    return found;
  });
  if (saved.version !== base) successors.set(`${event.id}:${base}`, saved.version);
  forgetOldest(successors, maxSuccessors);
  return saved;
}

/** Says that a change was refused, and why. */
export function tellRefused(title: string, error: Error): void {
  notify({ title, text: isVersionMismatch(error) ? strings.changedMeanwhile : error.message, kind: 'problem' });
}

function fits(event: CalendarEvent, expected: Expected): boolean {
  return Object.entries(expected).every(([name, value]) => event[name as keyof CalendarEvent] === value);
}

/** Changes an event. For those who show the outcome themselves: it rejects with what the service said. */
export function useChangeEvent() {
  const { client, queries } = useService();
  return useHistoryMutation({
    mutationKey: changeKey,
    scope: { id: 'calendar.change' },
    mutationFn: ({ historyEntry, ...change }: ChangeOfEntry) =>
      historyEntry.make(
        () => send(client, change),
        ({ id, version }) => [{ type: 'event', id, version }],
      ),
    onSuccess: (saved, { body }) => {
      keepEvent(queries, saved);
      if (body.calendarId !== undefined) void showCalendar({ client, queries }, saved.calendarId);
    },
    onError: (_error, { event }) => {
      void queries.invalidateQueries({ queryKey: ['event', 'one', event.id] });
    },
  });
}

/** Changes when an event takes place; if that is refused, it jumps back, a message says why, and `onRefused` is called. */
export function useMoveEvent(): (change: ChangeOfEntry, onRefused?: () => void) => void {
  const { queries } = useService();
  const { mutate } = useChangeEvent();
  return useCallback(
    (change, onRefused) => {
      mutate(change, {
        onError: (error) => {
          onRefused?.();
          tellRefused(strings.moveFailed, error);
          void queries.invalidateQueries({ queryKey: ['event', 'calendar'] });
        },
      });
    },
    [mutate, queries],
  );
}

/** Creates an event, and says so with a way back: a full day shows it as a number alone. It rejects with what the service said. */
export function useCreateEvent() {
  const service = useService();
  return useMutation(
    undoable(service, createEventOptions(service), {
      what: ({ body: { title } }) => strings.eventAdded(title),
      touched: (event) => created('event', event),
      told: (historyEntry) => {
        showUndoMessage(service, historyEntry);
      },
    }),
  );
}
