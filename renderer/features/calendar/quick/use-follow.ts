import { useEffect, useEffectEvent } from 'react';
import { dayOf } from '../days.ts';
import type { Period } from '../period.ts';
import type { CalendarView } from '../use-calendar-view.ts';
import type { Provisional } from './use-quick.ts';

/** What a year may begin with while it is being typed. */
const plausible = /^(?:19|20|21)/;

/** The calendar shows the day of the event that is being made, also when it becomes another one. */
export function useFollow(provisional: Provisional | null, { start, end }: Period, { view, show }: CalendarView): void {
  const day = provisional?.day ?? null;
  const isShown = day === null || (day >= dayOf(start) && day < dayOf(end));
  const follow = useEffectEvent((to: string) => {
    if (!isShown && plausible.test(to)) show(view, to);
  });
  // The view may go elsewhere while the day stays as it is.
  useEffect(() => {
    if (day !== null) follow(day);
  }, [day]);
}
