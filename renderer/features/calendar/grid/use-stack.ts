// How many events stand side by side in a column of hours before the rest is a number.

import type { CalendarOptions } from '@fullcalendar/react';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { columnsOf, type View } from '../period.ts';

/** In this width, in pixels, a title can be read: of most words, the beginning. */
const readable = 46;
/** What the hours beside the columns take of the width, in pixels. */
const hoursWidth = 58;

/** The options; the same object while that number stays as it is. On paper, where no number can be pressed, all are there. */
export function useStack(area: RefObject<HTMLElement | null>, view: View, isOnPaper: boolean): CalendarOptions {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const grid = area.current;
    if (grid === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(grid.clientWidth);
    });
    observer.observe(grid);
    return () => {
      observer.disconnect();
    };
  }, [area]);
  const most = width === 0 || isOnPaper ? null : maxBeside(width, columnsOf(view));
  return useMemo(() => (most === null ? {} : { eventMaxStack: most }), [most]);
}

/** At least one. Pure. */
function maxBeside(width: number, columns: number): number {
  return Math.max(1, Math.floor((width - hoursWidth) / columns / readable));
}
