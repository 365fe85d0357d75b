// What the user fills in about an event, and what the service is told of it. Pure: no clock, no page.

import type { Reminder } from '../../../main/contract/reminders.ts';
import type { UpdateEvent } from '../../../main/contract/events.ts';
import type { NewEventTimes } from './address.ts';
import { utcMidnight, plusDays } from './days.ts';
import { keptTimes, momentsOf } from './event-bounds.ts';
import { daysOf, type CalendarEvent, type Expected } from './events.ts';
import type { EventTimes } from './moves.ts';
import { noRepeat, repeatOf, ruleOf, type Repeat } from './repeat.ts';
import { isKnownZone } from '../../ui/date-preferences.ts';
import { strings } from './strings.ts';
import { dayAt, momentInZone, wallTime } from './zones.ts';

export interface EventFields {
  readonly title: string;
  readonly isAllDay: boolean;
  readonly startDay: string;
  /** `HH:MM`; kept, but without meaning, while it is an all-day event. */
  readonly startClock: string;
  /** Of an all-day event the last day, not the one after it. */
  readonly endDay: string;
  readonly endClock: string;
  readonly timeZone: string;
  readonly color: string;
  readonly location: string;
  readonly description: string;
  /** Empty, or absent from what was kept by an older page, for the default one. */
  readonly calendarId?: string;
  /** Absent from a new one, and from what was kept by an older page: then that stays. */
  readonly isCancelled?: boolean;
  /** Absent from what was kept by an older page: it does not repeat. */
  readonly repeat?: Repeat;
  /** Absent from what was kept by an older page: then they stay. */
  readonly reminders?: readonly Reminder[];
}

/** How it repeats is asked for in one place. */
type FieldName = keyof EventFields;
export type Faults = Readonly<Partial<Record<FieldName | 'form', string>>>;

/** The usual colour; the contract says which. */
const usualColor = 'purple';
/** When an all-day event is once it gets times, and a new one in the morning. */
export const usualStart = '09:00';
const usualEnd = '10:00';

export function fieldsOf(event: CalendarEvent): EventFields {
  const { title, isAllDay, timeZone, color, location, description, calendarId, reminders, isCancelled } = event;
  const day = isAllDay ? daysOf(event).first : wallTime(event.startTime, timeZone).day;
  const repeat = repeatOf(event.recurrence?.rrule ?? null, day, (until) => lastDay(until, timeZone));
  const shared = { title, timeZone, color, calendarId, repeat, reminders, isCancelled };
  const texts = { ...shared, location: location ?? '', description: description ?? '' };
  if (isAllDay) {
    const { first, last } = daysOf(event);
    return { ...texts, isAllDay, startDay: first, startClock: usualStart, endDay: last, endClock: usualEnd };
  }
  return { ...texts, ...timesBetween(event.startTime, event.endTime, timeZone) };
}

type TimesFields = Pick<EventFields, 'isAllDay' | 'startDay' | 'startClock' | 'endDay' | 'endClock'>;

/** From one instant to another (ISO 8601), on the clocks of a zone. */
export function timesBetween(startTime: string, endTime: string, timeZone: string): TimesFields {
  const [start, end] = [wallTime(startTime, timeZone), wallTime(endTime, timeZone)];
  return { isAllDay: false, startDay: start.day, startClock: start.clock, endDay: end.day, endClock: end.clock };
}

/** Where an event is put, on the clocks of a zone; an all-day event keeps its times of day. */
export function timesAt({ start, end, isAllDay }: EventTimes, timeZone: string): Partial<TimesFields> {
  if (isAllDay) return { isAllDay, startDay: dayAt(start), endDay: plusDays(dayAt(end), -1) };
  return timesBetween(start.toISOString(), end.toISOString(), timeZone);
}

/** Whether there is the same to fill in: of a series the version grows with every change of another occurrence. */
export function looksLike(one: CalendarEvent, other: CalendarEvent): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
}

export function fieldsForNew({ start, end, isAllDay }: NewEventTimes, timeZone: string): EventFields {
  const empty = { title: '', timeZone, color: usualColor, location: '', description: '', repeat: noRepeat, reminders: [] };
  if (isAllDay) return { ...empty, isAllDay, startDay: start, startClock: usualStart, endDay: plusDays(end, -1), endClock: usualEnd };
  return {
    ...empty,
    isAllDay,
    startDay: start.slice(0, 10),
    startClock: start.slice(11),
    endDay: end.slice(0, 10),
    endClock: end.slice(11),
  };
}

/** What the service would refuse of a change to `event`, null for a new one; by field. Empty when there is nothing. */
export function eventFaults(fields: EventFields, event: CalendarEvent | null): Faults {
  const { title, isAllDay, startDay, startClock, endDay, endClock, timeZone } = fields;
  const faults: Partial<Record<FieldName, string>> = {};
  if (title.trim() === '') faults.title = strings.titleMissing;
  if (utcMidnight(startDay) === null) faults.startDay = strings.dayMissing;
  if (utcMidnight(endDay) === null) faults.endDay = strings.dayMissing;
  if (!isAllDay && !isClock(startClock)) faults.startClock = strings.clockMissing;
  if (!isAllDay && !isClock(endClock)) faults.endClock = strings.clockMissing;
  if (!isKnownZone(timeZone)) faults.timeZone = strings.zoneUnknown;
  const problem = repeatProblem(fields);
  if (problem !== null) faults.repeat = problem;
  if (Object.keys(faults).some((name) => name !== 'title' && name !== 'repeat')) return faults;
  const { start, end } = momentsOf(fields, event);
  if (isAllDay ? endDay < startDay : end <= start) {
    faults[isAllDay || endDay < startDay ? 'endDay' : 'endClock'] = strings.endsTooEarly;
  }
  return faults;
}

function repeatProblem({ repeat = noRepeat, startDay }: EventFields): string | null {
  if (repeat.kind !== 'custom') return null;
  const { interval, end } = repeat;
  if (interval < 1 || (end.kind === 'after' && end.count < 1)) return strings.numberMissing;
  if (end.kind !== 'on') return null;
  return utcMidnight(end.day) === null ? strings.dayMissing : end.day < startDay ? strings.endsBeforeStart : null;
}

/** Whether it is a time of day, `HH:MM`. */
export function isClock(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

type TimesBody = Pick<UpdateEvent, 'startDate' | 'startTime' | 'endDate' | 'endTime' | 'isAllDay' | 'timeZone'>;

function timesBody({ isAllDay, startDay, startClock, endDay, endClock, timeZone }: EventFields): TimesBody {
  if (isAllDay) return { isAllDay, startDate: startDay, endDate: plusDays(endDay, 1), timeZone };
  return { isAllDay, startDate: startDay, startTime: startClock, endDate: endDay, endTime: endClock, timeZone };
}

type TextsBody = Pick<UpdateEvent, 'color' | 'location' | 'description' | 'calendarId' | 'reminders'> & { readonly title: string };

/** The day of an UNTIL. */
export function lastDay(until: string, timeZone: string): string {
  const text = until.replace(/^(....)(..)(..)/, '$1-$2-$3');
  if (!until.endsWith('Z')) return text.slice(0, 10);
  return wallTime(text.replace(/T(..)(..)(..)Z/, 'T$1:$2:$3Z'), timeZone).day;
}

/** The rule that the fields tell; null if the event does not repeat. */
function ruleIn({ repeat = noRepeat, isAllDay, startDay, timeZone }: EventFields): string | null {
  return ruleOf(repeat, startDay, (last) => {
    if (isAllDay) return last.replaceAll('-', '');
    const end = momentInZone({ day: last, clock: '23:59' }, timeZone).toISOString();
    return `${end.replaceAll(/[-:]/g, '').slice(0, 15)}Z`;
  });
}

/** Dates that were added and left out are told as they stand: they go along with the times. */
function recurrenceOf(fields: EventFields, event: CalendarEvent | null): NonNullable<UpdateEvent['recurrence']> | null {
  const rrule = ruleIn(fields);
  if (rrule === null) return null;
  return { rdates: [], exdates: [], ...event?.recurrence, rrule };
}

/** What a new event is made from. */
export function newBody(fields: EventFields): TimesBody & TextsBody & Pick<UpdateEvent, 'recurrence'> {
  const { title, color, location, description, calendarId = '', reminders = [] } = fields;
  const texts = { title: title.trim(), color, location: location || null, description: description || null };
  const repeats = ruleIn(fields) === null ? {} : { recurrence: recurrenceOf(fields, null) };
  const more = { ...(calendarId === '' ? {} : { calendarId }), ...(reminders.length === 0 ? {} : { reminders: [...reminders] }) };
  return { ...texts, ...more, ...timesBody(fields), ...repeats };
}

/**
 * What of `event` has been changed; null when nothing has. A time that stays is not sent: the fields know no seconds, nor which of two
 * equal hours it is.
 */
export function changedBody(event: CalendarEvent, after: EventFields): UpdateEvent | null {
  const before = fieldsOf(event);
  const body: UpdateEvent = {
    ...(after.title.trim() === before.title ? {} : { title: after.title.trim() }),
    ...(after.color === before.color ? {} : { color: after.color }),
    ...(after.location === before.location ? {} : { location: after.location || null }),
    ...(after.description === before.description ? {} : { description: after.description || null }),
    ...(after.calendarId === undefined || after.calendarId === before.calendarId ? {} : { calendarId: after.calendarId }),
    ...(after.reminders === undefined || JSON.stringify(after.reminders) === JSON.stringify(before.reminders)
      ? {}
      : { reminders: [...after.reminders] }),
    ...(after.isCancelled === undefined || after.isCancelled === before.isCancelled ? {} : { isCancelled: after.isCancelled }),
    ...changedTimes(event, after),
    // A way that stays follows the day by itself.
    ...(JSON.stringify(after.repeat ?? noRepeat) === JSON.stringify(before.repeat) ? {} : { recurrence: recurrenceOf(after, event) }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

function changedTimes(event: CalendarEvent, after: EventFields): TimesBody {
  const [was, is] = [timesBody(fieldsOf(event)), timesBody(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return {};
  const { startDate, startTime, endDate, endTime } = is;
  const kept = keptTimes(after, event);
  if (kept.start) return { endDate, endTime };
  return kept.end ? { startDate, startTime } : is;
}

/** How `event`, null for a new one, will look once `fields` are saved. To be called for fields without faults. */
export function expectedOf(fields: EventFields, event: CalendarEvent | null): Expected {
  const { title, isAllDay, timeZone, color, location, description, calendarId = '', reminders, isCancelled } = fields;
  const { start, end } = momentsOf(fields, event);
  return {
    ...(calendarId === '' ? {} : { calendarId }),
    ...(reminders === undefined ? {} : { reminders: [...reminders] }),
    // What is made like another takes place.
    ...(event === null || isCancelled === undefined ? {} : { isCancelled }),
    title: title.trim(),
    isAllDay,
    timeZone,
    color,
    location: location || null,
    description: description || null,
    startTime: start.toISOString(),
    endTime: end.toISOString(),
  };
}

/** The fields of the form to which the service's names belong. */
const fieldNames: Readonly<Record<string, FieldName>> = {
  title: 'title',
  color: 'color',
  location: 'location',
  description: 'description',
  timeZone: 'timeZone',
  startDate: 'startDay',
  startTime: 'startClock',
  endDate: 'endDay',
  endTime: 'endClock',
  isAllDay: 'isAllDay',
  'recurrence.rrule': 'repeat',
  'recurrence.exdates': 'repeat',
  recurrence: 'repeat',
};

/** What the service has said of fields, where the user looks for it; what belongs to none is under `form`. */
export function faultsFrom(errors: readonly { readonly path: string; readonly message: string }[], isAllDay: boolean): Faults {
  const faults: Partial<Record<FieldName | 'form', string>> = {};
  for (const { path, message } of errors) {
    const field = fieldNames[path];
    const name = isAllDay && field === 'startClock' ? 'startDay' : isAllDay && field === 'endClock' ? 'endDay' : (field ?? 'form');
    faults[name] ??= strings.refused(message);
  }
  return faults;
}
