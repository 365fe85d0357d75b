// Occurrences that a calendar file says are cancelled: dates that their series leaves out. Pure.

import { Temporal } from 'temporal-polyfill';
import type { CancelledOccurrence, ImportedEvent, SkippedEvent } from './read-event.ts';

/** What a file says of one UID. */
export interface ReadGroup {
  series: ImportedEvent | null;
  /** All that are no occurrences, in the order of the file. */
  readonly whole: ImportedEvent[];
  /** Occurrences that differ, by when the series has them. */
  readonly others: Map<number, ImportedEvent>;
  readonly cancelled: CancelledOccurrence[];
}

/** Takes the cancelled ones out of their series; tells of those that have none. `zone`: the IANA zone in which days begin. */
export function leaveOutCancelled(group: ReadGroup, zone: string): SkippedEvent[] {
  const { series, others, cancelled } = group;
  // Of two that say something of the same occurrence the newer counts.
  const counting = cancelled.filter(({ cancelledAt, sequence }) => (others.get(cancelledAt)?.sequence ?? -1) <= sequence);
  const recurrence = series?.recurrence ?? null;
  if (series === null || recurrence === null) return counting.map(({ uid }) => ({ uid, reason: 'is cancelled' }));
  for (const { cancelledAt } of counting) others.delete(cancelledAt);
  const { exdates = [] } = recurrence;
  const dates = counting.map(({ cancelledAt }) => dateOf(cancelledAt, series, zone));
  if (dates.length > 0) group.series = { ...series, recurrence: { ...recurrence, exdates: [...new Set([...exdates, ...dates])] } };
  return [];
}

function dateOf(at: number, { isAllDay }: ImportedEvent, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at);
  return isAllDay ? instant.toZonedDateTimeISO(zone).toPlainDate().toString() : new Date(at).toISOString();
}
