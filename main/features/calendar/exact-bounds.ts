// The instants that the bounds of an event mean, also in the hours in which clocks are put forward or back. Pure.

import { Temporal } from 'temporal-polyfill';
import { inZone, type Moment } from '../../lib/moment.ts';
import type { Bounds } from './forms.ts';

/** Where an event of the same zone stands before an update, in milliseconds since the Unix epoch. */
export interface Standing {
  readonly startAt: number;
  readonly endAt: number;
}

/**
 * A local time that the clocks skip moves forward by the length of the gap, and takes an end along that would come before it.
 * Of one that occurs twice the first is meant (RFC 5545, section 3.3.5), but the second where the event stands there already and
 * its local time stays, and for an end that is after the start on the clock and would not be in truth.
 */
export function exactBounds({ start, end }: Bounds, timeZone: string, standing: Standing | null): { readonly start: Temporal.Instant; readonly end: Temporal.Instant } {
  const startThere = stays(start, timeZone, standing?.startAt) ?? inZone(start, timeZone);
  const endThere = stays(end, timeZone, standing?.endAt) ?? inZone(end, timeZone);
  const isInOrder = Temporal.ZonedDateTime.compare(startThere, endThere) < 0;
  const chosen = isInOrder || !(end instanceof Temporal.PlainDateTime) ? endThere : laterEnd(start, startThere, end);
  return { start: startThere.toInstant(), end: chosen.toInstant() };
}

/** Where the event stands, if that is what the clocks show at `moment`; null for any other moment. */
function stays(moment: Moment, timeZone: string, at: number | undefined): Temporal.ZonedDateTime | null {
  if (at === undefined || !(moment instanceof Temporal.PlainDateTime)) return null;
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return there.toPlainDateTime().equals(moment) ? there : null;
}

/** Another reading of an end that the clocks put before the start, if there is one. */
function laterEnd(start: Moment, startThere: Temporal.ZonedDateTime, end: Temporal.PlainDateTime): Temporal.ZonedDateTime {
  const { timeZoneId } = startThere;
  const onClock = startThere.toPlainDateTime();
  const asked = start instanceof Temporal.PlainDateTime ? start : onClock;
  if (Temporal.PlainDateTime.compare(end, asked) <= 0) return inZone(end, timeZoneId);
  const gap = asked.until(onClock);
  return end.add(gap).toZonedDateTime(timeZoneId, { disambiguation: 'later' });
}
