// Dates and times of events in words.

import { required } from './days.ts';
import { daysOf, type CalendarEvent } from './events.ts';
import { clock, locale } from '../../ui/format.ts';

const time = new Intl.DateTimeFormat(locale, clock);
const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
const wholeDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
const moment = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...clock });

/** As in “Friday, 20 November 2026”. */
export function dayName(at: Date): string {
  return wholeDay.format(at);
}

/** When an event takes place, as in “Fri, 20 Nov, 09:30 – 10:00”. */
export function whenOf(event: CalendarEvent): string {
  if (!event.isAllDay) return moment.formatRange(new Date(event.startTime), new Date(event.endTime));
  const { first, last } = daysOf(event);
  return day.formatRange(required(first), required(last < first ? first : last));
}

/** From one moment to another, as in “09:30 – 10:00”; with the days when they differ, or `withDay`. */
export function rangeOf(start: Date, end: Date, withDay = false): string {
  return (!withDay && start.toDateString() === end.toDateString() ? time : moment).formatRange(start, end);
}
