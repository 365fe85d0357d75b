// The rule of a series whose event moves on its clocks. Pure.

import { dayMs, type Weekday, weekdays } from '../../../contract/days.ts';
import { invalid } from '../../../lib/app-error.ts';
import { startAlike } from './alike.ts';
import { expansionOf, type Expansion } from './expand.ts';
import { writeRule, type Rule, type RuleDay } from './rule.ts';
import { partsOf } from './until.ts';
import { wallMidnight } from './wall.ts';

/** From one time on the clocks to another. */
interface Move {
  readonly from: number;
  readonly to: number;
  /** The last time on the clocks at which an occurrence can start before the move. */
  readonly last: number;
}

/**
 * The rule that gives each occurrence moved by the same span. Of a rule that names one day, the one that names the new day in the same
 * way: of `2TU` the second Wednesday. Throws 400 where there is none.
 */
export function movedRule(rule: Rule, move: Move): Rule {
  const days = daysOf(move);
  const until = rule.until === null ? null : movedUntil(rule.until, move.to - move.from, days);
  return { ...movedPattern({ ...rule, until: null }, move, days), until };
}

const daysOf = ({ from, to }: Move): number => Math.round((wallMidnight(to) - wallMidnight(from)) / dayMs);

function movedPattern(rule: Rule, move: Move, days: number): Rule {
  const named = renamed(rule, move, days);
  if (goesAlong(rule, days)) return named;
  const shifted = maybeShifted(rule, move, days);
  // Which days are of one week can matter to INTERVAL and BYSETPOS.
  const shiftedWeeks = shifted === null ? null : { ...shifted, weekStart: laterWeekday(rule.weekStart ?? 'MO', days) };
  const exact = [named, shifted, shiftedWeeks].find((each) => each !== null && givesTheSame(rule, each, move));
  if (exact !== undefined && exact !== null) return exact;
  if (namesOneDay(rule) && gives(rule, move.from) && gives(named, move.to)) return named;
  throw invalid({
    path: 'recurrence.rrule',
    message: 'cannot move along: no rule gives all of its days moved by this span. Change the rule itself, or single occurrences',
  });
}

/** Whether all that the rule names moves by itself, or as weekdays of every week do. */
function goesAlong({ frequency, interval, days: named, lists }: Rule, days: number): boolean {
  const parts = Object.keys(lists);
  if (days === 0 && frequency !== 'HOURLY') return !parts.some((part) => timeParts.has(part));
  const isEach = (frequency === 'WEEKLY' || frequency === 'DAILY') && interval === 1;
  return parts.length === 0 && (named.length === 0 || isEach);
}

const timeParts: ReadonlySet<string> = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND']);

/** Weekdays go along with the move; days of months and years, and times of day, where the rule names that of the event alone. */
function renamed(rule: Rule, { from, to }: Move, days: number): Rule {
  const timed = { ...rule, lists: { ...rule.lists, ...renamedTimes(rule, from, to) } };
  if (days === 0) return timed;
  if (rule.frequency === 'WEEKLY' || rule.frequency === 'DAILY' || rule.frequency === 'HOURLY')
    return { ...timed, days: rule.days.map((day) => ({ ...day, weekday: laterWeekday(day.weekday, days) })) };
  const { days: named, lists } = withNumber(timed);
  return { ...timed, days: renamedDays({ ...rule, days: named, lists }, from, to), lists: { ...lists, ...renamedDates(rule, from, to) } };
}

/** `BYDAY=TU;BYSETPOS=2` as `BYDAY=2TU`. */
function withNumber(rule: Rule): Rule {
  const { BYSETPOS: positions, ...lists } = rule.lists;
  const [day, ...more] = rule.days;
  const [ordinal, ...others] = positions ?? [];
  if (day === undefined || ordinal === undefined || day.ordinal !== null || more.length + others.length > 0) return rule;
  const months = lists.BYMONTH?.length ?? 0;
  const isAlone = Object.keys(lists).every((name) => name === 'BYMONTH') && (rule.frequency === 'MONTHLY' || months <= 1);
  return isAlone && Math.abs(ordinal) <= 53 ? { ...rule, days: [{ ...day, ordinal }], lists } : rule;
}

/** Every value that the rule names, later by the span; null where that is no value of a rule. */
function maybeShifted(rule: Rule, { from, to }: Move, days: number): Rule | null {
  const { lists } = rule;
  const [before, after] = [new Date(from), new Date(to)];
  const weeks = days % 7 === 0 ? days / 7 : 0;
  const each = (values: readonly number[] | undefined, by: number, most: number): readonly number[] | undefined =>
    values?.map((value) => later(value, by, most));
  const around = (values: readonly number[] | undefined, by: number, size: number): readonly number[] | undefined =>
    values?.map((value) => (value + by + size) % size);
  const moved: Rule = {
    ...rule,
    days: rule.days.map(({ ordinal, weekday }) => ({
      ordinal: ordinal === null ? null : later(ordinal, weeks, 53),
      weekday: laterWeekday(weekday, days),
    })),
    lists: withoutAbsent({
      ...lists,
      BYYEARDAY: each(lists.BYYEARDAY, days, 366),
      BYWEEKNO: each(lists.BYWEEKNO, weeks, 53),
      BYMONTHDAY: each(lists.BYMONTHDAY, days, 31),
      BYHOUR: around(lists.BYHOUR, after.getUTCHours() - before.getUTCHours(), 24),
      BYMINUTE: around(lists.BYMINUTE, after.getUTCMinutes() - before.getUTCMinutes(), 60),
      BYSECOND: around(lists.BYSECOND, after.getUTCSeconds() - before.getUTCSeconds(), 60),
    }),
  };
  const numbers = [...moved.days.map(({ ordinal }) => ordinal), ...Object.values(moved.lists).flat()];
  return numbers.some(Number.isNaN) ? null : moved;
}

/** A number counted from 1, or from the end from -1 down: the day after the last one is the first. NaN beyond `most`. */
function later(value: number, by: number, most: number): number {
  const sum = value + by;
  const moved = value > 0 ? (sum > 0 ? sum : sum - 1) : sum < 0 ? sum : sum + 1;
  return Math.abs(moved) <= most ? moved : Number.NaN;
}

function withoutAbsent(lists: { readonly [Name in keyof Rule['lists']]: Rule['lists'][Name] | undefined }): Rule['lists'] {
  return Object.fromEntries(Object.entries(lists).filter(([, values]) => values !== undefined));
}

/** Whether the second rule gives every occurrence of the first one moved by the span, and no other. */
function givesTheSame(rule: Rule, other: Rule, { from, to, last }: Move): boolean {
  return startAlike(expansionAt(rule, from), expansionAt(other, to), { from, until: last + 1, span: to - from });
}

/** On the clocks alone, as if they were of UTC. */
const expansionAt = (rule: Rule, wall: number): Expansion =>
  expansionOf({ startAt: wall, endAt: wall + 1, timeZone: 'UTC', isAllDay: false, rrule: writeRule(rule) });

/** Whether the rule itself gives a start at this time on the clocks. */
const gives = (rule: Rule, wall: number): boolean => expansionAt(rule, wall).maybeFirst() === wall;

/** Of each of its periods; several months are those in which it does. */
function namesOneDay(rule: Rule): boolean {
  const { frequency, days, lists } = rule;
  if (frequency === 'HOURLY' || days.length > 1) return false;
  return Object.entries(lists).every(([name, values]) => name === 'BYMONTH' || values.length <= 1);
}

function laterWeekday(weekday: Weekday, days: number): Weekday {
  return weekdays[(((weekdays.indexOf(weekday) + days) % 7) + 7) % 7] ?? weekday;
}

function movedUntil(until: string, span: number, days: number): string {
  const { day, clock } = partsOf(until);
  const text = new Date(clock === null ? day + days * dayMs : day + clock + span).toISOString().replaceAll(/[-:]/g, '');
  return clock === null ? text.slice(0, 8) : `${text.slice(0, 15)}${until.endsWith('Z') ? 'Z' : ''}`;
}

function renamedTimes({ lists }: Rule, from: number, to: number): Rule['lists'] {
  const [before, after] = [new Date(from), new Date(to)];
  return {
    ...replaced('BYHOUR', lists.BYHOUR, before.getUTCHours(), after.getUTCHours()),
    ...replaced('BYMINUTE', lists.BYMINUTE, before.getUTCMinutes(), after.getUTCMinutes()),
    ...replaced('BYSECOND', lists.BYSECOND, before.getUTCSeconds(), after.getUTCSeconds()),
  };
}

function replaced(name: keyof Rule['lists'], values: readonly number[] | undefined, from: number, to: number): Rule['lists'] {
  return values?.length === 1 && values[0] === from ? { [name]: [to] } : {};
}

/** `2TU` of the event's own day becomes what its new day is; several days stay. */
function renamedDays({ days, lists, frequency }: Rule, from: number, to: number): readonly RuleDay[] {
  const [day] = days;
  if (day === undefined || days.length > 1 || lists.BYSETPOS !== undefined) return days;
  if (day.weekday !== weekdayAt(from)) return days;
  const weekday = weekdayAt(to);
  if (day.ordinal === null) return [{ ordinal: null, weekday }];
  const ofYear = frequency === 'YEARLY' && lists.BYMONTH === undefined;
  const { number, left } = placeOf(to, ofYear);
  const fromStart = Math.ceil(number / 7);
  const isLast = day.ordinal < 0 || (fromStart === 5 && !ofYear);
  return [{ ordinal: isLast ? -Math.ceil((left + 1) / 7) : fromStart, weekday }];
}

function renamedDates({ lists }: Rule, from: number, to: number): Rule['lists'] {
  const [before, after] = [new Date(from), new Date(to)];
  const [month, newMonth] = [placeOf(from, false), placeOf(to, false)];
  const [year, newYear] = [placeOf(from, true), placeOf(to, true)];
  return {
    ...replaced('BYMONTH', lists.BYMONTH, before.getUTCMonth() + 1, after.getUTCMonth() + 1),
    ...replaced('BYMONTHDAY', lists.BYMONTHDAY, month.number, newMonth.number),
    ...replaced('BYMONTHDAY', lists.BYMONTHDAY, -month.left - 1, -newMonth.left - 1),
    ...replaced('BYYEARDAY', lists.BYYEARDAY, year.number, newYear.number),
    ...replaced('BYYEARDAY', lists.BYYEARDAY, -year.left - 1, -newYear.left - 1),
  };
}

const weekdayAt = (wall: number): Weekday => weekdays[(new Date(wall).getUTCDay() + 6) % 7] ?? 'MO';

/** The day of the month or year, from 1 on, and how many days come after it. */
function placeOf(wall: number, ofYear: boolean): { readonly number: number; readonly left: number } {
  const date = new Date(wallMidnight(wall));
  const start = new Date(date);
  start.setUTCDate(1);
  if (ofYear) start.setUTCMonth(0);
  const next = new Date(start);
  if (ofYear) next.setUTCFullYear(start.getUTCFullYear() + 1);
  else next.setUTCMonth(start.getUTCMonth() + 1);
  return {
    number: Math.round((date.getTime() - start.getTime()) / dayMs) + 1,
    left: Math.round((next.getTime() - date.getTime()) / dayMs) - 1,
  };
}
