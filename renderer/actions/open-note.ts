// The note that is open now, for features that work with it: notes offer theirs, other features take it.

import { useSyncExternalStore } from 'react';

export interface OpenNote {
  readonly id: string;
  readonly title: () => string;
  /** Brings to the service what it does not have yet; false if that cannot be done now. */
  readonly flush: () => Promise<boolean>;
  /** The text that is selected; empty when nothing is. */
  readonly selection: () => string;
  /** Puts markdown in at the cursor; null where there is none, as in the markdown itself. */
  readonly insert: ((markdown: string) => void) | null;
}

const listeners = new Set<() => void>();
let open: OpenNote | null = null;

/** Tells which note is open; gives the function that takes that back. */
export function offerOpenNote(note: OpenNote): () => void {
  set(note);
  return () => {
    if (open === note) set(null);
  };
}

export function openNote(): OpenNote | null {
  return open;
}

export function useOpenNote(): OpenNote | null {
  return useSyncExternalStore(subscribe, openNote);
}

function set(note: OpenNote | null): void {
  open = note;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
