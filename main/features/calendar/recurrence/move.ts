// What becomes of a recurrence when its event moves on its clocks. Pure.

import type { Recurrence } from '../../../contract/recurrence.ts';
import { toInstant } from '../../../lib/clock.ts';
import type { Times } from '../times.ts';
import { readRule, weekdays, writeRule, type Rule, type RuleDay } from './rule.ts';
import { dayEpochOf, dayMs, dayWallOf, epochOf, midnightOf, wallOf } from './wall.ts';

/** From one time on the clocks to another. */
export interface Move {
  readonly from: number;
  readonly to: number;
}

/** Where the start of an event stands on its clocks: of an all-day event midnight. */
export function startWall({ startAt, timeZone, isAllDay }: Times): number {
  return isAllDay ? dayWallOf(startAt, timeZone) : wallOf(startAt, timeZone);
}

/** The start of an occurrence of `before` as that of `after`, into which the series has been moved. */
export function movedStart(at: number, before: Times, after: Times): number {
  const wall = (before.isAllDay ? dayWallOf(at, before.timeZone) : wallOf(at, before.timeZone)) + startWall(after) - startWall(before);
  if (after.isAllDay) return dayEpochOf(wall, after.timeZone);
  return wall === startWall(after) ? after.startAt : epochOf(wall, after.timeZone);
}

/** The recurrence that has the same occurrences after the move as before it, each of them moved by the same span on the clocks. */
export function movedRecurrence(recurrence: Recurrence, before: Times, after: Times): Recurrence {
  const { startAt, timeZone, isAllDay } = before;
  if (startAt === after.startAt && timeZone === after.timeZone && isAllDay === after.isAllDay) return recurrence;
  const move = { from: startWall(before), to: startWall(after) };
  const moveDate = (text: string): string => {
    const at = isAllDay ? dayEpochOf(Date.parse(`${text}T00:00:00Z`), timeZone) : Date.parse(text);
    const moved = movedStart(at, before, after);
    return after.isAllDay ? isoDate(dayWallOf(moved, after.timeZone)) : toInstant(moved);
  };
  const old = readRule(recurrence.rrule);
  const moved = movedRule(old, move);
  const rule =
    old.until?.endsWith('Z') && !isAllDay ? { ...moved, until: untilText(movedStart(untilInstant(old.until), before, after)) } : moved;
  return {
    // A rule that has no part of a time stays as it was written.
    rrule: isAllDay === after.isAllDay && sameRule(rule, old) ? recurrence.rrule : writeRule(withoutTimes(rule, after)),
    rdates: recurrence.rdates.map(moveDate),
    exdates: recurrence.exdates.map(moveDate),
  };
}

/** An UNTIL that is an instant, and such an instant as UNTIL. */
export const untilInstant = (until: string): number => Date.parse(until.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
export const untilText = (time: number): string => `${new Date(time).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** The start of an occurrence as a recurrence holds it: an instant, or the date of an all-day event. */
export function dateText(at: number, { isAllDay, timeZone }: Times): string {
  return isAllDay ? isoDate(dayWallOf(at, timeZone)) : toInstant(at);
}

const isoDate = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

const sameRule = (a: Rule, b: Rule): boolean => writeRule(a) === writeRule(b);

/** An all-day event has no times of day. */
function withoutTimes(rule: Rule, { isAllDay }: Times): Rule {
  if (!isAllDay) return rule;
  const { BYHOUR: _hours, BYMINUTE: _minutes, BYSECOND: _seconds, ...lists } = rule.lists;
  return { ...rule, lists, ...(rule.frequency === 'HOURLY' ? { frequency: 'DAILY', interval: 1 } : {}) };
}

/** Weekdays go along with the move; days of months and years, and times of day, where the rule names that of the event alone. */
export function movedRule(rule: Rule, { from, to }: Move): Rule {
  const days = Math.round((midnightOf(to) - midnightOf(from)) / dayMs);
  const until = rule.until === null ? null : movedUntil(rule.until, to - from, days);
  const timed = { ...rule, until, lists: { ...rule.lists, ...movedTimes(rule, from, to) } };
  if (days === 0) return timed;
  if (rule.frequency === 'WEEKLY' || rule.frequency === 'DAILY' || rule.frequency === 'HOURLY')
    return { ...timed, days: rule.days.map((day) => ({ ...day, weekday: laterWeekday(day, days) })) };
  return { ...timed, days: movedDays(rule, from, to), lists: { ...timed.lists, ...movedDates(rule, from, to) } };
}

function laterWeekday({ weekday }: RuleDay, days: number): RuleDay['weekday'] {
  return weekdays[(((weekdays.indexOf(weekday) + days) % 7) + 7) % 7] ?? weekday;
}

function movedUntil(until: string, span: number, days: number): string {
  const [date = '', time] = until.split('T');
  const day = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}T00:00:00Z`);
  if (time === undefined) return isoDate(day + days * dayMs).replaceAll('-', '');
  const clock = Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(2, 4)) * 60_000 + Number(time.slice(4, 6)) * 1000;
  const text = new Date(day + clock + span).toISOString().replaceAll(/[-:]/g, '');
  return `${text.slice(0, 15)}${time.endsWith('Z') ? 'Z' : ''}`;
}

function movedTimes({ lists }: Rule, from: number, to: number): Rule['lists'] {
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
function movedDays({ days, lists, frequency }: Rule, from: number, to: number): readonly RuleDay[] {
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

function movedDates({ lists }: Rule, from: number, to: number): Rule['lists'] {
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

const weekdayAt = (wall: number): RuleDay['weekday'] => weekdays[(new Date(wall).getUTCDay() + 6) % 7] ?? 'MO';

/** The day of the month or year, from 1 on, and how many days come after it. */
function placeOf(wall: number, ofYear: boolean): { readonly number: number; readonly left: number } {
  const date = new Date(midnightOf(wall));
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
