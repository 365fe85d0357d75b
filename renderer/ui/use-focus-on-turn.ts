import { useLayoutEffect, useRef } from 'react';
import { focusPageIfNowhere } from './focus-now.ts';

/**
 * For a page that shows one of several things, told apart by `shown`: where the focus has gone with the one before, the page has it.
 * Not at first: the frame sees to that.
 */
export function useFocusOnTurn(shown: string | undefined): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    focusPageIfNowhere();
  }, [shown]);
}
