// When a new event shall be. Pure, but for the calendar's zone and the length that the user wants.

import { datePreferences } from '../../ui/date-preferences.ts';
import type { NewEventTimes } from './address.ts';
import { plusDays } from './days.ts';
import { usualStart, type EventFields } from './event-fields.ts';
import { clockAt, dayAt } from './zones.ts';

/** A single slot, in milliseconds: what is no longer was clicked, not dragged over. */
const slot = 15 * 60_000;

/** Whole days, the span that was dragged over, or from the slot that was clicked on for as long as the user wants new events. */
export function chosenSpan(start: Date, end: Date, isAllDay: boolean): NewEventTimes {
  if (isAllDay) {
    const [first, after] = [dayAt(start), dayAt(end)];
    return { start: first, end: after > first ? after : plusDays(first, 1), isAllDay };
  }
  const isClick = end.getTime() - start.getTime() <= slot;
  const last = isClick ? new Date(start.getTime() + datePreferences().eventLength * 60_000) : end;
  return { start: `${dayAt(start)}T${clockAt(start)}`, end: `${dayAt(last)}T${clockAt(last)}`, isAllDay };
}

/** When a new event on `day` is proposed, as long as the user wants new events: the next full one if that is today, else in the morning. */
export function usualSpan(day: string, now: Date): NewEventTimes {
  const hour = day === dayAt(now) ? Number(clockAt(now).slice(0, 2)) + 1 : Number(usualStart.slice(0, 2));
  const at = (minutes: number): string => {
    const face = new Date(Date.parse(`${day}T00:00Z`) + (hour * 60 + minutes) * 60_000);
    return face.toISOString().slice(0, 16);
  };
  return { start: at(0), end: at(datePreferences().eventLength), isAllDay: false };
}

/** When the event that is filled in shall be. */
export function spanOf({ isAllDay, startDay, startClock, endDay, endClock }: EventFields): NewEventTimes {
  if (isAllDay) return { isAllDay, start: startDay, end: plusDays(endDay, 1) };
  return { isAllDay, start: `${startDay}T${startClock}`, end: `${endDay}T${endClock}` };
}
