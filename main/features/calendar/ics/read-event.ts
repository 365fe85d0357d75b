// An event of a calendar file (VEVENT) as Daybook keeps it, and what of it has no place here. Pure.

import colorNames from 'color-name';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import type { Reminder } from '../../../contract/reminders.ts';
import { readAlarms } from './alarms.ts';
import { linesOf, nameOf, type RawComponent } from './content-lines.ts';
import { zoneLike } from './like-zone.ts';
import { instantIn, type OwnZone } from './own-zones.ts';

/** An event that came in by iCalendar. Times in milliseconds since the Unix epoch. */
export interface ImportedEvent {
  readonly uid: string;
  readonly sequence: number;
  /** Of an occurrence that differs from its series: when the series has it. */
  readonly recurrenceId: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  /** A CSS colour name; null where the event has none. */
  readonly color: string | null;
  readonly startAt: number;
  readonly endAt: number;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  readonly recurrence: { readonly rrule: string; readonly rdates?: string[]; readonly exdates?: string[] } | null;
  /** What of its alarms rings at the beginning or some minutes before. */
  readonly reminders: readonly Reminder[];
  /** Lines of properties and components that Daybook does not know, and of alarms, unfolded: they come out again. */
  readonly kept: readonly string[];
  /** Names of properties that could not be kept. */
  readonly lost: readonly string[];
}

/** Why an event was left alone. */
export interface SkippedEvent {
  readonly uid: string;
  readonly reason: string;
}

export interface ReadOptions {
  /** The IANA zone of times that name none. */
  readonly machineZone: string;
  readonly ownZones: ReadonlyMap<string, OwnZone>;
  /** The name in its usual case; null unless it is one of IANA's. */
  readonly maybeTimeZone: (name: string) => string | null;
}

/** Thrown on the way, with the reason to tell. */
class Unusable extends Error {}

const limits = { title: 500, description: 100_000, location: 1_000 } as const;
/** Characters of what is kept of one event, and of one line of it. */
const maxKept = 64 * 1024;
const maxKeptLine = 16 * 1024;
const maxDates = 1_000;
const maxUid = 1_000;

/** What is not kept because Daybook says it itself. */
const own = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED']);
const known = new Set([
  ...own,
  'UID',
  'SEQUENCE',
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'COLOR',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
]);

const earliest = Date.parse('0001-01-02T00:00:00.000Z');
const latest = Date.parse('9999-12-30T00:00:00.000Z');

/** A property as the library reads it: name, parameters, type, values. */
type Property = readonly [string, Readonly<Record<string, string | undefined>>, string, ...unknown[]];

export function readEvent(component: RawComponent, options: ReadOptions): ImportedEvent | SkippedEvent {
  const lines = Map.groupBy(component.lines, nameOf);
  const uid = textOf(lines, 'UID')?.trim() ?? '';
  try {
    if (uid === '') throw new Unusable('has no UID');
    if (uid.length > maxUid) throw new Unusable('has a UID that is too long');
    return readUsable(component, lines, uid, options);
  } catch (error) {
    if (error instanceof Unusable) return { uid: uid.slice(0, maxUid), reason: error.message };
    if (error instanceof RangeError) return { uid: uid.slice(0, maxUid), reason: 'has a time that does not exist' };
    throw error;
  }
}

type Lines = ReadonlyMap<string, readonly string[]>;

function readUsable(component: RawComponent, lines: Lines, uid: string, options: ReadOptions): ImportedEvent {
  if (textOf(lines, 'STATUS')?.toUpperCase() === 'CANCELLED') throw new Unusable('is cancelled');
  const lost = lostOfSeries(lines);
  const cut = (name: string, text: string | null, limit: number): string | null => {
    const clean = text?.replaceAll('\0', '').toWellFormed() ?? null;
    if (clean === null || clean.length <= limit) return clean;
    lost.push(name);
    return clean.slice(0, limit).toWellFormed();
  };
  const start = property(lines, 'DTSTART');
  if (start === null) throw new Unusable('has no DTSTART');
  const times: { -readonly [Key in keyof Times]: Times[Key] } = readTimes(
    start,
    property(lines, 'DTEND'),
    property(lines, 'DURATION'),
    options,
  );
  if (times.startAt < earliest || times.endAt > latest) throw new Unusable('lies outside of the years 1 to 9999');
  const title = cut('SUMMARY', textOf(lines, 'SUMMARY'), limits.title);
  // An hour of a series is that of its own clocks; a single event needs no more than its instant.
  if (lines.has('RRULE')) times.timeZone = seriesZone(start, times, options);
  const color = textOf(lines, 'COLOR')?.toLowerCase() ?? null;
  const sequence = Number(textOf(lines, 'SEQUENCE') ?? 0);
  const recurrenceId = property(lines, 'RECURRENCE-ID');
  const { reminders, kept } = readAlarms(keptOf(component, lost));
  return {
    uid,
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0,
    recurrenceId: recurrenceId === null ? null : momentOf(recurrenceId, options).at,
    title: title === null || title.trim() === '' ? '(No title)' : title,
    description: cut('DESCRIPTION', textOf(lines, 'DESCRIPTION'), limits.description),
    location: cut('LOCATION', textOf(lines, 'LOCATION'), limits.location),
    color: color !== null && Object.hasOwn(colorNames, color) ? color : null,
    ...times,
    recurrence: readRecurrence(lines, times, options),
    reminders,
    kept,
    lost: [...new Set(lost)],
  };
}

/** One rule is kept, and dates with it alone. */
function lostOfSeries(lines: Lines): string[] {
  const rules = lines.get('RRULE')?.length ?? 0;
  if (rules > 1) return ['RRULE'];
  return rules === 0 && lines.has('RDATE') ? ['RDATE'] : [];
}

function keptOf({ lines, components }: RawComponent, lost: string[]): string[] {
  const kept: string[] = [];
  let room = maxKept;
  const keep = (name: string, block: readonly string[]): void => {
    const length = block.reduce((sum, line) => sum + line.length, 0);
    if (name === '' || length > room || block.some((line) => line.length > maxKeptLine || line.includes('\0'))) {
      lost.push(name === '' ? 'a line without a name' : name);
      return;
    }
    room -= length;
    kept.push(...block.map((line) => line.toWellFormed()));
  };
  for (const line of lines) if (!known.has(nameOf(line))) keep(nameOf(line), [line]);
  for (const component of components) keep(component.name, linesOf(component));
  return kept;
}

/** The first property of this name; null if there is none. Throws `Unusable` for one that cannot be read. */
function property(lines: Lines, name: string): Property | null {
  const line = lines.get(name)?.[0];
  return line === undefined ? null : parsed(line);
}

function parsed(line: string): Property {
  try {
    return ICAL.parse.property(line) as Property;
  } catch {
    throw new Unusable(`has a ${nameOf(line)} that cannot be read`);
  }
}

/** Its text, without escapes; null where it is missing or cannot be read. */
function textOf(lines: Lines, name: string): string | null {
  const line = lines.get(name)?.[0];
  if (line === undefined) return null;
  try {
    const [, , , ...values] = ICAL.parse.property(line) as Property;
    return values.map(String).join(',');
  } catch {
    return null;
  }
}

interface ReadMoment {
  readonly at: number;
  readonly timeZone: string;
  /** Null for a time. */
  readonly date: Temporal.PlainDate | null;
}

/** Throws `Unusable`, `RangeError`. */
function momentOf([name, { tzid }, type, value]: Property, { machineZone, ownZones, maybeTimeZone }: ReadOptions): ReadMoment {
  const text = String(value);
  if (type === 'date') {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' });
    return { at: date.toZonedDateTime(machineZone).epochMilliseconds, timeZone: machineZone, date };
  }
  if (type !== 'date-time') throw new Unusable(`has a ${name.toUpperCase()} that cannot be read`);
  if (text.endsWith('Z')) return { at: Temporal.Instant.from(text).epochMilliseconds, timeZone: 'UTC', date: null };
  const local = Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  if (tzid === undefined) return { at: local.toZonedDateTime(machineZone).epochMilliseconds, timeZone: machineZone, date: null };
  // Some programs put the name of a registry in front, as in /freeassociation.sourceforge.net/Europe/Berlin.
  const known = maybeTimeZone(tzid) ?? (tzid.startsWith('/') ? maybeTimeZone(tzid.split('/').slice(-2).join('/')) : null);
  if (known !== null) return { at: local.toZonedDateTime(known).epochMilliseconds, timeZone: known, date: null };
  const ownZone = ownZones.get(tzid);
  if (ownZone === undefined) throw new Unusable(`has the time zone ${tzid.slice(0, 100)}, which is not known`);
  return { at: instantIn(ownZone, local), timeZone: 'UTC', date: null };
}

/** The zone by whose clocks a series that starts then goes. */
function seriesZone([, { tzid }, type, value]: Property, { timeZone }: Times, { ownZones, machineZone }: ReadOptions): string {
  const ownZone = timeZone === 'UTC' && type === 'date-time' && tzid !== undefined ? ownZones.get(tzid) : undefined;
  return ownZone === undefined ? timeZone : (zoneLike(ownZone, Temporal.PlainDateTime.from(String(value)).year, machineZone) ?? timeZone);
}

type Times = Pick<ImportedEvent, 'startAt' | 'endAt' | 'timeZone' | 'isAllDay'>;

function readTimes(start: Property, end: Property | null, duration: Property | null, options: ReadOptions): Times {
  const begins = momentOf(start, options);
  const { timeZone, date } = begins;
  const length = duration === null ? null : lengthOf(duration);
  if (date !== null) {
    const stated = end === null ? null : momentOf(end, options).date;
    const days = length === null ? 1 : Math.max(1, Math.round(length / 86_400));
    const last = stated !== null && Temporal.PlainDate.compare(stated, date) > 0 ? stated : date.add({ days });
    return { startAt: begins.at, endAt: last.toZonedDateTime(timeZone).epochMilliseconds, timeZone, isAllDay: true };
  }
  const endAt = end === null ? begins.at + (length ?? 0) * 1000 : momentOf(end, options).at;
  if (endAt < begins.at) throw new Unusable('ends before it starts');
  // RFC 5545 lets an event end as it begins; here one has to last, if only a minute.
  return { startAt: begins.at, endAt: endAt === begins.at ? endAt + 60_000 : endAt, timeZone, isAllDay: false };
}

/** Seconds. */
function lengthOf([, , , value]: Property): number {
  const seconds = Temporal.Duration.from(String(value)).total({ unit: 'seconds', relativeTo: Temporal.PlainDate.from('2000-01-01') });
  if (seconds < 0) throw new Unusable('ends before it starts');
  return seconds;
}

/** How it repeats, in the words of the interface; null for a single event. */
function readRecurrence(lines: Lines, { isAllDay }: Times, options: ReadOptions): ImportedEvent['recurrence'] {
  const line = lines.get('RRULE')?.[0];
  const dates = (name: string): string[] => {
    let count = 0;
    return (lines.get(name) ?? []).flatMap((each) => {
      const [head, params, type, ...values] = parsed(each);
      count += values.length;
      // Without the others some would take place that were taken out.
      if (count > maxDates) throw new Unusable(`has more than ${maxDates} dates of ${name}`);
      return values.map((value) => {
        const start =
          type === 'period' && Array.isArray(value)
            ? ([head, params, 'date-time', value[0]] as const)
            : ([head, params, type, value] as const);
        const { at, date } = momentOf(start, options);
        return isAllDay && date !== null ? date.toString() : new Date(at).toISOString();
      });
    });
  };
  const [rdates, exdates] = [dates('RDATE'), dates('EXDATE')];
  if (line === undefined) return null;
  const rrule = line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase();
  return { rrule, ...(rdates.length === 0 ? {} : { rdates }), ...(exdates.length === 0 ? {} : { exdates }) };
}
