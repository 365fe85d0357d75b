// What of a board is the same as before: it need not be drawn anew. Pure.

import type { FocusedCard, ShownColumn } from './board-context.ts';

/** `next`, with each column that shows the same as before as the very object that it was; `before` where all do. */
export function keptColumns(before: readonly ShownColumn[], next: readonly ShownColumn[]): readonly ShownColumn[] {
  const known = new Map(before.map((shown) => [shown.column.id, shown]));
  const kept = next.map((shown) => {
    const was = known.get(shown.column.id);
    return was !== undefined && isSame(was, shown) ? was : shown;
  });
  return kept.length === before.length && kept.every((shown, index) => shown === before[index]) ? before : kept;
}

function isSame(one: ShownColumn, other: ShownColumn): boolean {
  return (
    one.column === other.column &&
    one.name === other.name &&
    one.place === other.place &&
    one.total === other.total &&
    one.cards.length === other.cards.length &&
    one.cards.every((card, index) => card === other.cards[index])
  );
}

/** What concerns one column of the cards that are dragged, shall get the focus and are chosen: one without them is told of none. */
export interface CardsOfNote {
  readonly dragged: string | null;
  readonly wanted: FocusedCard | null;
  /** The cards that are chosen: all of the board where one of them is in the column. */
  readonly selected: ReadonlySet<string>;
}

const noneSelected: ReadonlySet<string> = new Set();

export function ofNoteIn({ cards }: Pick<ShownColumn, 'cards'>, { dragged, wanted, selected }: CardsOfNote): CardsOfNote {
  const has = (wantedId: string | undefined): boolean => wantedId !== undefined && cards.some(({ id }) => id === wantedId);
  return {
    dragged: has(dragged ?? undefined) ? dragged : null,
    wanted: has(wanted?.id) ? wanted : null,
    selected: selected.size > 0 && cards.some(({ id }) => selected.has(id)) ? selected : noneSelected,
  };
}
