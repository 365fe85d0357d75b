// The card that is open now, for features that work with it: boards offer theirs, other features take it.

export interface OpenCard {
  readonly id: string;
  readonly title: string;
}

let open: OpenCard | null = null;

/** Tells which card is open; gives the function that takes that back. */
export function offerOpenCard(card: OpenCard): () => void {
  open = card;
  return () => {
    if (open === card) open = null;
  };
}

export function openCard(): OpenCard | null {
  return open;
}
