// Which cards of a board are shown. Kept in the address, so that it can be shared and gone back from. Pure.

import type { Card, Priority } from '../../../main/contract/cards.ts';
import { dueOf, dueState } from './due.ts';
import { priorities } from './priority.ts';

export const dueFilters = ['overdue', 'today', 'week', 'none'] as const;

export type DueFilter = (typeof dueFilters)[number];

export interface Filters {
  readonly text: string;
  /** None: any. */
  readonly priorities: readonly Priority[];
  readonly due: DueFilter | null;
  /** The id of one; null: any. */
  readonly label: string | null;
}

export const noFilters: Filters = { text: '', priorities: [], due: null, label: null };

/** What is not known in the address does not count. */
export function filtersIn(query: URLSearchParams): Filters {
  const named = (query.get('priority') ?? '').split(',');
  return {
    text: query.get('q') ?? '',
    priorities: priorities.filter((priority) => named.includes(priority)),
    due: dueFilters.find((due) => due === query.get('due')) ?? null,
    label: query.get('label'),
  };
}

/** `query` with these filters in it, and all else as it was. */
export function withFilters(query: URLSearchParams, { text, priorities: chosen, due, label }: Filters): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string): void => {
    if (value === '') next.delete(name);
    else next.set(name, value);
  };
  set('q', text);
  set('priority', chosen.join(','));
  set('due', due ?? '');
  set('label', label ?? '');
  return next;
}

export function isFiltering({ text, priorities: chosen, due, label }: Filters): boolean {
  return text.trim() !== '' || chosen.length > 0 || due !== null || label !== null;
}

/** Whether the card is shown. */
export function fits(card: Card, { text, priorities: chosen, due, label }: Filters, now: Date): boolean {
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
