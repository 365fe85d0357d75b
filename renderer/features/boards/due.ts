// When a card is due. Pure: no clock, no page. A date, or a date-time without an offset, is that of the reader's own clock.

import { dayMs } from '../../../main/contract/days.ts';
import { shortDay, timeOfDay } from '../../ui/format.ts';
import { wallAt } from '../../ui/zone-clock.ts';

interface Due {
  /** When it has passed: for a date the end of that day. */
  readonly at: Date;
  /** Whether it is a whole day. */
  readonly isDay: boolean;
}

/** Null without a due date, or when it cannot be read. */
export function dueOf(dueDate: string | null): Due | null {
  if (dueDate === null) return null;
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dueDate);
  if (day !== null) return { at: new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]) + 1), isDay: true };
  const at = new Date(dueDate);
  return Number.isNaN(at.getTime()) ? null : { at, isDay: false };
}

type DueState = 'overdue' | 'today' | 'soon' | 'later';

/** `soon` is within the next seven days. */
export function dueState({ at, isDay }: Due, now: Date): DueState {
  if (at <= now) return 'overdue';
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  // The end of a day is the first moment of the next one.
  if (isDay ? at <= midnight : at < midnight) return 'today';
  return at.getTime() - midnight.getTime() <= 7 * dayMs ? 'soon' : 'later';
}

/** As in “20 Nov”, “20 Nov 2027, 17:00”: the year only if it is another one. */
export function dueText({ at, isDay }: Due, now: Date): string {
  const shown = isDay ? new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1) : at;
  const date = shortDay(shown, now);
  return isDay ? date : `${date}, ${timeOfDay(shown)}`;
}

/** What the two fields of a form show: `YYYY-MM-DD` and `HH:MM`, each empty when it is not set. */
export function dueFields(dueDate: string | null): { readonly date: string; readonly time: string } {
  const due = dueOf(dueDate);
  if (due === null || dueDate === null) return { date: '', time: '' };
  if (due.isDay) return { date: dueDate, time: '' };
  const { day, clock } = wallAt(due.at, null);
  return { date: day, time: clock };
}

/** The due date that the two fields mean; null without a date. */
export function dueFromFields(date: string, timeOfDay: string): string | null {
  if (date === '') return null;
  return timeOfDay === '' ? date : `${date}T${timeOfDay}:00`;
}
