// What has been read stays true: the feed of changes says which queries to read anew.
//
// A query's key begins with the type of record it shows, as the feed names it: ['card', 'one', id] for a single record,
// ['card', …anything else] for a list. Such a query is read anew by itself; no feature has to ask for it.

import { MutationCache, notifyManager, onlineManager, type QueryClient, type QueryKey, type QueryMeta } from '@tanstack/react-query';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import { isPassing, isSessionEnd, ServiceError, UnreachableError } from './client.ts';
import type { Connection } from './connection.ts';
import { forgetCreation, keepCreation, type Keyed } from './creations.ts';
import type { Drafts } from './drafts.ts';
import { coalesceInSight } from './in-sight.ts';
import { LiveCache, LiveQueries } from './live-queries.ts';
import { forgetFailures, readAgain } from './read-again.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Other types of records that it tells of. */
      readonly alsoOn?: readonly ChangeEntry['type'][];
      /**
       * While it is shown, the feature keeps it up to date itself from `connection.onChange` (`refreshList`), and it is read anew only when
       * changes may have been missed. What concerns it while it is not shown has it read anew when it is shown again.
       */
      readonly patched?: true;
      /** It never changes, such as a file: read once. What could not be read is tried again when the service is back. */
      readonly fixed?: true;
      /** Nothing tells the user where it could not be read for the first time: it is read again as what was read before is. */
      readonly untold?: true;
    };
    mutationMeta: {
      /** What did not succeed, as the title of the message; without it the feature tells of failures itself. */
      readonly failed?: string;
      /** The kind of what is created: it outlives the page until the service has answered (`creations.ts`). What is sent is `Keyed`. */
      readonly keptAs?: string;
      /** As `failed`, when a later page has sent it again: then the place is gone where the feature would tell of it. */
      readonly failedLater?: string;
    };
  }
}

// What the user drags must lie where it was dropped in the very next frame.
notifyManager.setScheduler(queueMicrotask);

type Failed = (title: string, reason: string) => void;

/** For queries of what the feed does not tell: they are read anew when they are shown again, and when the page comes into sight. */
export const notInFeed = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;

/** Holds what has been read. What is asked or sent while the service is away waits until it is back. */
export function createQueries(connection: Connection, drafts: Drafts, onFailed: Failed): QueryClient {
  const endsSession = (error: unknown): boolean => {
    if (!isSessionEnd(error)) return false;
    // The feed will be refused too, and then the user is asked to sign in; what was asked or sent waits for that.
    connection.retry();
    return true;
  };
  return new LiveQueries({
    queryCache: new LiveCache({
      onSuccess: (_data, query) => {
        forgetFailures(query);
      },
      onError: (error, query) => {
        readAgain(query, error);
      },
    }),
    mutationCache: new MutationCache({
      onMutate: (sent, { meta }) => {
        if (meta?.keptAs !== undefined) keepCreation(drafts, meta.keptAs, sent as Keyed);
      },
      onSettled: (_data, _error, sent, _before, { meta }) => {
        if (meta?.keptAs !== undefined) forgetCreation(drafts, sent as Keyed);
      },
      onError: (error, _sent, _before, { meta }) => {
        if (meta?.failed !== undefined) onFailed(meta.failed, error.message);
      },
    }),
    defaultOptions: {
      // The feed tells when something is stale, and a failure is shown at once with a button to try again. What is shown already is read
      // again by itself where that fails (`read-again.ts`).
      queries: {
        staleTime: Infinity,
        retry: (_count, error) => endsSession(error),
        retryDelay: 1_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      // Nothing that the user did is lost because the service was away or busy for a moment, or because the session had ended.
      mutations: {
        retry: (count, error) => endsSession(error) || error instanceof UnreachableError || (count < maxRefusals && canBeSentAgain(error)),
        retryDelay: (_count, error) => 1_000 * ((error instanceof ServiceError ? error.retryAfter : null) ?? 1),
      },
    },
  });
}

/** How often what is refused in passing is sent again. */
const maxRefusals = 3;
/** What the service may ask to be left in peace for, in seconds: the user hears sooner of what takes longer. */
const maxWait = 5;

/** Whether the same may well be accepted in a moment, and is not done twice when it is sent again. */
function canBeSentAgain(error: unknown): boolean {
  return isPassing(error) && error.isKeyed && (error.retryAfter ?? 0) <= maxWait;
}

/** Follows the feed until the function that this gives is called. */
export function keepLive(queries: QueryClient, connection: Connection): () => void {
  onlineManager.setEventListener((setOnline) =>
    connection.subscribe(() => {
      setOnline(canSend(connection));
    }),
  );
  onlineManager.setOnline(canSend(connection));
  const waiting = new Map<ChangeEntry['type'], Set<string | null>>();
  const refreshers = new Map<ChangeEntry['type'], () => void>();
  const refresherOf = (type: ChangeEntry['type']): (() => void) => {
    const known = refreshers.get(type);
    if (known !== undefined) return known;
    const refresh = coalesceInSight(async () => {
      const ids = waiting.get(type) ?? new Set();
      waiting.delete(type);
      await queries.invalidateQueries({ predicate: ({ queryKey, meta }) => meta?.patched !== true && concerns(queryKey, meta, type, ids) });
    });
    refreshers.set(type, refresh);
    return refresh;
  };
  return connection.onChange((change) => {
    if (change === null) {
      void queries.invalidateQueries({ predicate: ({ meta, state }) => meta?.fixed !== true || state.status === 'error' });
      return;
    }
    const one = new Set([change.id]);
    void queries.invalidateQueries({
      predicate: (query) => query.meta?.patched === true && !query.isActive() && concerns(query.queryKey, query.meta, change.type, one),
    });
    const ids = waiting.get(change.type) ?? new Set();
    waiting.set(change.type, ids.add(change.id));
    refresherOf(change.type)();
  });
}

/**
 * Brings what the feed has told into lists that their feature keeps itself. `read` asks the service for it and gives what each list
 * becomes. A list that was being read before is read anew instead: its answer may be older than what was told, and would take the place of
 * what `read` gives. Rejects as `read` does.
 */
export async function refreshList<List>(
  queries: QueryClient,
  queryKey: QueryKey,
  read: () => Promise<(list: List, key: QueryKey) => List>,
): Promise<void> {
  const begun = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const readAnew = queries.invalidateQueries({ predicate: (query) => begun.includes(query) });
  const become = await read();
  for (const [key, list] of queries.getQueriesData<List>({ queryKey }))
    if (list !== undefined) queries.setQueryData(key, become(list, key));
  await readAnew;
}

function canSend(connection: Connection): boolean {
  const status = connection.status();
  return status !== 'offline' && status !== 'unauthorized';
}

/** Whether changes of these records of `type` can show in the query. */
export function concerns(
  [first, second, third]: QueryKey,
  meta: QueryMeta | undefined,
  type: ChangeEntry['type'],
  ids: ReadonlySet<string | null>,
): boolean {
  if (meta?.fixed === true) return false;
  if (meta?.alsoOn?.includes(type) === true) return true;
  if (first !== type) return false;
  if (second !== 'one' || ids.has(third as string)) return true;
  // An occurrence is named by its series and its time, and the feed tells of the series.
  return type === 'event' && typeof third === 'string' && ids.has(third.split('_')[0] ?? null);
}
