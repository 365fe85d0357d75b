import { useMemo } from 'react';
import { plusDays } from '../days.ts';
import { useCalendars } from '../../../api/calendars.ts';
import { useLayers } from '../layers/use-calendars.ts';
import type { Period } from '../period.ts';
import { useDueCards, useShownEvents, useStoredEvents, type ShownEvent } from '../use-calendar.ts';
import type { Card } from '../../../../main/contract/cards.ts';
import { daysOf } from '../events.ts';
import { dayAt } from '../zones.ts';

/** The days of a period on which there is something that the calendar shows. */
export function useMarkedDays(period: Period, showsCards: boolean): ReadonlySet<string> {
  const stored = useStoredEvents(period);
  const calendars = useCalendars();
  const events = useLayers(useShownEvents(stored.data), calendars.data);
  const { cards } = useDueCards(period, showsCards);
  const [first, last] = [period.start, plusDays(period.end, -1)];
  return useMemo(() => markedDays(events, cards, first, last), [events, cards, first, last]);
}

/** The days, from `first` to `last`, on which one of the events or cards is. Pure. */
export function markedDays(events: readonly ShownEvent[], cards: readonly Card[], first: string, last: string): ReadonlySet<string> {
  const marked = new Set<string>();
  const mark = (from: string, to: string): void => {
    // So it is with most of thousands.
    if (from === to && marked.has(from)) return;
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
