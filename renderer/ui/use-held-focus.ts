import { useLayoutEffect, useRef, type RefObject } from 'react';

/** For an element that stays while what is in it is replaced. */
interface HeldFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** Takes the focus itself where what had it within is gone: the next key goes on from here, and not from the top of the page. */
export function useHeldFocus(): HeldFocus {
  const ref = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  useLayoutEffect(() => {
    if (isHeld.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isHeld.current = true;
    },
    // Not told of what is taken away with the focus.
    onBlur: () => {
      isHeld.current = false;
    },
  };
}
