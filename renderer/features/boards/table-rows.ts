// The cards of a board as the rows of a table. Pure.

import type { Card } from '../../../main/contract/cards.ts';
import type { Label } from '../../../main/contract/projects.ts';
import { locale } from '../../ui/format.ts';
import type { ShownColumn } from './board-context.ts';
import { dueOf } from './due.ts';
import { priorities } from '../../../main/contract/card-values.ts';

export type SortKey = 'title' | 'column' | 'labels' | 'priority' | 'due' | 'progress' | 'changed';

interface TableRow {
  readonly card: Card;
  /** The title of its column. */
  readonly column: string;
}

/** In the order of the board, or sorted; those without what is sorted by come last either way. */
export function sortedRows(
  columns: readonly Pick<ShownColumn, 'column' | 'name' | 'cards'>[],
  labels: ReadonlyMap<string, Pick<Label, 'name'>>,
  sort: { readonly key: SortKey; readonly isDown: boolean } | null,
): readonly TableRow[] {
  const rows = columns.flatMap(({ name, cards }) => cards.map((card): TableRow => ({ card, column: name })));
  if (sort === null) return rows;
  const places = new Map(columns.map(({ column }, index) => [column.id, index]));
  const keys = new Map(rows.map(({ card }) => [card.id, sortKey(card, sort.key, labels, places)]));
  const names = new Intl.Collator(locale, { numeric: true });
  const direction = sort.isDown ? -1 : 1;
  return rows.toSorted(({ card: a }, { card: b }) => {
    const [first, second] = [keys.get(a.id) ?? null, keys.get(b.id) ?? null];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return direction * (typeof first === 'number' ? first - Number(second) : names.compare(first, String(second)));
  });
}

function sortKey(
  card: Card,
  key: SortKey,
  labels: ReadonlyMap<string, Pick<Label, 'name'>>,
  places: ReadonlyMap<string, number>,
): number | string | null {
  switch (key) {
    case 'title':
      return card.title;
    case 'column':
      return places.get(card.columnId) ?? null;
    case 'labels':
      return card.labelIds.flatMap((id) => labels.get(id)?.name ?? [])[0] ?? null;
    case 'priority':
      return card.priority === null ? null : priorities.indexOf(card.priority);
    case 'due':
      return dueOf(card.dueDate)?.at.getTime() ?? null;
    case 'progress':
      return card.progress;
    default:
      return Date.parse(card.updatedAt);
  }
}
