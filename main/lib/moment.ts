// Dates and times as they are written, and the instants that they mean in a time zone.

import { Temporal } from 'temporal-polyfill';
import { invalid } from './app-error.ts';
import { toInstant } from './clock.ts';

/** An instant, a date-time on the clocks of a zone, or a date: its midnight in a zone. */
export type GivenMoment = Temporal.Instant | Temporal.PlainDateTime | Temporal.PlainDate;

/** Throws 400 at `path` if there is no such day. The pattern of the contract has let the text pass. */
export function readDate(path: string, text: string): Temporal.PlainDate {
  return existing(path, () => Temporal.PlainDate.from(text));
}

/** A date, or a date-time with or without offset. Throws 400 at `path` if there is no such day. */
export function readMoment(path: string, text: string): GivenMoment {
  if (!text.includes('T')) return readDate(path, text);
  const isLocal = /T[^Z+-]*$/.test(text);
  if (isLocal) return existing(path, () => Temporal.PlainDateTime.from(text));
  return maybeInUtc(text) ?? existing(path, () => Temporal.Instant.from(text));
}

/** An instant in the form in which the interface writes them, or shorter: `Date` reads it in a fifth of the time. Null for all others. */
function maybeInUtc(text: string): Temporal.Instant | null {
  const milliseconds = text.endsWith('Z') ? Date.parse(text) : NaN;
  // `Date` takes a day that does not exist for another, and leaves out what is less than a millisecond.
  if (Number.isNaN(milliseconds) || !toInstant(milliseconds).startsWith(text.slice(0, -1))) return null;
  return Temporal.Instant.fromEpochMilliseconds(milliseconds);
}

/** A time of a clock, such as `09:30`. Throws a `RangeError` for what is none, which the pattern of the contract does not let pass. */
export function readTimeOfDay(text: string): Temporal.PlainTime {
  return Temporal.PlainTime.from(text);
}

function existing<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ path, message: 'names a day that does not exist' });
    throw error;
  }
}

/**
 * The moment on the clocks of a zone. A local time that these skip moves forward by the length of the gap,
 * of one that occurs twice the first is meant (RFC 5545, section 3.3.5).
 */
export function inZone(moment: GivenMoment, timeZone: string): Temporal.ZonedDateTime {
  if (moment instanceof Temporal.Instant) return moment.toZonedDateTimeISO(timeZone);
  // Of a date the first instant: some zones skip midnight itself.
  if (moment instanceof Temporal.PlainDate) return moment.toZonedDateTime(timeZone);
  return moment.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
}

/** Milliseconds since the Unix epoch. */
export function toEpoch(moment: GivenMoment, timeZone: string): number {
  const exact = moment instanceof Temporal.Instant ? moment : inZone(moment, timeZone);
  return exact.epochMilliseconds;
}

/** The day that the clocks of a zone show, `YYYY-MM-DD`, at an instant in milliseconds since the Unix epoch. */
export function dayIn(epoch: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** The first midnight after `time` in its zone. */
export function nextMidnight(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return time.toPlainDate().add({ days: 1 }).toZonedDateTime(time.timeZoneId);
}

/** A bound in both ways of comparing: with instants, and with times that float and are stored as those of the same clock time in UTC. */
export interface TimeBound {
  readonly instant: number;
  readonly local: number;
}

/** What a date or date-time means on the clocks of `timeZone`. Throws 400 at `path` if there is no such day. */
export function readBound(path: string, text: string, timeZone: string): TimeBound {
  const moment = readMoment(path, text);
  const zoned = inZone(moment, timeZone);
  return {
    instant: zoned.epochMilliseconds,
    local: toEpoch(moment instanceof Temporal.Instant ? zoned.toPlainDateTime() : moment, 'UTC'),
  };
}
