// What rules that never occur have in common: found out by arithmetic, where the library would look through thousands of periods. Pure.

import { daysFrom, type Day } from './days.ts';
import { weekdays } from '../../../contract/days.ts';
import type { Rule } from './rule.ts';

/** Whatever days a rule names together come within these years: 29 February on one weekday takes up to 40. */
export const searchedYears = 60;

/**
 * False only for a rule that no day suits, or whose BYSETPOS asks for more than one of its periods can have; `wall` is its start on the
 * clocks.
 */
export function canOccur(rule: Rule, wall: number): boolean {
  return hasPositions(rule) && suitsSomeDay(rule, wall);
}

function hasPositions({ frequency, days, lists }: Rule): boolean {
  if (lists.BYSETPOS === undefined) return true;
  const { BYHOUR: hours, BYMINUTE: minutes, BYSECOND: seconds } = lists;
  const daysOfPeriod = { YEARLY: 366, MONTHLY: 31, WEEKLY: days.length || 1, DAILY: 1, HOURLY: 1 }[frequency];
  const hoursOfDay = frequency === 'HOURLY' ? 1 : (hours?.length ?? 1);
  const most = daysOfPeriod * hoursOfDay * (minutes?.length ?? 1) * (seconds?.length ?? 1);
  return lists.BYSETPOS.some((position) => Math.abs(position) <= most);
}

function suitsSomeDay({ days, lists }: Rule, wall: number): boolean {
  const { BYMONTH: months, BYMONTHDAY: monthDays, BYYEARDAY: yearDays, BYWEEKNO: weeks } = lists;
  if (monthDays === undefined && yearDays === undefined && weeks === undefined) return true;
  const weekdaysOf = new Set(days.map(({ weekday }) => weekdays.indexOf(weekday)));
  const isNamed = (named: readonly number[] | undefined, at: number, length: number): boolean =>
    named === undefined || named.includes(at) || named.includes(at - length - 1);
  // A week of the year begins up to 3 days before it has begun seven times as many days, and a weekday of the rule up to 6 later.
  const isInWeek = ({ dayOfYear, daysOfYear }: Day): boolean =>
    weeks === undefined ||
    weeks.some((week) => {
      const from = week > 0 ? 7 * (week - 1) : daysOfYear + 7 * week;
      return dayOfYear >= from - 10 && dayOfYear <= from + 17;
    }) ||
    // Days around New Year belong to weeks of the year beside.
    dayOfYear <= 3 ||
    dayOfYear >= daysOfYear - 3;
  for (const day of daysFrom(wall, searchedYears)) {
    if (months !== undefined && !months.includes(day.month)) continue;
    if (weekdaysOf.size > 0 && !weekdaysOf.has(day.weekday)) continue;
    if (isNamed(monthDays, day.day, day.daysOfMonth) && isNamed(yearDays, day.dayOfYear, day.daysOfYear) && isInWeek(day)) return true;
  }
  return false;
}
