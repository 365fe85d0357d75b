// How an event repeats, as its form offers it: usual ways that follow the day of the event, a way put together from parts, or a rule that
// only a script could have written, which stays as it is. Pure.

import { weekdays, type Weekday } from '../../../main/contract/days.ts';
import { plusDays, required } from './days.ts';

/** The usual ways, in the order in which they are offered. */
const usualWays = ['none', 'daily', 'weekdays', 'weekly', 'monthlyOnDate', 'monthlyOnNth', 'monthlyOnLast', 'yearly'] as const;

export type UsualWay = (typeof usualWays)[number];

export type End =
  | { readonly kind: 'never' }
  /** The last day on which it may take place. */
  | { readonly kind: 'on'; readonly day: string }
  | { readonly kind: 'after'; readonly count: number };

export interface CustomWay {
  readonly kind: 'custom';
  readonly interval: number;
  readonly unit: 'day' | 'week' | 'month' | 'year';
  /** For weeks. */
  readonly weekdays: readonly Weekday[];
  /** For months: on the day of the month, on the nth weekday, or on the last one. */
  readonly monthly: 'date' | 'nth' | 'last';
  readonly end: End;
}

export type Repeat = { readonly kind: UsualWay } | CustomWay | { readonly kind: 'other'; readonly rrule: string };

export const noRepeat: Repeat = { kind: 'none' };

const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;

/** Monday first. */
function weekdayOf(day: string): Weekday {
  return weekdays[(required(day).getUTCDay() + 6) % 7] ?? 'MO';
}

/** Which of its weekday in its month a day is, and whether it is the last. */
export function placeInMonth(day: string): { readonly nth: number; readonly isLast: boolean } {
  const isLast = plusDays(day, 7).slice(0, 7) !== day.slice(0, 7);
  return { nth: Math.ceil(required(day).getUTCDate() / 7), isLast };
}

/** The usual ways that there are for an event on that day: a fifth weekday of a month is its last. */
export function waysFor(day: string): readonly UsualWay[] {
  const { nth, isLast } = placeInMonth(day);
  return usualWays.filter((way) => (way !== 'monthlyOnNth' || nth < 5) && (way !== 'monthlyOnLast' || isLast));
}

/** What a custom way begins with. */
export function customFrom(repeat: Repeat, day: string): CustomWay {
  const plain: CustomWay = {
    kind: 'custom',
    interval: 1,
    unit: 'week',
    weekdays: [weekdayOf(day)],
    monthly: 'date',
    end: { kind: 'never' },
  };
  switch (repeat.kind) {
    case 'custom':
      return repeat;
    case 'daily':
      return { ...plain, unit: 'day' };
    case 'weekdays':
      return { ...plain, weekdays: weekdays.slice(0, 5) };
    case 'monthlyOnDate':
      return { ...plain, unit: 'month' };
    case 'monthlyOnNth':
      return { ...plain, unit: 'month', monthly: 'nth' };
    case 'monthlyOnLast':
      return { ...plain, unit: 'month', monthly: 'last' };
    case 'yearly':
      return { ...plain, unit: 'year' };
    default:
      return plain;
  }
}

/** The rule for an event on that day; null if it does not repeat. `until`: the end of a day, as UNTIL has it. */
export function ruleOf(repeat: Repeat, day: string, until: (last: string) => string): string | null {
  if (repeat.kind === 'none') return null;
  if (repeat.kind === 'other') return repeat.rrule;
  const { interval, unit, weekdays: on, monthly, end } = customFrom(repeat, day);
  const parts = [`FREQ=${frequencies[unit]}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (unit === 'week') parts.push(`BYDAY=${weekdays.filter((weekday) => on.includes(weekday)).join(',')}`);
  if (unit === 'month' && monthly === 'date') parts.push(`BYMONTHDAY=${required(day).getUTCDate()}`);
  const { nth } = placeInMonth(day);
  if (unit === 'month' && monthly !== 'date') parts.push(`BYDAY=${monthly === 'last' || nth === 5 ? -1 : nth}${weekdayOf(day)}`);
  if (end.kind === 'on') parts.push(`UNTIL=${until(end.day)}`);
  if (end.kind === 'after') parts.push(`COUNT=${end.count}`);
  return parts.join(';');
}

/** How a rule of an event on that day is offered. `lastDay`: the day of an UNTIL. */
export function repeatOf(rrule: string | null, day: string, lastDay: (until: string) => string): Repeat {
  if (rrule === null) return noRepeat;
  const custom = maybeCustom(rrule, day, lastDay);
  if (custom === null) return { kind: 'other', rrule };
  const written = JSON.stringify(custom);
  const usual = waysFor(day).find((way) => way !== 'none' && JSON.stringify(customFrom({ kind: way }, day)) === written);
  return usual === undefined ? custom : { kind: usual };
}

/** Null for a rule that has other parts, or days that are not those of the event. */
function maybeCustom(rrule: string, day: string, lastDay: (until: string) => string): CustomWay | null {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]));
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT'];
  if ([...parts.keys()].some((name) => !known.includes(name))) return null;
  const units = ['day', 'week', 'month', 'year'] as const;
  const unit = units.find((name) => frequencies[name] === parts.get('FREQ'));
  const [until, count, byDay, byDate] = ['UNTIL', 'COUNT', 'BYDAY', 'BYMONTHDAY'].map((name) => parts.get(name));
  if (unit === undefined) return null;
  const days = byDay?.split(',') ?? [];
  const shape = shapeOf(unit, days, byDate ?? null, day);
  if (shape === null) return null;
  const end: End =
    until !== undefined
      ? { kind: 'on', day: lastDay(until) }
      : count !== undefined
        ? { kind: 'after', count: Number(count) }
        : { kind: 'never' };
  return { kind: 'custom', interval: Number(parts.get('INTERVAL') ?? 1), unit, ...shape, end };
}

function shapeOf(
  unit: CustomWay['unit'],
  days: readonly string[],
  byDate: string | null,
  day: string,
): Pick<CustomWay, 'weekdays' | 'monthly'> | null {
  const own = weekdayOf(day);
  const usual = { weekdays: [own], monthly: 'date' } as const;
  if (unit === 'week') {
    const on = weekdays.filter((weekday) => days.includes(weekday));
    if (byDate !== null || on.length !== days.length) return null;
    return { ...usual, weekdays: on.length === 0 ? [own] : on };
  }
  if (unit === 'month') {
    if (byDate !== null) return days.length === 0 && byDate === String(required(day).getUTCDate()) ? usual : null;
    if (days.length === 0) return usual;
    const { nth } = placeInMonth(day);
    if (days.length === 1 && days[0] === `-1${own}`) return { ...usual, monthly: 'last' };
    return days.length === 1 && days[0] === `${nth}${own}` ? { ...usual, monthly: 'nth' } : null;
  }
  return days.length === 0 && byDate === null ? usual : null;
}
