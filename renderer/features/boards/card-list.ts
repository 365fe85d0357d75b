// The cards of a board as one list, column by column, each in its order. Pure: no page, no requests.

import type { Card } from '../../../main/contract/cards.ts';

/** The cards by the id of their column, in their order. */
export function byColumn(cards: readonly Card[]): ReadonlyMap<string, readonly Card[]> {
  return Map.groupBy(cards, ({ columnId }) => columnId);
}

/** With `card` at `position` of its column, in the place of the one with the same id if there is one. Past the end is the end. */
export function withCard(cards: readonly Card[], card: Card, position: number): readonly Card[] {
  const others = cards.filter(({ id }) => id !== card.id);
  const column = others.filter(({ columnId }) => columnId === card.columnId);
  const next = column[position];
  // After the last of its column; a column without cards may stand anywhere.
  const last = column.at(-1);
  const place = next === undefined ? (last === undefined ? others.length : others.indexOf(last) + 1) : others.indexOf(next);
  return others.toSpliced(place, 0, { ...card, position });
}

/** With what `card` says, at the place that it has. */
export function withCardChanges(cards: readonly Card[], card: Card): readonly Card[] {
  return cards.map((known) => (known.id === card.id ? card : known));
}

export function withoutCards(cards: readonly Card[], ids: ReadonlySet<string>): readonly Card[] {
  return cards.filter(({ id }) => !ids.has(id));
}

/** The labels of a card with one of them chosen, or without it. */
export function withLabel(labelIds: readonly string[], labelId: string, isChosen: boolean): string[] {
  const others = labelIds.filter((id) => id !== labelId);
  return !isChosen ? others : labelIds.includes(labelId) ? [...labelIds] : [...others, labelId];
}

/** The nearest card of its column that stays when `gone` go: below `id`, else above. Null where there is none. */
export function cardThatStays(columns: readonly (readonly Card[])[], id: string, gone: ReadonlySet<string>): string | null {
  const column = columns.find((cards) => cards.some((card) => card.id === id)) ?? [];
  const index = column.findIndex((card) => card.id === id);
  const others = [...column.slice(index + 1), ...column.slice(0, Math.max(index, 0)).toReversed()];
  return others.find((card) => !gone.has(card.id))?.id ?? null;
}

/** A place on the board, as a move names it: `position` counts the other cards of the column. */
export interface CardPosition {
  readonly columnId: string;
  readonly position: number;
}

/** The place before or after another card, for a card that is taken out of its own. Null when the other is not there. */
export function positionBeside(cards: readonly Card[], movedId: string, besideId: string, edge: 'before' | 'after'): CardPosition | null {
  const beside = cards.find(({ id }) => id === besideId);
  if (beside === undefined || besideId === movedId) return null;
  const column = cards.filter(({ id, columnId }) => columnId === beside.columnId && id !== movedId);
  return { columnId: beside.columnId, position: column.indexOf(beside) + (edge === 'after' ? 1 : 0) };
}

/** Where `card` stands now; null when it is not there. */
export function positionOf(cards: readonly Card[], id: string): CardPosition | null {
  const card = cards.find((candidate) => candidate.id === id);
  if (card === undefined) return null;
  return { columnId: card.columnId, position: cards.filter(({ columnId }) => columnId === card.columnId).indexOf(card) };
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** A move of a card that a word names. */
export type CardStep = Direction | 'top' | 'bottom';

/**
 * Where a card goes that is moved by one step among the cards that are `shown`: over its neighbour, to the top or the bottom of its column,
 * or to the same height of the column beside it. Null at the edge of the board.
 */
export function stepFrom(
  all: readonly Card[],
  shown: ReadonlyMap<string, readonly Card[]>,
  columnIds: readonly string[],
  id: string,
  step: CardStep,
): CardPosition | null {
  const from = positionOf(all, id);
  if (from === null) return null;
  const column = shown.get(from.columnId) ?? [];
  const index = column.findIndex((card) => card.id === id);
  if (step !== 'left' && step !== 'right') {
    const neighbour = column.at(step === 'top' ? 0 : step === 'bottom' ? -1 : Math.max(index + (step === 'up' ? -1 : 1), 0));
    return index === -1 || neighbour === undefined
      ? null
      : positionBeside(all, id, neighbour.id, step === 'up' || step === 'top' ? 'before' : 'after');
  }
  const columnId = columnIds[columnIds.indexOf(from.columnId) + (step === 'left' ? -1 : 1)];
  if (columnId === undefined) return null;
  const neighbour = shown.get(columnId)?.[Math.max(index, 0)];
  return (
    (neighbour === undefined ? null : positionBeside(all, id, neighbour.id, 'before')) ?? {
      columnId,
      position: all.filter((card) => card.columnId === columnId).length,
    }
  );
}

/**
 * The card that is shown beside `id`: sideways the one at the same height, or the last, of the nearest column that has cards. Null at the
 * edge.
 */
export function cardBeside(columns: readonly (readonly Card[])[], id: string, direction: Direction): string | null {
  const at = columns.findIndex((cards) => cards.some((card) => card.id === id));
  const index = columns[at]?.findIndex((card) => card.id === id) ?? -1;
  if (index === -1) return null;
  if (direction === 'up' || direction === 'down') return columns[at]?.[index + (direction === 'up' ? -1 : 1)]?.id ?? null;
  const candidates = direction === 'left' ? columns.slice(0, at).toReversed() : columns.slice(at + 1);
  const column = candidates.find((cards) => cards.length > 0);
  return column?.[Math.min(index, column.length - 1)]?.id ?? null;
}
