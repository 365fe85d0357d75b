// Asks for a notebook to move something to.

import { useSyncExternalStore } from 'react';
import type { Notebook } from '../../../../main/contract/notebooks.ts';

interface Choice {
  readonly title: string;
  /** What stands for no notebook. */
  readonly none: string;
  /** Where it is now; undefined where that is not one place. */
  readonly current?: string | null | undefined;
  readonly isPossible?: (notebook: Notebook) => boolean;
}

export interface AskedChoice extends Choice {
  readonly answer: (id: string | null | undefined) => void;
}

const listeners = new Set<() => void>();
let asked: AskedChoice | null = null;

function become(next: AskedChoice | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** The notebook that the user chooses, null for none; undefined where the user leaves it as it is. */
export function chooseNotebook(choice: Choice): Promise<string | null | undefined> {
  asked?.answer(undefined);
  return new Promise((resolve) => {
    become({
      ...choice,
      answer: (id) => {
        become(null);
        resolve(id);
      },
    });
  });
}

export function useAskedChoice(): AskedChoice | null {
  return useSyncExternalStore(subscribe, () => asked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
