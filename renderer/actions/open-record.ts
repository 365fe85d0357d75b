// The note and the card that are open now, for features that work with them: notes and boards offer theirs, other features take them.

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
let note: OpenNote | null = null;

/** Tells which note is open; gives the function that takes that back. */
export function offerOpenNote(offered: OpenNote): () => void {
  setNote(offered);
  return () => {
    if (note === offered) setNote(null);
  };
}

export function openNote(): OpenNote | null {
  return note;
}

export function useOpenNote(): OpenNote | null {
  return useSyncExternalStore(subscribe, openNote);
}

function setNote(next: OpenNote | null): void {
  note = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface OpenCard {
  readonly id: string;
  readonly title: string;
}

let card: OpenCard | null = null;

/** Tells which card is open; gives the function that takes that back. */
export function offerOpenCard(offered: OpenCard): () => void {
  card = offered;
  return () => {
    if (card === offered) card = null;
  };
}

export function openCard(): OpenCard | null {
  return card;
}
