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
    // FullCalendar draws after this, and then in several steps.
    const observer = new MutationObserver(() => {
      tryNow();
    });
    const tryNow = (): void => {
      const days = [...list.querySelectorAll<HTMLElement>('.cal-list-day')];
      if (days.length === 0) return;
      observer.disconnect();
      done.current = occasion;
      const first = days.find((shown) => dayOfItem(shown) >= day) ?? days.at(-1);
      first?.scrollIntoView({ block: isBack ? 'center' : 'start' });
    };
    observer.observe(list, { childList: true, subtree: true });
    tryNow();
    return () => {
      observer.disconnect();
    };
  }, [area, day, isRead, occasion, isBack]);
}

function dayOfItem({ classList }: HTMLElement): string {
  return [...classList].find((name) => name.startsWith(dayClass))?.slice(dayClass.length) ?? '';
}
