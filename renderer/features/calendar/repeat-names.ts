// The ways of repeating in words. Pure.

import { locale } from '../../ui/format.ts';
import { required } from './days.ts';
import { weekdays, type Weekday } from '../../../main/contract/days.ts';
import { placeInMonth, type End, type UsualWay } from './repeat.ts';
import { strings } from './strings.ts';

const yearDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
const weekdayFormats = {
  long: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
} as const;

/** As in “Thursday” or “Thu”. */
export function weekdayName(weekday: Weekday, width: 'long' | 'short'): string {
  // 5 January 2026 was a Monday.
  return weekdayFormats[width].format(Date.UTC(2026, 0, 5 + weekdays.indexOf(weekday)));
}

/** As in “Weekly on Thursday”, for an event on that day. */
export function wayName(way: UsualWay, day: string): string {
  const date = required(day);
  const weekday = weekdayFormats.long.format(date);
  switch (way) {
    case 'weekly':
      return strings.weeklyOn(weekday);
    case 'monthlyOnDate':
      return strings.monthlyOnDay(date.getUTCDate());
    case 'monthlyOnNth':
      return strings.monthlyOnThe(strings.nth[placeInMonth(day).nth - 1] ?? '', weekday);
    case 'monthlyOnLast':
      return strings.monthlyOnThe(strings.last, weekday);
    case 'yearly':
      return strings.yearlyOn(yearDay.format(date));
    default:
      return strings.ways[way];
  }
}

export const endName = (kind: End['kind']): string => strings.repeatEnds[kind];
