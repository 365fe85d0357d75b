// Moving an event, with a way back.

import { useCallback, useRef } from 'react';
import { announce } from '../../ui/announce.ts';
import { notifyWithUndo, type UndoMessage } from '../../ui/toasts.ts';
import { withChanges, type CalendarEvent } from './events.ts';
import { whenOf } from './format.ts';
import { backTo } from './moves.ts';
import { strings } from './strings.ts';
import { useMoveEvent, type Change } from './use-event-changes.ts';

/** A move that can be undone. */
interface Move {
  /** The event as it was before. */
  readonly origin: CalendarEvent;
  readonly byKeys: boolean;
  readonly message: UndoMessage;
}

/** Moves an event, says where to, and offers to undo it. What one key press after the other does to an event is one move. */
export function useShift(): (change: Change | null, byKeys?: boolean) => void {
  const move = useMoveEvent();
  const last = useRef<Move | null>(null);
  return useCallback(
    (change, byKeys = false) => {
      if (change === null) return;
      const told = (event: CalendarEvent): void => {
        announce(strings.moved(event.title, whenOf(event)));
      };
      const before = last.current?.origin.id === change.event.id ? last.current : null;
      const goesOn = before !== null && byKeys && before.byKeys;
      if (goesOn) before.message.renew();
      else {
        before?.message.close();
        const origin = change.event;
        const message = notifyWithUndo({
          message: strings.eventMoved(origin.title),
          undo: () => {
            move(backTo(origin));
            told(origin);
          },
          onGone: () => {
            if (last.current?.message === message) last.current = null;
          },
        });
        last.current = { origin, byKeys, message };
      }
      const { message } = last.current ?? {};
      move(change, () => {
        message?.close();
      });
      told(withChanges(change.event, [change.expected]));
    },
    [move],
  );
}
