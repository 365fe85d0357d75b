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

/** In frames: FullCalendar draws in several steps, of which the first may show what was there before. */
const untilDrawn = 3;

/**
 * Scrolls the list to the first of its days that is not before `day`, as soon as it is drawn; null while it is not the list that is shown.
 * It does so once for each `occasion`: what changes later leaves the list where the user has scrolled it to.
 */
export function useListStart(area: RefObject<HTMLElement | null>, start: ListStart | null): void {
  const done = useRef('');
  const { day = null, isRead = false, occasion = '', isBack = false } = start ?? {};
  useEffect(() => {
    if (day === null) {
      done.current = '';
      return undefined;
    }
    if (!isRead || done.current === occasion || area.current === null) return undefined;
    const list = area.current;
    let quietFrames = 0;
    let frame: number | null = null;
    const scroll = (): void => {
      const days = [...list.querySelectorAll<HTMLElement>('.cal-list-day')];
      if (days.length === 0) return;
      done.current = occasion;
      const first = days.find((shown) => dayOfItem(shown) >= day) ?? days.at(-1);
      first?.scrollIntoView({ block: isBack ? 'center' : 'start' });
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
  }, [area, day, isRead, occasion, isBack]);
}

function dayOfItem({ classList }: HTMLElement): string {
  return [...classList].find((name) => name.startsWith(dayClass))?.slice(dayClass.length) ?? '';
}
