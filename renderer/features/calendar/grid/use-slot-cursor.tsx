import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useLatest } from '../../../ui/use-latest.ts';
import type { NewEventTimes } from '../address.ts';
import type { CalendarEvent } from '../events.ts';
import { clockText, dayName } from '../format.ts';
import { shownBy, type View } from '../period.ts';
import { usualSpan } from '../spans.ts';
import { strings } from '../strings.ts';
import { momentInZone, calendarZone } from '../zones.ts';
import {
  clockOfMinute,
  cursorByKey,
  daysBetween,
  eventsWithin,
  minutesBetween,
  slotLength,
  spanOfCursor,
  type Cursor,
  type Press,
  type Slot,
} from './slots.ts';
import { cellOf, isCellOf, slotAt, wholeDayCells } from './cells.ts';
import { focusCursor } from './use-kept-focus.ts';

interface CursorOptions {
  readonly view: View;
  readonly day: string;
  readonly firstDay: number;
  readonly events: readonly CalendarEvent[];
  readonly onChoose: (span: NewEventTimes) => void;
  /** The user has gone to a day that is not shown. */
  readonly onLeave: (day: string) => void;
}

interface SlotCursor {
  /** Stands in the cell of its slot. */
  readonly element: ReactNode;
  /** For the element around the calendar. */
  readonly onKeyDown: (pressed: KeyboardEvent<HTMLElement>) => void;
  /** To be called when the calendar shows other days: its cells may be new ones. */
  readonly onCells: () => void;
}

/**
 * A cursor over the slots of a month, a week or a day: the arrow keys move it, with Shift they choose several slots, Enter makes an event
 * there. It is the one stop of the Tab key among the slots, and a screen reader names each slot as it gets the focus.
 */
export function useSlotCursor(area: RefObject<HTMLElement | null>, options: CursorOptions): SlotCursor {
  const { view, day, firstDay, events, onChoose, onLeave } = options;
  const [kept, setKept] = useState<Cursor | null>(null);
  const [cell, setCell] = useState<HTMLElement | null>(null);
  const [focus] = useState(() => new AwaitedFocus());
  const cursor = kept !== null && isShown(kept.at.day, view, day, firstDay) ? fitting(kept, view) : single(usualSlot(view, day));
  const key = view === 'list' ? '' : `${cursor.at.day} ${cursor.at.minute ?? ''}`;
  const { day: atDay, minute: atMinute } = cursor.at;
  useLayoutEffect(() => {
    if (view === 'list') focus.leave();
    setCell(view === 'list' ? null : cellOf(area.current, { day: atDay, minute: atMinute }));
  }, [area, view, atDay, atMinute, focus]);
  const shown = useLatest(view === 'list' ? null : cursor.at);
  const onCells = useCallback(() => {
    setCell(shown.current === null ? null : cellOf(area.current, shown.current));
  }, [area, shown]);
  const go = (next: Cursor): void => {
    const isElsewhere = next.at.day !== atDay || next.at.minute !== atMinute;
    if (isElsewhere) focus.ask();
    else focusCursor();
    setKept(next);
    if (!isShown(next.at.day, view, day, firstDay)) onLeave(next.at.day);
  };
  const choose = (): void => {
    onChoose(spanOfCursor(cursor));
  };
  const press = (pressed: Press & { readonly preventDefault: () => void; readonly stopPropagation: () => void }): void => {
    const next = pressed.key === 'Escape' && cursor.at !== cursor.anchor ? single(cursor.at) : cursorByKey(pressed, cursor, view, firstDay);
    if (next === null) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    go(next);
  };
  useStray(focus, useLatest(press));
  useChosenCells(area, view === 'list' ? null : cursor);
  return {
    element:
      cell === null || view === 'list' || !isCellOf(cell, cursor.at)
        ? null
        : createPortal(
            <CursorButton
              key={key}
              cursor={cursor}
              name={nameOf(cursor, events, view)}
              focus={focus}
              onPress={press}
              onChoose={choose}
              onFocus={() => {
                setKept(cursor);
              }}
            />,
            cell,
          ),
    onKeyDown: (pressed) => {
      const isPlain = !pressed.altKey && !pressed.ctrlKey && !pressed.metaKey && !pressed.shiftKey;
      if (!isPlain || (pressed.key !== 'ArrowDown' && pressed.key !== 'ArrowUp') || view === 'list') return;
      // A day that shows all it has is a window of its own.
      if (pressed.target instanceof Element && pressed.target.closest('.cal-popover') !== null) return;
      pressed.preventDefault();
      go(single(slotAt(pressed.target, events, view) ?? cursor.at));
    },
    onCells,
  };
}

interface CursorButtonProps {
  readonly cursor: Cursor;
  readonly name: string;
  readonly focus: AwaitedFocus;
  readonly onPress: (pressed: KeyboardEvent) => void;
  readonly onChoose: () => void;
  readonly onFocus: () => void;
}

/** Another one for each slot: a screen reader tells of what gets the focus, and of a name that changes it may not. */
function CursorButton({ cursor, name, focus, onPress, onChoose, onFocus }: CursorButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (focus.take()) button.current?.focus();
  }, [focus]);
  const minutes = minutesBetween(cursor);
  const style =
    minutes === null
      ? undefined
      : { insetBlockStart: `${(minutes.start / 1440) * 100}%`, blockSize: `${((minutes.end - minutes.start) / 1440) * 100}%` };
  return (
    <button
      ref={button}
      type="button"
      className="cal-cursor"
      aria-label={name}
      style={style}
      onFocus={onFocus}
      onClick={onChoose}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'n' || pressed.ctrlKey || pressed.altKey || pressed.metaKey) {
          onPress(pressed);
          return;
        }
        pressed.preventDefault();
        onChoose();
      }}
    />
  );
}

/** Whether the cursor shall have the focus as soon as it is drawn: when it was asked for, or had it and was drawn anew. */
class AwaitedFocus {
  #isAsked = false;
  #isHeld = false;

  ask(): void {
    this.#isAsked = true;
  }

  /** The cursor has it. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Something else has it, or shall have it. */
  leave(): void {
    this.#isAsked = false;
    this.#isHeld = false;
  }

  isAwaited(): boolean {
    return this.#isAsked || (this.#isHeld && document.activeElement === document.body);
  }

  /** As `isAwaited`; what was asked for is then done. */
  take(): boolean {
    const isAwaited = this.isAwaited();
    this.#isAsked = false;
    return isAwaited;
  }
}

/** A key that is pressed before the next slot is drawn is meant for the cursor as well. */
function useStray(focus: AwaitedFocus, press: RefObject<(pressed: globalThis.KeyboardEvent) => void>): void {
  useEffect(() => {
    const onKey = (pressed: globalThis.KeyboardEvent): void => {
      if (focus.isAwaited() && document.activeElement === document.body) press.current(pressed);
    };
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.matches('.cal-cursor')) focus.hold();
      else focus.leave();
    };
    const onPointer = (): void => {
      focus.leave();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('focusin', onFocus);
    window.addEventListener('pointerdown', onPointer);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('pointerdown', onPointer);
    };
  }, [focus, press]);
}

/** Marks the days that are chosen when there are several. */
function useChosenCells(area: RefObject<HTMLElement | null>, cursor: Cursor | null): void {
  const { first, last } = cursor === null || cursor.at.minute !== null ? { first: '', last: '' } : daysBetween(cursor);
  useLayoutEffect(() => {
    if (first === last) return undefined;
    const cells = wholeDayCells(area.current).filter(({ dataset: { date = '' } }) => date >= first && date <= last);
    for (const cell of cells) cell.dataset['chosen'] = 'true';
    return () => {
      for (const cell of cells) delete cell.dataset['chosen'];
    };
  }, [area, first, last]);
}

function single(slot: Slot): Cursor {
  return { at: slot, anchor: slot };
}

/** A month knows whole days alone. */
function fitting({ at, anchor }: Cursor, view: View): Cursor {
  if (view !== 'month' || at.minute === null) return { at, anchor };
  return single({ day: at.day, minute: null });
}

function isShown(wanted: string, view: View, day: string, firstDay: number): boolean {
  const { start, end } = shownBy(view, day, firstDay);
  return wanted >= start && wanted < end;
}

/** Where the cursor is before it was moved: the day that is shown, in hours when an event would be proposed. */
function usualSlot(view: View, day: string): Slot {
  if (view === 'month') return { day, minute: null };
  const [hours = 0] = usualSpan(day, new Date()).start.slice(11).split(':').map(Number);
  return { day, minute: hours * 60 };
}

/** As in “Thursday, 19 November 2026, 11:00. 2 events.” */
function nameOf(cursor: Cursor, events: readonly CalendarEvent[], view: View): string {
  const { first, last } = daysBetween(cursor);
  const named = (day: string): string => dayName(momentInZone({ day, clock: '12:00' }, calendarZone()));
  const days = first === last ? named(first) : strings.fromTo(named(first), named(last));
  const minutes = minutesBetween(cursor);
  const when =
    minutes === null
      ? view === 'month'
        ? days
        : `${days}, ${strings.allDay}`
      : minutes.end - minutes.start === slotLength
        ? `${days}, ${clockText(clockOfMinute(minutes.start))}`
        : `${days}, ${strings.fromTo(clockText(clockOfMinute(minutes.start)), clockText(clockOfMinute(minutes.end % 1440)))}`;
  return strings.slot(when, eventsWithin(cursor, events));
}
