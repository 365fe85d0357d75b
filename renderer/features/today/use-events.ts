import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import type { CalendarEvent, Day } from './agenda.ts';

interface Events {
  readonly items: readonly CalendarEvent[];
  /** How many there are; more than `items` on a very full day. */
  readonly total: number;
}

/** The most that the service lists at once. */
const maxAtOnce = '1000';

/** The events that overlap `day`, of the calendars that are shown, kept up to date. */
export function useEvents(day: Day): UseQueryResult<Events> {
  const { client } = useService();
  const [startDate, endDate] = [day.start.toISOString(), day.end.toISOString()];
  return useQuery({
    queryKey: ['event', 'range', startDate, endDate],
    queryFn: ({ signal }) => client.call(routes.listEvents, { query: { startDate, endDate, visible: 'true', limit: maxAtOnce }, signal }),
    // A calendar can be switched on or off.
    meta: { alsoOn: ['calendar'] },
  });
}
