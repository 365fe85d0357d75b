// Days and times as people write them, such as "tomorrow 12:30", and as the command prints them.

import type { ParsedResult } from 'chrono-node/en';
import { Temporal } from 'temporal-polyfill';
import { UsageError } from './command.ts';

type Parts = ParsedResult['start'];

export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA. */
  readonly timeZone: string;
}

/** A span with a start of the clock; both are ISO 8601 in UTC. */
export interface Timed {
  readonly kind: 'timed';
  readonly start: string;
  readonly end: string;
  /** Date and time of day of the start in the zone, without an offset. */
  readonly local: string;
}

/** Whole days, the last one exclusive, as YYYY-MM-DD. */
export interface Days {
  readonly kind: 'days';
  readonly start: string;
  readonly end: string;
}

export interface Understood {
  /** The text without what tells the time; the whole text if nothing else is left. */
  readonly title: string;
  /** null if the text names no time. */
  readonly when: Timed | Days | null;
}

const zoned = ({ now, timeZone }: Moment): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);

/** Words for a part of a day that chrono gives an hour for, which it does not call certain. */
const partOfDay = /\b(morning|afternoon|evening|night|tonight|noon|midday|midnight)\b/i;

/** Of these, the ones that say which day's they are. */
const partOfToday = /\b(this|tonight|noon|midday|midnight)\b/i;

/** Words that are more than a weekday, and a length of time ("5 minutes of plank") that is not said to begin now. */
const otherMeaning = /^(?:(?:right )?now|sun|mon|wed|sat)$/i;
const lengthAlone = /^(?:\d|an?\b|half\b)/i;
const fromNow = /\b(?:later|now|ago|after|hence)$/i;

/** A month or a year alone is no day, and "now" nothing to plan. */
function namesTime(result: ParsedResult): boolean {
  const { text, start } = result;
  if (otherMeaning.test(text)) return false;
  if (result.tags().has('result/relativeDate') && lengthAlone.test(text) && !fromNow.test(text)) return false;
  return partOfToday.test(text) || (['day', 'weekday', 'hour'] as const).some((part) => start.isCertain(part));
}

/** Of several times the one with a day is meant: "midnight tea on friday 23:30". */
const namesDay = ({ start }: ParsedResult): boolean => start.isCertain('day') || start.isCertain('weekday');

const hasTime = ({ text, start }: ParsedResult): boolean => start.isCertain('hour') || partOfDay.test(text);

const plainDate = (parts: Parts): Temporal.PlainDate =>
  Temporal.PlainDate.from(
    { year: parts.get('year') ?? 0, month: parts.get('month') ?? 1, day: parts.get('day') ?? 1 },
    { overflow: 'reject' },
  );

/** The clock of the zone is read as the service reads it: a time that the clocks skip moves forward, of two equal ones it is the first. */
function pointIn(parts: Parts, timeZone: string): Temporal.ZonedDateTime {
  // What has an offset of its own, as "3pm UTC", is the same instant in every zone.
  if (parts.isCertain('timezoneOffset')) return zoned({ now: parts.date().getTime(), timeZone }).round('minute');
  const time = Temporal.PlainTime.from({
    hour: parts.get('hour') ?? 0,
    minute: parts.get('minute') ?? 0,
    second: parts.get('second') ?? 0,
  });
  return plainDate(parts).toZonedDateTime({ timeZone, plainTime: time });
}

/** "from 6 July": chrono would take the 6 for an hour. */
const fromDay = /\bfrom(?=\s+\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/gi;

async function resultsIn(text: string, moment: Moment): Promise<readonly ParsedResult[]> {
  const chrono = await import('chrono-node/en');
  const timezone = zoned(moment).offsetNanoseconds / 60_000_000_000;
  return chrono.casual.parse(text.replace(fromDay, '    '), { instant: new Date(moment.now), timezone }, { forwardDate: true });
}

const iso = (point: Temporal.ZonedDateTime): string => new Date(point.epochMilliseconds).toISOString();

function timed(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Timed {
  const local = start.toPlainDateTime().toString({ smallestUnit: start.second === 0 ? 'minute' : 'second' });
  return { kind: 'timed', start: iso(start), end: iso(end), local };
}

/** Of "22:00 - 1:00" chrono takes the end for one o'clock in the afternoon: an hour past noon must stand in the text itself. */
function endIn({ text }: ParsedResult, end: Parts, timeZone: string): Temporal.ZonedDateTime {
  const point = pointIn(end, timeZone);
  const isSaid = point.hour < 13 || /p\.?m/i.test(text) || partOfDay.test(text.replace(/.*(?:-|–|to|until)/i, ''));
  return isSaid || new RegExp(`\\b${point.hour}\\b`).test(text) || end.isCertain('timezoneOffset') ? point : point.subtract({ hours: 12 });
}

/** "for 2 hours": chrono takes it for a time that far from now. */
const isLength = ({ text }: ParsedResult): boolean => /^for\b/i.test(text);

const secondsOf = (length: ParsedResult, { now }: Moment): number => Math.round((length.start.date().getTime() - now) / 1000);

/** The text without these parts and the small words that led to them. */
function without(text: string, parts: readonly ParsedResult[]): string {
  let rest = text;
  for (const { index, text: part } of [...parts].toSorted((a, b) => b.index - a.index))
    rest = `${rest.slice(0, index).replace(/(^|\s)(on|at|from|by|due|starting|@)\s*$/i, '$1')} ${rest.slice(index + part.length)}`;
  const title = rest
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
  return title === '' ? text.trim() : title;
}

/** What a text such as "lunch with Eva tomorrow 12:30" says: an hour unless it names an end or a length, whole days without a time. */
export async function understand(text: string, moment: Moment): Promise<Understood> {
  const length = (await resultsIn(text, moment)).find(isLength);
  // Without the length, what stands before and after it is read as one: "tomorrow for an hour at 10".
  const plain = length === undefined ? text : without(text, [length]);
  const named = (await resultsIn(plain, moment)).filter(namesTime);
  const found = named.find(namesDay) ?? named[0];
  if (found === undefined) return { title: text.trim(), when: null };
  const title = without(plain, [found]);
  if (!hasTime(found)) {
    const first = plainDate(found.start);
    const days = length === undefined ? 1 : Math.max(1, Math.round(secondsOf(length, moment) / 86_400));
    const last = found.end ? plainDate(found.end) : first.add({ days: days - 1 });
    return { title, when: { kind: 'days', start: first.toString(), end: last.add({ days: 1 }).toString() } };
  }
  const start = pointIn(found.start, moment.timeZone);
  if (length !== undefined) return { title, when: timed(start, start.add({ seconds: secondsOf(length, moment) })) };
  return { title, when: timed(start, found.end ? endIn(found, found.end, moment.timeZone) : start.add({ hours: 1 })) };
}

/** A text that is a time and nothing else. Throws a `UsageError` that names `what` otherwise. */
export async function understandTime(what: string, text: string, moment: Moment): Promise<Timed | Days> {
  const { title, when } = await understand(text, moment);
  if (when === null || title !== text.trim())
    throw new UsageError(`${what} must be a day or a time, such as 2026-03-01, friday or "friday 9:00"`);
  return when;
}

/** The day that a text names, as YYYY-MM-DD. Throws a `UsageError` that names `what` if it names none. */
export async function understandDay(what: string, text: string, moment: Moment): Promise<string> {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const when = await understandTime(what, text, moment);
  return when.kind === 'days' ? when.start : when.local.slice(0, 10);
}

/** Today in the zone, as YYYY-MM-DD. */
export const today = (moment: Moment): string => zoned(moment).toPlainDate().toString();

/** A day that many days later. Throws a `UsageError` for one that is not in the calendar. */
export function daysAfter(day: string, days: number): string {
  return dateOf(day).add({ days }).toString();
}

function dateOf(day: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(day);
  } catch {
    throw new UsageError(`${day} is no day of the calendar`);
  }
}

/** The first instant of a day in the zone, ISO 8601 in UTC. */
export const startOfDay = (day: string, timeZone: string): string => iso(dateOf(day).toZonedDateTime(timeZone));

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** "Tue 2026-03-03" */
export function dayText(day: string): string {
  return `${weekdays[dateOf(day).dayOfWeek - 1] ?? ''} ${day}`;
}

const local = (instant: string, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();

/** An instant in the zone: "2026-03-03 12:30". */
export function instantText(instant: string, timeZone: string): string {
  return local(instant, timeZone).toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

export interface Span {
  readonly isAllDay: boolean;
  readonly startTime: string;
  readonly endTime: string;
  readonly timeZone: string;
}

/** An event's day and times, in two cells. Whole days are those of its own zone, times those of the reader's. */
export function spanCells({ isAllDay, startTime, endTime, timeZone }: Span, zone: string): readonly [string, string] {
  const start = local(startTime, isAllDay ? timeZone : zone);
  const end = local(endTime, isAllDay ? timeZone : zone);
  const first = start.toPlainDate();
  const day = dayText(first.toString());
  if (isAllDay) {
    const last = end.toPlainDate().subtract({ days: 1 });
    return [day, last.equals(first) ? 'all day' : `to ${last.toString()}`];
  }
  const [from, to] = [start, end].map((point) => point.toPlainTime().toString({ smallestUnit: 'minute' }));
  const isSameDay = end.toPlainDate().equals(first);
  return [day, isSameDay ? `${from}–${to}` : `${from}–${end.toPlainDate().toString()} ${to}`];
}
