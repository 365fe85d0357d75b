import { eventsApi } from '../../contract/events.ts';
import { plain, write, type Endpoint } from '../../http/handler.ts';
import type { Events } from './events.ts';

export function eventRoutes(events: Events): Endpoint[] {
  return [
    plain(eventsApi.listEvents, ({ caller, query }) => events.list(caller.userId, query)),
    plain(eventsApi.combinedEvents, ({ caller, query }) => events.combined(caller.userId, query)),
    write(eventsApi.createEvent, ({ caller, body }) => events.create(caller.userId, body)),
    plain(eventsApi.readEvent, ({ caller, params }) => events.read(caller.userId, params.id)),
    write(eventsApi.updateEvent, ({ caller, params, body, precondition }) => events.update(caller.userId, params.id, body, precondition)),
    write(eventsApi.deleteEvent, ({ caller, params, precondition }) => events.remove(caller.userId, params.id, precondition)),
  ];
}
