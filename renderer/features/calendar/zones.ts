// Clocks elsewhere: what time it is in a zone, and what a time there is here.

import { Temporal } from 'temporal-polyfill';

/** A time as it stands on a clock. */
export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM` */
  readonly clock: string;
}

/** The zone of this machine, as the browser names it. */
export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The zone whose clocks count: the machine's in the place of one that the browser does not know. */
export function clockZone(zone: string): string {
  return isKnownZone(zone) ? zone : machineZone();
}

export function isKnownZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}

/** What the clocks of `zone` show at `instant` (ISO 8601); those of this machine in a zone that the browser does not know. */
export function wallTime(instant: string, zone: string): WallTime {
  const text = zoned(instant, zone).toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'trunc' });
  return { day: text.slice(0, 10), clock: text.slice(11, 16) };
}

/** The moment at which the clocks of `zone` show this, as the service reads it: what is skipped moves on, what comes twice is the first. */
export function momentOf({ day, clock }: WallTime, zone: string): Date {
  const there = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(clockZone(zone));
  return new Date(there.epochMilliseconds);
}

/** Whether the clocks of `zone` show another time than the machine's at that instant. */
export function differs(instant: string, zone: string): boolean {
  return isKnownZone(zone) && zoned(instant, zone).offsetNanoseconds !== zoned(instant, machineZone()).offsetNanoseconds;
}

/** `America/New_York` → `New York`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** As in `GMT+9` at that moment. */
export function offsetName(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** All zones that the browser knows, this machine's first. */
export function allZones(): readonly string[] {
  const here = machineZone();
  return [...new Set([here, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

function zoned(instant: string, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(clockZone(zone));
}
