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
}

/** What is not known in the address does not count. */
export function filtersIn(query: URLSearchParams): Filters {
  const named = (query.get('priority') ?? '').split(',');
  return {
    text: query.get('q') ?? '',
    priorities: priorities.filter((priority) => named.includes(priority)),
    due: dueFilters.find((due) => due === query.get('due')) ?? null,
  };
}

/** `query` with these filters in it, and all else as it was. */
export function withFilters(query: URLSearchParams, { text, priorities: chosen, due }: Filters): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string): void => {
    if (value === '') next.delete(name);
    else next.set(name, value);
  };
  set('q', text);
  set('priority', chosen.join(','));
  set('due', due ?? '');
  return next;
}

export function isFiltering({ text, priorities: chosen, due }: Filters): boolean {
  return text.trim() !== '' || chosen.length > 0 || due !== null;
}

/** Whether the card is shown. */
export function fits(card: Card, { text, priorities: chosen, due }: Filters, now: Date): boolean {
  if (chosen.length > 0 && (card.priority === null || !chosen.includes(card.priority))) return false;
  if (due !== null && !fitsDue(card, due, now)) return false;
  const wanted = text.trim().toLocaleLowerCase();
  return wanted === '' || `${card.title}\n${card.description ?? ''}`.toLocaleLowerCase().includes(wanted);
}

function fitsDue({ dueDate }: Card, wanted: DueFilter, now: Date): boolean {
  const due = dueOf(dueDate);
  if (due === null) return wanted === 'none';
  const state = dueState(due, now);
  return wanted === 'week' ? state === 'today' || state === 'soon' : state === wanted;
}
