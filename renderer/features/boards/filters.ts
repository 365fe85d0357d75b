// Which cards of a board are shown. Kept in the address, so that it can be shared and gone back from. Pure.

import type { Priority, Card } from '../../../main/contract/cards.ts';
import type { BoardFilter } from '../../../main/contract/board-filters.ts';
import { dueFilters, priorities } from '../../../main/contract/card-values.ts';
import { dueOf, dueState } from './due.ts';

export type DueFilter = (typeof dueFilters)[number];

export interface Filters {
  readonly text: string;
  /** None: any. */
  readonly priorities: readonly Priority[];
  readonly due: DueFilter | null;
  /** The id of one; null: any. */
  readonly label: string | null;
  /** Only cards that are done, or are not; null: both. */
  readonly isDone: boolean | null;
}

export const noFilters: Filters = { text: '', priorities: [], due: null, label: null, isDone: null };

/** What is not known in the address does not count. */
export function filtersIn(query: URLSearchParams): Filters {
  const named = (query.get('priority') ?? '').split(',');
  return {
    text: query.get('q') ?? '',
    priorities: priorities.filter((priority) => named.includes(priority)),
    due: dueFilters.find((due) => due === query.get('due')) ?? null,
    label: query.get('label'),
    isDone: doneIn(query.get('done')),
  };
}

const doneIn = (text: string | null): boolean | null => (text === 'true' ? true : text === 'false' ? false : null);

/** `query` with these filters in it, and all else as it was. */
export function withFilters(query: URLSearchParams, { text, priorities: chosen, due, label, isDone }: Filters): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string): void => {
    if (value === '') next.delete(name);
    else next.set(name, value);
  };
  set('q', text);
  set('priority', chosen.join(','));
  set('due', due ?? '');
  set('label', label ?? '');
  set('done', isDone === null ? '' : String(isDone));
  return next;
}

export function isFiltering({ text, priorities: chosen, due, label, isDone }: Filters): boolean {
  return text.trim() !== '' || chosen.length > 0 || due !== null || label !== null || isDone !== null;
}

/** What a saved filter sets. */
export function filtersOf({ q, priorities: chosen, due, labelId, completed }: BoardFilter): Filters {
  return { text: q, priorities: priorities.filter((priority) => chosen.includes(priority)), due, label: labelId, isDone: completed };
}

/** The same as the service saves it, without its name. */
export function filterBody({ text, priorities: chosen, due, label, isDone }: Filters): Omit<BoardFilter, 'id' | 'projectId' | 'name'> {
  return { q: text, priorities: [...chosen], due, labelId: label, completed: isDone };
}

export function sameFilters(a: Filters, b: Filters): boolean {
  return JSON.stringify(filterBody(a)) === JSON.stringify(filterBody(b));
}

/** Whether the card is shown. */
export function fits(card: Card, { text, priorities: chosen, due, label, isDone }: Filters, now: Date): boolean {
  if (isDone !== null && (card.completedAt !== null) !== isDone) return false;
  if (label !== null && !card.labelIds.includes(label)) return false;
  if (chosen.length > 0 && (card.priority === null || !chosen.includes(card.priority))) return false;
  if (due !== null && !fitsDue(card, due, now)) return false;
  const wanted = text.trim().toLocaleLowerCase();
  return wanted === '' || `${card.title}\n${card.description ?? ''}`.toLocaleLowerCase().includes(wanted);
}

function fitsDue({ dueDate, completedAt }: Card, wanted: DueFilter, now: Date): boolean {
  const due = dueOf(dueDate);
  if (wanted === 'overdue' && completedAt !== null) return false;
  if (due === null) return wanted === 'none';
  const state = dueState(due, now);
  return wanted === 'week' ? state === 'today' || state === 'soon' : state === wanted;
}
