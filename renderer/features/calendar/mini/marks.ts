// On which days there is something. Pure, but for the calendar's zone.

import type { Card } from '../../../../main/contract/cards.ts';
import { plusDays } from '../days.ts';
import { daysOf } from '../events.ts';
import type { ShownEvent } from '../use-calendar.ts';
import { dayAt } from '../zones.ts';

/** The days, from `first` to `last`, on which one of the events or cards is. */
export function markedDays(events: readonly ShownEvent[], cards: readonly Card[], first: string, last: string): ReadonlySet<string> {
  const marked = new Set<string>();
  const mark = (from: string, to: string): void => {
    for (let day = from < first ? first : from; day <= to && day <= last; day = plusDays(day, 1)) marked.add(day);
  };
  for (const { event } of events) {
    if (event.isAllDay) {
      const days = daysOf(event);
      mark(days.first, days.last);
    } else mark(dayAt(new Date(event.startTime)), dayAt(new Date(Date.parse(event.endTime) - 1)));
  }
  for (const { dueDate } of cards) {
    const day = dueDate === null ? null : dueDate.includes('T') ? dayAt(new Date(dueDate)) : dueDate;
    if (day !== null) mark(day, day);
  }
  return marked;
}
