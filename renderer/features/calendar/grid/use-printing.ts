import type { CalendarRef } from '@fullcalendar/react';
import { useEffect, type RefObject } from 'react';

/** How high a quarter of an hour is, in pixels: on the screen, and on paper so that a day fits on a sheet of A4. */
export const slotHeights = { screen: 12, timeGridWeek: 5.5, timeGridDay: 8.5 } as const;

/** Has the calendar draw itself for paper while it is being printed. Its React edition does not notice by itself. */
export function usePrinting(calendar: RefObject<CalendarRef | null>): void {
  useEffect(() => {
    const before = (): void => {
      const api = calendar.current?.getApi();
      if (api === undefined) return;
      api.setOption('slotMinHeight', api.view.type === 'timeGridWeek' ? slotHeights.timeGridWeek : slotHeights.timeGridDay);
      api.trigger('_beforeprint');
    };
    const after = (): void => {
      const api = calendar.current?.getApi();
      api?.trigger('_afterprint');
      api?.setOption('slotMinHeight', slotHeights.screen);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [calendar]);
}
