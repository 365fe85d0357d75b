import { useMemo } from 'react';
import { dayOf, plusDays } from '../days.ts';
import { useCalendars, useLayers } from '../layers/use-calendars.ts';
import type { Period } from '../period.ts';
import { useDueCards, useShownEvents, useStoredEvents } from '../use-calendar.ts';
import { markedDays } from './marks.ts';

/** The days of a period on which there is something that the calendar shows. */
export function useMarkedDays(period: Period, showsCards: boolean): ReadonlySet<string> {
  const stored = useStoredEvents(period);
  const calendars = useCalendars();
  const events = useLayers(useShownEvents(stored.data), calendars.data);
  const cards = useDueCards(period, showsCards);
  const [first, last] = [dayOf(period.start), plusDays(dayOf(period.end), -1)];
  return useMemo(() => markedDays(events, cards, first, last), [events, cards, first, last]);
}
