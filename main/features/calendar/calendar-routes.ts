import { calendarsApi } from '../../contract/calendars.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Calendars } from './calendars.ts';

/** The address of a subscription as it is to be asked. Throws 400. */
type ReadAddress = (url: string) => string;

/** `subscribed` is called inside the write. */
export function calendarRoutes(calendars: Calendars, readAddress: ReadAddress, subscribed: () => void): Endpoint[] {
  return [
    query(calendarsApi.listCalendars, ({ caller, query }) => calendars.list(caller.userId, query)),
    command(calendarsApi.createCalendar, ({ caller, body }) => {
      const calendar = calendars.create(caller.userId, body, body.url === undefined ? null : readAddress(body.url));
      if (calendar.source === 'subscription') subscribed();
      return calendar;
    }),
    query(calendarsApi.readCalendar, ({ caller, params }) => calendars.read(caller.userId, params.id)),
    command(calendarsApi.updateCalendar, ({ caller, params, body, precondition }) =>
      calendars.update(caller.userId, params.id, body, precondition),
    ),
    command(calendarsApi.deleteCalendar, ({ caller, params, query, precondition }) =>
      calendars.remove(caller.userId, params.id, query, precondition),
    ),
  ];
}
