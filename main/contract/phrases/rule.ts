// What is said of a repetition as a rule of RFC 5545, and the first day that fits it. Pure.

import { Temporal } from 'temporal-polyfill';
import type { Length } from './lengths.ts';
import type { Frequency } from './repeats.ts';
import { weekdays } from '../days.ts';

const weekdayOf = (day: Temporal.PlainDate): (typeof weekdays)[number] => weekdays[day.dayOfWeek - 1] ?? 'MO';

function fits(day: Temporal.PlainDate, { unit, weekdays: on, nth, monthDay }: Frequency): boolean {
  if (unit === 'WEEKLY') return on.length === 0 || on.includes(weekdayOf(day));
  if (nth !== null) {
    if (weekdayOf(day) !== nth.weekday) return false;
    return nth.nth === -1 ? day.day + 7 > day.daysInMonth : Math.ceil(day.day / 7) === nth.nth;
  }
  return monthDay === null || day.day === (monthDay === -1 ? day.daysInMonth : monthDay);
}

/** The first day from `from` on that fits; `from` itself where none does within a year. */
export function firstDay(from: Temporal.PlainDate, frequency: Frequency): Temporal.PlainDate {
  for (let later = 0; later < 366; later += 1) {
    const day = from.add({ days: later });
    if (fits(day, frequency)) return day;
  }
  return from;
}

/** The rule without its end, for what begins on `start`. */
export function ruleFrom({ unit, interval, weekdays: on, nth, monthDay }: Frequency, start: Temporal.PlainDate): string {
  const parts = [`FREQ=${unit}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (unit === 'WEEKLY') parts.push(`BYDAY=${on.length === 0 ? weekdayOf(start) : on.join(',')}`);
  else if (nth !== null) parts.push(`BYDAY=${nth.nth}${nth.weekday}`);
  else if (unit === 'MONTHLY') parts.push(`BYMONTHDAY=${monthDay ?? start.day}`);
  return parts.join(';');
}

/** The last day of what lasts that long from `start` on. */
export function lastDayAfter(start: Temporal.PlainDate, { count, unit }: Length): Temporal.PlainDate {
  return start.add({ [unit]: count }).subtract({ days: 1 });
}

/** UNTIL: of whole days a date, else the end of that day in UTC. */
export function untilOf(last: Temporal.PlainDate, timeZone: string | null): string {
  if (timeZone === null) return last.toString().replaceAll('-', '');
  const end = last.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from('23:59') });
  return `${new Date(end.epochMilliseconds).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;
}
