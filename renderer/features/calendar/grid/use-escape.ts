import { useEffect, type RefObject } from 'react';

/** Far from every calendar. */
const nowhere: MouseEventInit = { bubbles: true, clientX: -10_000, clientY: -10_000 };

/**
 * Escape gives up what the mouse drags, stretches or chooses within `area`. FullCalendar has no way to do so: to it the pointer
 * leaves the calendar and lets go out there, where nothing can be dropped.
 */
export function useEscape(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    let isHeld = false;
    element.addEventListener(
      'mousedown',
      ({ button }) => {
        isHeld = button === 0;
      },
      { capture: true, signal },
    );
    window.addEventListener(
      'mouseup',
      () => {
        isHeld = false;
      },
      { capture: true, signal },
    );
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !isHeld) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        document.dispatchEvent(new MouseEvent('mousemove', nowhere));
        document.dispatchEvent(new MouseEvent('mouseup', nowhere));
        swallowClick(signal);
      },
      { capture: true, signal },
    );
    return () => {
      ending.abort();
    };
  }, [area]);
}

/** The button is still held: letting go of it is no click. */
function swallowClick(ending: AbortSignal): void {
  const over = new AbortController();
  const signal = AbortSignal.any([ending, over.signal]);
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal },
  );
  // The click comes right after, before any timer.
  window.addEventListener(
    'mouseup',
    () => {
      setTimeout(() => {
        over.abort();
      });
    },
    { capture: true, signal },
  );
}
