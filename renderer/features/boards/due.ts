// When a card is due. A date is one of the zone on whose clocks the calendar and Today are shown, and so is what is told of a time; a
// date-time without an offset is one of this machine's clock. Pure but for that choice.

import { dayMs } from '../../../main/contract/days.ts';
import { zonedMoment } from '../../ui/format.ts';
import { chosenZone, dayEnd, momentAt, wallAt } from '../../ui/zone-clock.ts';

interface Due {
  /** When it has passed: for a date the end of that day. */
  readonly at: Date;
  /** Whether it is a whole day. */
  readonly isDay: boolean;
}

/** Null without a due date, or when it cannot be read. */
export function dueOf(dueDate: string | null): Due | null {
  if (dueDate === null) return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(dueDate)) return { at: dayEnd(dueDate, chosenZone()), isDay: true };
  const at = new Date(dueDate);
  return Number.isNaN(at.getTime()) ? null : { at, isDay: false };
}

type DueState = 'overdue' | 'today' | 'soon' | 'later';

/** `soon` is within the next seven days. */
export function dueState({ at, isDay }: Due, now: Date): DueState {
  if (at <= now) return 'overdue';
  const zone = chosenZone();
  const midnight = dayEnd(wallAt(now, zone).day, zone);
  // The end of a day is the first moment of the next one.
  if (isDay ? at <= midnight : at < midnight) return 'today';
  return at.getTime() - midnight.getTime() <= 7 * dayMs ? 'soon' : 'later';
}

/** As in “20 Nov”, “20 Nov 2027, 17:00”: the year only if it is another one. */
export function dueText({ at, isDay }: Due, now: Date): string {
  return zonedMoment(isDay ? new Date(at.getTime() - 1) : at, isDay, now);
}

/** What the two fields of a form show: `YYYY-MM-DD` and `HH:MM`, each empty when it is not set. */
export function dueFields(dueDate: string | null): { readonly date: string; readonly time: string } {
  const due = dueOf(dueDate);
  if (due === null || dueDate === null) return { date: '', time: '' };
  if (due.isDay) return { date: dueDate, time: '' };
  const { day, clock } = wallAt(due.at, chosenZone());
  return { date: day, time: clock };
}

/** The due date that the two fields mean; null without a date. */
export function dueFromFields(date: string, timeOfDay: string): string | null {
  if (date === '') return null;
  if (timeOfDay === '') return date;
  const zone = chosenZone();
  // Of another zone than the machine's, by whose clock the service reads a time without an offset, the instant is told.
  return zone === null ? `${date}T${timeOfDay}:00` : momentAt({ day: date, clock: timeOfDay }, zone).toISOString();
}
