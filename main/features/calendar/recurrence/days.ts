// Rules that choose days alone, as nearly all of calendars do: a day is looked at by itself, without the days before it. Pure.

import { LRUCache } from 'lru-cache';
import { dayMs, weekdays } from '../../../contract/days.ts';
import type { Rule } from './rule.ts';
import { wallMidnight } from './wall.ts';

/** A day on the clocks, counted in its month and year. */
export interface Day {
  /** Days since the Unix epoch. */
  readonly number: number;
  readonly year: number;
  /** From 1 on, as all that follow. */
  readonly month: number;
  readonly day: number;
  readonly daysOfMonth: number;
  readonly dayOfYear: number;
  readonly daysOfYear: number;
  /** From 0 for Monday. */
  readonly weekday: number;
}

/** Whether the rule chooses days without counting what else it gives, so that `chosenDays` knows it. */
export function choosesDays({ frequency, lists }: Rule): boolean {
  return frequency !== 'HOURLY' && Object.keys(lists).every((name) => name === 'BYMONTH' || name === 'BYMONTHDAY');
}

/** Times on the clocks from `first` to `last` that a rule gives, by time. */
export type DayChooser = (first: number, last: number) => number[];

/** Finds what such a rule gives for a first occurrence at `start` on the clocks; COUNT and UNTIL left out. */
export function dayChooser(rule: Rule, start: number): DayChooser {
  const begin = dayOf(wallMidnight(start));
  const time = start - wallMidnight(start);
  const isInTurn = turnsOf(rule, begin);
  const isWeekday = weekdaysOf(rule, begin);
  return (first, last) => {
    const found: number[] = [];
    const lastDay = Math.floor((last - time) / dayMs);
    let days: readonly Day[] = [];
    for (let number = Math.ceil((first - time) / dayMs), group = Number.NaN; number <= lastDay; number += 1) {
      // 1 January 1970 was a Thursday.
      if (!isWeekday[(((number + 3) % 7) + 7) % 7]) continue;
      const own = Math.floor(number / daysAtATime);
      if (own !== group) days = daysOf((group = own));
      const day = days[number - own * daysAtATime];
      if (day !== undefined && isInTurn(day) && isChosen(rule, begin, day)) found.push(number * dayMs + time);
    }
    return found;
  };
}

/** For each day of a week whether the rule can give it. */
function weekdaysOf({ frequency, days }: Rule, start: Day): readonly boolean[] {
  return weekdays.map((name, index) => {
    if (days.length > 0) return days.some(({ weekday }) => weekday === name);
    return frequency !== 'WEEKLY' || index === start.weekday;
  });
}

const daysAtATime = 64;

/** Days that were looked at lately, in groups: hundreds of series are asked for the days of one month. */
const groups = new LRUCache<number, readonly Day[]>({ max: 128 });

function daysOf(group: number): readonly Day[] {
  let days = groups.get(group);
  if (days === undefined) {
    days = Array.from({ length: daysAtATime }, (_, index) => dayOf((group * daysAtATime + index) * dayMs));
    groups.set(group, days);
  }
  return days;
}

/** The days of some years, from that of a time on the clocks on. They are looked at once, and not remembered. */
export function* daysFrom(wall: number, years: number): Generator<Day> {
  const first = wallMidnight(wall);
  for (let number = 0; number < years * 366; number += 1) yield dayOf(first + number * dayMs);
}

function dayOf(midnight: number): Day {
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const ofMonth = (each: number): number => (each === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(each) ? 30 : 31);
  let dayOfYear = date.getUTCDate();
  for (let before = 1; before < month; before += 1) dayOfYear += ofMonth(before);
  return {
    number: midnight / dayMs,
    year,
    month,
    day: date.getUTCDate(),
    daysOfMonth: ofMonth(month),
    dayOfYear,
    daysOfYear: isLeap ? 366 : 365,
    weekday: (date.getUTCDay() + 6) % 7,
  };
}

/** Whether INTERVAL leaves a day's period in. */
function turnsOf({ frequency, interval, weekStart }: Rule, start: Day): (day: Day) => boolean {
  const first = weekdays.indexOf(weekStart ?? 'MO');
  const weekOf = (each: Day): number => each.number - ((each.weekday - first + 7) % 7);
  const startWeek = weekOf(start);
  switch (frequency) {
    case 'YEARLY':
      return (day) => (day.year - start.year) % interval === 0;
    case 'MONTHLY':
      return (day) => ((day.year - start.year) * 12 + day.month - start.month) % interval === 0;
    case 'WEEKLY':
      return (day) => ((weekOf(day) - startWeek) / 7) % interval === 0;
    default:
      return (day) => (day.number - start.number) % interval === 0;
  }
}

function isChosen({ frequency, days, lists: { BYMONTH: months, BYMONTHDAY: monthDays } }: Rule, start: Day, day: Day): boolean {
  if (months !== undefined && !months.includes(day.month)) return false;
  if (monthDays !== undefined && !monthDays.includes(day.day) && !monthDays.includes(day.day - day.daysOfMonth - 1)) return false;
  if (days.length > 0) {
    const inYear = frequency === 'YEARLY' && months === undefined;
    const [at, length] = inYear ? [day.dayOfYear, day.daysOfYear] : [day.day, day.daysOfMonth];
    const [ordinal, fromEnd] = [Math.ceil(at / 7), -Math.ceil((length - at + 1) / 7)];
    return days.some(
      (each) => each.weekday === weekdays[day.weekday] && (each.ordinal === null || each.ordinal === ordinal || each.ordinal === fromEnd),
    );
  }
  // What the rule does not tell is as at the start.
  if (monthDays !== undefined || frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return day.weekday === start.weekday;
  return day.day === start.day && (frequency === 'MONTHLY' || months !== undefined || day.month === start.month);
}
