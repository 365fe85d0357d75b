import { changesApi } from '../../contract/changes.ts';
import { eventStream, type Endpoint } from '../../invoke/endpoint.ts';
import type { Feed } from './feed.ts';

export function changeRoutes(feed: Feed): Endpoint[] {
  return [
    eventStream(
      changesApi.listChanges,
      ({ caller, query }) => feed.list(caller.userId, query.since ?? null, query.limit),
      ({ caller, query }, sink) => feed.follow(caller.userId, sink.lastEventId ?? query.since ?? null, sink),
    ),
  ];
}
