// Tells people who do not see the page what has just happened: what others see by themselves.

import type { ReactNode } from 'react';
import { Store, useStore } from '../api/store.ts';

/** The last message; `count` grows with each, be its text the same. */
const message = new Store({ text: '', count: 0 });

/** Has a screen reader say `text` when it is done with what it is saying. */
export function announce(text: string): void {
  message.set({ text, count: message.get().count + 1 });
}

/** The live region for `announce`. Once per page, always there. */
export function Announcer(): ReactNode {
  const { text, count } = useStore(message);
  // Two in turn: the same text twice would be no change.
  return (
    <div className="visually-hidden" aria-live="polite" data-testid="announcer">
      <p>{count % 2 === 0 ? text : ''}</p>
      <p>{count % 2 === 1 ? text : ''}</p>
    </div>
  );
}
