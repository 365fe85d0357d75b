import { useEffect, type RefObject } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';
import type { ListSpan } from '../use-list-span.ts';

/** So near to its end, in pixels, the list goes on. */
const nearness = 400;

/** Lets the list go further when the user has scrolled to its end, and at first until it fills its place; null while it is not to. */
export function useListGrowth(area: RefObject<HTMLElement | null>, list: ListSpan | null): void {
  const latest = useLatest(list);
  const reach = list === null ? null : list.period.end;
  useEffect(() => {
    const grid = area.current;
    if (grid === null || reach === null) return undefined;
    const grow = (scroller: Element): void => {
      if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearness) latest.current?.further?.();
    };
    // What scrolls does not bubble.
    const onScroll = ({ target }: Event): void => {
      if (target instanceof Element) grow(target);
    };
    grid.addEventListener('scroll', onScroll, { capture: true, passive: true });
    // Once what was read has been drawn.
    const frame = requestAnimationFrame(() => {
      const scroller = grid.querySelector('.cal-list-scroller');
      const isFull = scroller !== null && scroller.scrollHeight > grid.clientHeight;
      if (!isFull && latest.current?.growsByItself === true) latest.current.further?.();
    });
    return () => {
      grid.removeEventListener('scroll', onScroll, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [area, latest, reach]);
}
