// Days as the page writes them, `YYYY-MM-DD`, and their midnights where the reader is. Pure.

import { wallAt } from '../../ui/zone-clock.ts';

/** `YYYY-MM-DD` of a moment on the reader's clock. */
export function dayOf(moment: Date): string {
  return wallAt(moment, null).day;
}

/** The midnight with which a day begins; null for text that names no day. */
export function midnightOf(day: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const midnight = localDate(year, month - 1, date);
  return dayOf(midnight) === day ? midnight : null;
}

/** The day `days` days later; earlier if negative. Throws a RangeError for text that names no day. */
export function plusDays(day: string, days: number): string {
  const start = required(day);
  return dayOf(localDate(start.getFullYear(), start.getMonth(), start.getDate() + days));
}

/** The same day of another month, or that month's last. Throws a RangeError for text that names no day. */
export function plusMonths(day: string, months: number): string {
  const start = required(day);
  const last = localDate(start.getFullYear(), start.getMonth() + months + 1, 0);
  return dayOf(localDate(last.getFullYear(), last.getMonth(), Math.min(start.getDate(), last.getDate())));
}

export function required(day: string): Date {
  const midnight = midnightOf(day);
  if (midnight === null) throw new RangeError(`There is no day ${day}`);
  return midnight;
}

/** As the constructor does it, but the year 26 is not 1926. */
export function localDate(year: number, month: number, date: number): Date {
  const made = new Date(2000, month, date);
  made.setFullYear(year, month, date);
  made.setHours(0, 0, 0, 0);
  return made;
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
  const [year, month, date] = [telling.getFullYear(), telling.getMonth(), telling.getDate()];
  // In UTC, where all days are as long.
  const dayOfYear = (Date.UTC(year, month, date) - Date.UTC(year, 0, 1)) / 86_400_000;
  return Math.floor(dayOfYear / 7) + 1;
}

/** The first day of the week that `day` is in. */
export function weekStart(day: string, firstDay: number): string {
  return plusDays(day, -((required(day).getDay() - firstDay + 7) % 7));
}
