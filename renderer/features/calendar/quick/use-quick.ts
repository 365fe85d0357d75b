// A new event that is made beside its slot: when it shall be, and how it stands in the calendar meanwhile.

import { useCallback, useEffect, useMemo, useRef, useState, useEffectEvent } from 'react';
import type { NewEventTimes } from '../address.ts';
import { plusDays } from '../days.ts';
import { momentsOf } from '../event-bounds.ts';
import { fieldsForNew, type EventFields } from '../event-fields.ts';
import type { EventTimes } from '../moves.ts';
import { usualSpan } from '../spans.ts';
import { calendarZone } from '../zones.ts';
import { fieldsSlot } from './phrase-fields.ts';
import type { Period } from '../period.ts';
import type { CalendarView } from '../use-calendar-view.ts';

interface Quick {
  /** Another one for each that is begun. */
  readonly id: number;
  readonly span: NewEventTimes;
  /** What had the focus, and gets it again. */
  readonly opener: HTMLElement | null;
}

/** How the event that is being made is drawn. */
export interface Provisional {
  readonly title: string;
  readonly isAllDay: boolean;
  /** As FullCalendar takes it: days, the end exclusive, or instants. */
  readonly start: string;
  readonly end: string;
  /** The first day, `YYYY-MM-DD`. */
  readonly day: string;
}

export interface QuickControl {
  readonly quick: Quick | null;
  readonly provisional: Provisional | null;
  /** Does nothing while one is being made: the press that chooses another slot is a press beside it. */
  readonly begin: (span: NewEventTimes) => void;
  readonly end: () => void;
  /** Tells how the fields stand; null while there is nothing to draw. */
  readonly tell: (fields: EventFields | null) => void;
  /** The same at a usual time of that day. */
  readonly beginOn: (day: string) => void;
  /** The provisional block has been dragged there. */
  readonly move: (times: EventTimes) => void;
  /** Calls `listener` when it is; gives the function that ends this. */
  readonly onMove: (listener: (times: EventTimes) => void) => () => void;
}

export function useQuick(): QuickControl {
  const [quick, setQuick] = useState<Quick | null>(null);
  const [text, setText] = useState('null');
  const listening = useRef<((times: EventTimes) => void) | null>(null);
  const isOpen = useRef(false);
  const ids = useRef(0);
  const pressedWhileOpen = useRef(false);
  useEffect(() => {
    isOpen.current = quick !== null;
  }, [quick]);
  useEffect(() => {
    const note = (): void => {
      pressedWhileOpen.current = isOpen.current;
    };
    const forget = (): void => {
      pressedWhileOpen.current = false;
    };
    window.addEventListener('pointerdown', note, { capture: true });
    window.addEventListener('keydown', forget, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', note, { capture: true });
      window.removeEventListener('keydown', forget, { capture: true });
    };
  }, []);
  const begin = useCallback((span: NewEventTimes) => {
    if (pressedWhileOpen.current || isOpen.current) return;
    const active = document.activeElement;
    const opener = active instanceof HTMLElement && active !== document.body ? active : null;
    ids.current += 1;
    setQuick({ id: ids.current, span, opener });
    setText(JSON.stringify(provisionalOf(fieldsForNew(span, calendarZone()))));
  }, []);
  const end = useCallback(() => {
    setQuick(null);
    setText('null');
  }, []);
  const beginOn = useCallback(
    (day: string) => {
      begin(usualSpan(day, new Date()));
    },
    [begin],
  );
  const move = useCallback((times: EventTimes) => listening.current?.(times), []);
  const onMove = useCallback((listener: (times: EventTimes) => void) => {
    listening.current = listener;
    return () => {
      listening.current = null;
    };
  }, []);
  const tell = useCallback((fields: EventFields | null) => {
    setText(JSON.stringify(fields === null ? null : provisionalOf(fields)));
  }, []);
  return useMemo(
    () => ({
      quick,
      provisional: quick === null ? null : (JSON.parse(text) as Provisional | null),
      begin,
      beginOn,
      end,
      tell,
      move,
      onMove,
    }),
    [quick, text, begin, beginOn, end, tell, move, onMove],
  );
}

/** Null while the fields name no time, or an end that is too early. */
function provisionalOf(fields: EventFields): Provisional | null {
  if (fieldsSlot(fields) === null) return null;
  const { title, isAllDay, startDay, endDay } = fields;
  if (isAllDay) return endDay < startDay ? null : { title, isAllDay, start: startDay, end: plusDays(endDay, 1), day: startDay };
  const { start, end } = momentsOf(fields, null);
  return end <= start ? null : { title, isAllDay, start: start.toISOString(), end: end.toISOString(), day: startDay };
}

/** What a year may begin with while it is being typed. */
const plausible = /^(?:19|20|21)/;

/** The calendar shows the day of the event that is being made, also when it becomes another one. */
export function useShowProvisional(provisional: Provisional | null, { start, end }: Period, { view, show }: CalendarView): void {
  const day = provisional?.day ?? null;
  const isShown = day === null || (day >= start && day < end);
  const follow = useEffectEvent((to: string) => {
    if (!isShown && plausible.test(to)) show(view, to);
  });
  // The view may go elsewhere while the day stays as it is.
  useEffect(() => {
    if (day !== null) follow(day);
  }, [day]);
}
