// Cards that have been read, in both places where the page keeps them: on their board, and one by one.

import type { QueryClient } from '@tanstack/react-query';
import type { Card } from '../../../main/contract/cards.ts';
import { withCard, withCardChanges, withoutCards, type CardPosition } from './card-list.ts';
import { withUnderWay, type CardChange } from './changes-under-way.ts';
import { cardKey, cardsKey } from './use-board.ts';

/** Keeps what the service said of a card, when it `answered` that change, with what is still on its way to it. */
export function keepCard(queries: QueryClient, saved: Card, answered?: CardChange): void {
  const card = withUnderWay(queries, saved, answered);
  // What is being read now may be older.
  if (queries.isFetching({ queryKey: cardKey(card.id) }) > 0) void queries.invalidateQueries({ queryKey: cardKey(card.id) });
  queries.setQueryData<readonly Card[]>(cardsKey(card.projectId), (cards) => {
    const known = cards?.find(({ id }) => id === card.id);
    if (cards === undefined || (known !== undefined && known.version > card.version)) return cards;
    // Archived cards are in lists of their own.
    if (card.isArchived) return withoutCards(cards, new Set([card.id]));
    return known?.columnId === card.columnId ? withCardChanges(cards, card) : withCard(cards, card, card.position);
  });
  queries.setQueryData<Card>(cardKey(card.id), (known) => (known !== undefined && known.version > card.version ? known : card));
}

/** Shows a card changed before the service has agreed. */
export function expectCard(queries: QueryClient, card: Card, changes: Partial<Card>): void {
  queries.setQueryData<readonly Card[]>(cardsKey(card.projectId), (cards) =>
    changes.isArchived === true
      ? cards && withoutCards(cards, new Set([card.id]))
      : cards?.map((known) => (known.id === card.id ? { ...known, ...changes } : known)),
  );
  queries.setQueryData<Card>(cardKey(card.id), (known) => known && { ...known, ...changes });
}

/**
 * Shows again what stood in a card before these changes, which the service has refused, unless something else stands there by now: they
 * shall not pass for what the service has, where that cannot be read either.
 */
export function expectNoMore(queries: QueryClient, before: Card, changes: Partial<Card>): void {
  const withdrawn = (now: Card): Card => {
    const fields = (Object.keys(changes) as (keyof Card)[]).filter(
      (field) => JSON.stringify(now[field]) === JSON.stringify(changes[field]),
    );
    if (fields.length === 0) return now;
    // A newer version was read with these changes in it: what stood there before them may be older.
    const version = Math.min(now.version, before.version);
    return { ...now, ...Object.fromEntries(fields.map((field) => [field, before[field]])), version };
  };
  queries.setQueryData<readonly Card[]>(cardsKey(before.projectId), (cards) =>
    cards?.map((card) => (card.id === before.id ? withdrawn(card) : card)),
  );
  queries.setQueryData<Card>(cardKey(before.id), (card) => card && withdrawn(card));
}

/** Shows a card at another place before the service has agreed. */
export function expectMove(queries: QueryClient, card: Card, { columnId, position }: CardPosition): void {
  queries.setQueryData<readonly Card[]>(cardsKey(card.projectId), (cards) => cards && withCard(cards, { ...card, columnId }, position));
  queries.setQueryData<Card>(cardKey(card.id), (known) => known && { ...known, columnId, position });
}

/** Reads anew what was expected in vain. It is not waited for: the change that was refused counts as under way until it has ended. */
export function readAgain(queries: QueryClient, card: Pick<Card, 'id' | 'projectId'>): void {
  void queries.invalidateQueries({ queryKey: cardsKey(card.projectId) });
  void queries.invalidateQueries({ queryKey: cardKey(card.id) });
}
