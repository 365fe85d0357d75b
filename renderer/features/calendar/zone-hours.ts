// A second time zone beside the hours of the first. Pure.

import { momentOf, wallTime } from './zones.ts';

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
    return wallTime(momentOf({ day, clock }, zone).toISOString(), second).clock;
  });
}
