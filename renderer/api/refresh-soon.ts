import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import type { Connection } from './connection.ts';
import { untilInSight } from './in-sight.ts';
import { useService } from './service.ts';

interface RefreshSoon {
  /** Of the queries that are read anew. */
  readonly queryKey: QueryKey;
  /** The types of records after whose changes they are. */
  readonly types: readonly ChangeEntry['type'][];
  /** They are read anew when nothing has changed for this long, */
  readonly debounceMs: number;
  /** or this long after the first change. */
  readonly maxWaitMs: number;
  /** Whether nothing else tells that they are out of date once this has ended: then they are read anew when they are shown again. */
  readonly isAlone?: boolean;
}

/**
 * Reads queries anew a moment after the feed has told of changes, not at each: while a user writes, a note changes every second; and not
 * while the page is out of sight. After changes that may have been missed, all queries are read anew without it. Ends when the function
 * that this gives is called.
 */
export function refreshSoon(
  { connection, queries }: { readonly connection: Pick<Connection, 'onChange'>; readonly queries: Pick<QueryClient, 'invalidateQueries'> },
  { queryKey, types, debounceMs, maxWaitMs, isAlone = false }: RefreshSoon,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first: number | null = null;
  /** It waits until the page is in sight. */
  let isPutOff = false;
  const refresh = (): void => {
    first = null;
    timer = undefined;
    if (isPutOff) return;
    const inSight = untilInSight();
    if (inSight === null) {
      void queries.invalidateQueries({ queryKey });
      return;
    }
    isPutOff = true;
    void inSight.then(() => {
      if (isPutOff) void queries.invalidateQueries({ queryKey });
      isPutOff = false;
    });
  };
  const end = connection.onChange((change) => {
    if (change === null || !types.includes(change.type)) return;
    clearTimeout(timer);
    first ??= performance.now();
    timer = setTimeout(refresh, Math.max(0, Math.min(debounceMs, first + maxWaitMs - performance.now())));
  });
  return () => {
    end();
    clearTimeout(timer);
    // What was told just now, too.
    if (isAlone || isPutOff || timer !== undefined) void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    isPutOff = false;
  };
}

/**
 * `refreshSoon` while the component is shown; null: not now. What it is given is the same at each rendering for as long as it says the
 * same.
 */
export function useRefreshSoon(options: RefreshSoon | null): void {
  const { connection, queries } = useService();
  useEffect(() => (options === null ? undefined : refreshSoon({ connection, queries }, options)), [connection, queries, options]);
}
