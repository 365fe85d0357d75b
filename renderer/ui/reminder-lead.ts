// How long before something a reminder rings, in words. Pure.

import { strings } from './reminder-strings.ts';

/** The usual ones, in minutes. */
export const usualLeads = [0, 5, 10, 30, 60, 1440] as const;

/** As in "10 minutes before": in the largest unit that gives a whole number. */
export function leadName(minutes: number): string {
  if (minutes === 0) return strings.atTime;
  const { units, before } = strings;
  if (minutes % 10_080 === 0) return before(units.week(minutes / 10_080));
  if (minutes % 1440 === 0) return before(units.day(minutes / 1440));
  if (minutes % 60 === 0) return before(units.hour(minutes / 60));
  return before(units.minute(minutes));
}
