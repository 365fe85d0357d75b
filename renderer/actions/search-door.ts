// The way to the search over everything: features lead to it, the frame shows it.

let show: ((text: string) => void) | null = null;

/** Takes over to show searches; gives the function that ends that. */
export function offerSearch(shown: (text: string) => void): () => void {
  show = shown;
  return () => {
    if (show === shown) show = null;
  };
}

/** Shows what is found for a query. */
export function lookFor(query: string): void {
  show?.(query);
}
