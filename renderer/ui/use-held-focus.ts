import { useEffectEvent, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

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

/** For the element around a list. */
interface WatchedFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * For a list from which other clients take entries too: calls `onLost` with the id of the entry that had the focus, once that is gone and
 * nothing has it. `idAt`: the id of the entry around an element.
 */
export function useLostFocus(idAt: (element: Element) => string | null, onLost: (id: string) => void): WatchedFocus {
  const held = useRef<string | null>(null);
  const tell = useEffectEvent(onLost);
  useLayoutEffect(() => {
    const { current: id } = held;
    if (id === null || document.activeElement !== document.body) return;
    held.current = null;
    tell(id);
  });
  return {
    onFocus: ({ target }) => {
      held.current = idAt(target);
    },
    // Not told of what is taken away with the focus. A window that is left keeps its own.
    onBlur: ({ target }) => {
      if (document.activeElement !== target) held.current = null;
    },
  };
}
