import { eventsApi } from '../../contract/events.ts';
import { command, preparedCommand, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Events } from './events.ts';
import { calendarsApi } from '../../contract/calendars.ts';
import type { Calendars } from './calendars.ts';

export function eventRoutes(events: Events): Endpoint[] {
  return [
    query(
      eventsApi.listEvents,
      ({ caller, query }) => events.listPrepared(caller.userId, query),
      ({ caller, query }) => events.list(caller.userId, query),
    ),
    query(
      eventsApi.combinedEvents,
      ({ caller, query }) => events.combinedPrepared(caller.userId, query),
      ({ caller, query }) => events.combined(caller.userId, query),
    ),
    preparedCommand(
      eventsApi.createEvent,
      ({ caller, body }) => {
        events.prepare(caller.userId, body);
      },
      ({ caller, body }) => events.create(caller.userId, body),
    ),
    query(eventsApi.readEvent, ({ caller, params, query }) => events.read(caller.userId, params.id, query.occurrence === 'next')),
    query(eventsApi.readInvitation, ({ caller, params }) => events.invitation(caller.userId, params.id)),
    preparedCommand(
      eventsApi.updateEvent,
      ({ caller, params, body }) => {
        events.prepare(caller.userId, body, params.id);
      },
      ({ caller, params, query, body, precondition }) => events.update(caller.userId, { ...query, id: params.id }, body, precondition),
    ),
    command(eventsApi.deleteEvent, ({ caller, params, query, precondition }) =>
      events.remove(caller.userId, { ...query, id: params.id }, precondition),
    ),
  ];
}

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
