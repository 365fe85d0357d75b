// Tells people who do not see the page what has just happened: what others see by themselves.

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let message = { text: '', count: 0 };

/** Has a screen reader say `text` when it is done with what it is saying. */
export function announce(text: string): void {
  message = { text, count: message.count + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last message; `count` grows with each, be its text the same. */
export function useAnnouncement(): { readonly text: string; readonly count: number } {
  return useSyncExternalStore(subscribe, () => message);
}
