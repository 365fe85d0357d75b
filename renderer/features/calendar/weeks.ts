// Numbers of weeks. Pure.
//
// Weeks that begin on Monday are counted by ISO 8601: week 1 is the one with the first Thursday of the year. Weeks that begin on another
// day are counted as is usual there: week 1 is the one with 1 January.

import { plusDays, required } from './days.ts';

const monday = 1;

/** The number of the week that `day` is in. `firstDay`: 0 for a week that begins on Sunday, 1 on Monday… */
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
