// Moving an event, with a way back.

import { useCallback, useRef } from 'react';
import type { Changes } from '../../api/history.ts';
import { useService } from '../../api/service.ts';
import { announce } from '../../ui/announce.tsx';
import { showUndoMessage, type UndoMessage } from '../../ui/toasts.ts';
import { isSeries, withExpected, type CalendarEvent } from './events.ts';
import { whenOf } from './format.ts';
import { strings } from './strings.ts';
import { useMoveEvent, type EventChange } from './use-event-changes.ts';
import { useChangeOccurrence } from './use-series-changes.ts';

/** A move that can be undone. */
interface Move {
  /** The event as it was before. */
  readonly origin: CalendarEvent;
  readonly byKeys: boolean;
  readonly message: UndoMessage;
  readonly historyEntry: Changes;
}

/**
 * Moves an event, says where to, and offers to undo it. What one key press after the other does to an event is one move; `follow` is called
 * with the event as it is moved by each.
 */
export function useShift(
  follow: (event: CalendarEvent) => void,
): (change: EventChange | null, byKeys?: boolean, onRefused?: () => void) => void {
  const service = useService();
  const move = useMoveEvent();
  const changeOccurrence = useChangeOccurrence();
  const last = useRef<Move | null>(null);
  return useCallback(
    (change, byKeys = false, onRefused) => {
      if (change === null) return;
      const moved = withExpected(change.event, [change.expected]);
      const begun = (): void => {
        if (byKeys) follow(moved);
      };
      if (isSeries(change.event)) {
        void changeOccurrence({ ...change, what: strings.eventMoved(change.event.title) }, strings.moveFailed, { begun, onRefused });
        return;
      }
      const before = last.current?.origin.id === change.event.id ? last.current : null;
      const goesOn = before !== null && byKeys && before.byKeys;
      if (goesOn) before.message.renew();
      else {
        before?.message.close();
        const origin = change.event;
        const historyEntry = service.history.begin(strings.eventMoved(origin.title));
        const message = showUndoMessage(service, historyEntry, () => {
          if (last.current?.message === message) last.current = null;
        });
        last.current = { origin, byKeys, message, historyEntry };
      }
      const { message, historyEntry } = last.current as Move;
      if (goesOn) historyEntry.expect();
      move({ ...change, historyEntry }, () => {
        message.close();
      });
      begun();
      // Instead of the period that is shown now.
      announce(strings.moved(moved.title, whenOf(moved)));
    },
    [move, changeOccurrence, service, follow],
  );
}
