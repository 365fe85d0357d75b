// Days and times as people write them, such as "tomorrow 12:30", and as the command prints them.

import { Temporal } from 'temporal-polyfill';
import type { PhraseMoment } from '../contract/phrases/dates.ts';
import type { Days, Timed, understand as read } from '../contract/phrases/phrase.ts';
import { UsageError } from './command.ts';

const zoned = ({ now, timeZone }: PhraseMoment): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);

const iso = (point: Temporal.ZonedDateTime): string => new Date(point.epochMilliseconds).toISOString();

/** As `understand` of the phrases, which are loaded with the first text that is read: most commands need none. */
export const understand: typeof read = async (...text) => (await import('../contract/phrases/phrase.ts')).understand(...text);

/** A text that is a time and nothing else. Throws a `UsageError` that names `what` otherwise. */
export async function understandTime(what: string, text: string, moment: PhraseMoment): Promise<Timed | Days> {
  const { title, when } = await understand(text, { ...moment, repeats: false });
  if (when === null || title !== text.trim())
    throw new UsageError(`${what} must be a day or a time, such as 2026-03-01, friday or "friday 9:00"`);
  return when;
}

/** The day that a text names, as YYYY-MM-DD. Throws a `UsageError` that names `what` if it names none. */
export async function understandDay(what: string, text: string, moment: PhraseMoment): Promise<string> {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const when = await understandTime(what, text, moment);
  return when.kind === 'days' ? when.start : when.local.slice(0, 10);
}

/** Today in the zone, as YYYY-MM-DD. */
export const today = (moment: PhraseMoment): string => zoned(moment).toPlainDate().toString();

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
export const dayStartInZone = (day: string, timeZone: string): string => iso(dateOf(day).toZonedDateTime(timeZone));

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

interface ShownTimes {
  readonly isAllDay: boolean;
  readonly startTime: string;
  readonly endTime: string;
  readonly timeZone: string;
}

/** An event's day and times, in two cells. Whole days are those of its own zone, times those of the reader's. */
export function spanCells({ isAllDay, startTime, endTime, timeZone }: ShownTimes, zone: string): readonly [string, string] {
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
