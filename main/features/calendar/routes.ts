import { eventsApi } from '../../contract/events.ts';
import { command, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Events } from './events.ts';

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
    command(eventsApi.createEvent, ({ caller, body }) => events.create(caller.userId, body)),
    query(eventsApi.readEvent, ({ caller, params, query }) => events.read(caller.userId, params.id, query.occurrence === 'next')),
    command(eventsApi.updateEvent, ({ caller, params, query, body, precondition }) =>
      events.update(caller.userId, { ...query, id: params.id }, body, precondition),
    ),
    command(eventsApi.deleteEvent, ({ caller, params, query, precondition }) =>
      events.remove(caller.userId, { ...query, id: params.id }, precondition),
    ),
  ];
}
