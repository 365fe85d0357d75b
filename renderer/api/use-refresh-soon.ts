import type { QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Change } from '../../main/contract/changes.ts';
import { useService } from './service.ts';

export interface RefreshSoon {
  /** Of the queries that are read anew; null: of none, for now. */
  readonly queryKey: QueryKey | null;
  /** The types of records after whose changes they are. */
  readonly types: readonly Change['type'][];
  /** They are read anew when nothing has changed for this long, */
  readonly debounceMs: number;
  /** or this long after the first change. */
  readonly maxWaitMs: number;
  /** Whether nothing else tells that they are out of date while this is not used: then they are read anew when they are shown again. */
  readonly isAlone?: boolean;
}

/**
 * Reads queries anew a moment after the feed has told of changes, not at each: while a user writes, a note changes every second. After
 * changes that may have been missed, all queries are read anew without it. `queryKey` and `types` are to be the same at each rendering
 * as long as they say the same.
 */
export function useRefreshSoon({ queryKey, types, debounceMs, maxWaitMs, isAlone = false }: RefreshSoon): void {
  const { connection, queries } = useService();
  useEffect(() => {
    if (queryKey === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let first: number | null = null;
    const refresh = (): void => {
      first = null;
      timer = undefined;
      void queries.invalidateQueries({ queryKey });
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
      if (isAlone || timer !== undefined) void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [connection, queries, queryKey, types, debounceMs, maxWaitMs, isAlone]);
}
