// The last day of what repeats: “until christmas”, “through june”. Pure but for chrono.

import { Temporal } from 'temporal-polyfill';
import { monthBeginnings } from '../days.ts';
import { namesDay, plainDate, resultsIn, zoned, type PhraseMoment } from './dates.ts';
import type { TextRange, Remainder } from './remainder.ts';
import { month } from './words.ts';

/** By their beginnings, the longer name first. */
const feasts: readonly (readonly [RegExp, number, number])[] = [
  [/^(?:christmas|xmas) eve\b/i, 12, 24],
  [/^(?:christmas|xmas)(?: day)?\b/i, 12, 25],
  [/^boxing day\b/i, 12, 26],
  [/^new year['’]?s eve\b/i, 12, 31],
  [/^new year(?:['’]?s(?: day)?)?\b/i, 1, 1],
  [/^halloween\b/i, 10, 31],
  [/^valentine['’]?s(?: day)?\b/i, 2, 14],
];
const leading = /\b(?<word>until|till?|through|thru|up to|ending(?:\s+on)?|ends?\s+on)\s+(?:the\s+)?/i;
const dayOfMonth = '\\d{1,2}(?:st|nd|rd|th)?';
/** “18:00 to 2026-12-31”: right after a time of day, and without one of its own. */
const leadingTo = new RegExp(
  `(?<=(?:\\d:\\d\\d|[ap]m)\\s+)to\\s+(?=(?:\\d{4}-\\d\\d-\\d\\d|${dayOfMonth}\\s+${month}|${month}\\s+${dayOfMonth}(?!:))\\b` +
    '(?!,?\\s+(?:at\\s+)?\\d{1,2}(?::|\\s?[ap]m)))',
  'i',
);
const wholeMonth = new RegExp(`^(?<end>end\\s+of\\s+(?:the\\s+)?)?(?<name>${month})(?:\\s+(?<year>\\d{4})|(?!\\s*\\d))(?!\\w)`, 'i');
const wholeYear = /^(?:end\s+of\s+)?(?:(?:the|this)\s+)?(?<year>year|\d{4})\b(?![-/.])/i;
/** A time of day is that of the event. */
const clock = /\b(?:at\s+)?\d{1,2}(?::\d\d(?:\s?[ap]m)?|\s?[ap]m)\b/gi;

interface Found {
  readonly day: Temporal.PlainDate;
  readonly length: number;
}

/** The first day from `today` on with this month and date. */
function coming(today: Temporal.PlainDate, on: { readonly month: number; readonly day: number }): Temporal.PlainDate {
  const day = today.with(on);
  return Temporal.PlainDate.compare(day, today) < 0 ? day.add({ years: 1 }) : day;
}

async function dateAt(text: string, moment: PhraseMoment): Promise<Found | null> {
  // “until the 20th”
  const lead = /^\d{1,2}(?:st|nd|rd|th)\b/i.test(text) ? 'on ' : '';
  const [result] = (await resultsIn(`${lead}${text}`, moment)).filter(({ index, text: words }) => index + words.length > lead.length);
  if (result === undefined || result.index > lead.length || !namesDay(result)) return null;
  return { day: plainDate(result.end ?? result.start), length: result.index + result.text.length - lead.length };
}

async function dayAt(text: string, isThrough: boolean, moment: PhraseMoment): Promise<Found | null> {
  const today = zoned(moment).toPlainDate();
  for (const [name, number, day] of feasts) {
    const match = name.exec(text);
    if (match !== null) return { day: coming(today, { month: number, day }), length: match[0].length };
  }
  const whole = wholeMonth.exec(text);
  if (whole !== null) {
    const { end, name = '', year } = whole.groups ?? {};
    const on = { month: monthBeginnings.indexOf(name.slice(0, 3).toLowerCase()) + 1, day: 1 };
    const first = year === undefined ? coming(today, on) : today.with({ ...on, year: Number(year) });
    return { day: isThrough || end !== undefined ? first.with({ day: first.daysInMonth }) : first, length: whole[0].length };
  }
  const year = wholeYear.exec(text);
  if (year !== null) {
    const said = year.groups?.['year'] ?? '';
    const isEnd = said === 'year' || isThrough || /^end/i.test(year[0]);
    const of = said === 'year' ? today.year : Number(said);
    return {
      day: Temporal.PlainDate.from(isEnd ? { year: of, month: 12, day: 31 } : { year: of, month: 1, day: 1 }),
      length: year[0].length,
    };
  }
  return dateAt(text, moment);
}

interface TakenEnd {
  /** The last day on which it may take place. */
  readonly last: Temporal.PlainDate;
  readonly rest: Remainder;
  readonly ranges: readonly TextRange[];
}

/** The last day that a text tells; null if it tells none. */
export async function takeEnd(text: Remainder, moment: PhraseMoment): Promise<TakenEnd | null> {
  const match = leading.exec(text.text) ?? leadingTo.exec(text.text);
  if (match === null) return null;
  const begin = match.index + match[0].length;
  const covered = text.text.slice(begin).replaceAll(clock, (time) => '_'.repeat(time.length));
  const found = await dayAt(covered, /^thr/i.test(match[0]), moment);
  if (found === null) return null;
  return { last: found.day, ...text.take(match.index, match[0].length + found.length) };
}
