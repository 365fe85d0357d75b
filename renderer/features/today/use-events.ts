import { useEffect, useState } from 'react';
import { ServiceError, type Client } from '../../api/client.ts';
import { coalesce } from '../../api/coalesce.ts';
import type { Connection } from '../../api/connection.ts';
import { routes } from '../../api/routes.ts';
import type { CalendarEvent, Day } from './agenda.ts';

export interface Events {
  /** What was read last; null before the first time. */
  readonly items: readonly CalendarEvent[] | null;
  /** How many there are; more than `items` on a very full day. */
  readonly total: number;
  /** Why they could not be read the last time; null when they could. */
  readonly problem: string | null;
}

/** The most that the service lists at once. */
const mostAtOnce = '1000';

/** The events that overlap `day`, kept up to date. */
export function useEvents(client: Client, connection: Connection, day: Day): Events {
  const [events, setEvents] = useState<Events>({ items: null, total: 0, problem: null });
  const [from, to] = [day.start.toISOString(), day.end.toISOString()];
  useEffect(() => {
    const left = new AbortController();
    const refresh = coalesce(async () => {
      try {
        const query = { startDate: from, endDate: to, limit: mostAtOnce };
        const { items, total } = await client.call(routes.listEvents, { query, signal: left.signal });
        setEvents({ items, total, problem: null });
      } catch (error) {
        if (left.signal.aborted) return;
        if (error instanceof ServiceError && error.status === 401) connection.retry();
        else setEvents((before) => ({ ...before, problem: (error as Error).message }));
      }
    });
    const end = connection.onChange((change) => {
      if (change === null || change.type === 'event') refresh();
    });
    if (connection.reach() === 'reachable') refresh();
    return () => {
      end();
      left.abort();
    };
  }, [client, connection, from, to]);
  return events;
}
