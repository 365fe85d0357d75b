// When an event of a calendar file begins and ends, and by whose clocks. Pure.

import { Temporal } from 'temporal-polyfill';
import { instantMs } from './event-source.ts';
import { zoneLike } from './like-zone.ts';
import { instantIn, type OwnZone } from './own-zones.ts';
import { maybeWindowsZone, windowsZoneNames } from './windows-zones.ts';
import { maybeLabelledZone } from './zone-labels.ts';

export interface ReadOptions {
  /** The IANA zone of times that name none. */
  readonly machineZone: string;
  /** The IANA zone of the whole calendar, by whose clocks Google means the single events that it tells in UTC; null where it names none. */
  readonly calendarZone: string | null;
  readonly ownZones: ReadonlyMap<string, OwnZone>;
  /** The name in its usual case; null unless it is one of IANA's. */
  readonly maybeTimeZone: (name: string) => string | null;
  /**
   * It is one object of CalDAV, which its client finds again by its UID (RFC 4791, 4.1): without one it cannot be used, and that it is
   * cancelled is a thing that it says. Else it gets a UID by what it says, and is left out where it is cancelled.
   */
  readonly isObject: boolean;
}

/** Thrown on the way, with the reason to tell. */
export class Unusable extends Error {}

/** A property as the library reads it: name, parameters, type, values. */
export type Property = readonly [string, Readonly<Record<string, string | undefined>>, string, ...unknown[]];

interface ReadMoment {
  readonly at: number;
  readonly timeZone: string;
  /** Null for a time. */
  readonly date: Temporal.PlainDate | null;
  /** It names no zone, and means the clocks of the place where it is read (RFC 5545, 3.3.5). */
  readonly isFloating: boolean;
}

/** Throws `Unusable`. */
export function readIcsMoment(property: Property, options: ReadOptions): ReadMoment {
  try {
    return read(property, options);
  } catch (error) {
    if (error instanceof RangeError) throw new Unusable(`has a ${property[0].toUpperCase()} that is no day or time that exists`);
    throw error;
  }
}

/** Throws `Unusable`, `RangeError`. */
function read([name, { tzid: zoneName }, type, value]: Property, { machineZone, ownZones, maybeTimeZone }: ReadOptions): ReadMoment {
  const text = String(value);
  if (type === 'date') {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' });
    return { at: date.toZonedDateTime(machineZone).epochMilliseconds, timeZone: machineZone, date, isFloating: false };
  }
  if (type !== 'date-time') throw new Unusable(`has a ${name.toUpperCase()} that cannot be read`);
  if (text.endsWith('Z')) return { at: Temporal.Instant.from(text).epochMilliseconds, timeZone: 'UTC', date: null, isFloating: false };
  const local = Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  const tzid = zoneName?.trim();
  if (tzid === undefined)
    return { at: local.toZonedDateTime(machineZone).epochMilliseconds, timeZone: machineZone, date: null, isFloating: true };
  const known = firstOf(windowsZoneNames(tzid), maybeTimeZone);
  const ownZone = known === null ? ownZones.get(tzid) : undefined;
  if (ownZone !== undefined) return { at: instantIn(ownZone, local), timeZone: 'UTC', date: null, isFloating: false };
  const zone = known ?? firstOf(windowsZoneNames(tzid), maybeWindowsZone) ?? maybeLabelledZone(tzid, local.year, maybeTimeZone);
  if (zone === null) throw new Unusable(`has the time zone ${tzid.slice(0, 100)}, which is not known`);
  return { at: local.toZonedDateTime(zone).epochMilliseconds, timeZone: zone, date: null, isFloating: false };
}

function firstOf(names: readonly string[], find: (name: string) => string | null): string | null {
  for (const name of names) {
    const found = find(name);
    if (found !== null) return found;
  }
  return null;
}

/** The zone by whose clocks a series that starts then goes; null where the file alone has such clocks. */
export function maybeSeriesZone(
  [, { tzid }, type, value]: Property,
  { timeZone }: IcsTimes,
  { ownZones, machineZone }: ReadOptions,
): string | null {
  const ownZone = timeZone === 'UTC' && type === 'date-time' && tzid !== undefined ? ownZones.get(tzid.trim()) : undefined;
  return ownZone === undefined ? timeZone : zoneLike(ownZone, Temporal.PlainDateTime.from(String(value)).year, machineZone);
}

/** The zone by whose clocks a single event is meant that starts then: that of its calendar where it is told in UTC. */
export function singleZone([, , type, value]: Property, { timeZone }: IcsTimes, { calendarZone }: ReadOptions): string {
  return type === 'date-time' && String(value).endsWith('Z') ? (calendarZone ?? timeZone) : timeZone;
}

/** Milliseconds since the Unix epoch, and an IANA zone. */
export interface IcsTimes {
  readonly startAt: number;
  readonly endAt: number;
  readonly timeZone: string;
  readonly isAllDay: boolean;
}

/** As far as Daybook has room for it: an event ends after its start. */
export interface ReadTimes extends IcsTimes {
  /** It lasts no time in the file, and `instantMs` here. */
  readonly endsAtStart: boolean;
  /** See `ReadMoment`. */
  readonly isFloating: boolean;
}

/** Throws `Unusable`. */
export function readTimes(start: Property, end: Property | null, duration: Property | null, options: ReadOptions): ReadTimes {
  const begins = readIcsMoment(start, options);
  const { timeZone, date, isFloating } = begins;
  const length = duration === null ? null : lengthOf(duration);
  if (date !== null) {
    const stated = end === null ? null : readIcsMoment(end, options).date;
    const seconds = length?.total({ unit: 'seconds', relativeTo: Temporal.PlainDate.from('2000-01-01') });
    const days = seconds === undefined ? 1 : Math.max(1, Math.round(seconds / 86_400));
    const last = stated !== null && Temporal.PlainDate.compare(stated, date) > 0 ? stated : date.add({ days });
    return {
      startAt: begins.at,
      endAt: last.toZonedDateTime(timeZone).epochMilliseconds,
      timeZone,
      isAllDay: true,
      endsAtStart: false,
      isFloating,
    };
  }
  // A day is one of the clocks there, an hour one of sixty minutes.
  const after = (span: Temporal.Duration): number =>
    Temporal.Instant.fromEpochMilliseconds(begins.at).toZonedDateTimeISO(timeZone).add(span).epochMilliseconds;
  const endAt = end === null ? (length === null ? begins.at : after(length)) : readIcsMoment(end, options).at;
  if (endAt < begins.at) throw new Unusable('ends before it starts');
  const endsAtStart = endAt === begins.at;
  return { startAt: begins.at, endAt: endsAtStart ? endAt + instantMs : endAt, timeZone, isAllDay: false, endsAtStart, isFloating };
}

function lengthOf([, , , value]: Property): Temporal.Duration {
  const length = Temporal.Duration.from(String(value));
  if (length.sign < 0) throw new Unusable('ends before it starts');
  return length;
}
