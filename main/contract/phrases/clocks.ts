// Hours that stand there as plain numbers, “12–14” or “friday 9”, where their neighbours say that they are hours. Pure.

import type { TextRange, Remainder } from './remainder.ts';
import { month, weekday } from './words.ts';

/** Hours from 0 to 24. */
export interface Hours {
  readonly from: number;
  /** Null: it is not said. */
  readonly to: number | null;
}

const dayWord = `(?:today|tomorrow|tonight|${weekday})`;
const bare = new RegExp(
  String.raw`(?<lead>\b(?:from|between|at)\s+)?(?<![\w:.,/–-])(?<from>\d{1,2})\s?(?:-|–|to|until|till|(?<and>and))\s?` +
    String.raw`(?<to>\d{1,2})(?![\w:/–-]|[.,]\d|\s?[ap]\.?m\b|%|°)`,
  'gi',
);
/** “pages 12–14” */
const countedHours = new RegExp(
  String.raw`\b(?:p|pp|pages?|chapters?|ch|sections?|exercises?|questions?|items?|lessons?|rooms?|gates?|numbers?|nos?|tasks?|levels?|` +
    String.raw`grades?|aged?|ages|verses?|episodes?|seasons?|weeks?|lines?|steps?|kids?|won|lost)\.?\s*$`,
  'i',
);
const isMonthBefore = new RegExp(`\\b${month}\\s*$`, 'i');
const isMonthAfter = new RegExp(`^\\s*(?:of\\s+)?${month}\\b`, 'i');
const isDayBefore = new RegExp(`\\b${dayWord},?\\s+$`, 'i');
const isDayAfter = new RegExp(`^,?\\s+(?:on\\s+|next\\s+|this\\s+)?${dayWord}\\b`, 'i');
const isEnd = /^\s*(?:[,;.!)]|$)|^\s+(?:every|each|daily|weekly|monthly|until|till?|with|on|in|at|for|next|this)\b/i;

interface TakenHours {
  /** null: the text tells none. */
  readonly hours: Hours | null;
  /** Where they stood in what is left. */
  readonly index: number;
  /** Numbers that are no hours are covered in it. */
  readonly rest: Remainder;
  readonly ranges: readonly TextRange[];
}

/** “9 to 5” ends in the afternoon, “22 to 6” on the next day. */
const until = (from: number, to: number): number => (to <= from && from <= 12 && to + 12 > from ? to + 12 : to);

const isTonight = (before: string, after: string): boolean => /\btonight,?\s+$/i.test(before) || /^,?\s+tonight\b/i.test(after);

/** “8-10” of an evening. */
const tonight = ({ from, to }: { readonly from: number; readonly to: number }): Hours =>
  from < to && to <= 12 ? { from: from + 12, to: to + 12 } : { from, to: until(from, to) };

/** The hours that a match tells between these texts; null if its numbers count something else. */
function hoursIn(
  { lead, and, from = '', to = '' }: Readonly<Record<string, string | undefined>>,
  before: string,
  after: string,
): Hours | null {
  const hours = { from: Number(from), to: Number(to) };
  if (hours.from > 23 || hours.to > 24 || hours.from === hours.to || countedHours.test(before)) return null;
  if (and !== undefined && !/between/i.test(lead ?? '')) return null;
  const isNear = isDayBefore.test(before) || isDayAfter.test(after);
  if (lead === undefined && !isNear && (hours.from < 7 || hours.from > hours.to)) return null;
  if (before.trim() !== '' && !isNear && !isEnd.test(after)) return null;
  return isTonight(before, after) ? tonight(hours) : { from: hours.from, to: until(hours.from, hours.to) };
}

/** A time that “at” leads to. */
const atClock = /\bat\s+\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\b)?(?![\w:])/i;
/** A time that nothing leads to, neither a small word nor its day. */
const bareClock = new RegExp(
  String.raw`(?<![\w:.,/–-]|[-–]\s|\b(?:at|from|to|until|till?|between|and|by|before|after|${dayWord}|${month}),?\s+|` +
    String.raw`\d(?:\.|st|nd|rd|th)?,?\s+)` +
    String.raw`\d{1,3}:\d{1,3}(?:[-–]\d{1,3})?(?![\w:–-]|\s?(?:[-–]|[ap]\.?m\b)|\s+(?:to|until|till?)\s)`,
  'gi',
);

/** Of several times the one is meant that “at” leads to; the others are covered: “read John 3:16 tomorrow at 8”. */
export const coverBareClocks = (text: Remainder): Remainder => (atClock.test(text.text) ? text.without(bareClock) : text);

const clockEnd = (name: string): string => String.raw`(?<${name}>\d{1,2}(?:[:.]\d\d)?(?:\s?[ap]\.?m\b)?)`;
const clockPair = new RegExp(
  String.raw`(?<![\w:./–-]|\b${month}\s+)${clockEnd('from')}\.?\s*(?:[-–—]|\b(?:to|until|till?)\b)\s*${clockEnd('to')}` +
    String.raw`(?![\w:/–-]|\s+(?:of\s+)?${month}\b)`,
  'i',
);
const [noon, midnight] = [720, 1440];

/** What a time of day can mean, in minutes since midnight: half a day is left open by “3”, not by “03”, “15” or “3pm”. */
function meanings(clock: string): readonly [number, ...number[]] {
  const [, hour = '', minute = '0', half] = /^(\d+)(?:[:.](\d+))?\s?([ap])?/i.exec(clock) ?? [];
  const said = Number(hour) * 60 + Number(minute);
  if (half !== undefined) return [(said % noon) + (/p/i.test(half) ? noon : 0)];
  return hour.startsWith('0') || said >= noon + 60 ? [said] : [said, (said + noon) % midnight];
}

/** Two times of day that are joined. */
export interface ClockPair {
  /** Minutes since midnight. */
  readonly from: number;
  readonly minutes: number;
}

/** “11-1pm” begins in the morning, “11am-1” and “12:30-1:30” end in the afternoon, “22:00-1:00” at night; null if there are no two. */
export function clockPairIn(text: string): ClockPair | null {
  const { from, to } = clockPair.exec(text)?.groups ?? {};
  if (from === undefined || to === undefined) return null;
  const [starts, ends] = [meanings(from), meanings(to)];
  const isPlain = !/m/i.test(from + to);
  // By the clock of 24 hours the start is what it says, and what begins past noon ends as it says.
  const pairs = (isPlain ? starts.slice(0, 1) : starts).flatMap((start) =>
    (isPlain && (starts.length === 1 || from.startsWith('0')) ? ends.slice(0, 1) : ends).map((end) => ({
      from: start,
      minutes: (end - start + midnight) % midnight,
    })),
  );
  return pairs.toSorted((a, b) => a.minutes - b.minutes).find(({ minutes }) => minutes > 0) ?? null;
}

const alone = new RegExp(`(?<=\\b${dayWord},?\\s+)(?:2[0-4]|1\\d|\\d)(?=\\s*(?:[,;!]|$|[-–]\\s+(?!\\d)))`, 'i');

/** The hours that the text tells as plain numbers. */
export function takeHours(text: Remainder): TakenHours {
  let left = text;
  for (const { 0: match, index, groups = {} } of text.text.matchAll(bare)) {
    const [before, after] = [text.text.slice(0, index), text.text.slice(index + match.length)];
    // Dates of a month.
    if (isMonthBefore.test(before) || isMonthAfter.test(after)) continue;
    const hours = hoursIn(groups, before, after);
    if (hours !== null) return { hours, index, ...left.take(index, match.length) };
    left = left.cover(index, match.length);
  }
  const hour = alone.exec(left.text);
  if (hour === null) return { hours: null, index: -1, rest: left, ranges: [] };
  const isEvening = Number(hour[0]) < 12 && isTonight(left.text.slice(0, hour.index), '');
  return {
    hours: { from: (Number(hour[0]) + (isEvening ? 12 : 0)) % 24, to: null },
    index: hour.index,
    ...left.take(hour.index, hour[0].length),
  };
}
