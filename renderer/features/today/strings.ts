import { longDay, zonedMoment } from '../../ui/format.ts';
import type { AgendaDay } from './agenda.ts';

/** What the page of today says. */
export const strings = {
  title: 'Today – Daybook',
  today: 'Today',
  loading: 'Reading today’s events…',
  nothing: 'Nothing planned today',
  nothingHint: 'Events of the calendar, and cards that are due, appear here.',
  newEvent: 'New event',
  count: (events: number): string => (events === 1 ? '1 event' : `${events} events`),
  left: (events: number): string => (events === 0 ? 'all over' : `${events} still to come`),
  more: (events: number): string => `and ${events} more`,
  overdue: 'Overdue',
  dueToday: 'Due today',
  dueCount: (cards: number): string => `${cards} due`,
  overdueCount: (cards: number): string => `${cards} overdue`,
  due: 'Due',
  onBoard: 'On the board',
  cardsFailed: 'The cards that are due could not be read',
  allDay: 'All day',
  now: 'Now',
  from: 'from',
  until: 'until',
  to: 'to',
  at: 'Where:',
  failed: 'Today’s events could not be read',
} as const;

/** As in “Friday 20 November”. */
export function dayHeading({ date }: AgendaDay): string {
  return longDay.format(new Date(date));
}

/** As in “12 Nov”, “12 Nov 2025” and “12 Nov, 17:00”: the year only if it is not this one, the time only where there is one. */
export const dueDayText = (at: Date, isDay: boolean): string => zonedMoment(at, isDay, new Date());
