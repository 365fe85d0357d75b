// What of the grid follows the user's choices of dates: numbers of weeks, and the clocks of a second time zone.

import type { CalendarOptions, DayHeaderInfo } from '@fullcalendar/react';
import { useMemo, type ReactNode } from 'react';
import { useDatePreferences } from '../../../ui/date-preferences.ts';
import { cityOf, offsetName } from '../../../ui/zones.ts';
import { plusDays, weekNumber, weekStart } from '../days.ts';
import { clockText } from '../format.ts';
import { columnsOf, type View } from '../period.ts';
import { strings } from '../strings.ts';
import { zoneHours, type ZoneHours, calendarZone, dayAt, momentInZone } from '../zones.ts';
import { DayHead } from './DayHead.tsx';

const hourMs = 3_600_000;

/** The options; the same object while nothing that they follow changes. */
export function useDateOptions(view: View, day: string, firstDay: number): CalendarOptions {
  const { zone, hours, secondZone, weekNumbers } = useDatePreferences();
  const numbers = useMemo((): CalendarOptions => {
    const text = strings.weekShort;
    return {
      weekNumbers,
      weekNumberCalculation: (date: Date) => weekNumber(dayAt(date), firstDay),
      weekNumberHeaderContent: ({ num, text: usual }) => (num === undefined ? usual : text(num)),
      inlineWeekNumberContent: ({ num }) => text(num),
    };
  }, [weekNumbers, firstDay]);
  const isTimed = view === 'week' || view === 'days' || view === 'day';
  const first = view === 'week' ? weekStart(day, firstDay) : day;
  const clocks = useMemo((): CalendarOptions => {
    if (secondZone === null || !isTimed) return {};
    const days = Array.from({ length: columnsOf(view) }, (_, index) => plusDays(first, index));
    return secondClocks(zoneHours(days, zone ?? calendarZone(), secondZone), secondZone);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the texts depend on `hours` too, which `clockText` reads by itself
  }, [view, isTimed, first, zone, secondZone, hours]);
  return useMemo(() => ({ ...numbers, ...clocks }), [numbers, clocks]);
}

function secondClocks(zoneClocks: ZoneHours, second: string): CalendarOptions {
  const { clocks, day: usual } = zoneClocks;
  return {
    slotHeaderContent: ({ text, time }) => (
      <>
        <span className="cal-second-clock">{clockText(clocks[Math.floor((time?.milliseconds ?? 0) / hourMs)] ?? '00:00')}</span>
        <span className="cal-first-clock">{text}</span>
      </>
    ),
    allDayHeaderContent: ({ text }) => (
      <>
        <span className="visually-hidden">{text}</span>
        <ZoneName zone={second} day={usual} className="cal-second-clock" />
        <ZoneName zone={calendarZone()} day={usual} className="cal-first-clock" />
      </>
    ),
    dayHeaderContent: (info: DayHeaderInfo) => <DayHead info={info} note={noteOn(dayAt(info.date), zoneClocks, second)} />,
  };
}

function ZoneName({ zone, day, className }: { readonly zone: string; readonly day: string; readonly className: string }): ReactNode {
  return (
    <span className={className} title={zone.replaceAll('_', ' ')}>
      <span className="visually-hidden">{cityOf(zone)} </span>
      {offsetName(zone, momentInZone({ day, clock: '12:00' }, calendarZone()))}
    </span>
  );
}

/** What differs on a day on which the clocks of the second zone show something else than on the others; null where nothing does. */
function noteOn(day: string, { others }: ZoneHours, second: string): { readonly text: string; readonly title: string } | null {
  const clocks = others.get(day);
  if (clocks === undefined) return null;
  const [here, there] = [clockText('12:00'), clockText(clocks[12] ?? '12:00')];
  return { text: `${here} = ${there}`, title: strings.otherClocks(here, there, cityOf(second)) };
}
