// Recurrence rules as text (RFC 5545, section 3.3.10): read, checked against what the RFC allows together, and written. Pure.

import { recurrenceLimits } from '../../../contract/recurrence.ts';
import { weekdays, type Weekday } from '../../../contract/days.ts';

/** A weekday, or the nth of a month or year, counted from its end if negative. */
export interface RuleDay {
  readonly ordinal: number | null;
  readonly weekday: Weekday;
}

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'] as const;

type Frequency = (typeof frequencies)[number];

/** The number lists of a rule, by the name of their part, with the range of their values. */
const lists = {
  BYSETPOS: { min: 1, max: 366, negative: true },
  BYYEARDAY: { min: 1, max: 366, negative: true },
  BYWEEKNO: { min: 1, max: 53, negative: true },
  BYMONTHDAY: { min: 1, max: 31, negative: true },
  BYMONTH: { min: 1, max: 12, negative: false },
  BYHOUR: { min: 0, max: 23, negative: false },
  BYMINUTE: { min: 0, max: 59, negative: false },
  BYSECOND: { min: 0, max: 59, negative: false },
} as const;

type ListPart = keyof typeof lists;

export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** As in the text: `20270101`, `20270101T000000` or `20270101T000000Z`. */
  readonly until: string | null;
  readonly weekStart: Weekday | null;
  readonly days: readonly RuleDay[];
  /** The parts that were given, without repeated values. */
  readonly lists: Readonly<Partial<Record<ListPart, readonly number[]>>>;
}

/** What is wrong with a rule, in words that go on from the name of its field. */
export class RuleError extends Error {}

const fail = (message: string): never => {
  throw new RuleError(message);
};

/** Throws `RuleError`. */
export function readRule(text: string): Rule {
  if (/^RRULE:/i.test(text)) fail('must not begin with RRULE:');
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const match = /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part);
    if (match === null) return fail(`does not parse at ${JSON.stringify(part.slice(0, 40))}: a rule is NAME=VALUE;NAME=VALUE`);
    const [, name = '', value = ''] = match;
    if (parts.has(name)) fail(`gives ${name} twice`);
    parts.set(name, value);
  }
  const rule: Rule = {
    frequency: readFrequency(parts.get('FREQ')),
    interval: readNumber('INTERVAL', parts.get('INTERVAL') ?? '1', 1, 10_000),
    count: parts.has('COUNT') ? readNumber('COUNT', parts.get('COUNT') ?? '', 1, recurrenceLimits.count) : null,
    until: parts.has('UNTIL') ? readUntil(parts.get('UNTIL') ?? '') : null,
    weekStart: parts.has('WKST') ? readWeekday('WKST', parts.get('WKST') ?? '') : null,
    days: parts.has('BYDAY') ? readDays(parts.get('BYDAY') ?? '') : [],
    lists: Object.fromEntries(
      Object.keys(lists).flatMap((name) => (parts.has(name) ? [[name, readList(name as ListPart, parts.get(name) ?? '')]] : [])),
    ),
  };
  const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', ...Object.keys(lists)]);
  for (const name of parts.keys()) if (!known.has(name)) fail(`has a part that is not known: ${name}`);
  checkTogether(rule);
  return rule;
}

function readFrequency(value: string | undefined): Frequency {
  if (value === undefined) return fail('lacks FREQ');
  if (value === 'MINUTELY' || value === 'SECONDLY')
    return fail(`has more than ${recurrenceLimits.occurrencesPerYear} occurrences a year: FREQ=${value} is not possible`);
  const frequency = frequencies.find((name) => name === value);
  return frequency ?? fail(`has a FREQ that is not known: ${value.slice(0, 20)}`);
}

function readNumber(name: string, value: string, min: number, max: number): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max)
    return fail(`has ${name === 'INTERVAL' ? 'an' : 'a'} ${name} that is not a whole number from ${min} to ${max}`);
  return Number(value);
}

function readUntil(value: string): string {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(value);
  if (match === null) return fail('has an UNTIL that is not of the form 20270101 or 20270101T000000Z');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60 && year > 0;
  return exists ? value : fail('has an UNTIL that names no day or time that exists');
}

function readWeekday(name: string, value: string): Weekday {
  return weekdays.find((day) => day === value) ?? fail(`has a ${name} that is no weekday such as MO`);
}

function readDays(value: string): RuleDay[] {
  const days = [...new Set(value.split(','))].map((text) => {
    const [, ordinal = '', weekday = ''] =
      /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? fail('has a BYDAY that is no weekday such as MO or 2TU');
    const number = ordinal === '' ? null : Number(ordinal);
    if (number !== null && (number === 0 || Math.abs(number) > 53)) fail('has a BYDAY whose number is not from 1 to 53, or from -53 to -1');
    return { ordinal: number, weekday: readWeekday('BYDAY', weekday) };
  });
  return days;
}

function readList(name: ListPart, value: string): number[] {
  const { min, max, negative } = lists[name];
  const numbers = value.split(',').map((text) => {
    const number = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
    const size = negative ? Math.abs(number) : number;
    if (!(size >= min && size <= max)) fail(`has a ${name} that is not from ${min} to ${max}${negative ? ', or negative' : ''}`);
    return number;
  });
  return [...new Set(numbers)];
}

/** What the RFC does not allow together. */
function checkTogether({ frequency, interval, count, until, days, lists: by }: Rule): void {
  if (count !== null && until !== null) fail('cannot have both COUNT and UNTIL');
  const numbered = days.some(({ ordinal }) => ordinal !== null);
  if (numbered && frequency !== 'MONTHLY' && frequency !== 'YEARLY') fail('can number the days of BYDAY only with FREQ=MONTHLY or YEARLY');
  if (numbered && by.BYWEEKNO !== undefined) fail('cannot number the days of BYDAY together with BYWEEKNO');
  if (by.BYWEEKNO !== undefined && frequency !== 'YEARLY') fail('can have BYWEEKNO only with FREQ=YEARLY');
  if (by.BYYEARDAY !== undefined && frequency !== 'YEARLY' && frequency !== 'HOURLY') fail(`cannot have BYYEARDAY with FREQ=${frequency}`);
  if (by.BYMONTHDAY !== undefined && frequency === 'WEEKLY') fail('cannot have BYMONTHDAY with FREQ=WEEKLY');
  const selects = days.length > 0 || Object.keys(by).some((name) => name !== 'BYSETPOS');
  if (by.BYSETPOS !== undefined && !selects) fail('can have BYSETPOS only together with another BY part');
  if (frequency === 'YEARLY') checkYearly(interval, numbered, days, by);
}

/** What the library gets wrong, as test/unit/calendar/recurrence-dateutil.test.ts found: hardly a calendar has it. */
function checkYearly(interval: number, numbered: boolean, days: readonly RuleDay[], by: Rule['lists']): void {
  const has53rd = days.some(({ ordinal }) => Math.abs(ordinal ?? 0) === 53);
  if (by.BYSETPOS !== undefined && has53rd) fail('cannot have BYSETPOS together with the 53rd weekday of a year');
  if (by.BYYEARDAY !== undefined && (days.length > 0 || by.BYMONTHDAY !== undefined || by.BYWEEKNO !== undefined))
    fail('cannot have BYYEARDAY together with BYDAY, BYMONTHDAY or BYWEEKNO');
  if (by.BYMONTHDAY !== undefined && (numbered || by.BYWEEKNO !== undefined))
    fail('cannot have BYMONTHDAY together with BYWEEKNO or numbered days of BYDAY');
  if (by.BYWEEKNO !== undefined && (interval > 1 || by.BYSETPOS !== undefined))
    fail('cannot have BYWEEKNO together with INTERVAL or BYSETPOS');
}

/** The rule as text, its parts in a fixed order. */
export function writeRule({ frequency, interval, count, until, weekStart, days, lists: by }: Rule): string {
  const parts = [`FREQ=${frequency}`];
  if (until !== null) parts.push(`UNTIL=${until}`);
  if (count !== null) parts.push(`COUNT=${count}`);
  if (interval !== 1) parts.push(`INTERVAL=${interval}`);
  for (const [name, values] of Object.entries(by)) parts.push(`${name}=${values.join(',')}`);
  if (days.length > 0) parts.push(`BYDAY=${days.map(({ ordinal, weekday }) => `${ordinal ?? ''}${weekday}`).join(',')}`);
  if (weekStart !== null) parts.push(`WKST=${weekStart}`);
  return parts.join(';');
}

/** The rule with the days that it takes from its start, a time on the clocks, and where it is asked for the time of day. */
export function withoutStart(rule: Rule, wall: number, withTime: boolean): Rule {
  const { frequency, days, lists: by } = rule;
  const start = new Date(wall);
  const namesDay = days.length > 0 || by.BYMONTHDAY !== undefined || by.BYYEARDAY !== undefined;
  const takesWeekday = !namesDay && (frequency === 'WEEKLY' || by.BYWEEKNO !== undefined);
  const takesDay = !namesDay && by.BYWEEKNO === undefined && (frequency === 'MONTHLY' || frequency === 'YEARLY');
  return {
    ...rule,
    days: takesWeekday ? [{ ordinal: null, weekday: weekdays[(start.getUTCDay() + 6) % 7] ?? 'MO' }] : days,
    lists: {
      ...(takesDay && frequency === 'YEARLY' && by.BYMONTH === undefined ? { BYMONTH: [start.getUTCMonth() + 1] } : {}),
      ...(takesDay ? { BYMONTHDAY: [start.getUTCDate()] } : {}),
      ...(withTime && frequency !== 'HOURLY' ? { BYHOUR: [start.getUTCHours()] } : {}),
      ...(withTime ? { BYMINUTE: [start.getUTCMinutes()], BYSECOND: [start.getUTCSeconds()] } : {}),
      // What it names itself counts.
      ...by,
    },
  };
}
