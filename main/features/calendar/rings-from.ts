// Since when an event rings that came in from elsewhere: what was over by then has been told there, and its user need not
// hear of it again.

import { isDeepStrictEqual } from 'node:util';
import type { Override } from './series-store.ts';
import type { StoredEvent } from './store.ts';

type Told = Pick<StoredEvent, 'startAt' | 'endAt' | 'timeZone' | 'isAllDay' | 'reminders' | 'isCancelled' | 'recurrence'>;

interface Whole<Of extends Told> {
  readonly event: Of;
  readonly overrides: readonly Override[];
}

/** As it was, in milliseconds since the Unix epoch, unless what comes in from elsewhere lets the event ring at other times. */
export function ringsFromAfter(before: Whole<Told & Pick<StoredEvent, 'ringsFrom'>>, next: Whole<Told>, now: number): number | null {
  return isDeepStrictEqual(timesOf(before), timesOf(next)) ? (before.event.ringsFrom ?? null) : now;
}

function timesOf({ event: { startAt, endAt, timeZone, isAllDay, reminders, isCancelled, recurrence }, overrides }: Whole<Told>): object {
  const own = overrides
    .filter(({ fields: { times, reminders, isCancelled } }) => (times ?? reminders ?? isCancelled) !== undefined)
    .map(({ originalAt, fields: { times, reminders, isCancelled } }) => ({ originalAt, times, reminders, isCancelled }))
    .toSorted((a, b) => a.originalAt - b.originalAt);
  return { startAt, endAt, timeZone, isAllDay, reminders, isCancelled, recurrence, own };
}
