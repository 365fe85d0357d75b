// Days as the page writes them, `YYYY-MM-DD`. They are reckoned on the clocks of UTC, as those of the reader may skip a day. Pure.

import { dayMs } from '../../../main/contract/days.ts';

/** The ends of what can be written so: beyond them nothing is reckoned. */
const [firstOfAll, lastOfAll] = ['0000-01-01', '9999-12-31'];

/** The midnight with which a day begins in UTC; null for text that names no day. */
export function utcMidnight(day: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const midnight = dateOf(year, month - 1, date);
  return textOf(midnight) === day ? midnight : null;
}

/** The day `days` days later; earlier if negative. Throws a RangeError for text that names no day. */
export function plusDays(day: string, days: number): string {
  const start = required(day);
  return textOf(dateOf(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + days));
}

/** The same day of another month, or that month's last. Throws a RangeError for text that names no day. */
export function plusMonths(day: string, months: number): string {
  const start = required(day);
  const last = dateOf(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0);
  return textOf(dateOf(last.getUTCFullYear(), last.getUTCMonth(), Math.min(start.getUTCDate(), last.getUTCDate())));
}

/** The first day of the month that `day` is in. */
export function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** As `utcMidnight`, for formatters of UTC. Throws a RangeError for text that names no day. */
export function required(day: string): Date {
  const midnight = utcMidnight(day);
  if (midnight === null) throw new RangeError(`There is no day ${day}`);
  return midnight;
}

/** As `Date.UTC` does it, but the year 26 is not 1926. */
function dateOf(year: number, month: number, date: number): Date {
  return new Date(new Date(0).setUTCFullYear(year, month, date));
}

function textOf(midnight: Date): string {
  const year = midnight.getUTCFullYear();
  if (year < 0) return firstOfAll;
  return year > 9999 ? lastOfAll : midnight.toISOString().slice(0, 10);
}

const monday = 1;

/**
 * The number of the week that `day` is in. `firstDay`: 0 for a week that begins on Sunday, 1 on Monday… Weeks that begin on Monday are
 * counted by ISO 8601: week 1 is the one with the first Thursday of the year. Weeks that begin on another day are counted as is usual
 * there: week 1 is the one with 1 January.
 */
export function weekNumber(day: string, firstDay: number): number {
  const start = weekStart(day, firstDay);
  // The day of the week by which its year is told: which year that day is in, the week is in.
  const telling = required(plusDays(start, firstDay === monday ? 3 : 6));
  const dayOfYear = (telling.getTime() - dateOf(telling.getUTCFullYear(), 0, 1).getTime()) / dayMs;
  return Math.floor(dayOfYear / 7) + 1;
}

/** The first day of the week that `day` is in. */
export function weekStart(day: string, firstDay: number): string {
  return plusDays(day, -((required(day).getUTCDay() - firstDay + 7) % 7));
}
