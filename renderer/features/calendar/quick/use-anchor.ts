// Where the small form stands: beside the block that it is about.

import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Provisional } from './use-quick.ts';

interface Anchor {
  readonly contextElement: Element;
  readonly getBoundingClientRect: () => DOMRect;
}

/**
 * The place of the provisional block, null until it is drawn. It stays while the block moves, so that the title does not move about under
 * the user's eyes, unless the form would cover the block.
 */
export function useAnchor(provisional: Provisional | null, id: number | null, popup: RefObject<HTMLElement | null>): Anchor | null {
  const [known, setKnown] = useState<{ readonly id: number; readonly anchor: Anchor } | null>(null);
  const placed = useRef<number | null>(null);
  useEffect(() => {
    if (id === null || provisional === null) return undefined;
    let frame = 0;
    let tries = 0;
    // The calendar draws after this.
    const look = (): void => {
      const block = blockAt(provisional.day);
      tries += 1;
      if (block === null && tries < 10) {
        frame = requestAnimationFrame(look);
        return;
      }
      if (block === null || (placed.current === id && !covers(popup.current, block))) return;
      placed.current = id;
      block.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      setKnown({ id, anchor: anchorAt(block) });
    };
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [provisional, id, popup]);
  return known !== null && known.id === id ? known.anchor : null;
}

/** The block, or the day on which a month has no room for it. */
function blockAt(day: string): Element | null {
  const grid = document.querySelector('.cal-grid');
  const block = grid?.querySelector('.cal-provisional:not(.cal-mirror)') ?? null;
  const isSeen = block !== null && block.getClientRects().length > 0 && getComputedStyle(block).visibility !== 'hidden';
  return isSeen ? block : (grid?.querySelector(`.cal-day[data-date="${day}"]`) ?? null);
}

/** It goes along when the calendar is scrolled. */
function anchorAt(block: Element): Anchor {
  const scroller = scrollerOf(block);
  const [box, frame] = [block.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const x = box.x - frame.x + scroller.scrollLeft;
  const y = box.y - frame.y + scroller.scrollTop;
  return {
    contextElement: scroller,
    getBoundingClientRect: () => {
      const now = scroller.getBoundingClientRect();
      return new DOMRect(now.x + x - scroller.scrollLeft, now.y + y - scroller.scrollTop, box.width, box.height);
    },
  };
}

function scrollerOf(element: Element): Element {
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.documentElement;
}

function covers(popup: HTMLElement | null, block: Element): boolean {
  if (popup === null) return false;
  const [one, other] = [popup.getBoundingClientRect(), block.getBoundingClientRect()];
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
