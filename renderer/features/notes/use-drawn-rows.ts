import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';

interface RowOptions<Row> {
  /** In pixels: a row. */
  readonly height: number;
  /** In pixels: what is between two. */
  readonly gap: number;
  readonly keyOf: (row: Row) => string;
  /** Whether a row stays drawn however far it is scrolled, as one that has the focus. */
  readonly isKept: (row: Row) => boolean;
}

/** Which rows of a long list are drawn: those near what is seen of the box that scrolls it, and what `isKept`. */
export function useDrawnRows<Row>(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  { height, gap, keyOf, isKept }: RowOptions<Row>,
): Virtualizer<HTMLElement, HTMLLIElement> {
  /** How far below the beginning of the box the list begins: what is above it comes and goes. */
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: () => height,
    gap,
    overscan: 10,
    scrollMargin,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    rangeExtractor: (range) => {
      const kept = rows.flatMap((row, index) => (isKept(row) ? [index] : []));
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b);
    },
  });
  const { scrollOffset } = virtualizer;
  const measure = useEffectEvent(() => {
    const [outer, inner] = [scrollerOf(list.current), list.current];
    if (outer === null || inner === null) return;
    setScrollMargin(Math.round(inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop));
  });
  useLayoutEffect(() => {
    measure();
  }, [list, rows, scrollOffset]);
  useLayoutEffect(() => {
    // Another list above is folded or unfolded without a rendering of this one.
    const sizes = new ResizeObserver(() => {
      measure();
    });
    for (const part of scrollerOf(list.current)?.children ?? []) sizes.observe(part);
    return () => {
      sizes.disconnect();
    };
  }, [list, rows]);
  return virtualizer;
}

/** The column of places, or above the list of notes, where that is not shown, the box of the tags. */
const scrollerOf = (list: HTMLElement | null): HTMLElement | null =>
  list?.closest<HTMLElement>('.places') ?? list?.closest<HTMLElement>('.tag-list') ?? null;
