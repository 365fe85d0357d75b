// What clocks of a zone show, by Intl alone: pages that need no arithmetic of times do without a library. Pure.

import { datePreferences } from './date-preferences.ts';

/** A time as it stands on a clock. */
export interface Wall {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM` */
  readonly clock: string;
}

/** The zone on whose clocks the calendar is shown; null for that of this machine. */
export function chosenZone(): string | null {
  return datePreferences().zone;
}

/** The day that it is on those clocks: `YYYY-MM-DD`. */
export function currentDay(): string {
  return wallAt(new Date(), chosenZone()).day;
}

/** What the clocks of `zone`, null for this machine's, show at a moment. */
export function wallAt(moment: Date, zone: string | null): Wall {
  const [year, month, day, hour, minute] =
    zone === null
      ? [moment.getFullYear(), moment.getMonth() + 1, moment.getDate(), moment.getHours(), moment.getMinutes()]
      : partsAt(moment.getTime(), zone);
  return { day: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`, clock: `${two(hour)}:${two(minute)}` };
}

/** The midnight with which a day begins on the clocks of `zone`, or the first moment of that day where the clocks skip midnight. */
export function dayStart(day: string, zone: string | null): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return momentOf([year, month, date], [0, 0], zone);
}

/** The moment with which a day ends there: that with which the next one begins. */
export function dayEnd(day: string, zone: string | null): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return momentOf([year, month, date + 1], [0, 0], zone);
}

/** The moment at which the clocks of `zone` show this: what they skip moves on by the gap, what they show twice is the first. */
export function momentAt({ day, clock }: Wall, zone: string | null): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return momentOf([year, month, date], [hour, minute], zone);
}

function momentOf(
  [year, month, date]: readonly [number, number, number],
  [hour, minute]: readonly [number, number],
  zone: string | null,
): Date {
  if (zone === null) {
    const start = new Date(2000, month - 1, date);
    start.setFullYear(year, month - 1, date);
    start.setHours(hour, minute, 0, 0);
    return start;
  }
  const wall = utc(year, month, date, hour, minute);
  // The clocks may change on the day before or on this one: one of these two is how far they are ahead then.
  const [earlier, later] = [wall - 24 * hourMs, wall + 24 * hourMs].map((about) => wall - (wallMs(about, zone) - about)) as [
    number,
    number,
  ];
  const isThere = (at: number): boolean => wallMs(at, zone) === wall;
  return new Date([Math.min(earlier, later), Math.max(earlier, later)].find(isThere) ?? earlier);
}

const hourMs = 3_600_000;

/** The clocks' face as if it were UTC. */
function wallMs(at: number, zone: string): number {
  const [year, month, day, hour, minute, second] = partsAt(at, zone);
  return utc(year, month, day, hour, minute) + second * 1000;
}

function utc(year: number, month: number, day: number, hour: number, minute: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + (hour * 60 + minute) * 60_000;
}

/** Before this moment the clocks of some zones may show the year before the first. */
const earliest = utc(1, 1, 3, 0, 0);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Year, month, day, hour, minute, second. */
function partsAt(at: number, zone: string): [number, number, number, number, number, number] {
  let format = formats.get(zone);
  if (format === undefined) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...numeric, calendar: 'iso8601', hourCycle: 'h23', timeZone: zone });
    formats.set(zone, format);
  }
  const parts = format.formatToParts(at);
  const part = (wanted: Intl.DateTimeFormatPartTypes): number => Number(parts.find(({ type }) => type === wanted)?.value ?? 0);
  // The year before the first is one as well there, of another era.
  const year = at < earliest && part('month') === 12 ? 0 : part('year');
  return [year, part('month'), part('day'), part('hour'), part('minute'), part('second')];
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
