// How often something takes place, in words such as “every other tuesday” or “weekdays”. Pure: no clock.

import type { TextRange, Remainder } from './remainder.ts';
import { weekdays, type Weekday } from '../days.ts';
import { manyCount, month, ordinal, ordinalOf, valueOf, weekday, weekdayOf } from './words.ts';

/** A rule without its end; what is left out follows the day on which it begins. */
export interface Frequency {
  readonly unit: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  /** Of weeks; empty for the day on which it begins. */
  readonly weekdays: readonly Weekday[];
  /** Of months: the second Tuesday, the last Friday (-1). */
  readonly nth: { readonly nth: number; readonly weekday: Weekday } | null;
  /** Of months: a day from 1 to 31, or -1 for the last one. */
  readonly monthDay: number | null;
  /** “every evening”; `HH:MM` */
  readonly clock: string | null;
}

const plain: Frequency = { unit: 'WEEKLY', interval: 1, weekdays: [], nth: null, monthDay: null, clock: null };
const working = weekdays.slice(0, 5);
const weekend = weekdays.slice(5);

type Groups = Readonly<Record<string, string | undefined>>;

interface Form {
  readonly pattern: RegExp;
  readonly frequency: (groups: Groups) => Frequency;
  /** It counts at the end of the text, or before what tells when: “Weekly report” is a title. */
  readonly isLoose?: boolean;
}

const every = '\\b(?:every|each)\\s+';
const days = `${weekday}s?(?:(?:\\s*(?:,|&|\\/)\\s*(?:and\\s+)?|\\s+and\\s+)${weekday}s?)*`;
const ofMonth = '\\s+(?:of|in)\\s+(?:the|each|every|a)\\s+month\\b';
// “the 5th of May” is a date.
const dayOfMonth = `(?<date>3[01]|[12]\\d|[1-9])(?:st|nd|rd|th)(?!\\s+(?:of\\s+)?${month}\\b)`;
const plural = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';
const plurals = `(?<list>${plural}(?:(?:\\s*(?:,|&)\\s*|\\s+and\\s+)${plural})*)`;
const form = (source: string, frequency: Form['frequency'], isLoose = false): Form => ({
  pattern: new RegExp(`${source}(?!\\w)`, 'gi'),
  frequency,
  isLoose,
});

function listed(text: string | undefined): readonly Weekday[] {
  const found = [...(text ?? '').matchAll(new RegExp(`\\b${weekday}`, 'gi'))].map(([word]) => weekdayOf(word));
  return weekdays.filter((day) => found.includes(day));
}

function weekdaysBetween(from: string | undefined, to: string | undefined): readonly Weekday[] {
  const [first, last] = [from, to].map((word) => weekdays.indexOf(weekdayOf(word ?? ''))) as [number, number];
  return weekdays.filter((_, index) => (first <= last ? index >= first && index <= last : index >= first || index <= last));
}

function nthOf({ nth = 'first', day = 'monday' }: Groups): Frequency {
  return { ...plain, unit: 'MONTHLY', nth: { nth: ordinalOf(nth), weekday: weekdayOf(day) } };
}

const monthlyOn = ({ date }: Groups): Frequency => ({ ...plain, unit: 'MONTHLY', monthDay: Number(date) });

const units = { day: 'DAILY', week: 'WEEKLY', fortnight: 'WEEKLY', month: 'MONTHLY', quarter: 'MONTHLY', year: 'YEARLY' } as const;
const factors: Readonly<Record<string, number>> = { fortnight: 2, quarter: 3 };

/** “every other week on monday and friday”, “every month on the 15th”, “every 2nd week” */
function unitOf(groups: Groups): Frequency {
  const { count, each, unit = 'week', date, nth } = groups;
  const name = unit.toLowerCase() as keyof typeof units;
  const step = each === undefined ? valueOf(count ?? '1') : /^(?:other|second)$/i.test(each) ? 2 : ordinalOf(each);
  const interval = step * (factors[name] ?? 1);
  if (nth !== undefined) return { ...nthOf(groups), interval };
  if (date !== undefined) return { ...monthlyOn(groups), interval };
  return { ...plain, unit: units[name], interval, weekdays: units[name] === 'WEEKLY' ? listed(groups['list']) : [] };
}

const adverbs: Readonly<Record<string, Pick<Frequency, 'unit' | 'interval'>>> = {
  daily: { unit: 'DAILY', interval: 1 },
  nightly: { unit: 'DAILY', interval: 1 },
  weekly: { unit: 'WEEKLY', interval: 1 },
  biweekly: { unit: 'WEEKLY', interval: 2 },
  fortnightly: { unit: 'WEEKLY', interval: 2 },
  monthly: { unit: 'MONTHLY', interval: 1 },
  quarterly: { unit: 'MONTHLY', interval: 3 },
  yearly: { unit: 'YEARLY', interval: 1 },
  annually: { unit: 'YEARLY', interval: 1 },
};

const clocks: Readonly<Record<string, string>> = { morning: '08:00', afternoon: '15:00', evening: '20:00', night: '22:00' };
const onDays = `(?:\\s+on\\s+(?:the\\s+)?(?:${dayOfMonth}|(?<nth>${ordinal})\\s+(?<day>${weekday})|(?<list>${days})))?`;

/** The first that fits counts. */
const forms: readonly Form[] = [
  form(`${every}(?:week|work(?:ing)?\\s?|business\\s)days?`, () => ({ ...plain, weekdays: working })),
  form(`${every}weekends?`, () => ({ ...plain, weekdays: weekend })),
  form(`(?:\\bon\\s+)?(?:\\bthe\\s+)?\\b(?<nth>${ordinal})\\s+(?<day>${weekday})\\s+(?:of|in)\\s+(?:each|every)\\s+month`, nthOf),
  form(`(?:\\bon\\s+)?(?:\\bthe\\s+)?\\b${dayOfMonth}\\s+(?:of|in)\\s+(?:each|every)\\s+month`, monthlyOn),
  form(`(?:\\bon\\s+)?\\b(?:the\\s+)?last\\s+day\\s+(?:of|in)\\s+(?:each|every)\\s+month`, () => monthlyOn({ date: '-1' })),
  form(`${every}(?<nth>${ordinal})\\s+(?<day>${weekday})${ofMonth}`, nthOf),
  // “every second tuesday” is every other one, “every 2nd tuesday” that of the month.
  form(`${every}(?:other|second)\\s+(?<list>${days})`, ({ list }) => ({ ...plain, interval: 2, weekdays: listed(list) })),
  form(`${every}(?<nth>${ordinal})\\s+(?<day>${weekday})`, nthOf),
  form(`${every}(?<from>${weekday})\\s*(?:-|–|to|through)\\s*(?<to>${weekday})`, ({ from, to }) => ({
    ...plain,
    weekdays: weekdaysBetween(from, to),
  })),
  form(`${every}(?<list>${days})`, ({ list }) => ({ ...plain, weekdays: listed(list) })),
  form(
    `${every}(?:(?<count>${manyCount})\\s+|(?<each>other|${ordinal})\\s+)?(?<unit>day|week|month|year|fortnight|quarter)s?${onDays}`,
    unitOf,
  ),
  form(`${every}${dayOfMonth}${ofMonth}`, monthlyOn),
  form(`${every}${dayOfMonth}`, monthlyOn, true),
  // The date itself is read like any other.
  form(`\\b(?:every|each)(?=\\s+(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${month}|${month}\\s+\\d{1,2}))`, () => ({
    ...plain,
    unit: 'YEARLY',
  })),
  form(`${every}(?<part>morning|afternoon|evening|night)`, () => ({ ...plain, unit: 'DAILY' })),
  form(`\\bon\\s+(?:week|work)days`, () => ({ ...plain, weekdays: working })),
  form(`\\bon\\s+weekends`, () => ({ ...plain, weekdays: weekend })),
  form(
    `\\b(?<adverb>daily|nightly|bi-?weekly|weekly|fortnightly|monthly|quarterly|yearly|annually)${onDays}`,
    (groups) => ({ ...unitOf({ ...groups, unit: 'week' }), ...adverbs[(groups['adverb'] ?? '').toLowerCase().replace('-', '')] }),
    true,
  ),
  form(`\\bon\\s+${plurals}`, ({ list }) => ({ ...plain, weekdays: listed(list) })),
  form(`\\b(?:week|work)days`, () => ({ ...plain, weekdays: working }), true),
  form(`\\bweekends`, () => ({ ...plain, weekdays: weekend }), true),
  form(`\\b${plurals}`, ({ list }) => ({ ...plain, weekdays: listed(list) }), true),
];

const endOfPhrase = /^\s*(?:[,.;:!)]|$)/;
const when = new RegExp(`^\\s*(?:(?:at|from|until|till?|through|thru|starting|beginning|for)\\b|@)`, 'i');
const dayOrClock = new RegExp(`^\\s*(?:\\d|(?:on|today|tomorrow|tonight|noon|midnight|next|this|${weekday}|${month})\\b)`, 'i');

/** Whether a word that may be part of a title tells how often: by what comes after it. */
function isFree(text: string, index: number, length: number): boolean {
  const after = text.slice(index + length);
  if (endOfPhrase.test(after) || when.test(after)) return true;
  // “Daily 5k” and “Weekly 1:1” are titles.
  return text.slice(0, index).trim() !== '' && dayOrClock.test(after);
}

const partAfter = /^\s+(?:in\s+the\s+)?(?<part>morning|afternoon|evening|night)s?\b/i;

interface TakenFrequency {
  readonly frequency: Frequency;
  readonly rest: Remainder;
  readonly ranges: readonly TextRange[];
}

/** How often, and the text without it; null if the text does not tell. */
export function takeFrequency(text: Remainder): TakenFrequency | null {
  for (const { pattern, frequency, isLoose = false } of forms) {
    for (const match of text.text.matchAll(pattern)) {
      if (isLoose && !isFree(text.text, match.index, match[0].length)) continue;
      const groups = match.groups ?? {};
      const part = partAfter.exec(text.text.slice(match.index + match[0].length));
      const clock = clocks[(groups['part'] ?? part?.groups?.['part'] ?? '').toLowerCase()] ?? null;
      return { frequency: { ...frequency(groups), clock }, ...text.take(match.index, match[0].length + (part?.[0].length ?? 0)) };
    }
  }
  return null;
}
