// What can be done to cards. Shown at once, and taken back with a reason when the service refuses.

import { useMutation, useMutationState } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Card, UpdateCard } from '../../../main/contract/cards.ts';
import { untilVersionsMatch, type Client } from '../../api/client.ts';
import type { Changes } from '../../api/history.ts';
import type { Touched } from '../../api/reversible.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { useHistoryMutation, created, undoable } from '../../api/undoable.ts';
import { addCardKey, addCardOptions, type NewCard } from './add-card.ts';
import { trashWithUndo } from '../../ui/toasts.ts';
import { expectCard, expectMove, expectNoMore, keepCard, readAgain } from './card-cache.ts';
import { positionOf, type CardPosition } from './card-list.ts';
import { cardChangeKey, moveKey, readAfterMoves, type CardChange } from './changes-under-way.ts';
import { strings } from './strings.ts';
import { cardsKey } from './use-board.ts';

interface Move extends CardChange {
  readonly card: Card;
  readonly to: CardPosition;
  /** Where it was. */
  readonly from: CardPosition | null;
  readonly historyEntry: Changes;
}

/** Moves one card; the moves of a page arrive in the order in which they were made. */
export function useMoveCard(): (card: Card, to: CardPosition) => Changes {
  const { client, queries, history } = useService();
  const { mutate } = useHistoryMutation({
    mutationKey: moveKey,
    scope: { id: 'boards.move' },
    meta: { failed: strings.moveFailed },
    mutationFn: ({ card, to, historyEntry }: Move) =>
      historyEntry.make(() => client.call(routes.moveCard, { params: { id: card.id }, body: to }), touchedCard),
    onSuccess: (card, sent) => {
      keepCard(queries, card, sent);
    },
    onError: (_error, { card, from }) => {
      if (from !== null) expectMove(queries, card, from);
      readAgain(queries, card);
    },
  });
  return useCallback(
    (card, to) => {
      const queryKey = cardsKey(card.projectId);
      readAfterMoves(queries, queryKey);
      const from = positionOf(queries.getQueryData<readonly Card[]>(queryKey) ?? [], card.id);
      expectMove(queries, card, to);
      const historyEntry = history.begin(strings.cardMoved(card.title));
      mutate({ cardId: card.id, expects: to, card, to, from, historyEntry });
      return historyEntry;
    },
    [mutate, queries, history],
  );
}

/** Adds a card at the end of a column. What is refused comes back into the column's field. */
export function useAddCard(): (card: Omit<NewCard, 'key'>) => void {
  const service = useService();
  const { mutate } = useMutation(
    undoable(service, addCardOptions(service), {
      what: ({ title }) => strings.cardCreated(title),
      touched: (card) => created('card', card),
    }),
  );
  return (card) => {
    mutate({ ...card, key: crypto.randomUUID() });
  };
}

/** Cards that are on their way to the service, oldest first. */
export function useCardsOnTheWay(columnId: string): readonly NewCard[] {
  return useMutationState({
    filters: { mutationKey: addCardKey, status: 'pending' },
    select: ({ state }) => state.variables as NewCard,
  }).filter((card) => card.columnId === columnId);
}

/** Fields of a card, or what becomes of lists in it: made of the card as it is when the change gets there. */
export type CardWriting = UpdateCard | ((now: Pick<Card, 'labelIds' | 'reminders'>) => UpdateCard);

/**
 * Writes fields of a card. A change of lists is made of those that the service has, which another client may have changed since they were
 * seen, and never over newer ones.
 */
export async function writeCard(client: Client, id: string, changes: CardWriting): Promise<Card> {
  const params = { id };
  if (typeof changes !== 'function') return client.call(routes.updateCard, { params, body: changes });
  return untilVersionsMatch(async () => {
    const now = await client.call(routes.readCard, { params });
    return client.call(routes.updateCard, { params, body: changes(now), ifMatch: now.version });
  });
}

interface Update extends CardChange {
  readonly changes: CardWriting;
  /** The card before them. */
  readonly before: Card;
  readonly historyEntry: Changes;
}

/** What a change of a card has touched, by its answer. */
export function touchedCard({ id, version }: Card): readonly Touched[] {
  return [{ type: 'card', id, version }];
}

/** Changes fields of one card. The promise settles, and never rejects, when the service has answered. */
export function useUpdateCard(card: Card, failed: string): (changes: CardWriting) => Promise<'settled' | 'refused'> {
  const { client, queries, history } = useService();
  const { mutateAsync } = useHistoryMutation({
    mutationKey: [...cardChangeKey, 'update', card.id],
    scope: { id: `boards.card.${card.id}` },
    meta: { failed },
    mutationFn: ({ changes, historyEntry }: Update) => historyEntry.make(() => writeCard(client, card.id, changes), touchedCard),
    onMutate: ({ expects }) => {
      expectCard(queries, card, expects);
    },
    onSuccess: (saved, sent) => {
      keepCard(queries, saved, sent);
    },
    onError: (_error, { expects, before }) => {
      expectNoMore(queries, before, expects);
      readAgain(queries, card);
    },
  });
  return async (changes) => {
    try {
      const seen = typeof changes === 'function' ? changes(card) : changes;
      const fields = Object.keys(seen).join();
      const historyEntry = history.begin(whatOf(card, seen), `card ${card.id} ${fields}`);
      await mutateAsync({ cardId: card.id, expects: expected(seen), changes, before: card, historyEntry });
      return 'settled';
    } catch {
      // It has been told of, and what the service has is read again.
      return 'refused';
    }
  };
}

/** A function that changes any card, with a way back. */
export function useChangeCard(): (card: Card, changes: UpdateCard, done?: (historyEntry: Changes) => void) => void {
  const { client, queries, history } = useService();
  const { mutate } = useHistoryMutation({
    mutationKey: [...cardChangeKey, 'change'],
    scope: { id: 'boards.change' },
    meta: { failed: strings.saveCardFailed },
    mutationFn: ({ before: card, changes, historyEntry }: Update) =>
      historyEntry.make(() => writeCard(client, card.id, changes), touchedCard),
    onMutate: ({ before, expects }) => {
      expectCard(queries, before, expects);
    },
    onSuccess: (saved, sent) => {
      keepCard(queries, saved, sent);
    },
    onError: (_error, { before }) => {
      readAgain(queries, before);
    },
  });
  return useCallback(
    (card, changes, done) => {
      const historyEntry = history.begin(whatOf(card, changes));
      mutate({ cardId: card.id, expects: expected(changes), before: card, changes, historyEntry });
      done?.(historyEntry);
    },
    [mutate, history],
  );
}

/** What a change is called when it is taken back. */
function whatOf({ title }: Card, { completedAt, isArchived }: UpdateCard): string {
  if (completedAt !== undefined) return completedAt === null ? strings.cardNotDone(title) : strings.cardDone(title);
  if (isArchived !== undefined) return isArchived ? strings.cardArchived(title) : strings.cardBack(title);
  return strings.cardEdited(title);
}

/** The fields of a card after these changes. */
function expected(changes: UpdateCard): Partial<Card> {
  const { title, description, priority, dueDate, reminders, progress, completedAt, labelIds, isArchived } = changes;
  return {
    ...(completedAt === undefined ? {} : { completedAt }),
    ...(labelIds === undefined ? {} : { labelIds: labelIds ?? [] }),
    ...(isArchived === undefined ? {} : { isArchived }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined ? {} : { priority }),
    ...(dueDate === undefined ? {} : { dueDate }),
    ...(reminders === undefined ? {} : { reminders: reminders ?? [] }),
    ...(progress === undefined ? {} : { progress: progress ?? 0 }),
  };
}

/** Puts a card into the trash. */
export function useDeleteCard(): (card: Pick<Card, 'id' | 'title'>) => void {
  const service = useService();
  return ({ id, title }) => {
    trashWithUndo(service, {
      type: 'card',
      id,
      message: strings.cardDeleted(title),
      failed: strings.deleteCardFailed,
      after: ['boards'],
    });
  };
}
