// Changing when a card is due by moving it, with a way back.

import { useMutationState } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation } from '../../api/undoable.ts';
import { showUndoMessage } from '../../ui/toasts.ts';
import { strings } from './layers/strings.ts';
import type { EventTimes } from './moves.ts';
import type { DueCards } from './use-calendar.ts';
import { calendarZone, clockAt, dayAt, momentInZone } from './zones.ts';

const dueKey = ['calendar', 'due'] as const;

interface Move {
  readonly card: Card;
  readonly dueDate: string;
  readonly historyEntry: Changes;
}

/** When a card that was put there is due: at that time; on a day, at its own time of day if it has one. */
export function dueAt({ dueDate }: Pick<Card, 'dueDate'>, { start, isAllDay }: Pick<EventTimes, 'start' | 'isAllDay'>): string {
  if (!isAllDay) return start.toISOString();
  const day = dayAt(start);
  if (dueDate?.includes('T') !== true) return day;
  return momentInZone({ day, clock: clockAt(new Date(dueDate)) }, calendarZone()).toISOString();
}

/** Makes a card due when it was put there. */
export function useMoveDue(): (card: Card, to: EventTimes) => void {
  const service = useService();
  const { client, queries } = service;
  const { mutate } = useHistoryMutation({
    mutationKey: dueKey,
    scope: { id: 'calendar.due' },
    meta: { failed: strings.cardMoveFailed },
    mutationFn: ({ card: { id }, dueDate, historyEntry }: Move) =>
      historyEntry.make(
        () => client.call(routes.updateCard, { params: { id }, body: { dueDate } }),
        (card) => [{ type: 'card', id, version: card.version }],
      ),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['card', 'calendar'] });
    },
  });
  return useCallback(
    (card, to) => {
      const historyEntry = service.history.begin(strings.cardMoved(card.title));
      mutate({ card, dueDate: dueAt(card, to), historyEntry }, { onError: showUndoMessage(service, historyEntry).close });
    },
    [mutate, service],
  );
}

/** The cards, each due where it is being moved to. */
export function useMovedCards({ cards, retry }: DueCards): DueCards {
  const moves = useMutationState({ filters: { mutationKey: dueKey, status: 'pending' }, select: ({ state }) => state.variables as Move });
  const movedCards = useMemo(() => {
    if (moves.length === 0) return cards;
    const due = new Map(moves.map(({ card, dueDate }) => [card.id, dueDate]));
    return cards.map((card) => ({ ...card, dueDate: due.get(card.id) ?? card.dueDate }));
  }, [cards, moves]);
  return { cards: movedCards, retry };
}
