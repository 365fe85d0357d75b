// The calendars, and what they lend their events: read once for all features that show events.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { calendarsApi } from '../../main/contract/calendars.ts';
import type { ReplyOf } from '../../main/contract/route.ts';
import { routes } from './routes.ts';
import { useRemoved, useService, type Service } from './service.ts';

export type Calendar = ReplyOf<typeof calendarsApi.listCalendars>['items'][number];

export const calendarsKey = ['calendar', 'list'] as const;

const listOptions = (client: Service['client']) => ({
  queryKey: calendarsKey,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Calendar[]> =>
    (await client.call(routes.listCalendars, { signal })).items,
});

/** The default calendar first, then as they were made. */
export function useCalendars(): UseQueryResult<readonly Calendar[]> {
  const { client } = useService();
  const removed = useRemoved();
  const select = useCallback((all: readonly Calendar[]) => all.filter(({ id }) => !removed.has(id)), [removed]);
  return useQuery({ ...listOptions(client), select });
}

/** Shows a calendar again if it is hidden: what the user has just put into it would not be seen. */
export async function showCalendar({ client, queries }: Pick<Service, 'client' | 'queries'>, id: string): Promise<void> {
  try {
    const calendars = await queries.fetchQuery({ ...listOptions(client), staleTime: Infinity });
    if (calendars.find((calendar) => calendar.id === id)?.isVisible !== false) return;
    const shown = await client.call(routes.updateCalendar, { params: { id }, body: { isVisible: true } });
    queries.setQueryData<readonly Calendar[]>(calendarsKey, (list) => list?.map((calendar) => (calendar.id === id ? shown : calendar)));
  } catch {
    // What was put into it is saved all the same, and the calendar can be ticked by hand.
  }
}

/** The colour that the contract gives an event which asks for none: such an event is shown in that of its calendar. */
const usualColor = 'purple';

/** How an event is drawn: in its own colour, or that of its calendar. */
export function shownColor(color: string, calendar: Calendar | undefined): string {
  return color === usualColor && calendar !== undefined ? calendar.color : color;
}

/** The colour of a calendar, of the default one by an empty id. */
export function useCalendarColor(id: string): string {
  const { data: calendars = [] } = useCalendars();
  const calendar = calendars.find((each) => each.id === id) ?? calendars.find(({ isDefault }) => isDefault);
  return calendar?.color ?? usualColor;
}
