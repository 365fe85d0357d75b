// Tells people who do not see the page what has just happened: what others see by themselves.

import { useSyncExternalStore, type ReactNode } from 'react';

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
function useAnnouncement(): { readonly text: string; readonly count: number } {
  return useSyncExternalStore(subscribe, () => message);
}

/** The live region for `announce`. Once per page, always there. */
export function Announcer(): ReactNode {
  const { text, count } = useAnnouncement();
  // Two in turn: the same text twice would be no change.
  return (
    <div className="visually-hidden" aria-live="polite" data-testid="announcer">
      <p>{count % 2 === 0 ? text : ''}</p>
      <p>{count % 2 === 1 ? text : ''}</p>
    </div>
  );
}
