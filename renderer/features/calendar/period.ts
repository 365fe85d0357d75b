// What a view shows, and how one goes on from there. Pure: no clock.

import { dayOf, localDate, plusDays, plusMonths, required } from './days.ts';
import { dayText, locale } from '../../ui/format.ts';
import { strings } from './strings.ts';

/** The ways to show a calendar, by which an address names them. */
export const views = ['month', 'week', 'day', 'list'] as const;

/** `days` stands for the week where seven columns have no room. */
export type View = (typeof views)[number] | 'days';

/** How many days `days` has. */
const severalDays = 3;

/** How `view` is drawn in a window of this width. */
export function viewAsShown(view: View, isNarrow: boolean): View {
  if (view === 'week' || view === 'days') return isNarrow ? 'days' : 'week';
  return view;
}

/** How many columns of hours `view` has. */
export function columnsOf(view: View): number {
  if (view === 'week') return 7;
  return view === 'days' ? severalDays : 1;
}

/** From midnight to midnight, the end exclusive. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** The period that `view` is about when it shows `day`. `firstDay`: 0 for a week that begins on Sunday, 1 on Monday… */
function periodOf(view: View, day: string, firstDay: number): Period {
  const date = required(day);
  if (view === 'day' || view === 'days') return { start: date, end: required(plusDays(day, view === 'day' ? 1 : severalDays)) };
  if (view === 'week') {
    const start = plusDays(day, -((date.getDay() - firstDay + 7) % 7));
    return { start: required(start), end: required(plusDays(start, 7)) };
  }
  return { start: localDate(date.getFullYear(), date.getMonth(), 1), end: localDate(date.getFullYear(), date.getMonth() + 1, 1) };
}

/** All that `view` shows: of a month whole weeks. */
export function shownBy(view: View, day: string, firstDay: number): Period {
  const period = periodOf(view, day, firstDay);
  if (view !== 'month') return period;
  return {
    start: periodOf('week', dayOf(period.start), firstDay).start,
    end: periodOf('week', plusDays(dayOf(period.end), -1), firstDay).end,
  };
}

/** The day that is shown after one step forward (1) or back (-1). */
export function step(view: View, day: string, by: 1 | -1): string {
  if (view === 'day' || view === 'days') return plusDays(day, view === 'day' ? by : severalDays * by);
  return view === 'week' ? plusDays(day, 7 * by) : plusMonths(day, by);
}

const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
const week = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const wholeDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** As in “November 2026”, “16–22 Nov 2026”, “Friday 20 November 2026”. */
export function periodName(view: View, day: string, firstDay: number): string {
  const { start, end } = periodOf(view, day, firstDay);
  if (view === 'day') return wholeDay.format(start);
  if (view === 'list') return strings.listFrom(dayText(required(day)));
  if (view === 'month') return month.format(start);
  return week.formatRange(start, lastDayBefore(end));
}

const lastDayBefore = (end: Date): Date => localDate(end.getFullYear(), end.getMonth(), end.getDate() - 1);

const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const shortDate = { day: 'numeric', month: 'short' } as const;

/** As `periodName`, for a narrow window: “Fri 20 Nov”, with the year where it is another one than that of `today`. */
export function shortPeriodName(view: View, day: string, firstDay: number, today: string): string {
  if (view === 'month') return periodName(view, day, firstDay);
  const { start, end } = view === 'list' ? periodOf('day', day, firstDay) : periodOf(view, day, firstDay);
  const last = lastDayBefore(end);
  const isThisYear = [start, last].every((date) => dayOf(date).slice(0, 4) === today.slice(0, 4));
  const parts = view === 'day' ? shortDay : shortDate;
  const name = new Intl.DateTimeFormat(locale, isThisYear ? parts : { ...parts, year: 'numeric' }).formatRange(start, last);
  return view === 'list' ? strings.listFrom(name) : name;
}
