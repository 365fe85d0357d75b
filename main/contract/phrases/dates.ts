// Days and times as chrono reads them, and what of it is meant. Pure but for loading chrono when it is needed first.

import type { ParsedResult, Parser } from 'chrono-node/en';
import { Temporal } from 'temporal-polyfill';
import { weekdays } from '../days.ts';
import { amount, month, weekday, weekdayOf } from './words.ts';

type Parts = ParsedResult['start'];

/** What chrono has found in a text, or what was put together of two such results. */
export interface FoundTime extends Pick<ParsedResult, 'index' | 'text' | 'start' | 'end' | 'tags'> {
  /** Where both ends are said, the later one with its day: as they are meant, whatever chrono makes of the two together. */
  readonly span?: { readonly start: Temporal.ZonedDateTime; readonly end: Temporal.ZonedDateTime };
}

export interface PhraseMoment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA. */
  readonly timeZone: string;
  /** Whether 3/12 is the third of December; else it is 12 March. */
  readonly dayFirst?: boolean;
}

export const zoned = ({ now, timeZone }: PhraseMoment): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);

/** Words for a part of a day that chrono gives an hour for, which it does not call certain. */
const partOfDay = /\b(morning|afternoon|evening|night|tonight|noon|midday|midnight)\b/i;

/** Of these, the ones that say which day's they are. */
const partOfToday = /\b(this|tonight|noon|midday|midnight)\b/i;

/** Words that are more than a weekday, and a length of time ("5 minutes of plank") that is not said to begin now. */
const otherMeaning = /^(?:(?:right )?now|sun|mon|wed|sat)$/i;
const lengthAlone = new RegExp(`^(?:(?:\\d|half\\b|few\\b|several\\b|couple\\b)|${amount}\\b)`, 'i');
const fromNow = /\b(?:later|now|ago|after|hence)$/i;

/** “on sat”, and “dinner sat” at the end of a text; not “the sun”. */
function isWeekday({ text, index }: FoundTime, whole: string): boolean {
  if (/^(?:right )?now$/i.test(text)) return false;
  const before = whole.slice(0, index);
  if (/\b(?:on|this|next|by|from|starting)\s+$/i.test(before)) return true;
  const isLast = /^\s*[,.!]?\s*$/.test(whole.slice(index + text.length));
  return isLast && !/^sun$/i.test(text) && /\w\s+$/.test(before) && !/\b(?:the|a|in|of|to|i|we|you|they|be|get)\s+$/i.test(before);
}

/** A month or a year alone is no day, and "now" nothing to plan. */
function namesTime(result: FoundTime, whole: string, hoursAt: number): boolean {
  const { text, start, index } = result;
  const isBeforeHours = hoursAt > 0 && whole.slice(index + text.length, hoursAt).trim() === '';
  if (otherMeaning.test(text) && !isBeforeHours && !isWeekday(result, whole)) return false;
  // “meet June at 10”
  if (start.isCertain('month') && !start.isCertain('day')) return false;
  if (result.tags().has('result/relativeDate') && lengthAlone.test(text) && !fromNow.test(text)) return false;
  return partOfToday.test(text) || (['day', 'weekday', 'hour'] as const).some((part) => start.isCertain(part));
}

export const namesDay = ({ start }: Pick<FoundTime, 'start'>): boolean => start.isCertain('day') || start.isCertain('weekday');

/** Whether it is on a day that is not today's by accident: “this evening” is, “12:30” is not. */
export const isOnDay = (result: FoundTime): boolean => result.span !== undefined || namesDay(result) || /\bthis\b/i.test(result.text);

export const hasTime = ({ text, start }: Pick<FoundTime, 'text' | 'start'>): boolean => start.isCertain('hour') || partOfDay.test(text);

/** Whether it names a weekday that its date is not (“monday 27 nov”), or a year that has passed by two digits, as “5 dec 15” would. */
export function contradictsItself({ start, text, span }: FoundTime, moment: PhraseMoment): boolean {
  if (span !== undefined) return false;
  const day = plainDate(start);
  const isPast = start.isCertain('year') && !/\d{4}|['’]\d\d|\bago\b|\blast\b|\byesterday\b/i.test(text) && day.year < zoned(moment).year;
  return isPast || (start.isCertain('weekday') && start.isCertain('day') && start.get('weekday') !== day.dayOfWeek % 7);
}

export const plainDate = (parts: Parts): Temporal.PlainDate =>
  Temporal.PlainDate.from(
    { year: parts.get('year') ?? 0, month: parts.get('month') ?? 1, day: parts.get('day') ?? 1 },
    { overflow: 'reject' },
  );

/** The clock of the zone is read as the service reads it: a time that the clocks skip moves forward, of two equal ones it is the first. */
export function pointIn(parts: Parts, timeZone: string): Temporal.ZonedDateTime {
  // What has an offset of its own, as "3pm UTC", is the same instant in every zone.
  if (parts.isCertain('timezoneOffset')) return zoned({ now: parts.date().getTime(), timeZone }).round('minute');
  const time = Temporal.PlainTime.from({
    hour: parts.get('hour') ?? 0,
    minute: parts.get('minute') ?? 0,
    second: parts.get('second') ?? 0,
  });
  return plainDate(parts).toZonedDateTime({ timeZone, plainTime: time });
}

/** Of "22:00 - 1:00" chrono takes the end for one o'clock in the afternoon: an hour past noon must stand in the text itself. */
export function endIn({ text }: FoundTime, end: Parts, timeZone: string): Temporal.ZonedDateTime {
  const point = pointIn(end, timeZone);
  const isSaid = point.hour < 13 || /p\.?m/i.test(text) || partOfDay.test(text.replace(/.*(?:-|–|to|until)/i, ''));
  return isSaid || new RegExp(`\\b${point.hour}\\b`).test(text) || end.isCertain('timezoneOffset') ? point : point.subtract({ hours: 12 });
}

/** Books of the Bible, whose verses are written like times of day; the second ones are people as well. */
const books =
  'genesis|exodus|leviticus|deuteronomy|psalms?|proverbs|ecclesiastes|isaiah|jeremiah|ezekiel|matthew|romans|corinthians|galatians|' +
  'ephesians|philippians|colossians|thessalonians|hebrews|revelation';
const nameBooks = 'john|mark|luke|james|jude|peter|timothy|titus|daniel|samuel|joshua|ruth|esther|job|joel|amos|micah|acts|kings|judges';

const dayAfter =
  String.raw`,?\s+(?:on\s+)?(?:(?:today|tomorrow|tonight|(?:(?:next|this)\s+)?${weekday}|${month}\s+\d{1,2}|` +
  String.raw`\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?${month})\b|\d{1,2}[./]\d|\d{4}-\d\d)`;

/** What looks like a time and is none. */
export const noTimes: readonly RegExp[] = [
  // “1:1 with Eva”, “24/7”, “1/2 day”
  /(?<![\d:])\d:\d(?![\d:])/g,
  /\b24\/7\b/g,
  /\b\d\/\d(?=\s+(?:days?|hours?|hrs?|price|off|of)\b)/gi,
  // “release 2.10 on 5 dec”, “v1.12.”; “tomorrow 14.30” and “14.30 tomorrow” are times.
  new RegExp(
    String.raw`(?<![\w.,:/–-]|[-–]\s|\b(?:at|from|to|until|till?|between|and|by|today|tomorrow|tonight|${weekday}|${month}),?\s+|` +
      String.raw`\d\.?,?\s+)` +
      String.raw`(?!(?:1[3-9]|2[0-3])\.[0-5][05]${dayAfter})\d{1,2}\.\d\d` +
      String.raw`(?![\w.:]|\s?(?:[-–]|[ap]\.?m\b|o['’]?clock)|\s+(?:to|until|till?)\s|,?\s+\d{1,2}:)`,
    'gi',
  ),
  /\bv\d+(?:\.\d+)*\.?/gi,
  // “bus 12 tomorrow”
  /(?<=\b(?:bus|line|tram|platform|track|route|exit|room|gate|level|chapter|page|number|no\.)\s)\d{1,2}(?![\w:]|\.\d|\s?[ap]\.?m\b)/gi,
  // “Romans 8:28”, “read John 3:16”
  new RegExp(
    `(?<=\\b(?:${books}|(?:read|study|memori[sz]e)\\s+(?:[1-3]\\s)?(?:${nameBooks}))\\s+)\\d{1,3}:\\d{1,3}(?:[-–]\\d{1,3})?`,
    'gi',
  ),
  // “Friday’s report”
  new RegExp(`\\b(?:${weekday}|${month}|today|tomorrow|yesterday|tonight|noon|midnight)['’]s\\b`, 'gi'),
  // “weekend trip”
  /(?<!\b(?:this|next|the|on|at|coming)\s+)\bweekend\b/gi,
  // Days with a name of their own.
  new RegExp(`\\b(?:black|good|cyber|ash|shrove|fat|taco|casual|ruby|palm|super|easter|maundy)\\s+${weekday}\\b`, 'gi'),
  // “meet at 5 locations”
  new RegExp(
    `(?<=\\S\\s+)(?<!\\b(?:today|tomorrow|${weekday}),?\\s+)\\bat\\s+\\d{1,2}` +
      `(?=\\s+(?!(?:[ap]\\.?m|o['’]?clock|in|on|at|with|for|from|until|till?|to|and|or|every|each|` +
      `next|this|today|tomorrow|tonight|daily|weekly|biweekly|monthly|yearly|annually|sharp|` +
      `by|the|then|${weekday}s?|${month}|\\d+)\\b)[a-z])`,
    'gi',
  ),
];

/** "from 6 July": chrono would take the 6 for an hour. */
const fromDay = new RegExp(`\\bfrom(?=\\s+\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${month})`, 'gi');

const [dayNumber, monthNumber] = ['(?<day>0?[1-9]|[12]\\d|3[01])', '(?<month>0?[1-9]|1[0-2])'];

function dayFirstParser(source: string): Parser {
  const pattern = new RegExp(source, 'i');
  return {
    pattern: () => pattern,
    extract: ({ text }, match) => {
      if (/[\w.:,/]/.test(text[(match.index ?? 0) - 1] ?? ' ')) return null;
      const { day, month: named, bare, year } = match.groups ?? {};
      const years = year === undefined ? {} : { year: Number(year) + (year.length === 2 ? 2000 : 0) };
      return { day: Number(day), month: Number(named ?? bare), ...years };
    },
  };
}

/**
 * “24.12.”, “6. 12. 2026” and, before a time of day, “24.12”: with dots the day comes first everywhere. Of these chrono knows those with a
 * year alone, and takes the month for the first.
 */
const dotted = dayFirstParser(
  `${dayNumber}\\.(?: ?${monthNumber}\\.(?:(?: ?(?<year>\\d{4}|(?<=\\d\\d\\.\\d\\d?\\.)\\d\\d))(?![\\d:.])|(?![\\d.]))|` +
    '(?<bare>0[1-9]|1[0-2])(?=,? (?:at )?\\d{1,2}(?::\\d\\d| ?[ap]m)\\b))',
);

/** “3/12” where the day comes first. Chrono's own way of that takes “Dec 10” for a year. */
const slashed = dayFirstParser(`${dayNumber}/${monthNumber}(?:/(?<year>\\d{4}|\\d\\d))?(?![\\d/])`);

const ordinalDay = '(?<day>3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)';
const clockAfter = ',?\\s+(?:at\\s+\\d|\\d{1,2}(?::|\\s?[ap]m))';
const afterOrdinal = `(?=\\s*(?:$|[,.;!)])|\\s+(?:at|from|until|to|for|with|in)\\s|${clockAfter})`;
const ordinalText = new RegExp(
  `(?:(?<name>${weekday}),?|on|by|due|from|starting)\\s+(?:the\\s+)?${ordinalDay}${afterOrdinal}|` +
    `(?:the\\s+)?${ordinalDay.replace('<day>', '<other>')}(?=${clockAfter})`,
  'i',
);

/** “on the 5th”, “friday the 13th”, “27th 9:00”: the next such day; not “on the 5th floor”. */
const ordinal: Parser = {
  pattern: () => ordinalText,
  extract: ({ text, reference }, match) => {
    if (/\w/.test(text[(match.index ?? 0) - 1] ?? ' ')) return null;
    const { name, day = match.groups?.['other'] ?? '' } = match.groups ?? {};
    const now = reference.getDateWithAdjustedTimezone();
    const today = Temporal.PlainDate.from({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
    for (let months = 0; months < 48; months += 1) {
      const first = today.with({ day: 1 }).add({ months });
      if (Number(day) > first.daysInMonth) continue;
      const found = first.with({ day: Number(day) });
      if (Temporal.PlainDate.compare(found, today) < 0) continue;
      if (name === undefined || weekdays[found.dayOfWeek - 1] === weekdayOf(name))
        return { year: found.year, month: found.month, day: found.day };
    }
    return null;
  },
};

/** “8 in the evening”: chrono knows it of the morning and the afternoon alone. */
const inEvening = /(?:\bat\s+)?(?<![\d:.,/–-])(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))?\s+in\s+the\s+evening\b/i;
const evening: Parser = {
  pattern: () => inEvening,
  extract: (_, match) => {
    const { hour = '', minute = '0' } = match.groups ?? {};
    const said = Number(hour);
    if (said < 1 || said === 12 || said > 23) return null;
    return { hour: said < 12 ? said + 12 : said, minute: Number(minute), meridiem: 1 };
  },
};

/** Chrono knows it behind “the” alone. */
const overmorrow: Parser = {
  pattern: () => /\b(?:the\s+)?day\s+after\s+tomorrow\b/i,
  extract: ({ reference }) => {
    const now = reference.getDateWithAdjustedTimezone();
    const {
      year,
      month: named,
      day,
    } = Temporal.PlainDate.from({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }).add({
      days: 2,
    });
    return { year, month: named, day };
  },
};

/** “December 5–7, 2026”, which chrono reads with a hyphen. */
const dashInMonth = new RegExp(`(?<=\\b${month}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?\\s?)[–—](?=\\s?\\d{1,2}(?!\\d|:|\\s?[ap]m))`, 'gi');

/** “dec 10 in the evening”, of a day: chrono takes “10 in the …” for a time. Not “10 dec 8 in the evening”. */
const halfOfNamedDay = new RegExp(
  `(?<=(?<!\\d(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?)\\b${month}\\.?\\s+\\d{1,2}\\s+)in(?=\\s+the\\s+(?:morning|afternoon|evening)\\b)`,
  'gi',
);

/** “10.12.-12.12.”, where chrono takes “-12” for a time zone. */
const hyphenBeforeDay = /-(?=(?:0?[1-9]|[12]\d|3[01])\. ?(?:0?[1-9]|1[0-2])\.)/g;

/** “4.2.” alone can be a section or a version: another day of the text is meant first. */
const isNumbers = ({ text }: FoundTime): boolean => /^\d\d?\. ?\d\d?\.$/.test(text);

/** “14:00 until 2027”: a year, which chrono takes for 20:27. */
const endsInYear = /:\d\d.*\D(?:19|20)\d\d$/;

/** All days and times that chrono finds. */
export async function resultsIn(text: string, moment: PhraseMoment): Promise<readonly ParsedResult[]> {
  const { casual } = await import('chrono-node/en');
  const timezone = zoned(moment).offsetNanoseconds / 60_000_000_000;
  const chrono = casual.clone();
  chrono.parsers.unshift(dotted, ordinal, evening, overmorrow, ...(moment.dayFirst === true ? [slashed] : []));
  const read = text.replace(fromDay, '    ').replace(hyphenBeforeDay, '–').replace(dashInMonth, '-').replace(halfOfNamedDay, 'of');
  return chrono.parse(read, { instant: new Date(moment.now), timezone }, { forwardDate: true });
}

/**
 * Of several times the one with a day is meant: "midnight tea on friday 23:30". `hoursAt`: where hours stood; a word before it is a day.
 */
export async function timeIn(text: string, moment: PhraseMoment, hoursAt: number): Promise<FoundTime | null> {
  const named = (await resultsIn(text, moment)).filter((result) => namesTime(result, text, hoursAt) && !endsInYear.test(result.text));
  const days = named.filter(namesDay);
  return days.find((day) => !isNumbers(day)) ?? days[0] ?? named[0] ?? null;
}
