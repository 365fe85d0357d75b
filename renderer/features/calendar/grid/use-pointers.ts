import { useEffect, type RefObject } from 'react';

/** Far from every calendar. */
const nowhere: MouseEventInit = { clientX: -10_000, clientY: -10_000 };

/**
 * What FullCalendar lacks for the mouse and for fingers within `area`. What is dragged, stretched or chosen is given up by Escape with the
 * mouse, and with a finger when the system takes the touch away or a second finger comes: to FullCalendar the pointer leaves the calendar
 * and lets go out there, where nothing can be dropped.
 */
export function usePointers(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const ending = new AbortController();
    watchMouse(element, ending.signal);
    watchFingers(element, ending.signal);
    keepSelected(element, ending.signal);
    return () => {
      ending.abort();
    };
  }, [area]);
}

function watchMouse(element: HTMLElement, signal: AbortSignal): void {
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
      document.dispatchEvent(new MouseEvent('mousemove', { ...nowhere, bubbles: true }));
      document.dispatchEvent(new MouseEvent('mouseup', { ...nowhere, bubbles: true }));
      swallowClick(signal);
    },
    { capture: true, signal },
  );
}

/** Whether it is in the calendar, or in the popover with all of a day, which is elsewhere in the page. */
function isWithin(element: HTMLElement, target: EventTarget | null): boolean {
  return target instanceof Element && (element.contains(target) || target.closest('.cal-popover') !== null);
}

function watchFingers(element: HTMLElement, signal: AbortSignal): void {
  // FullCalendar takes this for the end of a touch. It listens at the element that was touched, which may be gone from the page.
  const leave = ({ currentTarget }: Event): void => {
    currentTarget?.dispatchEvent(new MouseEvent('touchmove', nowhere));
  };
  let touched: EventTarget | null = null;
  window.addEventListener(
    'touchstart',
    (event) => {
      if (!isWithin(element, event.target)) return;
      if (event.touches.length > 1) {
        // It would begin anew with this finger.
        event.stopPropagation();
        touched?.dispatchEvent(new MouseEvent('touchcancel', { ...nowhere, bubbles: true }));
      } else {
        touched = event.target;
        // Before the listener of FullCalendar; added twice at an element it is there once.
        touched?.addEventListener('touchcancel', leave, { capture: true, signal });
      }
    },
    { capture: true, passive: true, signal },
  );
}

/**
 * To FullCalendar, which listens at the document, a touch anywhere else is one beside the event on which a finger has rested, and takes its
 * grips away: also the one that closes its menu. Where there are none, it closes the popover of a day.
 */
function keepSelected(element: HTMLElement, signal: AbortSignal): void {
  const keep = (event: Event): void => {
    if (!isWithin(element, event.target) && element.querySelector('.cal-grip-touch') !== null) event.stopPropagation();
  };
  document.body.addEventListener('touchstart', keep, { passive: true, signal });
  // A tap is followed by one of these.
  document.body.addEventListener('mousedown', keep, { signal });
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
