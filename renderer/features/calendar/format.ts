// Dates and times of events in words.

import { required } from './days.ts';
import { daysOf, type CalendarEvent } from './events.ts';
import { calendarTime, dateFormat, longDay, longDayOfYear, weekdayMoment, weekdayText } from '../../ui/format.ts';
import { chosenZone } from '../../ui/zone-clock.ts';
import { dayAt } from './zones.ts';

const wholeDay = dateFormat({ dateStyle: 'full' }, { zone: chosenZone, withTime: false });
const face = dateFormat({}, { zone: () => 'UTC' });

/** A time of day that is written `HH:MM`, as the page writes it. */
export function clockText(clock: string): string {
  return face.format(new Date(`2000-01-01T${clock}Z`));
}

/** As in “Friday, 20 November 2026”, of a moment on the calendar's clocks. */
export function dayName(at: Date): string {
  return wholeDay.format(at);
}

/** When an event takes place, as in “Fri, 20 Nov, 09:30 – 10:00”. */
export function whenOf(event: CalendarEvent): string {
  if (!event.isAllDay) return weekdayMoment.formatRange(new Date(event.startTime), new Date(event.endTime));
  const { first, last } = daysOf(event);
  return weekdayText.formatRange(required(first), required(last < first ? first : last));
}

/** The name of a day of the list, as in “Friday 20 November”; with the year where it is not the year of `today`. */
export function listDayName(day: string, today: string): string {
  return (day.slice(0, 4) === today.slice(0, 4) ? longDay : longDayOfYear).format(required(day));
}

/** The times of day of an event that has some, as in “09:30 – 10:00”. */
export function timesText({ startTime, endTime }: Pick<CalendarEvent, 'startTime' | 'endTime'>): string {
  return calendarTime.formatRange(new Date(startTime), new Date(endTime));
}

/** From one moment to another, as in “09:30 – 10:00”; with the days when they differ, or `withDay`. */
export function rangeOf(start: Date, end: Date, withDay = false): string {
  return (!withDay && dayAt(start) === dayAt(end) ? calendarTime : weekdayMoment).formatRange(start, end);
}
