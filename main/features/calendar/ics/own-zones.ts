// Time zones that a calendar file brings along (VTIMEZONE) and that IANA does not know: their offsets at a local time. Pure.
// Of their rules those are understood that time zones have: a day of a month each year.

import { Temporal } from 'temporal-polyfill';
import { weekdays } from '../../../contract/days.ts';
import { propertyName, type RawComponent } from './content-lines.ts';

/** Standard time or daylight saving time: from when on it holds, and how far it is from UTC. */
interface Observance {
  /** Seconds. */
  readonly offset: number;
  readonly start: Temporal.PlainDateTime;
  readonly others: readonly Temporal.PlainDateTime[];
  readonly rule: YearlyRule | null;
}

interface YearlyRule {
  readonly month: number;
  /** ISO weekday with its place in the month, as in -1 for the last; the first one from a day of the month on; or that day itself. */
  readonly day: { readonly weekday: number; readonly place: number } | { readonly weekday: number; readonly from: number } | number;
  /** The last year. */
  readonly until: number;
}

export type OwnZone = readonly Observance[];

/** Null where one of its parts cannot be read: without it some of its times would be wrong. */
export function readOwnZone({ components }: RawComponent): OwnZone | null {
  try {
    return components.length === 0 ? null : components.map(readObservance);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The instant of a local time there, in milliseconds since the Unix epoch. */
export function instantIn(zone: OwnZone, local: Temporal.PlainDateTime): number {
  let latest: { readonly onset: Temporal.PlainDateTime; readonly offset: number } | null = null;
  for (const observance of zone) {
    const onset = lastOnset(observance, local);
    if (onset !== null && (latest === null || Temporal.PlainDateTime.compare(onset, latest.onset) > 0))
      latest = { onset, offset: observance.offset };
  }
  // Before all of them the first one counts.
  const offset = latest?.offset ?? zone[0]?.offset ?? 0;
  return local.toZonedDateTime('UTC').epochMilliseconds - offset * 1000;
}

function readObservance({ lines }: RawComponent): Observance {
  const valueOf = (name: string): string => {
    const line = lines.find((each) => propertyName(each) === name);
    return line === undefined ? '' : line.slice(line.indexOf(':') + 1).trim();
  };
  const [, sign, hours = '', minutes = '', seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(valueOf('TZOFFSETTO')) ?? [];
  if (sign === undefined) throw new RangeError('an observance without an offset');
  const amount = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const others = lines
    .filter((line) => propertyName(line) === 'RDATE')
    .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
    .slice(0, 1000)
    .map(readLocal);
  const start = readLocal(valueOf('DTSTART'));
  return { offset: sign === '-' ? -amount : amount, start, others, rule: readRule(valueOf('RRULE'), start) };
}

/** Throws `RangeError`. */
function readLocal(text: string): Temporal.PlainDateTime {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text.trim()) ?? [];
  return Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
}

/** What a rule of a time zone says. The time of day is that of its start, whether it tells it or not. */
const ruleParts = ['FREQ', 'INTERVAL', 'BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND', 'WKST', 'UNTIL', 'COUNT'];

/** Null where there is none. Throws `RangeError` for a rule that no time zone has. */
function readRule(text: string, start: Temporal.PlainDateTime): YearlyRule | null {
  if (text === '') return null;
  const given = text
    .toUpperCase()
    .split(';')
    .filter((part) => part !== '');
  const parts = new Map(given.map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? ''] as const));
  const isYearly = parts.get('FREQ') === 'YEARLY' && (parts.get('INTERVAL') ?? '1') === '1';
  if (!isYearly || ![...parts.keys()].every((name) => ruleParts.includes(name))) throw new RangeError('a rule that no time zone has');
  const [, place, weekday = ''] = /^([+-]?[1-5])(MO|TU|WE|TH|FR|SA|SU)$/.exec(parts.get('BYDAY') ?? '') ?? [];
  const month = Number(parts.get('BYMONTH') ?? start.month);
  if (!(month >= 1 && month <= 12)) throw new RangeError('a month that is none');
  const day =
    place === undefined ? readDay(parts, start) : { place: Number(place), weekday: weekdays.findIndex((each) => each === weekday) + 1 };
  const lastOfCount = start.year + Number(parts.get('COUNT') ?? 9999) - 1;
  return { month, day, until: Number(/^\d{4}/.exec(parts.get('UNTIL') ?? '')?.[0] ?? lastOfCount) };
}

/** `BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14`, or a day of the month. */
function readDay(parts: ReadonlyMap<string, string>, start: Temporal.PlainDateTime): YearlyRule['day'] {
  const days = (parts.get('BYMONTHDAY') ?? String(start.day)).split(',').map(Number);
  const from = Math.min(...days);
  if (!days.every((day) => Number.isInteger(day) && day >= 1 && day <= 31)) throw new RangeError('a day that is none');
  const weekday = weekdays.findIndex((each) => each === parts.get('BYDAY')) + 1;
  if (weekday === 0 && !parts.has('BYDAY') && days.length === 1) return from;
  if (weekday === 0 || new Set(days).size !== 7 || Math.max(...days) !== from + 6) throw new RangeError('days that no time zone has');
  return { weekday, from };
}

/** When it last began to hold, at or before a local time; null if it did not yet. */
function lastOnset({ start, others, rule }: Observance, local: Temporal.PlainDateTime): Temporal.PlainDateTime | null {
  const years = rule === null ? [] : [local.year, local.year - 1].map((year) => Math.min(year, rule.until));
  const onsets = [start, ...others, ...years.flatMap((year) => (rule === null ? [] : onsetIn(rule, start, year)))];
  return onsets
    .filter((onset) => Temporal.PlainDateTime.compare(onset, local) <= 0 && Temporal.PlainDateTime.compare(onset, start) >= 0)
    .reduce<Temporal.PlainDateTime | null>(
      (last, onset) => (last === null || Temporal.PlainDateTime.compare(onset, last) > 0 ? onset : last),
      null,
    );
}

function onsetIn({ month, day }: YearlyRule, start: Temporal.PlainDateTime, year: number): Temporal.PlainDateTime[] {
  if (year < start.year) return [];
  const first = start.with({ year, month, day: 1 });
  if (typeof day === 'number') return day <= first.daysInMonth ? [first.with({ day })] : [];
  if ('from' in day) {
    const from = first.with({ day: day.from });
    return [from.add({ days: (day.weekday - from.dayOfWeek + 7) % 7 })];
  }
  const { weekday, place } = day;
  if (place > 0)
    return [first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (place - 1) })].filter((onset) => onset.month === month);
  const last = first.with({ day: first.daysInMonth });
  return [last.subtract({ days: ((last.dayOfWeek - weekday + 7) % 7) + 7 * (-place - 1) })].filter((onset) => onset.month === month);
}
