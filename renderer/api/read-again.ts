// A reading that fails in passing leaves what was read before it on the page, where nothing says that it is out of date: it is made again.

import type { Query } from '@tanstack/react-query';
import { isPassing, ServiceError, UnreachableError } from './client.ts';
import { untilInSight } from './in-sight.ts';

/** From a failure to the next reading, in milliseconds; the last one is repeated. */
const pauses = [1_000, 3_000, 10_000, 30_000] as const;

interface Failures {
  /** How often the readings of a query have failed, one after the other. */
  readonly count: number;
  /** For the next one: only the last failure has one, however many changes had the query read meanwhile. */
  readonly timer: ReturnType<typeof setTimeout>;
}

const failures = new WeakMap<object, Failures>();

export function forgetFailures(query: object): void {
  clearTimeout(failures.get(query)?.timer);
  failures.delete(query);
}

/** Reads a query again that is shown and still out of date when the pause is over. A failure that is told of is the user's to try again. */
export function readAgain(query: Query<unknown, unknown>, error: unknown): void {
  if (!(error instanceof UnreachableError || isPassing(error))) return;
  if (query.state.data === undefined && query.meta?.untold !== true) return;
  const { count, timer: earlier } = failures.get(query) ?? { count: 0 };
  clearTimeout(earlier);
  const asked = error instanceof ServiceError ? (error.retryAfter ?? 0) * 1_000 : 0;
  const timer = setTimeout(
    () => {
      void readInSight(query);
    },
    Math.max(asked, pauses[Math.min(count, pauses.length - 1)] ?? 0),
  );
  failures.set(query, { count: count + 1, timer });
}

async function readInSight(query: Query<unknown, unknown>): Promise<void> {
  await untilInSight();
  if (!query.isActive() || !query.state.isInvalidated || query.state.fetchStatus !== 'idle') return;
  // Fails as before it: then it is read once more.
  await query.fetch().catch(() => undefined);
}
