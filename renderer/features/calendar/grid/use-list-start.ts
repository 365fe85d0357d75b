import { useEffect, useRef, type RefObject } from 'react';
import { dayClass } from './theme.ts';

interface ListStart {
  readonly day: string;
  /** Whether what it is to show has been read. */
  readonly isRead: boolean;
  readonly occasion: string;
  /** Whether what was before the day is to be seen too. */
  readonly isBack: boolean;
}

/** Where the user has scrolled the list to, in pixels, since this occasion; null before that. */
export type ListPlace = RefObject<{ readonly occasion: string; readonly top: number } | null>;

/** In frames: FullCalendar draws in several steps, of which the first may show what was there before. */
const untilDrawn = 3;

/**
 * Scrolls the list to the first of its days that is not before `day`, as soon as it is drawn; null while it is not the list that is shown.
 * It does so once for each `occasion`: what changes later leaves the list where the user has scrolled it to, and `placeRef` keeps that for
 * one that is drawn anew, as after a search.
 */
export function useListStart(area: RefObject<HTMLElement | null>, start: ListStart | null, placeRef: ListPlace): void {
  const done = useRef('');
  const { day = null, isRead = false, occasion = '', isBack = false } = start ?? {};
  useEffect(() => {
    if (day === null) {
      done.current = '';
      placeRef.current = null;
      return undefined;
    }
    if (!isRead || done.current === occasion || area.current === null) return undefined;
    const list = area.current;
    const kept = placeRef.current?.occasion === occasion ? placeRef.current.top : null;
    let quietFrames = 0;
    let frame: number | null = null;
    const scroll = (): void => {
      const days = [...list.querySelectorAll<HTMLElement>('.cal-list-day')];
      if (days.length === 0) return;
      done.current = occasion;
      if (kept !== null) listScroller(list)?.scrollTo({ top: kept });
      else {
        placeRef.current = null;
        const first = days.find((shown) => dayOfItem(shown) >= day) ?? days.at(-1);
        first?.scrollIntoView({ block: isBack ? 'center' : 'start' });
      }
      quietFrames = 0;
      frame ??= requestAnimationFrame(waitUntilDrawn);
    };
    const observer = new MutationObserver(scroll);
    const waitUntilDrawn = (): void => {
      quietFrames += 1;
      if (quietFrames < untilDrawn) frame = requestAnimationFrame(waitUntilDrawn);
      else observer.disconnect();
    };
    observer.observe(list, { childList: true, subtree: true });
    scroll();
    return () => {
      observer.disconnect();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [area, day, isRead, occasion, isBack, placeRef]);
  useEffect(() => {
    const list = area.current;
    if (list === null || day === null) return undefined;
    const keep = ({ target }: Event): void => {
      if (target instanceof Element && target === listScroller(list) && done.current === occasion)
        placeRef.current = { occasion, top: target.scrollTop };
    };
    // What scrolls does not bubble.
    list.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      list.removeEventListener('scroll', keep, { capture: true });
    };
  }, [area, day, occasion, placeRef]);
}

/** What scrolls in the list; null while it shows no day. */
export function listScroller(list: HTMLElement): Element | null {
  const days = list.querySelector('.cal-list-day');
  return days?.parentElement?.closest('[style*="overflow"]') ?? days?.parentElement ?? null;
}

function dayOfItem({ classList }: HTMLElement): string {
  return [...classList].find((name) => name.startsWith(dayClass))?.slice(dayClass.length) ?? '';
}
