// Asks before something that cannot be undone.

import { useSyncExternalStore } from 'react';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that goes ahead, as in "Delete column". */
  readonly action: string;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: Asked | null = null;

function become(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Whether the user wants to go ahead. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    become({
      ...question,
      answer: (yes) => {
        become(null);
        resolve(yes);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question that waits for an answer. */
export function useQuestion(): Asked | null {
  return useSyncExternalStore(subscribe, () => asked);
}
