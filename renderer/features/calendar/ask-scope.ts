// Asks which occurrences of a series a change is about.

import { useSyncExternalStore } from 'react';
import type { SeriesScope } from '../../../main/contract/recurrence.ts';
import type { UpdateEvent } from '../../../main/contract/events.ts';
import { isSeries, seriesIdOf, type CalendarEvent } from './events.ts';

interface ScopeQuestion {
  readonly purpose: 'change' | 'delete';
  readonly title: string;
  readonly scopes: readonly SeriesScope[];
  readonly answer: (scope: SeriesScope | null) => void;
}

const listeners = new Set<() => void>();
let asked: ScopeQuestion | null = null;

function become(next: ScopeQuestion | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** The answer of the user; null for none. */
function askScope(question: Omit<ScopeQuestion, 'answer'>): Promise<SeriesScope | null> {
  asked?.answer(null);
  return new Promise((resolve) => {
    become({
      ...question,
      answer: (scope) => {
        become(null);
        resolve(scope);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question that waits for an answer. */
export function useScopeQuestion(): ScopeQuestion | null {
  return useSyncExternalStore(subscribe, () => asked);
}

/** Which occurrences a change is about: asked of an occurrence, plain for the series itself; null if the user thinks better of it. */
export async function scopeOfChange({
  event,
  body,
}: {
  readonly event: CalendarEvent;
  readonly body: UpdateEvent;
}): Promise<SeriesScope | null> {
  if (event.id === seriesIdOf(event)) return 'all';
  // The rule and the calendar belong to the series.
  const ofSeries = body.recurrence !== undefined || body.calendarId !== undefined;
  return askScope({ purpose: 'change', title: event.title, scopes: ofSeries ? ['following', 'all'] : ['one', 'following', 'all'] });
}

/** Which occurrences shall be deleted; undefined for an event that does not repeat, null if the user thinks better of it. */
export async function scopeOfDeletion(event: CalendarEvent): Promise<SeriesScope | null | undefined> {
  if (!isSeries(event)) return undefined;
  if (event.id === seriesIdOf(event)) return 'all';
  return askScope({ purpose: 'delete', title: event.title, scopes: ['one', 'following', 'all'] });
}
