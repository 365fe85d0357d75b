// Changing when a card is due by moving it, with a way back.

import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import type { Changes } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation } from '../../api/undoable.ts';
import { announce } from '../../ui/announce.tsx';
import { weekdayText } from '../../ui/format.ts';
import { plusDays, required } from './days.ts';
import { dueDay } from './grid/inputs.ts';
import { strings as layerStrings } from './layers/strings.ts';
import { dueAt, type EventTimes } from './moves.ts';
import { strings } from './strings.ts';
import type { DueCards } from './use-calendar.ts';
import { useMoves, type Follow } from './use-shift.ts';
import { startOfDay } from './zones.ts';

const dueKey = ['calendar', 'due'] as const;

interface Move {
  readonly card: Card;
  readonly dueDate: string;
  readonly historyEntry: Changes;
}

interface CardMoves {
  /** Makes a card due when it was put there. */
  readonly move: (card: Card, to: Pick<EventTimes, 'start' | 'isAllDay'>, byKeys?: boolean) => void;
  /** Makes it due some days later, or earlier when negative; says when. */
  readonly nudge: (card: Card, days: number) => void;
}

/** The ways to move cards. */
export function useMoveDue(follow: Follow): CardMoves {
  const { client, queries } = useService();
  const begin = useMoves();
  const { mutate } = useHistoryMutation({
    mutationKey: dueKey,
    scope: { id: 'calendar.due' },
    meta: { failed: layerStrings.cardMoveFailed },
    mutationFn: ({ card: { id }, dueDate, historyEntry }: Move) =>
      historyEntry.make(
        () => client.call(routes.updateCard, { params: { id }, body: { dueDate } }),
        (card) => [{ type: 'card', id, version: card.version }],
      ),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['card', 'calendar'] });
    },
  });
  return useMemo(() => {
    const move: CardMoves['move'] = (card, to, byKeys = false) => {
      const dueDate = dueAt(card, to);
      const what = dueDay({ dueDate }) === dueDay(card) ? layerStrings.cardTimeMoved : layerStrings.cardMoved;
      const { message, historyEntry } = begin(card.id, what(card.title), byKeys);
      mutate({ card, dueDate, historyEntry }, { onError: message.close });
    };
    const nudge: CardMoves['nudge'] = (card, days) => {
      const day = dueDay(card);
      if (day === null || days === 0) return;
      const next = plusDays(day, days);
      move(card, { start: startOfDay(next), isAllDay: true }, true);
      follow(next, next);
      announce(strings.moved(card.title, weekdayText.format(required(next))));
    };
    return { move, nudge };
  }, [begin, mutate, follow]);
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
