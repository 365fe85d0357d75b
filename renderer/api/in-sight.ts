// What a page that is out of sight leaves for later: another tab is in front of it, or its window is minimized.

import { coalesce } from '../../main/client/coalesce.ts';

/** Settles when the page is in sight, or after `maxMs` milliseconds; null where it is. */
export function untilInSight(maxMs?: number): Promise<void> | null {
  if (typeof document === 'undefined' || !document.hidden) return null;
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const end = (): void => {
    clearTimeout(timer);
    ended.abort();
    resolve();
  };
  const timer = maxMs === undefined ? undefined : setTimeout(end, maxMs);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (!document.hidden) end();
    },
    { signal: ended.signal },
  );
  return promise;
}

/** As `coalesce`, for what the page shows: out of sight it waits, and then once answers all that was told meanwhile. */
export function coalesceInSight(work: () => Promise<void>): () => void {
  return coalesce(work, untilInSight);
}
