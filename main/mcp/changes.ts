// What MCP clients are told while they listen: which resources have changed, from the change feed of their user.

import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { changesApi, type Change } from '../contract/changes.ts';
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

const scopeOf = { note: 'notes:read', card: 'boards:read', event: 'calendar:read' } as const satisfies Record<string, Scope>;

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
      follow(feedOf(endpoints), call, ended.signal, (change) => {
        for (const event of eventsOf(change, caller)) listener(event);
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
async function follow(feed: FeedEndpoint, call: Call, signal: AbortSignal, tell: (change: Change) => void): Promise<void> {
  authorize(feed.route, call.caller);
  // All at once, before anything else can happen: no change is missed.
  const { lastSeq } = (await feed.answer({ ...call, query: { limit: '0' } })) as { lastSeq: number };
  await feed.follow(call, {
    open: () => undefined,
    // What waits for a slow client is as much as changes in a minute: then the connection is cut.
    send: ({ data }) => {
      tell(data as Change);
      return true;
    },
    drained: () => Promise.resolve(),
    signal,
    lastEventId: lastSeq,
  });
}

function eventsOf({ type, action, id }: Change, { scopes }: Caller): ServerEvent[] {
  if (id === null || (type !== 'note' && type !== 'card' && type !== 'event') || !scopes.has(scopeOf[type])) return [];
  const isNews = action === 'created' || action === 'deleted' || type === 'note';
  return [{ kind: 'resource_updated', uri: resourceUri(type, id) }, ...(isNews ? ([{ kind: 'resources_list_changed' }] as const) : [])];
}
