import { useEffect, type RefObject } from 'react';

/** An entry to go to; `at` tells apart the times at which the user has asked for it. */
export interface Mark {
  readonly id: string;
  readonly at: number;
}

/** Those that were gone to: a grid that is drawn anew does not go there again. */
const reached = new WeakSet<Mark>();

/** Brings an entry into sight once it is drawn, gives it the focus, and marks it until the focus leaves it. */
export function useMark(area: RefObject<HTMLElement | null>, mark: Mark | null): void {
  useEffect(() => {
    const grid = area.current;
    if (mark === null || grid === null || reached.has(mark)) return undefined;
    const observer = new MutationObserver(() => {
      tryNow();
    });
    const tryNow = (): void => {
      const entry = grid.querySelector<HTMLElement>(`[data-entry="${CSS.escape(mark.id)}"]`);
      // What has no room yet is hidden, and cannot be focused.
      if (entry === null || !entry.checkVisibility({ visibilityProperty: true })) return;
      observer.disconnect();
      reached.add(mark);
      entry.dataset['marked'] = 'true';
      entry.addEventListener('blur', () => delete entry.dataset['marked'], { once: true });
      entry.scrollIntoView({ block: 'center' });
      entry.focus({ preventScroll: true });
    };
    observer.observe(grid, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
    tryNow();
    return () => {
      observer.disconnect();
    };
  }, [area, mark]);
}
