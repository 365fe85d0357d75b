// The slots that a user goes over by keys: half an hour of a day, or a whole day. Pure, but for the calendar's zone and preferences.

import { datePreferences } from '../../../ui/date-preferences.ts';
import type { NewEventTimes } from '../address.ts';
import { plusDays, plusMonths, weekStart } from '../days.ts';
import { daysOf, type CalendarEvent } from '../events.ts';
import { columnsOf, type View } from '../period.ts';
import { calendarZone, clockAt, dayAt, momentInZone } from '../zones.ts';

export interface Slot {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** When it begins, in minutes since midnight; null for the whole day. */
  readonly minute: number | null;
}

/** What is chosen: all slots from `anchor` to `at`, in either direction. */
export interface Cursor {
  readonly at: Slot;
  readonly anchor: Slot;
}

/** In minutes. */
export const slotLength = 30;

const lastSlot = 24 * 60 - slotLength;

export interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key leads; with Shift what was chosen grows or shrinks. Null for a key that leads nowhere. */
export function cursorByKey(press: Press, { at, anchor }: Cursor, view: View, firstDay: number): Cursor | null {
  if (press.altKey || press.metaKey) return null;
  const next = nextSlot(press, at, view, firstDay);
  if (next === null) return null;
  if (!press.shiftKey) return { at: next, anchor: next };
  // Hours are chosen within one day, and no hours together with whole days.
  const isHours = anchor.minute !== null;
  if (isHours !== (next.minute !== null) || (isHours && next.day !== anchor.day)) return { at, anchor };
  return { at: next, anchor };
}

function nextSlot({ key, ctrlKey }: Press, { day, minute }: Slot, view: View, firstDay: number): Slot | null {
  if (ctrlKey) return endOfDay(key, day, view);
  const isMonth = view === 'month';
  switch (key) {
    case 'ArrowLeft':
      return { day: plusDays(day, -1), minute };
    case 'ArrowRight':
      return { day: plusDays(day, 1), minute };
    case 'ArrowUp':
      if (isMonth) return { day: plusDays(day, -7), minute };
      return { day, minute: minute === null || minute === 0 ? null : minute - slotLength };
    case 'ArrowDown':
      if (isMonth) return { day: plusDays(day, 7), minute };
      return { day, minute: minute === null ? 0 : Math.min(lastSlot, minute + slotLength) };
    case 'Home':
      return { day: weekStart(day, firstDay), minute };
    case 'End':
      return { day: plusDays(weekStart(day, firstDay), 6), minute };
    case 'PageUp':
      return { day: isMonth ? plusMonths(day, -1) : plusDays(day, -columnsOf(view)), minute };
    case 'PageDown':
      return { day: isMonth ? plusMonths(day, 1) : plusDays(day, columnsOf(view)), minute };
    default:
      return null;
  }
}

/** Ctrl+Home and Ctrl+End: the first and the last half hour of a day. */
function endOfDay(key: string, day: string, view: View): Slot | null {
  if (view === 'month' || (key !== 'Home' && key !== 'End')) return null;
  return { day, minute: key === 'Home' ? 0 : lastSlot };
}

/** The slot of an event on a day: the one in which it begins. */
export function slotOfEvent({ startTime, isAllDay }: CalendarEvent, day: string, view: View): Slot {
  const start = new Date(startTime);
  if (view === 'month' || isAllDay || dayAt(start) !== day) return { day, minute: null };
  const [hours = 0, minutes = 0] = clockAt(start).split(':').map(Number);
  return { day, minute: Math.floor((hours * 60 + minutes) / slotLength) * slotLength };
}

/** The days that are chosen, the last one included. */
export function daysBetween({ at, anchor }: Cursor): { readonly first: string; readonly last: string } {
  return at.day < anchor.day ? { first: at.day, last: anchor.day } : { first: anchor.day, last: at.day };
}

/** The minutes that are chosen, the end exclusive; null for whole days. */
export function minutesBetween({ at, anchor }: Cursor): { readonly start: number; readonly end: number } | null {
  if (at.minute === null || anchor.minute === null) return null;
  return { start: Math.min(at.minute, anchor.minute), end: Math.max(at.minute, anchor.minute) + slotLength };
}

/** When a new event shall be: what is chosen, or from a single slot for as long as the user wants new events. */
export function spanOfCursor(cursor: Cursor): NewEventTimes {
  const { first, last } = daysBetween(cursor);
  const minutes = minutesBetween(cursor);
  if (minutes === null) return { start: first, end: plusDays(last, 1), isAllDay: true };
  const isOne = minutes.end - minutes.start === slotLength;
  const end = isOne ? minutes.start + datePreferences().eventLength : minutes.end;
  return { start: faceAt(first, minutes.start), end: faceAt(first, end), isAllDay: false };
}

/** `YYYY-MM-DDTHH:MM`, which may be on the next day. */
function faceAt(day: string, minute: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + minute * 60_000).toISOString().slice(0, 16);
}

/** `HH:MM`; `24:00` at the end of the day. */
export function clockOfMinute(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((value) => String(value).padStart(2, '0')).join(':');
}

/** How many of the events are in what is chosen. */
export function eventsWithin(cursor: Cursor, events: readonly CalendarEvent[]): number {
  const { first, last } = daysBetween(cursor);
  const minutes = minutesBetween(cursor);
  const zone = calendarZone();
  const edge = (day: string, minute: number): number =>
    momentInZone(
      { day: minute === 1440 ? plusDays(day, 1) : day, clock: minute === 1440 ? '00:00' : clockOfMinute(minute) },
      zone,
    ).getTime();
  const [start, end] = [edge(first, minutes?.start ?? 0), edge(last, minutes?.end ?? 1440)];
  return events.filter((event) => {
    if (event.isAllDay) {
      const days = daysOf(event);
      return minutes === null && days.first <= last && days.last >= first;
    }
    return Date.parse(event.startTime) < end && Math.max(Date.parse(event.endTime), Date.parse(event.startTime) + 1) > start;
  }).length;
}
