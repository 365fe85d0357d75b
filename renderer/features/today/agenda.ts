// What belongs to a day, and in which order. Pure: no clock, no page.

import { nextDay } from '../../../main/contract/days.ts';
import type { eventsApi } from '../../../main/contract/events.ts';
import type { ReplyOf } from '../../../main/contract/route.ts';
import { dayStart, wallAt } from '../../ui/zone-clock.ts';

/** A calendar event as the service lists it. */
export type CalendarEvent = ReplyOf<typeof eventsApi.listEvents>['items'][number];

/** A day where the reader is: half-open, from midnight to midnight. */
export interface AgendaDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly start: Date;
  readonly end: Date;
}

/** Where an event stands relative to a moment. */
export type Phase = 'past' | 'now' | 'ahead';

/** The day of `moment` on the clocks of `zone`, null for that of the machine. */
export function dayOf(moment: Date, zone: string | null = null): AgendaDay {
  const { day: date } = wallAt(moment, zone);
  // Not 24 hours later: days on which the clocks change are shorter or longer.
  return { date, start: dayStart(date, zone), end: dayStart(nextDay(date), zone) };
}

/** The events of `day`: all-day ones first, then by start, end and title. */
export function agendaOf(events: readonly CalendarEvent[], day: AgendaDay): CalendarEvent[] {
  return events.filter((event) => belongsTo(event, day)).toSorted(inOrder);
}

/**
 * An all-day event is meant as a date, not as 24 hours: one of tomorrow in Tokyo overlaps today in Berlin and still is
 * tomorrow's. All others belong to each day that they overlap.
 */
function belongsTo(event: CalendarEvent, day: AgendaDay): boolean {
  const [start, end] = [Date.parse(event.startTime), Date.parse(event.endTime)];
  if (!event.isAllDay) return start < day.end.getTime() && end > day.start.getTime();
  try {
    return wallAt(new Date(start), event.timeZone).day <= day.date && wallAt(new Date(end - 1), event.timeZone).day >= day.date;
  } catch {
    // The browser does not know the zone; the service has found an overlap.
    return true;
  }
}

function inOrder(a: CalendarEvent, b: CalendarEvent): number {
  return (
    Number(b.isAllDay) - Number(a.isAllDay) ||
    Date.parse(a.startTime) - Date.parse(b.startTime) ||
    Date.parse(a.endTime) - Date.parse(b.endTime) ||
    a.title.localeCompare(b.title) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** All-day events are over only with their day, and what is cancelled is never on. */
export function phaseOf(event: CalendarEvent, now: Date): Phase {
  if (event.isAllDay) return 'ahead';
  if (Date.parse(event.endTime) <= now.getTime()) return 'past';
  return Date.parse(event.startTime) <= now.getTime() && !event.isCancelled ? 'now' : 'ahead';
}

/** The parts of an event's time that lie on `day`; null for an end that lies on another. Null for the whole day. */
export function timesOn(event: CalendarEvent, day: AgendaDay): { readonly start: Date | null; readonly end: Date | null } | null {
  if (event.isAllDay) return null;
  const [start, end] = [new Date(event.startTime), new Date(event.endTime)];
  const times = { start: start >= day.start ? start : null, end: end <= day.end ? end : null };
  return times.start === null && times.end === null ? null : times;
}
