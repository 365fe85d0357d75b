import { useRef, type MouseEvent, type TouchEvent } from 'react';

/** How long a finger rests where it opens a menu, in milliseconds: after as long what lies under it can be dragged. */
const ghostClickMs = 400;

/** How far a finger that rests may move, in pixels. */
const tremor = 10;

const focusable = 'a[href], button, [tabindex]';

interface Press {
  readonly x: number;
  readonly y: number;
  /** In milliseconds, as events tell it. */
  readonly at: number;
}

/** What the menu's own listeners get: it lets them not come after these. */
type Preventable = { readonly preventBaseUIHandler: () => void };

interface LongPress {
  readonly onTouchStart: (event: TouchEvent & Preventable) => void;
  readonly onTouchMove: (event: TouchEvent & Preventable) => void;
  readonly onTouchEnd: (event: TouchEvent & Preventable) => void;
  readonly onTouchCancel: () => void;
  readonly onContextMenu: (event: MouseEvent & Preventable) => void;
}

/**
 * A finger that rests on something opens its menu when it is lifted, for the area of a context menu: one that moves on drags, and a menu
 * that comes before that is in the way, or is gone as soon as the finger is. On what `selector` does not find it is left to the browser.
 */
export function useLongPress(selector: string): LongPress {
  const press = useRef<Press | null>(null);
  const isDown = useRef(false);
  return {
    onTouchStart: (event) => {
      event.preventBaseUIHandler();
      press.current = null;
      isDown.current = event.target instanceof Element && event.target.closest(selector) !== null;
      if (!isDown.current) return;
      const touch = event.touches.item(0);
      press.current = event.touches.length === 1 && touch !== null ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
    },
    onTouchMove: (event) => {
      event.preventBaseUIHandler();
      const touch = event.touches.item(0);
      const { x, y } = press.current ?? { x: 0, y: 0 };
      if (touch === null || Math.hypot(touch.clientX - x, touch.clientY - y) > tremor) press.current = null;
    },
    onTouchEnd: (event) => {
      event.preventBaseUIHandler();
      isDown.current = false;
      const ended = press.current;
      press.current = null;
      if (ended === null || event.timeStamp - ended.at < ghostClickMs) return;
      const { target } = event;
      // It is no click as well.
      event.preventDefault();
      // What drags hears of the end first.
      setTimeout(() => {
        const { x, y } = ended;
        // As a button of a mouse does: the focus comes back to it from the menu.
        focusableAt(target, selector)?.focus({ preventScroll: true });
        target.dispatchEvent(new globalThis.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }));
      });
    },
    onTouchCancel: () => {
      isDown.current = false;
      press.current = null;
    },
    onContextMenu: (event) => {
      if (!isDown.current) return;
      event.preventBaseUIHandler();
      event.preventDefault();
    },
  };
}

/** What gets the focus where a finger rests on what `selector` finds; null where nothing there can have it. */
function focusableAt(target: EventTarget, selector: string): HTMLElement | null {
  const found = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  return found?.matches(focusable) === true ? found : (found?.querySelector<HTMLElement>(focusable) ?? null);
}
