import { calendarsApi } from '../../contract/calendars.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Calendars } from './calendars.ts';

export function calendarRoutes(calendars: Calendars): Endpoint[] {
  return [
    query(calendarsApi.listCalendars, ({ caller, query }) => calendars.list(caller.userId, query)),
    command(calendarsApi.createCalendar, ({ caller, body }) => calendars.create(caller.userId, body, null)),
    query(calendarsApi.readCalendar, ({ caller, params }) => calendars.read(caller.userId, params.id)),
    command(calendarsApi.updateCalendar, ({ caller, params, body, precondition }) =>
      calendars.update(caller.userId, params.id, body, precondition),
    ),
    command(calendarsApi.deleteCalendar, ({ caller, params, query, precondition }) =>
      calendars.remove(caller.userId, params.id, query, precondition),
    ),
  ];
}
