// What a view shows, and how one goes on from there. Pure: no clock.

import { monthStart, plusDays, plusMonths, required, weekStart } from './days.ts';
import { writtenDayText, locale, longDayOfYear } from '../../ui/format.ts';
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

/** From one day to another, `YYYY-MM-DD`, the end exclusive; but the last of all days has none after it. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** The period that `view` is about when it shows `day`. `firstDay`: 0 for a week that begins on Sunday, 1 on Monday… */
function periodOf(view: View, day: string, firstDay: number): Period {
  if (view === 'day' || view === 'days') return { start: day, end: plusDays(day, view === 'day' ? 1 : severalDays) };
  if (view === 'week') {
    const start = weekStart(day, firstDay);
    return { start, end: plusDays(start, 7) };
  }
  const start = monthStart(day);
  return { start, end: plusMonths(start, 1) };
}

/** All that `view` shows: of a month whole weeks. */
export function shownBy(view: View, day: string, firstDay: number): Period {
  const period = periodOf(view, day, firstDay);
  if (view !== 'month') return period;
  return {
    start: weekStart(period.start, firstDay),
    end: periodOf('week', plusDays(period.end, -1), firstDay).end,
  };
}

/** The day that is shown after one step forward (1) or back (-1). */
export function step(view: View, day: string, by: 1 | -1): string {
  if (view === 'day' || view === 'days') return plusDays(day, view === 'day' ? by : severalDays * by);
  return view === 'week' ? plusDays(day, 7 * by) : plusMonths(day, by);
}

const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const week = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** As in “November 2026”, “16–22 Nov 2026”, “Friday 20 November 2026”. */
export function periodName(view: View, day: string, firstDay: number): string {
  if (view === 'day') return longDayOfYear.format(required(day));
  if (view === 'list') return strings.listFrom(writtenDayText(day));
  if (view === 'month') return month.format(required(day));
  const { start, last } = boundsOf(periodOf(view, day, firstDay));
  return week.formatRange(required(start), required(last));
}

/** The first day and the last one. */
function boundsOf({ start, end }: Period): { readonly start: string; readonly last: string } {
  const before = plusDays(end, -1);
  return { start, last: before < start ? start : before };
}

const shortDay = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const shortDate = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

/** As `periodName`, for a narrow window: “Fri 20 Nov”, with the year where it is another one than that of `today`. */
export function shortPeriodName(view: View, day: string, firstDay: number, today: string): string {
  if (view === 'month') return periodName(view, day, firstDay);
  const { start, last } = boundsOf(periodOf(view === 'list' ? 'day' : view, day, firstDay));
  const isThisYear = [start, last].every((date) => date.slice(0, 4) === today.slice(0, 4));
  const parts = view === 'day' ? shortDay : shortDate;
  const name = new Intl.DateTimeFormat(locale, isThisYear ? parts : { ...parts, year: 'numeric' }).formatRange(
    required(start),
    required(last),
  );
  return view === 'list' ? strings.listFrom(name) : name;
}
