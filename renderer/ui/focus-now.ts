// Where the focus goes when a layer opens. Base UI moves it a frame later: what is typed until then would be for the page below.

import { useLayoutEffect, type RefObject } from 'react';

/** For what takes the place of a page or of a part of it: the focus of what is gone is nowhere. */
export function focusPageIfNowhere(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

/** For `initialFocus`: moves the focus to the element at once, and leaves nothing to be done. */
export function focusNow(element: HTMLElement | null | undefined, options?: FocusOptions): false {
  element?.focus(options);
  return false;
}

/** For the first field of a dialog, where it is there only once something has been read: it takes the focus from the dialog itself. */
export function useFocusFromDialog(field: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current: element } = field;
    if (element !== null && element.closest('[role=dialog]') === document.activeElement) element.focus();
  }, [field]);
}
