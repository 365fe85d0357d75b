// Events as the calendar handles them. Pure: no clock, no page.

import type { eventsApi } from '../../../main/contract/events.ts';
import type { ReplyOf } from '../../../main/contract/route.ts';
import { wallTime } from './zones.ts';

/** An event as the service lists it; here `id` is that of the occurrence. */
export type CalendarEvent = ReplyOf<typeof eventsApi.listEvents>['items'][number];

/** As the service gives it, for the page: occurrences of a series are told apart by their ids. */
export function entryEvent(event: CalendarEvent): CalendarEvent {
  return { ...event, id: event.occurrenceId };
}

export function isSeries({ recurrence }: Pick<CalendarEvent, 'recurrence'>): boolean {
  return recurrence !== null;
}

/** The record's own id, which its occurrences share. */
export function seriesIdOf({ id }: Pick<CalendarEvent, 'id'>): string {
  return id.split('_')[0] ?? id;
}

/**
 * The days of an all-day event, the last one included. It is meant as dates, not as hours: one of 20 November in Tokyo is on
 * 20 November everywhere.
 */
export function daysOf({ startTime, endTime, timeZone }: Pick<CalendarEvent, 'startTime' | 'endTime' | 'timeZone'>): {
  readonly first: string;
  readonly last: string;
} {
  const lastMoment = new Date(Date.parse(endTime) - 1).toISOString();
  return { first: wallTime(startTime, timeZone).day, last: wallTime(lastMoment, timeZone).day };
}

/** The day on which the reader finds the event. */
export function dayOfEvent(event: CalendarEvent, zone: string): string {
  return event.isAllDay ? daysOf(event).first : wallTime(event.startTime, zone).day;
}

/** The last day on which the reader finds it. */
export function lastDayOfEvent(event: CalendarEvent, zone: string): string {
  if (event.isAllDay) return daysOf(event).last;
  const lastMoment = Math.max(Date.parse(event.startTime), Date.parse(event.endTime) - 1);
  return wallTime(new Date(lastMoment).toISOString(), zone).day;
}

/** What the calendar expects of an event until the service has said what it is. */
export type Expected = Partial<Omit<CalendarEvent, 'id' | 'version' | 'createdAt' | 'updatedAt'>>;

/** The event with each change that is on its way, oldest first. */
export function withExpected(event: CalendarEvent, changes: readonly Expected[]): CalendarEvent {
  return changes.length === 0 ? event : (Object.assign({}, event, ...changes) as CalendarEvent);
}
