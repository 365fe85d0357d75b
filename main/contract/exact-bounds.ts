// The instants that the bounds of an event mean, also in the hours in which clocks are put forward or back: the service reads them so, and
// the page foretells them. Pure.

import { Temporal } from 'temporal-polyfill';

/** An instant, or a date-time on the clocks of the event's zone. */
export type Bound = Temporal.Instant | Temporal.PlainDateTime;

/** Where an event of the same zone stands before an update, in milliseconds since the Unix epoch. */
interface EventStanding {
  readonly startAt: number;
  readonly endAt: number;
}

interface ExactBounds {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/**
 * A local time that the clocks skip moves forward by the length of the gap, and takes an end along that would come before it.
 * Of one that occurs twice the first is meant (RFC 5545, section 3.3.5), but the second where the event stands there already and
 * its local time stays, and for an end that is after the start on the clock and would not be in truth. The end may still come first.
 */
export function exactBounds(start: Bound, end: Bound, timeZone: string, standing: EventStanding | null): ExactBounds {
  // Clocks have no say in them, and asking these takes longer than all else.
  if (start instanceof Temporal.Instant && end instanceof Temporal.Instant) return { start, end };
  const startThere = stays(start, timeZone, standing?.startAt) ?? onClocks(start, timeZone);
  const endThere = stays(end, timeZone, standing?.endAt) ?? onClocks(end, timeZone);
  const isInOrder = Temporal.ZonedDateTime.compare(startThere, endThere) < 0;
  const chosen = isInOrder || end instanceof Temporal.Instant ? endThere : laterEnd(start, startThere, end);
  return { start: startThere.toInstant(), end: chosen.toInstant() };
}

function onClocks(bound: Bound, timeZone: string): Temporal.ZonedDateTime {
  return bound instanceof Temporal.Instant
    ? bound.toZonedDateTimeISO(timeZone)
    : bound.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
}

/** Where the event stands, if that is what the clocks show at `bound`; null for any other time. */
function stays(bound: Bound, timeZone: string, at: number | undefined): Temporal.ZonedDateTime | null {
  if (at === undefined || bound instanceof Temporal.Instant) return null;
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return there.toPlainDateTime().equals(bound) ? there : null;
}

/** Another reading of an end that the clocks put before the start, if there is one. */
function laterEnd(start: Bound, startThere: Temporal.ZonedDateTime, end: Temporal.PlainDateTime): Temporal.ZonedDateTime {
  const { timeZoneId } = startThere;
  const onClock = startThere.toPlainDateTime();
  const asked = start instanceof Temporal.Instant ? onClock : start;
  if (Temporal.PlainDateTime.compare(end, asked) <= 0) return onClocks(end, timeZoneId);
  const gap = asked.until(onClock);
  return end.add(gap).toZonedDateTime(timeZoneId, { disambiguation: 'later' });
}
