// Clocks elsewhere: what time it is in a zone, and what a time there is here.

import { Temporal } from 'temporal-polyfill';
import { isKnownZone } from '../../ui/date-preferences.ts';
import { chosenZone, dayStart, wallAt, type Wall } from '../../ui/zone-clock.ts';
import { machineZone } from '../../ui/zones.ts';

/** The zone on whose clocks the calendar is shown: the machine's, unless the user has chosen another one. */
export function calendarZone(): string {
  return chosenZone() ?? machineZone();
}

/** `YYYY-MM-DD` of a moment on the calendar's clocks. */
export function dayAt(moment: Date): string {
  return wallAt(moment, chosenZone()).day;
}

/** `HH:MM` of a moment on the calendar's clocks. */
export function clockAt(moment: Date): string {
  return wallAt(moment, chosenZone()).clock;
}

/** The moment with which a day begins on the calendar's clocks. */
export function startOfDay(day: string): Date {
  return dayStart(day, chosenZone());
}

/** The zone whose clocks count: the machine's in the place of one that the browser does not know. */
export function clockZone(zone: string): string {
  return isKnownZone(zone) ? zone : machineZone();
}

/** What the clocks of `zone` show at `instant` (ISO 8601); those of this machine in a zone that the browser does not know. */
export function wallTime(instant: string, zone: string): Wall {
  return wallAt(new Date(instant), clockZone(zone));
}

/** The moment at which the clocks of `zone` show this, as the service reads it: what is skipped moves on, what comes twice is the first. */
export function momentInZone({ day, clock }: Wall, zone: string): Date {
  const there = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(clockZone(zone));
  return new Date(there.epochMilliseconds);
}

/** Whether the clocks of `zone` show another time than the calendar's at that instant. */
export function differs(instant: string, zone: string): boolean {
  if (!isKnownZone(zone)) return false;
  const [there, here] = [wallTime(instant, zone), wallAt(new Date(instant), chosenZone())];
  return there.clock !== here.clock || there.day !== here.day;
}

export interface ZoneHours {
  /** What the clocks of the second zone show at each full hour of the first, as `HH:MM`; as it is on most of the days. */
  readonly clocks: readonly string[];
  /** The days on which they show something else, as the clocks of one of the zones change in between: what they show at each hour. */
  readonly others: ReadonlyMap<string, readonly string[]>;
  /** The day that the clocks are those of. */
  readonly day: string;
}

/** The hours of `days` in `zone`, as they are in `second`. Of as many days alike the earlier ones count. */
export function zoneHours(days: readonly string[], zone: string, second: string): ZoneHours {
  const byClocks = Map.groupBy(days, (day) => hoursOf(day, zone, second).join());
  const most = Math.max(...[...byClocks.values()].map(({ length }) => length));
  const [clocks, usual] = [...byClocks].find(([, alike]) => alike.length === most) ?? ['', []];
  const others = days.filter((day) => !usual.includes(day)).map((day) => [day, hoursOf(day, zone, second)] as const);
  return { clocks: clocks.split(','), others: new Map(others), day: usual[0] ?? '' };
}

function hoursOf(day: string, zone: string, second: string): readonly string[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const clock = `${String(hour).padStart(2, '0')}:00`;
    return wallTime(momentInZone({ day, clock }, zone).toISOString(), second).clock;
  });
}
