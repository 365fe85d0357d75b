// Asks which occurrences of a series a change is about.

import { useSyncExternalStore } from 'react';
import type { SeriesScope } from '../../../main/contract/recurrence.ts';

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
export function askScope(question: Omit<ScopeQuestion, 'answer'>): Promise<SeriesScope | null> {
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
