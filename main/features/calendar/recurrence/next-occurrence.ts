// Which occurrence of a series comes next, or was the last one. Pure.

import { dayMs } from '../../../contract/days.ts';
import { occurrenceDates, type OccurrenceDates, type Repeated } from './dates.ts';

/** An occurrence by when the series has it and when it takes place; in milliseconds since the Unix epoch. */
interface Placed {
  readonly originalAt: number;
  readonly startAt: number;
  readonly endAt: number;
}

/** Which of the occurrences count. */
interface WantedOccurrences {
  /** Half-open. */
  readonly from: number;
  readonly until: number;
  readonly now: number;
  /** Those that differ from the series and count. */
  readonly changed: readonly Placed[];
  /** The original starts of all that differ: at these the series has nothing of its own. */
  readonly replaced: ReadonlySet<number>;
  /** Whether those that do not differ count. */
  readonly own: boolean;
}

/** The first that is not over at `now`, else the last that is; null if none of them overlaps the range. */
export function nextOccurrence<Change extends Placed>(
  series: Repeated,
  wanted: Omit<WantedOccurrences, 'changed'> & { readonly changed: readonly Change[] },
): Placed | Change | null {
  const { from, until, now, changed, own } = wanted;
  const inRange = changed.filter(({ startAt, endAt }) => startAt < until && endAt > from);
  const dates = own ? occurrenceDates(series) : null;
  const toCome = inRange.filter(({ endAt }) => endAt > now).toSorted((a, b) => a.startAt - b.startAt);
  const next = earlier(toCome[0] ?? null, dates === null ? null : firstFrom(dates, wanted));
  if (next !== null) return next;
  const over = inRange.toSorted((a, b) => b.startAt - a.startAt);
  return later(over[0] ?? null, dates === null ? null : lastBefore(dates, wanted));
}

function earlier<A extends Placed, B extends Placed>(a: A | null, b: B | null): A | B | null {
  if (a === null || b === null) return a ?? b;
  return a.startAt <= b.startAt ? a : b;
}

function later<A extends Placed, B extends Placed>(a: A | null, b: B | null): A | B | null {
  if (a === null || b === null) return a ?? b;
  return a.startAt >= b.startAt ? a : b;
}

function firstFrom(dates: OccurrenceDates, { from, until, now, replaced }: WantedOccurrences): Placed | null {
  const after = Math.max(from, now);
  let search = after - dates.longest;
  for (;;) {
    const span = dates.maybeFirst(search);
    if (span === null || span.start >= until) return null;
    if (span.end > after && !replaced.has(span.start)) return { originalAt: span.start, startAt: span.start, endAt: span.end };
    // Occurrences are told apart by whole seconds.
    search = span.start + 1000;
  }
}

function lastBefore(dates: OccurrenceDates, { from, until, now, replaced }: WantedOccurrences): Placed | null {
  const { first, last } = dates.reach;
  let end = Math.min(until, now, last + 1);
  for (let days = 31; end > Math.max(first, from - dates.longest); days *= 2) {
    const start = Math.max(end - days * dayMs, first, from - dates.longest);
    const found = dates.startingIn(start, end).findLast((span) => span.end > from && !replaced.has(span.start));
    if (found !== undefined) return { originalAt: found.start, startAt: found.start, endAt: found.end };
    end = start;
  }
  return null;
}
