// The note and the card that are open now, for features that work with them: notes and boards offer theirs, other features take them.

import { Store, useStore } from '../api/store.ts';

interface OpenNote {
  readonly id: string;
  readonly title: () => string;
  /** Brings to the service what it does not have yet; false if that cannot be done now. */
  readonly flush: () => Promise<boolean>;
  /** The text that is selected; empty when nothing is. */
  readonly selection: () => string;
  /** Puts markdown in at the cursor; null where there is none, as in the markdown itself. */
  readonly insert: ((markdown: string) => void) | null;
}

const note = new Store<OpenNote | null>(null);

/** Tells which note is open; gives the function that takes that back. */
export function offerOpenNote(offered: OpenNote): () => void {
  note.set(offered);
  return () => {
    if (openNote() === offered) note.set(null);
  };
}

export const openNote = note.get;

export function useOpenNote(): OpenNote | null {
  return useStore(note);
}

interface OpenCard {
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
