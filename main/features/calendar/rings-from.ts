// Since when an event rings: what was over when it was made, moved or given its reminders, or came in from elsewhere, counts as told.

import { isDeepStrictEqual } from 'node:util';
import type { Override } from './series-store.ts';
import type { StoredEvent } from './store.ts';

type Told = Pick<StoredEvent, 'startAt' | 'endAt' | 'timeZone' | 'isAllDay' | 'reminders' | 'isCancelled' | 'recurrence'>;

interface Whole<Of extends Told> {
  readonly event: Of;
  readonly overrides: readonly Override[];
}

/** As it was, in milliseconds since the Unix epoch, unless the event rings at other times after a change, which is made `now`. */
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
