// The time of day of a series whose start the clocks have moved out of a gap: its rule names it, as the start has another. Pure.

import type { Times } from '../times.ts';
import { readRule, RuleError, withoutStart, writeRule, type Rule } from './rule.ts';
import { dayMs, epochOf, midnightOf, wallOf } from './wall.ts';

/** The parts of a rule that name the time of `wall`, where its occurrences have that and it starts at another; none for other rules. */
export function pinnedTime({ frequency, lists }: Rule, wall: number, { startAt, timeZone, isAllDay }: Times): Rule['lists'] {
  if (isAllDay || frequency === 'HOURLY' || lists.BYHOUR !== undefined || lists.BYMINUTE !== undefined) return {};
  if ((wallOf(startAt, timeZone) - wall) % dayMs === 0) return {};
  return { BYHOUR: [new Date(wall).getUTCHours()], BYMINUTE: [new Date(wall).getUTCMinutes()] };
}

/** A time on the clocks that was named for a start, if they skip it; else null. */
export function maybeSkipped(wall: number | null, { startAt, timeZone, isAllDay }: Times): number | null {
  const isSkipped = wall !== null && !isAllDay && wallOf(startAt, timeZone) !== wall && epochOf(wall, timeZone) === startAt;
  return isSkipped ? wall : null;
}

/** The time on the clocks that the start of a series was to have, as its rule tells, where they skip it; else null. */
export function maybePinned({ frequency, lists }: Rule, times: Times): number | null {
  const { BYHOUR: hours = [], BYMINUTE: minutes = [] } = lists;
  const [hour, minute] = [hours[0], minutes[0]];
  if (times.isAllDay || frequency === 'HOURLY' || hours.length + minutes.length !== 2 || hour === undefined || minute === undefined)
    return null;
  const wall = wallOf(times.startAt, times.timeZone);
  const seconds = wall - Math.floor(wall / 60_000) * 60_000;
  const sameDay = midnightOf(wall) + hour * 3_600_000 + minute * 60_000 + seconds;
  if (sameDay === wall) return null;
  return [sameDay, sameDay - dayMs].find((each) => maybeSkipped(each, times) !== null) ?? null;
}

/** The same without the time of day. */
export function withoutPinned(rule: Rule): Rule {
  const { BYHOUR: _hours, BYMINUTE: _minutes, ...lists } = rule.lists;
  return { ...rule, lists };
}

/** A rule whose start was named as `wall` on the clocks, null for an instant: where they skip that, all others have its time. */
export function withNamedTime(rrule: string, wall: number | null, times: Times): string {
  if (maybeSkipped(wall, times) === null || wall === null) return rrule;
  try {
    const rule = readRule(rrule);
    const pinned = rule.count === 1 ? {} : pinnedTime(rule, wall, times);
    if (Object.keys(pinned).length === 0) return rrule;
    // In a gap before midnight the start has another day as well.
    const isSameDay = midnightOf(wall) === midnightOf(wallOf(times.startAt, times.timeZone));
    const ofDay = isSameDay ? rule : withoutStart(rule, wall, false);
    return writeRule({ ...ofDay, lists: { ...ofDay.lists, ...pinned } });
  } catch (error) {
    // What is no rule is told by what checks it.
    if (error instanceof RuleError) return rrule;
    throw error;
  }
}
