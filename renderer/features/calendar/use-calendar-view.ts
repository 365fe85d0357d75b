// Where in the calendar one is: what the address says, and what goes without saying.

import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { announce } from '../../ui/announce.tsx';
import { firstDayOf, useDatePreferences } from '../../ui/date-preferences.ts';
import { readSetting, writeSetting } from '../../api/remembered.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useNow } from '../../ui/when.ts';
import { addressPath, readAddress, type Address, type NewEventTimes } from './address.ts';
import { usualSpan } from './spans.ts';
import { dayOfEvent } from './events.ts';
import { ownLocale } from '../../ui/format.ts';
import { periodName, step, viewAsShown, views, type View } from './period.ts';
import { useEvent } from './use-calendar.ts';
import { calendarZone, dayAt } from './zones.ts';

/** What the dialog is about. */
export type DialogTarget = { readonly kind: 'event'; readonly id: string } | { readonly kind: 'new'; readonly span: NewEventTimes };

export interface CalendarView {
  readonly view: View;
  readonly isNarrow: boolean;
  /** How a view is drawn in a window of this width. */
  readonly asShown: (view: View) => View;
  readonly day: string;
  readonly firstDay: number;
  /** Null: the dialog is closed. Undefined: it has never been open. */
  readonly target: DialogTarget | null | undefined;
  /** `YYYY-MM-DD` */
  readonly todayDay: string;
  /** Grows whenever the user asks for today, also where it is shown already. */
  readonly arrivals: number;
  /** `isChosen`: the view is what the user wants from now on; it is unless another day is named. */
  readonly show: (view: View, day?: string, isChosen?: boolean) => void;
  readonly forward: (by: 1 | -1) => void;
  /** Shows a day in the view as it is. */
  readonly goTo: (day: string) => void;
  readonly today: () => void;
  readonly open: (id: string) => void;
  /** Makes a new event; at a usual time on the day that is shown when none is given. */
  readonly create: (span?: NewEventTimes) => void;
  readonly close: () => void;
  readonly go: (path: string) => void;
}

const setting = 'calendar.view';
const usualFirstDay = firstDayOf(ownLocale);

export function useCalendarView(): CalendarView {
  const [, go] = useLocation();
  const [query] = useSearchParams();
  const said = query.toString();
  const isNarrow = useMedia('(width < 40rem)');
  const now = useNow();
  const { weekStart } = useDatePreferences();
  const firstDay = weekStart ?? usualFirstDay;
  const address = useMemo(() => readAddress(new URLSearchParams(said)), [said]);
  // An event that the address names without a day is shown on its own.
  const { data: event } = useEvent(address.day === null ? address.event : null);
  // A series is named by its own id elsewhere: here it is the occurrence that is open, also when that is over while it is.
  const occurrence = event === undefined || event.id === address.event ? null : event.id;
  useEffect(() => {
    if (occurrence !== null) go(addressPath({ ...address, event: occurrence }), { replace: true });
  }, [go, address, occurrence]);
  const today = dayAt(now);
  const day = address.day ?? (event === undefined ? today : dayOfEvent(event, calendarZone()));
  const view = viewAsShown(address.view ?? usualView(isNarrow), isNarrow);
  const target = useTarget(address, day, now);
  const [arrivals, setArrivals] = useState(0);
  return useMemo(() => {
    const asShown = (chosen: View): View => viewAsShown(chosen, isNarrow);
    const to = (change: Partial<Address>): void => {
      go(addressPath({ view: address.view, day: address.day, event: null, fresh: null, ...change }));
    };
    const tell = (shownView: View, shownDay: string): void => {
      announce(periodName(asShown(shownView), shownDay, firstDay));
    };
    return {
      view,
      isNarrow,
      asShown,
      day,
      firstDay,
      target,
      todayDay: today,
      arrivals,
      show: (next, on = day, isChosen = on === day) => {
        // It counts for windows of any width.
        const named = viewAsShown(next, false);
        if (isChosen) writeSetting(setting, named);
        to({ view: named, day: on === today ? null : on });
        tell(next, on);
      },
      forward: (by) => {
        const next = step(view, day, by);
        to({ day: next });
        tell(view, next);
      },
      goTo: (next) => {
        to({ day: next === today ? null : next });
        tell(view, next);
      },
      today: () => {
        to({ day: null });
        setArrivals((before) => before + 1);
        tell(view, today);
      },
      open: (id) => {
        to({ day, event: id });
      },
      create: (span) => {
        to({ fresh: span ?? 'any' });
      },
      close: () => {
        to({ day: day === today ? null : day });
      },
      go,
    };
  }, [go, address, view, isNarrow, day, firstDay, today, target, arrivals]);
}

function usualView(isNarrow: boolean): View {
  if (isNarrow) return 'list';
  const kept = readSetting(setting);
  return views.find((known) => known === kept) ?? 'month';
}

/** The same object as long as it is about the same. */
function useTarget(address: Address, day: string, now: Date): DialogTarget | null | undefined {
  const [used, setUsed] = useState(false);
  const { event, fresh } = address;
  const isOpen = event !== null || fresh !== null;
  if (isOpen && !used) setUsed(true);
  // Not a minute later another hour is proposed.
  const [proposed, setProposed] = useState<NewEventTimes | null>(null);
  if (fresh !== 'any' && proposed !== null) setProposed(null);
  if (fresh === 'any' && proposed === null) setProposed(usualSpan(day, now));
  const span = fresh === 'any' ? proposed : fresh;
  return useMemo(() => {
    if (event !== null) return { kind: 'event', id: event } as const;
    if (span !== null) return { kind: 'new', span } as const;
    return used ? null : undefined;
  }, [event, span, used]);
}
