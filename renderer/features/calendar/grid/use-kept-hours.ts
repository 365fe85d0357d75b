import { useEffect, useState, type RefObject } from 'react';

/** The part of the day that stands at the top of the hours, from 0 to 1; null until the user has scrolled: then it is 07:30. */
export type HoursAtTop = RefObject<number | null>;

const usual = 7.5 / 24;
/** So that the line of the hour at the top is not seen twice, in pixels. */
const border = 1;

/**
 * Keeps the hours where the user has scrolled them to, by whatever means: in other weeks and views, when their heights change, when they
 * are drawn anew. FullCalendar itself knows of wheel, mouse and finger alone, and goes back to its `scrollTime` with each other week.
 * To be called with the element of each view of hours that appears.
 */
export function useKeptHours(atTop: HoursAtTop): (view: HTMLElement) => void {
  const [watch] = useState(() => {
    let stop: (() => void) | null = null;
    return {
      start: (view: HTMLElement): void => {
        stop?.();
        stop = keepHours(hoursOf(view), atTop);
      },
      end: (): void => {
        stop?.();
        stop = null;
      },
    };
  });
  useEffect(() => watch.end, [watch]);
  return watch.start;
}

/** What scrolls in a view of hours. */
export function hoursOf(view: HTMLElement): HTMLElement | null {
  return [...view.querySelectorAll<HTMLElement>('div')].find(({ style }) => style.overflow.endsWith('auto')) ?? null;
}

/** Returns the function that ends it. */
function keepHours(hours: HTMLElement | null, atTop: HoursAtTop): (() => void) | null {
  if (hours === null) return null;
  /** As they were last seen, in pixels. */
  let [height, top] = [0, 0];
  const check = (): void => {
    const isSeen = hours.clientHeight > 0 && hours.scrollHeight > hours.clientHeight;
    const isDrawnAnew = hours.scrollHeight !== height;
    // What was scrolled to before the new heights were noticed is meant: an entry that was searched for, or that has got the focus.
    const isMeant = hours.scrollTop !== top && hours.scrollTop !== 0 && !isAtEnd(hours);
    if (isSeen && (!isDrawnAnew || isMeant)) {
      if (hours.scrollTop !== top) atTop.current = hours.scrollTop / hours.scrollHeight;
    } else if (isSeen) hours.scrollTop = atTop.current === null ? usual * hours.scrollHeight + border : atTop.current * hours.scrollHeight;
    [height, top] = isSeen ? [hours.scrollHeight, hours.scrollTop] : [0, 0];
  };
  const observer = new ResizeObserver(check);
  for (const part of [hours, ...hours.children]) observer.observe(part);
  hours.addEventListener('scroll', check, { passive: true });
  check();
  return () => {
    observer.disconnect();
    hours.removeEventListener('scroll', check);
  };
}

function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < 1;
}
