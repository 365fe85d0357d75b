// Moving an event, with a way back.

import { useCallback, useRef } from 'react';
import type { Changes } from '../../api/history.ts';
import { useService } from '../../api/service.ts';
import { announce } from '../../ui/announce.tsx';
import { showUndoMessage, type UndoMessage } from '../../ui/toasts.ts';
import { dayOfEvent, isSeries, lastDayOfEvent, withExpected } from './events.ts';
import { whenOf } from './format.ts';
import { strings } from './strings.ts';
import { useMoveEvent, type EventChange } from './use-event-changes.ts';
import { useChangeOccurrence } from './use-series-changes.ts';
import { calendarZone } from './zones.ts';

/** A move that can be undone. */
interface Move {
  readonly id: string;
  readonly byKeys: boolean;
  readonly message: UndoMessage;
  readonly historyEntry: Changes;
}

/** Begins a move of a record and offers to undo it. What one key press after the other does to a record is one move. */
export function useMoves(): (id: string, what: string, byKeys: boolean) => Move {
  const service = useService();
  const last = useRef<Move | null>(null);
  return useCallback(
    (id, what, byKeys) => {
      const before = last.current?.id === id ? last.current : null;
      if (before !== null && byKeys && before.byKeys) {
        before.message.renew();
        before.historyEntry.expect();
        return before;
      }
      before?.message.close();
      const historyEntry = service.history.begin(what);
      const message = showUndoMessage(service, historyEntry, () => {
        if (last.current?.message === message) last.current = null;
      });
      last.current = { id, byKeys, message, historyEntry };
      return last.current;
    },
    [service],
  );
}

/** Called when keys have moved something, with the first and the last day on which it is then. */
export type Follow = (first: string, last: string) => void;

/** Moves an event, and says where to. */
export function useShift(follow: Follow): (change: EventChange | null, byKeys?: boolean, onRefused?: () => void) => void {
  const begin = useMoves();
  const move = useMoveEvent();
  const changeOccurrence = useChangeOccurrence();
  return useCallback(
    (change, byKeys = false, onRefused) => {
      if (change === null) return;
      const moved = withExpected(change.event, [change.expected]);
      const what = strings.eventMoved(change.event.title);
      const begun = (): void => {
        if (byKeys) follow(dayOfEvent(moved, calendarZone()), lastDayOfEvent(moved, calendarZone()));
      };
      if (isSeries(change.event)) {
        void changeOccurrence({ ...change, what }, strings.moveFailed, { begun, onRefused });
        return;
      }
      const { message, historyEntry } = begin(change.event.id, what, byKeys);
      move({ ...change, historyEntry }, () => {
        message.close();
      });
      begun();
      // Instead of the period that is shown now.
      announce(strings.moved(moved.title, whenOf(moved)));
    },
    [begin, move, changeOccurrence, follow],
  );
}
