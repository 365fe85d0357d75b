// The time of day of a series whose start the clocks have moved out of a gap: its rule names it, as the start has another. Pure.

import type { Times } from '../times.ts';
import { readRule, RuleError, writeRule, type Rule } from './rule.ts';
import { dayMs, epochOf, wallOf } from './wall.ts';

/** The parts of a rule that name the time of `wall`, where its occurrences have that and it starts at another; none for other rules. */
export function pinnedTime({ frequency, lists }: Rule, wall: number, { startAt, timeZone, isAllDay }: Times): Rule['lists'] {
  if (isAllDay || frequency === 'HOURLY' || lists.BYHOUR !== undefined || lists.BYMINUTE !== undefined) return {};
  if ((wallOf(startAt, timeZone) - wall) % dayMs === 0) return {};
  return { BYHOUR: [new Date(wall).getUTCHours()], BYMINUTE: [new Date(wall).getUTCMinutes()] };
}

/** A rule whose start was named as `wall` on the clocks, null for an instant: where they skip that, all others have its time. */
export function withNamedTime(rrule: string, wall: number | null, times: Times): string {
  const { startAt, timeZone } = times;
  if (wall === null || wallOf(startAt, timeZone) === wall || epochOf(wall, timeZone) !== startAt) return rrule;
  try {
    const rule = readRule(rrule);
    return rule.count === 1 ? rrule : writeRule({ ...rule, lists: { ...rule.lists, ...pinnedTime(rule, wall, times) } });
  } catch (error) {
    // What is no rule is told by what checks it.
    if (error instanceof RuleError) return rrule;
    throw error;
  }
}
