// Reads the three forms in which a request tells when an event takes place:
//
//   startTime + endTime                              date-times, or the dates of an all-day event
//   startDate + startTime [+ endDate] + endTime      dates and times of day
//   date + start + end                               times of one day
//   date                                             of an all-day event, which a new one then is
//
// What is missing or does not belong is told by the name of its field.

import type { Temporal } from 'temporal-polyfill';
import type { UpdateEvent } from '../../contract/events.ts';
import { invalid, type FieldError } from '../../lib/app-error.ts';
import { readDate, readMoment, readTimeOfDay, type GivenMoment } from '../../lib/moment.ts';

/** The fields that tell when. */
export type BoundFields = Pick<UpdateEvent, 'startTime' | 'endTime' | 'startDate' | 'endDate' | 'date' | 'start' | 'end'>;

/** Where an event starts and where it ends, the end exclusive. */
export interface Bounds {
  readonly start: GivenMoment;
  readonly end: GivenMoment;
}

/** `isAllDay`: a date will do for a time. `kept`: what stands where a bound is not given; null for a new event, which must give both. */
interface Expected {
  readonly isAllDay: boolean;
  readonly kept: Bounds | null;
}

/** Whether nothing but a day is told: that makes a new event one of this whole day. */
export function tellsDateAlone(fields: BoundFields): boolean {
  return fields.date !== undefined && given(fields, ['start', 'end', 'startTime', 'endTime', 'startDate', 'endDate']).length === 0;
}

/** Throws 400 with the fields that are missing, superfluous or name no day. */
export function readBounds(fields: BoundFields, expected: Expected): Bounds {
  if (given(fields, ['date', 'start', 'end']).length > 0) return readOneDay(fields, expected);
  const hasDates = given(fields, ['startDate', 'endDate']).length > 0;
  if (hasDates || isTimeOfDay(fields.startTime) || isTimeOfDay(fields.endTime)) return readDatesAndTimes(fields, expected);
  return readDateTimes(fields, expected);
}

function readOneDay(fields: BoundFields, { isAllDay }: Expected): Bounds {
  refuse(given(fields, ['startTime', 'endTime', 'startDate', 'endDate']), 'cannot be combined with date, start and end');
  if (isAllDay && fields.date !== undefined && tellsDateAlone(fields)) return wholeDay('date', fields.date);
  const { date, start, end } = demand(
    fields,
    ['date', 'start', 'end'],
    'is missing: date, start and end go together, unless isAllDay is true',
  );
  return { start: readLocal('date', date, start), end: readLocal('date', date, end) };
}

function readDatesAndTimes(fields: BoundFields, expected: Expected): Bounds {
  refuseDatesTwice(fields);
  const { isAllDay, kept } = expected;
  const { startDate, endDate, startTime, endTime } = fields;
  if (isAllDay && startTime === undefined && endTime === undefined) return readDates(fields, kept);

  const startGiven = kept === null || startDate !== undefined || startTime !== undefined;
  const endGiven = kept === null || endDate !== undefined || endTime !== undefined;
  const needed: (keyof BoundFields)[] = [];
  if (startGiven) needed.push('startDate', 'startTime');
  if (endGiven) needed.push(...(startGiven ? [] : ['endDate' as const]), 'endTime');
  const whole = demand(fields, needed, 'is missing: startDate and startTime go together, as do endDate and endTime');
  return {
    start: startGiven ? readLocal('startDate', whole.startDate, whole.startTime) : kept.start,
    end: endGiven ? readLocal(endDate === undefined ? 'startDate' : 'endDate', endDate ?? whole.startDate, whole.endTime) : kept.end,
  };
}

/** Dates of an all-day event. A new one that names no end lasts one day. */
function readDates(fields: BoundFields, kept: Bounds | null): Bounds {
  const { startDate, endDate } = fields;
  if (kept === null) {
    const day = wholeDay('startDate', demand(fields, ['startDate'], 'is missing').startDate);
    return endDate === undefined ? day : { ...day, end: readDate('endDate', endDate) };
  }
  return {
    start: startDate === undefined ? kept.start : readDate('startDate', startDate),
    end: endDate === undefined ? kept.end : readDate('endDate', endDate),
  };
}

function readDateTimes(fields: BoundFields, { isAllDay, kept }: Expected): Bounds {
  const { startTime, endTime } = fields;
  const dates = given(fields, ['startTime', 'endTime']).filter((name) => !fields[name]?.includes('T'));
  if (!isAllDay) refuse(dates, 'needs a time of day, unless isAllDay is true');
  if (kept !== null) {
    return {
      start: startTime === undefined ? kept.start : readMoment('startTime', startTime),
      end: endTime === undefined ? kept.end : readMoment('endTime', endTime),
    };
  }
  if (endTime === undefined && startTime !== undefined && dates.includes('startTime')) return wholeDay('startTime', startTime);
  const both = demand(
    fields,
    ['startTime', 'endTime'],
    'is missing: give startTime and endTime, or startDate, startTime and endTime, or date, start and end',
  );
  return { start: readMoment('startTime', both.startTime), end: readMoment('endTime', both.endTime) };
}

/** Refuses a startTime or endTime with a date of its own where the other fields give dates or times of day. */
function refuseDatesTwice(fields: BoundFields): void {
  const [full] = given(fields, ['startTime', 'endTime']).filter((name) => !isTimeOfDay(fields[name]));
  if (full === undefined) return;
  refuse(given(fields, ['startDate', 'endDate']), `cannot be combined with a full date-time in ${full}`);
  refuse([full === 'startTime' ? 'endTime' : 'startTime'], `must be a full date-time, as ${full} is`);
}

function isTimeOfDay(text: string | undefined): boolean {
  return text !== undefined && /^\d\d:/.test(text);
}

function readLocal(datePath: string, date: string, time: string): Temporal.PlainDateTime {
  return readDate(datePath, date).toPlainDateTime(readTimeOfDay(time));
}

function wholeDay(path: string, text: string): Bounds {
  const start = readDate(path, text);
  return { start, end: start.add({ days: 1 }) };
}

/** Those of `names` that the request holds. */
function given<Name extends keyof BoundFields>(fields: BoundFields, names: readonly Name[]): Name[] {
  return names.filter((name) => fields[name] !== undefined);
}

/** The named fields, none of them absent. Throws 400 with all that are. */
function demand<Name extends keyof BoundFields>(fields: BoundFields, names: readonly Name[], message: string): Record<Name, string> {
  refuse(
    names.filter((name) => fields[name] === undefined),
    message,
  );
  return fields as Record<Name, string>;
}

/** Throws 400 unless `paths` is empty. */
function refuse(paths: readonly string[], message: string): void {
  const [first, ...others] = paths.map((path): FieldError => ({ path, message }));
  if (first !== undefined) throw invalid(first, ...others);
}
