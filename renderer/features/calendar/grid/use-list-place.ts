import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { DayOfList } from './inputs.ts';

interface ListStart {
  readonly day: string;
  /** Whether what it is to show has been read. */
  readonly isRead: boolean;
  readonly occasion: string;
  /** Whether what was before the day is to be seen too. */
  readonly isBack: boolean;
}

/**
 * The day that is at the top of the list, where it begins there, and how much of it is above what is seen, in pixels, since this occasion;
 * null before that.
 */
export type ListPlace = RefObject<{
  readonly occasion: string;
  readonly day: string;
  readonly start: number;
  readonly above: number;
} | null>;

/**
 * Scrolls the list to the first of its days that is not before `day`, as soon as it is read. It does so once for each `occasion`: what
 * comes and goes later, above as well, leaves in its place what is seen; `placeRef` keeps that for a list that is drawn anew, as after a
 * search.
 */
export function useListPlace(
  days: readonly DayOfList[],
  virtualizer: Virtualizer<HTMLDivElement, HTMLElement>,
  { day, isRead, occasion, isBack }: ListStart,
  placeRef: ListPlace,
): void {
  const placed = useRef<readonly DayOfList[] | null>(null);
  useLayoutEffect(() => {
    // What scrolls goes with them.
    if (days.length === 0) placed.current = null;
    if (days.length === 0 || (placeRef.current?.occasion !== occasion && !isRead)) return;
    const startOf = (index: number): number => virtualizer.measurementsCache[index]?.start ?? 0;
    const indexFrom = (wanted: string): number => {
      const index = days.findIndex((shown) => shown.day >= wanted);
      return index === -1 ? days.length - 1 : index;
    };
    const place = placeRef.current;
    if (place?.occasion !== occasion) {
      const index = indexFrom(day);
      placeRef.current = { occasion, day: days[index]?.day ?? day, start: startOf(index), above: 0 };
      virtualizer.scrollToIndex(index, { align: isBack ? 'center' : 'start' });
    } else {
      const index = indexFrom(place.day);
      const start = startOf(index);
      const isThere = days[index]?.day === place.day;
      if (placed.current === null) virtualizer.scrollToOffset(start + (isThere ? place.above : 0));
      // Where it is scrolled to may be news to the page: it goes on from there.
      else if (placed.current !== days && isThere && start !== place.start) virtualizer.scrollElement?.scrollBy(0, start - place.start);
      if (isThere) placeRef.current = { ...place, start };
    }
    placed.current = days;
  });
  const isEmpty = days.length === 0;
  useLayoutEffect(() => {
    const scroller = isEmpty ? null : virtualizer.scrollElement;
    const keep = (): void => {
      const top = scroller?.scrollTop ?? 0;
      const first = virtualizer.getVirtualItemForOffset(top);
      const shown = first === undefined ? undefined : placed.current?.[first.index]?.day;
      if (placeRef.current?.occasion !== occasion || first === undefined || shown === undefined) return;
      placeRef.current = { occasion, day: shown, start: first.start, above: top - first.start };
    };
    // Before the virtualizer hears of it: that draws at once, also other days that are waiting for it, which go by what is kept here.
    scroller?.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      scroller?.removeEventListener('scroll', keep, { capture: true });
    };
  }, [isEmpty, virtualizer, occasion, placeRef]);
}

/** Another view is shown: the list begins anew after it. */
export function useForgottenPlace(isElsewhere: boolean, placeRef: ListPlace): void {
  useEffect(() => {
    if (isElsewhere) placeRef.current = null;
  }, [isElsewhere, placeRef]);
}
