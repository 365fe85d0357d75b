import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import type { CalendarEvent, AgendaDay } from './agenda.ts';
import type { Card } from '../../../main/contract/cards.ts';
import { allPages } from '../../api/all-pages.ts';

interface Events {
  readonly items: readonly CalendarEvent[];
  /** How many there are; more than `items` on a very full day. */
  readonly total: number;
}

/** The most that the service lists at once. */
const maxAtOnce = '1000';

/** The events that overlap `day`, of the calendars that are shown, kept up to date. */
export function useEvents(day: AgendaDay): UseQueryResult<Events> {
  const { client } = useService();
  const [startDate, endDate] = [day.start.toISOString(), day.end.toISOString()];
  return useQuery({
    queryKey: ['event', 'range', startDate, endDate],
    queryFn: ({ signal }) => client.call(routes.listEvents, { query: { startDate, endDate, visible: 'true', limit: maxAtOnce }, signal }),
    // A calendar can be switched on or off.
    meta: { alsoOn: ['calendar'] },
  });
}

/** The cards that are due before the end of `day`, done or not, kept up to date. */
export function useCardsDueBy(day: AgendaDay): UseQueryResult<readonly Card[]> {
  const { client } = useService();
  const dueBefore = day.end.toISOString();
  return useQuery({
    queryKey: ['card', 'due', dueBefore],
    queryFn: ({ signal }) => allPages((paging) => client.call(routes.listCards, { query: { dueBefore, ...paging }, signal })),
    meta: { alsoOn: ['column'] },
  });
}
