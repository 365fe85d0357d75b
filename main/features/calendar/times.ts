// When an event takes place: from what a request says to instants. Pure: no clock, no SQL.

import { Temporal } from 'temporal-polyfill';
import { firstEpoch, lastEpoch } from '../../contract/days.ts';
import type { UpdateEvent, EventQuery } from '../../contract/events.ts';
import { exactBounds, type Bound } from '../../contract/exact-bounds.ts';
import { invalid } from '../../lib/app-error.ts';
import { inZone, nextMidnight, type GivenMoment, readMoment, toEpoch } from '../../lib/moment.ts';
import { readBounds, tellsDateAlone, type BoundFields, type Bounds } from './forms.ts';
import { readTimeZone } from './time-zone.ts';

/** The fields that decide when an event takes place. */
export type TimeFields = BoundFields & Pick<UpdateEvent, 'timeZone' | 'isAllDay'>;

export interface Times {
  /** Milliseconds since the Unix epoch. */
  readonly startAt: number;
  /** Exclusive, after `startAt`. */
  readonly endAt: number;
  readonly timeZone: string;
  /** From midnight to midnight in the zone. */
  readonly isAllDay: boolean;
}

/** The times of a new event; of a day alone that whole day. Throws 400 with the field to blame. */
export function newTimes(fields: TimeFields, machineZone: () => string): Times {
  const timeZone = fields.timeZone === undefined ? machineZone() : readTimeZone(fields.timeZone);
  const isAllDay = fields.isAllDay ?? tellsDateAlone(fields);
  return resolveTimes(readBounds(fields, { isAllDay, kept: null }), { timeZone, isAllDay, current: null }, fields);
}

/** The times after an update: what `fields` does not say stays. Throws 400 with the field to blame. */
export function changedTimes(current: Times, fields: TimeFields): Times {
  if (!saysWhen(fields)) {
    // Not computed anew: the rules of the zone may have changed since.
    const { startAt, endAt, timeZone, isAllDay } = current;
    return { startAt, endAt, timeZone, isAllDay };
  }
  const timeZone = fields.timeZone === undefined ? current.timeZone : readTimeZone(fields.timeZone);
  const isAllDay = fields.isAllDay ?? current.isAllDay;
  const bounds = readBounds(fields, { isAllDay, kept: keptBounds(current, isAllDay) });
  return resolveTimes(bounds, { timeZone, isAllDay, current }, fields);
}

/**
 * What the clocks show at the start that `fields` name, also where they skip it: milliseconds as a clock of UTC would show them. Null where
 * they name an instant, a day, or nothing. `current`: what an update changes; null for a new event.
 */
export function namedStart(fields: TimeFields, current: Times | null): number | null {
  const isAllDay = fields.isAllDay ?? current?.isAllDay ?? tellsDateAlone(fields);
  if (isAllDay || !saysWhen(fields)) return null;
  const { start } = readBounds(fields, { isAllDay, kept: current === null ? null : keptBounds(current, isAllDay) });
  return start instanceof Temporal.PlainDateTime ? start.toZonedDateTime('UTC').epochMilliseconds : null;
}

/** Whether the fields say anything of when the event takes place. */
export function saysWhen(fields: TimeFields): boolean {
  const { startTime, endTime, startDate, endDate, date, start, end, timeZone, isAllDay } = fields;
  return [startTime, endTime, startDate, endDate, date, start, end, timeZone, isAllDay].some((value) => value !== undefined);
}

/** What an update leaves alone: instants, but of an event that is and stays all-day the dates, whatever its zone will be. */
function keptBounds(current: Times, isAllDay: boolean): Bounds {
  const start = Temporal.Instant.fromEpochMilliseconds(current.startAt);
  const end = Temporal.Instant.fromEpochMilliseconds(current.endAt);
  if (!current.isAllDay || !isAllDay) return { start, end };
  return { start: inZone(start, current.timeZone).toPlainDate(), end: inZone(end, current.timeZone).toPlainDate() };
}

/** `current`: what an update changes; null for a new event. */
interface TimeContext {
  readonly timeZone: string;
  readonly isAllDay: boolean;
  readonly current: Times | null;
}

function resolveTimes(bounds: Bounds, { timeZone, isAllDay, current }: TimeContext, fields: TimeFields): Times {
  const standing = current?.timeZone === timeZone ? current : null;
  const { start, end } = isAllDay ? widened(bounds, timeZone) : exactBounds(asBound(bounds.start), asBound(bounds.end), timeZone, standing);
  const times = { startAt: start.epochMilliseconds, endAt: end.epochMilliseconds, timeZone, isAllDay };
  const endPath = firstGiven(fields, ['endTime', 'end', 'endDate']) ?? 'endTime';
  if (times.endAt <= times.startAt) throw invalid({ path: endPath, message: afterStart[endPath] });
  if (times.startAt < firstEpoch)
    throw invalid({ path: firstGiven(fields, ['startTime', 'startDate', 'date']) ?? 'startTime', message: outOfYears });
  if (times.endAt > lastEpoch)
    throw invalid({ path: firstGiven(fields, ['endTime', 'endDate', 'startDate', 'date', 'startTime']) ?? 'endTime', message: outOfYears });
  return times;
}

/** Of a date its midnight. */
function asBound(moment: GivenMoment): Bound {
  return moment instanceof Temporal.PlainDate ? moment.toPlainDateTime() : moment;
}

const afterStart = {
  endTime: 'must be after startTime',
  end: 'must be after start',
  endDate: 'must be after startDate: it is the first day after the event',
} as const;

const outOfYears = 'must lie within the years 0001 to 9999 of UTC';

/** The whole days that hold the bounds: down to the midnight before, up to the midnight after; what is at midnight stays. */
function widened(bounds: Bounds, timeZone: string): { start: Temporal.Instant; end: Temporal.Instant } {
  const start = inZone(bounds.start, timeZone).startOfDay();
  const end = inZone(bounds.end, timeZone);
  const isMidnight = end.equals(end.startOfDay()) && !skipsTheDay(bounds, start, end);
  return { start: start.toInstant(), end: (isMidnight ? end : nextMidnight(end)).toInstant() };
}

/**
 * Whether the zone leaves nothing of the dates given. A zone that crosses the date line skips a whole day
 * (Pacific/Apia 30 December 2011): the event then takes the day that follows.
 */
function skipsTheDay({ start, end }: Bounds, startInZone: Temporal.ZonedDateTime, endInZone: Temporal.ZonedDateTime): boolean {
  if (!(start instanceof Temporal.PlainDate && end instanceof Temporal.PlainDate)) return false;
  return Temporal.PlainDate.compare(end, start) > 0 && Temporal.ZonedDateTime.compare(endInZone, startInZone) === 0;
}

function firstGiven<Name extends keyof TimeFields>(fields: TimeFields, names: readonly Name[]): Name | undefined {
  return names.find((name) => fields[name] !== undefined);
}

/** Half-open: from `from` on, before `until`, in milliseconds since the Unix epoch; null is open. */
export interface Range {
  readonly from: number | null;
  readonly until: number | null;
}

/** The range that a query asks for; dates and local times are those of `timeZone`. Throws 400 if it is empty or names no day. */
export function queriedRange(query: Pick<EventQuery, 'startDate' | 'endDate'>, timeZone: () => string): Range {
  const { startDate, endDate } = query;
  const from = startDate === undefined ? null : toEpoch(readMoment('startDate', startDate), timeZone());
  const until = endDate === undefined ? null : toEpoch(readMoment('endDate', endDate), timeZone());
  if (from !== null && until !== null && until <= from) throw invalid({ path: 'endDate', message: 'must be after startDate' });
  return { from, until };
}
