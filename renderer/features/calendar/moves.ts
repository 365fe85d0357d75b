// Moving events and cards about: what the service is told, and how the event will stand. Pure.

import { Temporal } from 'temporal-polyfill';
import type { Card } from '../../../main/contract/cards.ts';
import { plusDays } from './days.ts';
import { daysOf, type CalendarEvent } from './events.ts';
import type { EventChange } from './use-event-changes.ts';
import { calendarZone, clockAt, dayAt, momentInZone } from './zones.ts';

/** Where an event is put, on the calendar's clocks; of an all-day event the midnights, the end exclusive. */
export interface EventTimes {
  readonly start: Date;
  readonly end: Date;
  readonly isAllDay: boolean;
}

/** The change that puts the event there. An all-day event keeps to the days of its own zone, any other to its instants. */
export function moveTo(event: CalendarEvent, { start, end, isAllDay }: EventTimes): EventChange {
  const becomes = isAllDay === event.isAllDay ? {} : { isAllDay };
  if (isAllDay) return { event, ...onDays(event, dayAt(start), dayAt(end), becomes) };
  const times = { startTime: start.toISOString(), endTime: end.toISOString() };
  return { event, body: { ...times, ...becomes }, expected: { ...times, isAllDay } };
}

function onDays(
  { timeZone }: CalendarEvent,
  startDate: string,
  endDate: string,
  becomes: { readonly isAllDay?: boolean },
): Omit<EventChange, 'event'> {
  const midnight = (day: string): string => momentInZone({ day, clock: '00:00' }, timeZone).toISOString();
  return {
    body: { startDate, endDate, ...becomes },
    expected: { startTime: midnight(startDate), endTime: midnight(endDate), isAllDay: true },
  };
}

/** Where the event ends up by a move to there: it lasts as long as before, also where the clocks change in between. */
export function asLong(event: Pick<CalendarEvent, 'startTime' | 'endTime' | 'isAllDay'>, times: EventTimes): EventTimes {
  if (event.isAllDay || times.isAllDay) return times;
  return { ...times, end: new Date(times.start.getTime() + Date.parse(event.endTime) - Date.parse(event.startTime)) };
}

/** The change that shifts the event by whole days, and minutes unless it lasts all day. Null if there is nothing to do. */
export function nudge(event: CalendarEvent, days: number, minutes: number): EventChange | null {
  if (event.isAllDay) {
    if (days === 0) return null;
    const { first, last } = daysOf(event);
    return { event, ...onDays(event, plusDays(first, days), plusDays(last, days + 1), {}) };
  }
  const start = shifted(event.startTime, days, minutes);
  return moveTo(event, asLong(event, { start, end: start, isAllDay: false }));
}

/**
 * The change that lets the event end later, or earlier when negative; of an all-day event whole days alone. Null where it would end
 * before it starts.
 */
export function stretch(event: CalendarEvent, days: number, minutes: number): EventChange | null {
  if (event.isAllDay) {
    const { first, last } = daysOf(event);
    const end = plusDays(last, days + 1);
    return days === 0 || end <= first ? null : { event, ...onDays(event, first, end, {}) };
  }
  const end = shifted(event.endTime, days, minutes);
  const start = new Date(event.startTime);
  return end.getTime() <= start.getTime() ? null : moveTo(event, { start, end, isAllDay: false });
}

/** When a card that was put there is due: at that time; on a day, at its own time of day if it has one. */
export function dueAt({ dueDate }: Pick<Card, 'dueDate'>, { start, isAllDay }: Pick<EventTimes, 'start' | 'isAllDay'>): string {
  if (!isAllDay) return start.toISOString();
  const day = dayAt(start);
  if (dueDate?.includes('T') !== true) return day;
  return momentInZone({ day, clock: clockAt(new Date(dueDate)) }, calendarZone()).toISOString();
}

/** By the clock, not by 24 hours: it stays at nine also when the clocks change in between. */
function shifted(instant: string, days: number, minutes: number): Date {
  const zone = calendarZone();
  const clock = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  return new Date(clock.add({ days, minutes }).toZonedDateTime(zone).epochMilliseconds);
}
