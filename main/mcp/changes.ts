// What MCP clients are told while they listen: which resources have changed, from the change feed of their user.

import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { changesApi, type ChangeEntry } from '../contract/changes.ts';
import type { Scope } from '../contract/scopes.ts';
import { authorize, type Call } from '../invoke/call.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { Caller } from '../lib/caller.ts';
import { anyVersion } from '../lib/precondition.ts';
import { resourceUri } from './resources.ts';

/** The change feed has a scope of its own. */
export function mayFollow({ scopes }: Caller): boolean {
  return scopes.has('changes:read');
}

const scopeOf = {
  note: 'notes:read',
  card: 'boards:read',
  column: 'boards:read',
  project: 'boards:read',
  event: 'calendar:read',
} as const satisfies Record<string, Scope>;

type FeedEndpoint = Extract<Endpoint, { readonly kind: 'event-stream' }>;

function feedOf(endpoints: readonly Endpoint[]): FeedEndpoint {
  const feed = endpoints.find(({ route }) => route.name === 'listChanges');
  if (feed?.kind !== 'event-stream') throw new Error('There is no endpoint of the change feed');
  return feed;
}

/** Follows the change feed on behalf of `asked` for as long as there is a listener. No two calls share it: none hears of another user's. */
export function changesBus(endpoints: readonly Endpoint[], caller: Caller, asked: Call, failed: (error: Error) => void): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) => {
      const ended = new AbortController();
      const call: Call = {
        caller,
        reauthorize: () => {
          asked.reauthorize();
          authorize(changesApi.listChanges, caller);
        },
        params: {},
        query: {},
        body: undefined,
        files: [],
        precondition: anyVersion,
        idempotencyKey: null,
        address: asked.address,
        signal: ended.signal,
      };
      const watched = watchedBy(asked.body);
      follow(feedOf(endpoints), call, ended.signal, (change) => {
        for (const event of eventsOf(change, caller, watched)) listener(event);
      }).catch((error: unknown) => {
        if (!ended.signal.aborted) failed(error instanceof Error ? error : new Error(String(error)));
      });
      return () => {
        ended.abort();
      };
    },
  };
}

/** Tells every change from now on. */
async function follow(feed: FeedEndpoint, call: Call, signal: AbortSignal, tell: (change: ChangeEntry) => void): Promise<void> {
  authorize(feed.route, call.caller);
  // All at once, before anything else can happen: no change is missed.
  const { lastSeq } = (await feed.answer({ ...call, query: { limit: '0' } })) as { lastSeq: number };
  await feed.follow(call, {
    open: () => undefined,
    nothing: () => undefined,
    // What waits for a slow client is as much as changes in a minute: then the connection is cut.
    send: ({ data }) => {
      tell(data as ChangeEntry);
      return true;
    },
    drained: () => Promise.resolve(),
    signal,
    lastEventId: lastSeq,
  });
}

/** The resources that the message asks to be told of. */
function watchedBy(message: unknown): string[] {
  const { params } = Object(message) as { params?: unknown };
  const { notifications } = Object(params) as { notifications?: unknown };
  const { resourceSubscriptions } = Object(notifications) as { resourceSubscriptions?: unknown };
  return Array.isArray(resourceSubscriptions) ? resourceSubscriptions.filter((uri) => typeof uri === 'string') : [];
}

function eventsOf({ type, action, id }: ChangeEntry, { scopes }: Caller, watched: readonly string[]): ServerEvent[] {
  if (id === null || !isShown(type) || !scopes.has(scopeOf[type])) return [];
  const isListed = type === 'note' || type === 'project' || action === 'created' || action === 'deleted';
  const news = isListed ? ([{ kind: 'resources_list_changed' }] as const) : [];
  return [...urisOf(type, id, watched).map((uri): ServerEvent => ({ kind: 'resource_updated', uri })), ...news];
}

const isShown = (type: ChangeEntry['type']): type is keyof typeof scopeOf => Object.hasOwn(scopeOf, type);

/** The resources that say something else now, perhaps. */
function urisOf(type: keyof typeof scopeOf, id: string, watched: readonly string[]): string[] {
  if (type === 'note') return [resourceUri(type, id)];
  if (type === 'project') return [resourceUri('board', id)];
  // The feed does not tell which occurrences of an event are others.
  if (type === 'event') return [resourceUri(type, id), ...watched.filter((uri) => uri.startsWith(`${resourceUri(type, id)}_`))];
  // Nor does it tell on which board a column or a card is, or was.
  const boards = watched.filter((uri) => uri.startsWith(resourceUri('board', '')));
  return type === 'card' ? [resourceUri(type, id), ...boards] : boards;
}
