import { changesApi } from '../../contract/changes.ts';
import { undoApi } from '../../contract/undo.ts';
import { eventStream, preparedCommand, type Endpoint } from '../../invoke/endpoint.ts';
import type { Feed } from './feed.ts';
import type { BatchUndo } from './undo.ts';

export function changeRoutes(feed: Feed, undo: BatchUndo): Endpoint[] {
  return [
    eventStream(
      changesApi.listChanges,
      ({ caller, query }) => feed.list(caller.userId, query.since ?? null, query.limit),
      ({ caller, query }, sink) => feed.follow(caller.userId, sink.lastEventId ?? query.since ?? null, sink),
    ),
    preparedCommand(
      undoApi.undoChanges,
      ({ caller, body, signal }) => undo.prepare(caller, body, signal),
      ({ caller, body }, prepared) => undo.run(caller, body, prepared),
    ),
  ];
}
