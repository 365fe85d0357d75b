import type { Day } from './agenda.ts';
import { locale, timeOfDay } from '../../ui/format.ts';

const heading = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const dueDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dueOtherYear = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** As in “Friday 20 November”. */
export function dayHeading(day: Day): string {
  return heading.format(day.start);
}

/** As in “12 Nov”, “12 Nov 2025” and “12 Nov, 17:00”: the year only if it is not the one of `now`, the time only where there is one. */
export function dueDay(at: Date, isDay: boolean, now = new Date()): string {
  const day = (at.getFullYear() === now.getFullYear() ? dueDate : dueOtherYear).format(at);
  return isDay ? day : `${day}, ${timeOfDay(at)}`;
}
