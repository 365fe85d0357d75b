// What a line such as “lunch with Eva next friday 12:30 for 1h every week” says: a title, when, and how often. The page and the command
// read it alike. Pure but for loading chrono when it is needed first.

import { Temporal } from 'temporal-polyfill';
import { clockPairIn, coverBareClocks, takeHours, type ClockPair, type Hours } from './clocks.ts';
import {
  contradictsItself,
  endIn,
  hasTime,
  isOnDay,
  noTimes,
  plainDate,
  pointIn,
  timeIn,
  zoned,
  type FoundTime,
  type PhraseMoment,
} from './dates.ts';
import { takeEnd } from './ends.ts';
import { takeLength, type Length } from './lengths.ts';
import { Remainder, titleWithout, type TextRange } from './remainder.ts';
import { takeFrequency, type Frequency } from './repeats.ts';
import { firstDay, lastDayAfter, ruleFrom, untilOf } from './rule.ts';
import { spanIn } from './spans.ts';
import { amount, manyCount, month, weekday } from './words.ts';

/** A span with a start of the clock; both are ISO 8601 in UTC. */
export interface Timed {
  readonly kind: 'timed';
  readonly start: string;
  readonly end: string;
  /** Date and time of day of the start in the zone, without an offset. */
  readonly local: string;
}

/** Whole days, the last one exclusive, as YYYY-MM-DD. */
export interface Days {
  readonly kind: 'days';
  readonly start: string;
  readonly end: string;
}

/** Where the user has pointed at already: what the text leaves out is as there. */
export interface PhraseSlot {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM`; null for whole days. */
  readonly clock: string | null;
  readonly minutes: number;
  /** How many whole days; one without this. */
  readonly days?: number;
}

export interface Reading extends PhraseMoment {
  readonly slot?: PhraseSlot;
  /** Whether it may repeat; it may unless this is false. */
  readonly repeats?: boolean;
  /** Parts of the text that are nothing but text. */
  readonly kept?: readonly string[];
  /** How long it lasts if nothing is said; an hour without this. */
  readonly minutes?: number;
}

/** A part of the text that says something else than the title. */
export interface PhrasePiece extends TextRange {
  readonly kind: 'when' | 'repeat';
}

export interface Understood {
  /** The text without what tells when and how often; the whole text if nothing else is left. */
  readonly title: string;
  /** null if the text names no time. */
  readonly when: Timed | Days | null;
  /** As RFC 5545 has it, without `RRULE:`; null if it does not repeat. */
  readonly rrule: string | null;
  /** In the order of the text. */
  readonly pieces: readonly PhrasePiece[];
}

const allDay = /\b(?:all|whole|entire|full)[- ]?day\b/i;

/** What the text says about the time, each part by itself. */
interface Parts {
  readonly found: FoundTime | null;
  readonly length: Length | null;
  readonly hours: Hours | null;
  readonly isAllDay: boolean;
  readonly frequency: Frequency | null;
  /** The last day of a repetition, or how long it goes on. */
  readonly last: Temporal.PlainDate | Length | null;
  readonly pieces: readonly PhrasePiece[];
  /** Whether the text tells more of the time than was read. */
  readonly isPartial: boolean;
}

const dayOfMonth = '\\d{1,2}(?:st|nd|rd|th)?';
/** A time of day or a date, also one that cannot be: “25:30”. */
const unread = new RegExp(
  '(?<![\\w:.,])\\d{1,2}(?::\\d\\d(?![\\w:])|\\s?[ap]m\\b)|\\b\\d{4}-\\d\\d-\\d\\d\\b|' +
    '(?<![\\w.])\\d{1,2}\\.\\d{1,2}\\.\\d{4}(?![\\w.])|' +
    `\\b${dayOfMonth}\\s+(?:of\\s+)?${month}\\b|\\b${month}\\s+${dayOfMonth}\\b(?!:)|` +
    '\\b(?:today|tomorrow|tonight)\\b|' +
    `\\b(?:to|until|till?|through)\\s+(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)\\b|\\bbetween\\s+\\d|` +
    // “at 10”, “half past three”, “at 14h”; of “at 5 Main Street” the number is covered.
    '\\bat\\s+\\d{1,2}(?:h(?:\\d\\d)?)?(?![\\w:.-])|\\b(?:half|quarter)\\s+(?:past|to)\\s+\\w|' +
    `\\b(?:on\\s+(?:the\\s+)?|${weekday},?\\s+(?:the\\s+)?)\\d{1,2}(?:st|nd|rd|th)(?=\\s*(?:$|[,.;!]|(?:at|from|to|until)\\b))`,
  'i',
);
/** A day without a year, or a section: “24.12.”, “section 4.2.”. */
const dayOrSection = /(?<![\w.])\d{1,2}\.\d{1,2}\.(?![\w.])/;
/** Several days that do not repeat: “gym mon, wed and fri”. */
const severalDays = new RegExp(`\\b${weekday}(?:\\s*[,&/]\\s*(?:(?:and|or)\\s+)?|\\s+(?:(?:and|or)\\s+)?)(?:on\\s+)?${weekday}\\b`, 'i');
/** “every day except friday”, “every morning and evening” */
const exception = /\b(?:except|excluding|but not|apart from|(?:and|or) (?:every|each|morning|afternoon|evening|night))\b/i;
/** “9-12 and 13-17” */
const severalHours = /\d\s?[-–]\s?\d{1,2}\s*(?:and|&|,)\s*\d{1,2}\s?[-–]\s?\d/i;

const clockText = '\\d{1,2}(?::\\d\\d)?(?:\\s?[ap]m)?';
/** What would be read as one time or day, and is another or several: “at 9 or 10”, “7 and 8 dec”, “monday week”, “every 4 hours”. */
const vague = new RegExp(
  `\\bat\\s+${clockText}\\s+(?:or|and)\\s+(?:at\\s+)?${clockText}(?=\\s*(?:$|[,;.!]|(?:on|today|tomorrow|tonight|${weekday})\\b))|` +
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\.?(?:\\s*[&/]\\s*|\\s+(?:and|or)\\s+)${dayOfMonth}\\.?\\s+(?:of\\s+)?${month}\\b|` +
    String.raw`(?<![\w.])\d{1,2}\.\s?[-–&/]\s?\d{1,2}\.\s?\d{1,2}\.|(?<![\w./-])\d{1,2}[-–]\d{1,2}/\d{1,2}(?![\w/-])|` +
    `\\b${weekday}\\s+week\\b(?!\\s*end)|\\b(?:weeks?|days?|months?)\\s+(?:from|after|before)\\s+(?:next\\s+|this\\s+)?${weekday}\\b|` +
    `\\b(?:weeks?|days|months?)\\s+(?:from|after|before)\\s+(?:today|tomorrow)\\b|` +
    `\\b${weekday}\\s+in\\s+${amount}\\s+(?:week|month)s?\\b|` +
    `\\bin\\s+${amount}\\s+(?:week|month)s?\\s+(?:on\\s+)?${weekday}\\b|` +
    '\\bday\\s+(?:after|before)\\s+(?!(?:tomorrow|yesterday|at|from|in|on|for|until|till?|with)\\b)[a-z]|' +
    `\\bnext\\s+week\\s+(?:on\\s+)?${weekday}\\b|` +
    `\\blast\\s+${weekday}\\b|\\ball\\s+(?:of\\s+)?(?:next\\s+|this\\s+)?week\\b|` +
    `\\bevery\\s+(?:${manyCount}\\s+)?(?:hours?|minutes?|mins?)\\b`,
  'i',
);
/** Days that the calendar has and this does not read, where nothing else names the day. */
const feast = new RegExp(
  "\\b(?:(?:christmas|xmas|new year['’]?s) (?:eve|day)|boxing day|valentine['’]?s day|" +
    'on (?:christmas|xmas|new year|easter|halloween|thanksgiving))\\b',
  'i',
);
/** Beside a time of day these say which half of the day is meant: “8-10 in the evening”. */
const halfOfDay = /\bin the (?:morning|afternoon|evening)\b/i;
/** “biweekly sync wednesdays”, of what would take place each week. */
const biweekly = /\b(?:bi-?weekly|fortnightly)\b/i;
/** “from september to june”, of what repeats. */
const months = new RegExp(`\\bfrom\\s+${month}\\b(?!\\s+\\d)`, 'i');

function isVague(text: string, { frequency, found, hours, length }: Omit<Parts, 'isPartial'>): boolean {
  if (severalDays.test(text) || vague.test(text) || (hours !== null && severalHours.test(text))) return true;
  if (feast.test(text) && (found === null || !isOnDay(found))) return true;
  // “class tuesday 18:00 for 10 weeks” is no event of 70 days.
  if (hasClock(found) && length !== null && ['weeks', 'months', 'years'].includes(length.unit)) return true;
  if (frequency === null) return false;
  return exception.test(text) || months.test(text) || (frequency.unit === 'DAILY' && (saidDays(found) ?? 1) > 1 && !hasClock(found));
}

const hasClock = (found: FoundTime | null): boolean => found !== null && hasTime(found);

/** Whether what is left names a day without a year; beside a day that was told in another way it is a section. */
const hasOtherDay = (left: string, found: FoundTime | null): boolean =>
  dayOrSection.test(left) && (found === null || !isOnDay(found) || dayOrSection.test(found.text));

/** Whether what is left says otherwise than what was read. */
const isOtherThanLeft = (left: string, { found, hours, frequency }: Omit<Parts, 'isPartial'>): boolean =>
  (halfOfDay.test(left) && (hours !== null || hasClock(found))) || (biweekly.test(left) && frequency?.interval === 1);

const isEnd = ({ unit }: Length): boolean => unit !== 'minutes';

async function foundIn(text: string, reading: Reading, hoursAt: number, repeats: boolean): Promise<FoundTime | null> {
  const span = await spanIn(text, reading, repeats);
  return span === undefined ? timeIn(text, reading, hoursAt) : span;
}

/** The text without what shall not be read, and what looks like a time and is none. */
function readable(text: string, kept: readonly string[]): Remainder {
  let rest = Remainder.of(text);
  for (const words of kept) {
    const index = rest.text.toLowerCase().indexOf(words.toLowerCase());
    if (index !== -1) rest = rest.cover(index, words.length);
  }
  for (const pattern of noTimes) rest = rest.without(pattern);
  return coverBareClocks(rest);
}

async function partsOf(text: string, reading: Reading): Promise<Parts> {
  const { kept = [], repeats = true } = reading;
  let rest = readable(text, kept);
  const pieces: PhrasePiece[] = [];
  const take = <Taken extends { readonly rest: Remainder; readonly ranges: readonly TextRange[] }>(
    kind: PhrasePiece['kind'],
    taken: Taken | null,
  ) => {
    if (taken === null) return null;
    rest = taken.rest;
    pieces.push(...taken.ranges.map((range) => ({ kind, ...range })));
    return taken;
  };
  const frequency = repeats ? (take('repeat', takeFrequency(rest))?.frequency ?? null) : null;
  const last =
    frequency === null
      ? null
      : (take('repeat', await takeEnd(rest, reading))?.last ?? take('repeat', takeLength(rest, isEnd))?.length ?? null);
  const length =
    take(
      'when',
      takeLength(rest, ({ unit }) => unit !== 'times'),
    )?.length ?? null;
  const day = allDay.exec(rest.text);
  if (day !== null) take('when', rest.take(day.index, day[0].length));
  const said = rest.text;
  const taken = takeHours(rest);
  take('when', taken);
  const left = rest.text;
  const found = await foundIn(left, reading, taken.index, frequency !== null);
  if (found !== null) take('when', rest.take(found.index, found.text.length));
  const parts = { found, length, hours: taken.hours, isAllDay: day !== null, frequency, last, pieces };
  const isPartial = isVague(said, parts) || unread.test(rest.text) || hasOtherDay(rest.text, found) || isOtherThanLeft(rest.text, parts);
  return { ...parts, isPartial: isPartial || (found !== null && contradictsItself(found, reading)) };
}

const iso = (point: Temporal.ZonedDateTime): string => new Date(point.epochMilliseconds).toISOString();

function timed(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Timed {
  const local = start.toPlainDateTime().toString({ smallestUnit: start.second === 0 ? 'minute' : 'second' });
  return { kind: 'timed', start: iso(start), end: iso(end), local };
}

/** The day that is said, or pointed at, or that on which it is so late next; of what repeats the first that fits. */
function startDay({ found, frequency, hours }: Parts, reading: Reading): Temporal.PlainDate {
  const now = zoned(reading);
  const isSaid = found !== null && (isOnDay(found) || (reading.slot === undefined && hasTime(found)));
  const next = now.toPlainDate().add({ days: hours !== null && hours.from <= now.hour ? 1 : 0 });
  const day = isSaid
    ? (found.span?.start.toPlainDate() ?? plainDate(found.start))
    : reading.slot === undefined
      ? next
      : Temporal.PlainDate.from(reading.slot.day);
  return frequency === null ? day : firstDay(day, frequency);
}

/** Whole days, where nothing says at what time. */
function daysFrom(first: Temporal.PlainDate, { found, length, isAllDay }: Parts, { slot }: Reading): Days {
  const asThere = isAllDay || slot === undefined || slot.clock !== null ? 1 : (slot.days ?? 1);
  const span = saidDays(found) ?? asThere;
  const end = length === null || length.unit === 'times' ? first.add({ days: span }) : first.add(spanOf(length));
  return { kind: 'days', start: first.toString(), end: end.toString() };
}

/** How many days are said; null if no end is. */
function saidDays(found: FoundTime | null): number | null {
  if (found?.span) return found.span.start.toPlainDate().until(found.span.end.toPlainDate()).days + 1;
  return found?.end ? plainDate(found.start).until(plainDate(found.end)).days + 1 : null;
}

function spanOf({ count, unit }: Length): Temporal.DurationLike {
  return unit === 'minutes' ? { days: Math.max(1, Math.round(count / 1440)) } : { [unit]: count };
}

const withMinutes = (start: Temporal.ZonedDateTime, length: Length): Temporal.ZonedDateTime =>
  start.add(length.unit === 'minutes' ? { minutes: length.count } : spanOf(length));

/** Two times of day of one day. */
function pairOf({ found }: Parts): ClockPair | null {
  if (!found?.end || found.span !== undefined || !hasTime(found) || found.start.isCertain('timezoneOffset')) return null;
  return clockPairIn(found.text);
}

function clockOf(parts: Parts, { slot }: Reading): Temporal.PlainTime | null {
  const { found, hours, isAllDay, frequency } = parts;
  if (isAllDay) return null;
  if (hours !== null) return Temporal.PlainTime.from({ hour: hours.from });
  const pair = pairOf(parts);
  if (pair !== null) return Temporal.PlainTime.from({ hour: Math.floor(pair.from / 60), minute: pair.from % 60 });
  if (found !== null && hasTime(found)) {
    const [hour, minute, second] = (['hour', 'minute', 'second'] as const).map((part) => found.start.get(part) ?? 0);
    return Temporal.PlainTime.from({ hour, minute, second });
  }
  const text = frequency?.clock ?? (found?.end ? null : slot?.clock) ?? null;
  return text === null ? null : Temporal.PlainTime.from(text);
}

function whenOf(parts: Parts, reading: Reading): Timed | Days {
  const { found, length, hours } = parts;
  const { timeZone } = reading;
  const first = startDay(parts, reading);
  const clock = clockOf(parts, reading);
  if (clock === null || (length !== null && length.unit !== 'minutes' && !(found !== null && hasTime(found)) && hours === null))
    return daysFrom(first, parts, reading);
  const isExact = found !== null && hours === null && hasTime(found) && found.start.isCertain('timezoneOffset');
  const start = isExact ? pointIn(found.start, timeZone) : first.toZonedDateTime({ timeZone, plainTime: clock });
  return timed(start, endOf(start, first, parts, reading));
}

function endOf(
  start: Temporal.ZonedDateTime,
  first: Temporal.PlainDate,
  parts: Parts,
  { timeZone, slot, minutes = 60 }: Reading,
): Temporal.ZonedDateTime {
  const { found, length, hours } = parts;
  if (length !== null) return withMinutes(start, length);
  if (hours !== null && hours.to !== null) {
    const day = first.add({ days: hours.to <= hours.from || hours.to === 24 ? 1 : 0 });
    return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: hours.to % 24 }) });
  }
  if (found?.span) return start.add(found.span.start.until(found.span.end));
  const pair = pairOf(parts);
  if (pair !== null) return start.toPlainDateTime().add({ minutes: pair.minutes }).toZonedDateTime(timeZone);
  if (found?.end && hasTime(found)) return start.add(pointIn(found.start, timeZone).until(endIn(found, found.end, timeZone)));
  return start.add({ minutes: slot?.minutes ?? minutes });
}

function ruleOf({ frequency, last }: Parts, when: Timed | Days, { timeZone }: Reading): string | null {
  if (frequency === null) return null;
  const start = Temporal.PlainDate.from(when.kind === 'days' ? when.start : when.local.slice(0, 10));
  const rule = ruleFrom(frequency, start);
  if (last === null) return rule;
  if ('unit' in last && last.unit === 'times') return `${rule};COUNT=${last.count}`;
  const day = 'unit' in last ? lastDayAfter(start, last) : last;
  return `${rule};UNTIL=${untilOf(day, when.kind === 'days' ? null : timeZone)}`;
}

/** Whether it would repeat until a day before it begins. */
function endsBefore(when: Timed | Days, { last }: Parts): boolean {
  if (last === null || 'unit' in last) return false;
  return Temporal.PlainDate.compare(last, when.kind === 'days' ? when.start : when.local.slice(0, 10)) < 0;
}

/** Whether anything says when; where the user has pointed at a slot, a length or a repetition is enough. */
function saysWhen({ found, length, hours, isAllDay, frequency }: Parts, { slot }: Reading): boolean {
  if (found !== null || hours !== null) return true;
  if (slot !== undefined) return length !== null || isAllDay || frequency !== null;
  if (frequency === null) return false;
  return frequency.weekdays.length > 0 || frequency.nth !== null || frequency.monthDay !== null || frequency.clock !== null;
}

/** Loads what is needed to understand a text, before there is one. */
export const prepare = (): Promise<unknown> => import('chrono-node/en');

/** What a text says: an hour unless it names an end or a length, whole days without a time. No time, if it says more than can be read. */
export async function understand(text: string, reading: Reading): Promise<Understood> {
  const parts = await partsOf(text, reading);
  // What was read of it alone would be another time than what is meant.
  if (parts.isPartial || !saysWhen(parts, reading)) return { title: text.trim(), when: null, rrule: null, pieces: [] };
  const when = whenOf(parts, reading);
  if (endsBefore(when, parts)) return { title: text.trim(), when: null, rrule: null, pieces: [] };
  const rrule = ruleOf(parts, when, reading);
  const pieces = parts.pieces.map((piece) => trimmed(text, piece)).toSorted((a, b) => a.start - b.start);
  return { title: titleWithout(text, pieces), when, rrule, pieces };
}

/** Without the blanks at its ends. */
function trimmed(text: string, { kind, start, end }: PhrasePiece): PhrasePiece {
  const part = text.slice(start, end);
  return { kind, start: end - part.trimStart().length, end: start + part.trimEnd().length };
}
