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
  return { from: hours.from, to: until(hours.from, hours.to) };
}

const alone = new RegExp(`(?<=\\b${dayWord},?\\s+)(?:2[0-4]|1\\d|\\d)(?=\\s*(?:[,;!]|$))`, 'i');

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
  return { hours: { from: Number(hour[0]) % 24, to: null }, index: hour.index, ...left.take(hour.index, hour[0].length) };
}
