// Reads an iCalendar file (RFC 5545) into events that can be created, and says what of it cannot. Pure.

import { convertIcsCalendar, type IcsDateObject, type IcsEvent } from 'ts-ics';
import { CreateEvent } from '../contract/events.ts';

export interface CalendarFile {
  /** Bodies for `POST /api/events`, in the order of the file. */
  readonly events: CreateEvent[];
  /** What is lost, a sentence each, for people to read before they decide. */
  readonly losses: string[];
}

/** No calendar, or not one that can be read; the message is for people. */
export class CalendarFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CalendarFileError';
  }
}

/** `zone` is the IANA zone of this machine, for times that name none (RFC 5545, 3.3.5, form 1). Throws `CalendarFileError`. */
export function readCalendar(text: string, zone: string): CalendarFile {
  const unfolded = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n|\r/g, '\n')
    .replace(/\n[ \t]/g, '');
  if (!/^BEGIN:VCALENDAR$/im.test(unfolded)) throw new CalendarFileError('This is not a calendar file');
  const calendar = parsed(floatingTimesIn(unfolded, zone));
  const ownZones = new Set((calendar.timezones ?? []).map(({ id }) => id));
  const read = (calendar.events ?? []).map((event) => readEvent(event, ownZones, zone));
  return { events: read.flatMap(({ body }) => body ?? []), losses: [...others(unfolded), ...read.flatMap(({ loss }) => loss ?? [])] };
}

function parsed(text: string): ReturnType<typeof convertIcsCalendar> {
  try {
    return convertIcsCalendar(undefined, text);
  } catch (cause) {
    throw new CalendarFileError('This calendar file is damaged', { cause });
  }
}

/** The parser takes times without any zone for UTC: they are given the machine's. */
function floatingTimesIn(text: string, zone: string): string {
  return text.replace(/^(DTSTART|DTEND)((?:;(?!TZID=)[^:;\n]*)*):(\d{8}T\d{6})$/gim, `$1;TZID=${zone}$2:$3`);
}

/** What the file holds besides events. */
function others(text: string): string[] {
  const count = (name: string): number => text.match(new RegExp(`^BEGIN:${name}$`, 'gim'))?.length ?? 0;
  const told = (
    [
      ['VTODO', 'to-do'],
      ['VJOURNAL', 'journal entry'],
    ] as const
  ).flatMap(([name, noun]) => (count(name) > 0 ? [`${count(name)} × ${noun}: not taken over`] : []));
  return count('VALARM') > 0 ? [...told, 'Alarms: not taken over'] : told;
}

interface ReadEvent {
  readonly body?: CreateEvent;
  readonly loss?: string;
}

function readEvent(event: IcsEvent, ownZones: ReadonlySet<string>, zone: string): ReadEvent {
  const named = event.summary?.trim() || 'Untitled event';
  const skipped = (why: string): ReadEvent => ({ loss: `“${short(named)}”: left out, ${why}` });
  if (event.status === 'CANCELLED') return skipped('it is cancelled');
  // The types promise a start; files do not.
  const start = event.start as IcsDateObject | undefined;
  if (start === undefined || Number.isNaN(start.date.getTime())) return skipped('it has no time that can be read');
  const unknown = [start, event.end]
    .map((time) => time?.local?.timezone)
    .find((name) => name !== undefined && !ownZones.has(name) && !isZone(name));
  if (unknown !== undefined) return skipped(`its time zone ${short(unknown)} is not known`);
  const when = start.type === 'DATE' ? wholeDays(start, event) : timed(start, event, zone);
  if (when === null) return skipped('its end is not after its start');
  const description = [event.description, event.url].filter((part) => part !== undefined && part.trim() !== '').join('\n\n');
  const result = CreateEvent.safeParse({
    title: named,
    ...when,
    ...(description === '' ? {} : { description }),
    ...(event.location === undefined || event.location.trim() === '' ? {} : { location: event.location }),
  });
  if (!result.success) return skipped(result.error.issues.map(({ path, message }) => `its ${path.join('.')} ${message}`).join(', '));
  return event.recurrenceRule === undefined
    ? { body: result.data }
    : { body: result.data, loss: `“${short(named)}”: repeats; only its first time is taken over` };
}

/** From midnight of the first day to midnight after the last one; a day long without an end. */
function wholeDays(start: IcsDateObject, event: IcsEvent): Partial<CreateEvent> | null {
  const end = event.end?.date ?? new Date(start.date.getTime() + (spanOf(event) ?? 86_400_000));
  if (!(end > start.date)) return null;
  return { startDate: dayOf(start.date), endDate: dayOf(end), isAllDay: true };
}

function timed(start: IcsDateObject, event: IcsEvent, zone: string): Partial<CreateEvent> | null {
  const span = spanOf(event);
  // RFC 5545 lets an event end as it begins; here one has to last, if only a minute.
  const stated = event.end?.date ?? (span === null ? null : new Date(start.date.getTime() + span));
  const end = stated === null || stated.getTime() === start.date.getTime() ? new Date(start.date.getTime() + 60_000) : stated;
  if (!(end > start.date)) return null;
  const named = start.local?.timezone;
  return { startTime: start.date.toISOString(), endTime: end.toISOString(), timeZone: named !== undefined && isZone(named) ? named : zone };
}

/** DURATION in milliseconds; null without one. */
function spanOf({ duration }: IcsEvent): number | null {
  if (duration === undefined || duration === null) return null;
  const { weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = duration;
  return ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** Dates come as midnight UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
