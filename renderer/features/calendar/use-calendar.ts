// What the calendar shows of a period: its events, and the cards that are due in it.

import { keepPreviousData, useMutationState, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { firstMoment, lastMoment } from '../../../main/contract/days.ts';
import type { Card } from '../../../main/contract/cards.ts';
import type { Invitation } from '../../../main/contract/invitations.ts';
import { allPages } from '../../api/all-pages.ts';
import { routes } from '../../api/routes.ts';
import { useRemoved, useService, type Service } from '../../api/service.ts';
import { entryEvent, seriesIdOf, withExpected, type CalendarEvent, type Expected } from './events.ts';
import { plusDays } from './days.ts';
import type { Period } from './period.ts';
import { createKey, type Creation } from './create-event.ts';
import { changeKey, type EventChange } from './use-event-changes.ts';
import { startOfDay } from './zones.ts';
import { readSetting, writeSetting } from '../../api/remembered.ts';

/** All-day events of zones far away begin and end up to a day before or after their dates do here. */
function widened({ start, end }: Period): { readonly from: string; readonly to: string } {
  const [from, after] = [startOfDay(plusDays(start, -1)).toISOString(), plusDays(end, 1)];
  return { from: from < firstMoment ? firstMoment : from, to: after === end ? lastMoment : startOfDay(after).toISOString() };
}

/** The events of a period as the service has them, by start time. */
export function useStoredEvents(period: Period): UseQueryResult<readonly CalendarEvent[]> {
  const { client } = useService();
  const { from, to } = widened(period);
  return useQuery({
    queryKey: ['event', 'calendar', from, to],
    queryFn: async ({ signal }) => {
      const query = { startDate: from, endDate: to };
      return (await allPages((paging) => client.call(routes.listEvents, { query: { ...query, ...paging }, signal }))).map(entryEvent);
    },
    // Going on, one sees what is known of the new period while the rest is read.
    placeholderData: keepPreviousData,
  });
}

export interface ShownEvent {
  readonly event: CalendarEvent;
  /** It is being made, and has no id yet. */
  readonly isNew: boolean;
  /** The colour that it is drawn in; its own when absent. */
  readonly color?: string;
  /** It is of a calendar that cannot be changed here. */
  readonly isReadOnly?: boolean;
}

/** `stored` with what is on its way to the service, and without what is being deleted. */
export function useShownEvents(stored: readonly CalendarEvent[] | undefined): readonly ShownEvent[] {
  const removed = useRemoved();
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as EventChange,
  });
  const creations = useMutationState({
    filters: { mutationKey: createKey, status: 'pending' },
    select: ({ state }) => state.variables as Creation,
  });
  return useMemo(() => {
    const changesOf = Map.groupBy(changes, ({ event }) => event.id);
    const expected = (id: string): readonly Expected[] => (changesOf.get(id) ?? []).map((change) => change.expected);
    return [
      ...(stored ?? [])
        .filter((event) => !removed.has(event.id) && !removed.has(seriesIdOf(event)))
        .map((event) => ({ event: withExpected(event, expected(event.id)), isNew: false })),
      ...creations.map(({ key, expected }) => ({ event: { ...newEventFields, ...expected, id: key } as CalendarEvent, isNew: true })),
    ];
  }, [stored, removed, changes, creations]);
}

const newEventFields = { version: 0, createdAt: '', updatedAt: '', recurrence: null, seriesStart: null, followsId: null };

export interface DueCards {
  readonly cards: readonly Card[];
  /** Reads them again where they could not be read; null otherwise. */
  readonly retry: (() => void) | null;
}

/** The cards that are due in a period; none are read while `wanted` is false. */
export function useDueCards(period: Period, wanted: boolean): DueCards {
  const { client } = useService();
  const removed = useRemoved();
  const { from, to } = widened(period);
  const { data, error, refetch } = useQuery({
    queryKey: ['card', 'calendar', from, to],
    queryFn: ({ signal }) =>
      allPages((paging) => client.call(routes.listCards, { query: { dueAfter: from, dueBefore: to, ...paging }, signal })),
    placeholderData: keepPreviousData,
    enabled: wanted,
    meta: { alsoOn: ['column'] },
  });
  const cards = useMemo(
    () => (wanted ? (data ?? []).filter(({ id, columnId }) => !removed.has(id) && !removed.has(columnId)) : []),
    [wanted, data, removed],
  );
  return { cards, retry: wanted && data === undefined && error !== null ? () => void refetch() : null };
}

/** One event, of a series the next occurrence; as it stands in a list, until it has been read by itself. */
export function useEvent(id: string | null): UseQueryResult<CalendarEvent> {
  const { client, queries } = useService();
  return useQuery({
    queryKey: ['event', 'one', id],
    queryFn: async ({ signal }) =>
      entryEvent(await client.call(routes.readEvent, { params: { id: id ?? '' }, query: { occurrence: 'next' }, signal })),
    placeholderData: () => listed(queries, id),
    enabled: id !== null,
  });
}

/** Who is invited to an event, and where its call is. */
export function useInvitation(id: string): UseQueryResult<Invitation> {
  const { client } = useService();
  return useQuery({
    queryKey: ['event', 'invitation', id],
    queryFn: ({ signal }) => client.call(routes.readInvitation, { params: { id }, signal }),
  });
}

function listed(queries: Service['queries'], id: string | null): CalendarEvent | undefined {
  const lists = queries.getQueriesData<readonly CalendarEvent[]>({ queryKey: ['event', 'calendar'] });
  return lists.flatMap(([, events]) => events ?? []).find((event) => event.id === id);
}

const setting = 'calendar.cards';

/** Whether cards with due dates are shown, and the function to change that. They are, until the user says otherwise. */
export function useShowsCards(): readonly [boolean, (shows: boolean) => void] {
  const [shows, setShows] = useState(() => readSetting(setting) !== 'off');
  return [
    shows,
    (next) => {
      setShows(next);
      writeSetting(setting, next ? null : 'off');
    },
  ];
}
