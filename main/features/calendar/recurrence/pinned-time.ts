// The time of day of a series whose start the clocks have moved out of a gap: its rule names it, as the start has another. Pure.

import { dayMs } from '../../../contract/days.ts';
import { toInstant } from '../../../lib/clock.ts';
import type { Times } from '../times.ts';
import type { Repeated } from './dates.ts';
import { readRule, RuleError, withoutStart, writeRule, type Rule } from './rule.ts';
import { epochOf, wallMidnight, wallOf } from './wall.ts';

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
  const sameDay = wallMidnight(wall) + hour * 3_600_000 + minute * 60_000 + seconds;
  if (sameDay === wall) return null;
  return [sameDay, sameDay - dayMs].find((each) => maybeSkipped(each, times) !== null) ?? null;
}

/** What the clocks were to show at an occurrence, by the rule of its series, where they skip that; else null. */
export function maybeSkippedAt(series: Repeated, at: number): number | null {
  const { timeZone, isAllDay, recurrence } = series;
  const skipped = isAllDay ? null : maybeSkipped(wallOf(at - dayMs, timeZone) + dayMs, { ...series, startAt: at });
  if (skipped === null || recurrence.rdates.includes(toInstant(at))) return null;
  const rule = readRule(recurrence.rrule);
  const start = wallOf(series.startAt, timeZone);
  return givesTime(rule, start, skipped) && !givesTime(rule, start, wallOf(at, timeZone)) ? skipped : null;
}

/** Whether a rule that starts at `start` has the hour and the minute of `wall`, both times on the clocks. */
function givesTime({ frequency, lists: { BYHOUR, BYMINUTE } }: Rule, start: number, wall: number): boolean {
  const [from, at] = [new Date(start), new Date(wall)];
  const hours = BYHOUR ?? (frequency === 'HOURLY' ? null : [from.getUTCHours()]);
  const minutes = BYMINUTE ?? [from.getUTCMinutes()];
  return (hours === null || hours.includes(at.getUTCHours())) && minutes.includes(at.getUTCMinutes());
}

/** A rule without the time of day that `withNamedTime` gives it, for a start that is named as `wall`; as it is where it has no such. */
export function withoutNamedTime(rrule: string, wall: number | null, times: Times): string {
  const plain = wall === null ? rrule : writeRule(withoutPinned(readRule(rrule)));
  return withNamedTime(plain, wall, times) === rrule ? plain : rrule;
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
    const isSameDay = wallMidnight(wall) === wallMidnight(wallOf(times.startAt, times.timeZone));
    const ofDay = isSameDay ? rule : withoutStart(rule, wall, false);
    return writeRule({ ...ofDay, lists: { ...ofDay.lists, ...pinned } });
  } catch (error) {
    // What is no rule is told by what checks it.
    if (error instanceof RuleError) return rrule;
    throw error;
  }
}
