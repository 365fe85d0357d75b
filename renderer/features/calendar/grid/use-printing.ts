import type { CalendarApi, CalendarRef } from '@fullcalendar/react';
import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** How high a quarter of an hour is on paper, in pixels, so that a day fits on a sheet of A4. */
const slotHeights = { timeGridWeek: 6, timeGridDay: 9 } as const;

/** An event is at least this high, in pixels: on paper no higher than an hour, so that none stands beside what comes an hour later. */
const leastEventHeight = 20;

/**
 * How high things are on the screen, in pixels: a quarter of an hour, the lowest event, which shows a line, and one that shows two. They
 * grow with the letters.
 */
export function screenHeights() {
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return { slotMinHeight: 12 * scale, eventMinHeight: leastEventHeight * scale, eventShortHeight: 40 * scale };
}

/** How high an entry of whole days is on paper, where all of them are shown; the height of a sheet is for the first one. */
const rowHeight = 21;
const leastHeight = 4;

/** So that the day fits on a sheet below its entries of whole days. */
function slotHeightOn(api: CalendarApi): number {
  const { type, activeStart, activeEnd } = api.view;
  const wholeDays = api.getEvents().filter(({ allDay }) => allDay);
  let rows = 1;
  for (const day = new Date(activeStart); day < activeEnd; day.setDate(day.getDate() + 1)) {
    const after = new Date(day).setDate(day.getDate() + 1);
    const there = wholeDays.filter(
      ({ start, end }) => start !== null && start.getTime() < after && (end?.getTime() ?? after) > day.getTime(),
    );
    rows = Math.max(rows, there.filter(({ start, end }) => end !== null || (start !== null && start >= day)).length);
  }
  const height = type === 'timeGridWeek' ? slotHeights.timeGridWeek : slotHeights.timeGridDay;
  // It is drawn in whole pixels.
  return Math.max(leastHeight, Math.floor(height - ((rows - 1) * rowHeight) / (24 * 4)));
}

/**
 * Has the calendar draw itself for paper while it is being printed, and says whether it is. Its React edition does not notice by
 * itself.
 */
export function usePaperLayout(calendar: RefObject<CalendarRef | null>): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = (): void => {
      const api = calendar.current?.getApi();
      if (api === undefined) return;
      // What is not drawn when the event is over is not on the paper.
      flushSync(() => {
        setPrinting(true);
      });
      const slotHeight = slotHeightOn(api);
      api.setOption('slotMinHeight', slotHeight);
      api.setOption('eventMinHeight', Math.min(leastEventHeight, 4 * slotHeight));
      api.trigger('_beforeprint');
    };
    const after = (): void => {
      setPrinting(false);
      const api = calendar.current?.getApi();
      api?.trigger('_afterprint');
      const { slotMinHeight, eventMinHeight } = screenHeights();
      api?.setOption('slotMinHeight', slotMinHeight);
      api?.setOption('eventMinHeight', eventMinHeight);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [calendar]);
  return isPrinting;
}
