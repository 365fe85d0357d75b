// Changes of cards that the page shows and the service has not answered yet.

import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Card } from '../../../main/contract/cards.ts';
import { withCard, withCardChanges, withoutCards } from './card-list.ts';

/** The variables of a mutation that changes a card. */
export interface CardChange {
  readonly cardId: string;
  /** What the card will have. */
  readonly expects: Partial<Card>;
}

/** The beginning of the key of each such mutation. */
export const cardChangeKey = ['boards', 'card'] as const;

export const moveKey = [...cardChangeKey, 'move'] as const;

function underWay(queries: QueryClient): readonly CardChange[] {
  return queries
    .getMutationCache()
    .findAll({ mutationKey: cardChangeKey, status: 'pending' })
    .map(({ state }) => state.variables as CardChange);
}

/**
 * A card of the service with what is on its way to it, but for the change that the service has just `answered`: what it said before it knew
 * of a change must not show in the place of that change.
 */
export function withUnderWay(queries: QueryClient, card: Card, answered?: CardChange): Card {
  const changes = underWay(queries).filter((change) => change.cardId === card.id && change !== answered);
  return changes.reduce((shown, { expects }) => ({ ...shown, ...expects }), card);
}

/** As `withUnderWay`, for the cards of a board. */
export function allWithUnderWay(queries: QueryClient, cards: readonly Card[]): readonly Card[] {
  return underWay(queries).reduce((shown, { cardId, expects }) => {
    const card = shown.find(({ id }) => id === cardId);
    if (card === undefined) return shown;
    if (expects.isArchived === true) return withoutCards(shown, new Set([cardId]));
    const changed = { ...card, ...expects };
    return expects.columnId === undefined ? withCardChanges(shown, changed) : withCard(shown, changed, changed.position);
  }, cards);
}

/** Whether a card is on its way to another place. */
export function isMoving(queries: QueryClient): boolean {
  return queries.getMutationCache().findAll({ mutationKey: moveKey, status: 'pending' }).length > 0;
}

/** Resolves when no card is on its way: at once if none is. */
export function movesOver(queries: QueryClient): Promise<void> {
  if (!isMoving(queries)) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = queries.getMutationCache().subscribe(() => {
    if (isMoving(queries)) return;
    leave();
    resolve();
  });
  return promise;
}

/** A move begins: what is being read of its board may not know of it, and is read anew when no card is on its way any more. */
export function readAfterMoves(queries: QueryClient, queryKey: QueryKey): void {
  if (queries.isFetching({ queryKey }) === 0) return;
  void queries
    .cancelQueries({ queryKey })
    .then(() => movesOver(queries))
    .then(() => queries.invalidateQueries({ queryKey }));
}
