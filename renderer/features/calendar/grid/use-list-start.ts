import { useEffect, useRef, type RefObject } from 'react';
import { dayClass } from './theme.ts';

/**
 * Scrolls the list to the first of its days that is not before `day`, as soon as it is drawn; null while it is not the list that is shown.
 * It does so once for each `occasion`: what changes later leaves the list where the user has scrolled it to.
 */
export function useListStart(area: RefObject<HTMLElement | null>, day: string | null, occasion: string): void {
  const done = useRef('');
  useEffect(() => {
    if (day === null) {
      done.current = '';
      return undefined;
    }
    if (done.current === occasion || area.current === null) return undefined;
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
      scrollTo(days.find((shown) => dayOfItem(shown) >= day) ?? days.at(-1));
    };
    observer.observe(list, { childList: true, subtree: true });
    tryNow();
    return () => {
      observer.disconnect();
    };
  }, [area, day, occasion]);
}

function dayOfItem({ classList }: HTMLElement): string {
  return [...classList].find((name) => name.startsWith(dayClass))?.slice(dayClass.length) ?? '';
}

function scrollTo(day: HTMLElement | undefined): void {
  day?.scrollIntoView({ block: 'start' });
}
