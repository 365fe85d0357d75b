// The calendar's looks: FullCalendar draws its structure, and names each part as it is told here. The rules are in grid.css.

import type { CalendarOptions, EventDisplayInfo } from '@fullcalendar/react';
import { clockAt } from '../zones.ts';
import { provisionalId } from './inputs.ts';

/** Joins the names that are given. */
function names(...given: readonly (string | false)[]): string {
  return given.filter((name) => name !== false).join(' ');
}

const dayClassNames = (info: { readonly isToday: boolean; readonly isOther: boolean; readonly isPast: boolean }): string =>
  names('cal-day', info.isToday && 'cal-day-today', info.isOther && 'cal-day-other', info.isPast && 'cal-day-past');

/** Of an end by which an event is made longer or shorter. It is selected after a finger has rested on it: others cannot be held by one. */
const gripNames = ({ isSelected }: EventDisplayInfo, end: string): string => names('cal-grip', end, isSelected && 'cal-grip-touch');

const hour = 60 * 60_000;
const halfHour = hour / 2;

/** In hours: an event that is as long or longer on a day can be scrolled past. */
const tallFrom = 3;

/** How many hours of an event are on a day: all, those until midnight or from it, or the whole day. */
function hoursWithin({ event: { start, end }, isStart, isEnd }: EventDisplayInfo): number {
  if (start === null || end === null) return 0;
  if (isStart && isEnd) return (end.getTime() - start.getTime()) / hour;
  if (!isStart && !isEnd) return 24;
  const clock = (at: Date): number => Number(clockAt(at).slice(0, 2));
  return isStart ? 24 - clock(start) : clock(end);
}

/** The parts that all views have in common. */
export const theme = {
  className: 'cal',
  viewClass: 'cal-view',
  tableHeaderClass: 'cal-header',
  fillerClass: 'cal-line',
  dayHeaderRowClass: 'cal-line',
  dayHeaderAlign: (info) => (info.inPopover ? 'start' : 'center'),
  dayHeaderClass: (info) =>
    names('cal-day-header', info.inPopover ? 'cal-day-header-popover' : 'cal-line', info.isToday && 'cal-day-header-today'),
  dayHeaderInnerClass: 'cal-day-header-inner',
  weekNumberHeaderClass: 'cal-week-header',
  weekNumberHeaderInnerClass: 'cal-slot-name',
  inlineWeekNumberClass: 'cal-week-number',
  dayHeaderDividerClass: 'cal-divider',
  dayRowClass: 'cal-line',
  dayCellClass: (info) => names(dayClassNames(info), 'cal-line'),
  dayCellTopClass: 'cal-day-top',
  dayCellTopInnerClass: 'cal-day-number',
  dayCellInnerClass: (info) => names(info.inPopover && 'cal-popover-body'),
  dayCellBottomClass: 'cal-day-bottom',
  dayLaneClass: (info) => names(dayClassNames(info), 'cal-line'),
  dayLaneInnerClass: 'cal-lane',
  slotLaneClass: (info) =>
    names('cal-slot cal-line', info.isMinor && 'cal-slot-minor', (info.time?.milliseconds ?? 0) % halfHour !== 0 && 'cal-slot-quarter'),
  slotHeaderRowClass: 'cal-line',
  slotHeaderClass: (info) => names('cal-slot-header', info.isFirst && 'cal-slot-first'),
  slotHeaderInnerClass: 'cal-slot-name',
  slotHeaderDividerClass: 'cal-divider-inline',
  allDayHeaderClass: 'cal-all-day-header',
  allDayHeaderInnerClass: 'cal-slot-name',
  allDayDividerClass: 'cal-divider',
  nowIndicatorLineClass: 'cal-now',
  nowIndicatorHeaderClass: 'cal-now-header',
  nowIndicatorDotClass: 'cal-now-dot',
  navLinkClass: 'cal-nav-link',
  highlightClass: 'cal-highlight',
  popoverClass: 'cal-popover',
  popoverCloseClass: 'cal-popover-close',
  moreLinkClass: 'cal-more',
  rowMoreLinkInnerClass: 'cal-more-inner',
  columnMoreLinkClass: 'cal-more-beside',
  columnMoreLinkInnerClass: 'cal-more-inner',
  eventInnerClass: 'cal-event-inner',
  blockEventClass: (info) =>
    names('cal-event cal-block', info.event.id === provisionalId && 'cal-provisional', info.isMirror && 'cal-mirror'),
  rowEventClass: (info) => names('cal-row-event', info.isStart && 'cal-starts', info.isEnd && 'cal-ends'),
  rowEventBeforeClass: (info) => info.isStartResizable && gripNames(info, 'cal-grip-start'),
  rowEventAfterClass: (info) => info.isEndResizable && gripNames(info, 'cal-grip-end'),
  columnEventClass: (info) =>
    names(
      'cal-column-event',
      info.event.extendedProps['isAlone'] === true && 'cal-alone',
      info.isShort && 'cal-short',
      hoursWithin(info) >= tallFrom && 'cal-tall',
      info.isStart && 'cal-starts',
      info.isEnd && 'cal-ends',
    ),
  columnEventBeforeClass: (info) => info.isStartResizable && gripNames(info, 'cal-grip-top'),
  columnEventAfterClass: (info) => info.isEndResizable && gripNames(info, 'cal-grip-bottom'),
  listItemEventClass: (info) => names('cal-event cal-line-event', info.event.id === provisionalId && 'cal-provisional'),
} satisfies CalendarOptions;
