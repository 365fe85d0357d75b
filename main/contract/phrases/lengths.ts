// How long something lasts, in words such as “for an hour and a half” or “45 min”. Pure.

import type { TextRange, Remainder } from './remainder.ts';
import { amount, valueOf } from './words.ts';

/** Minutes, or whole days, weeks, months or years. */
export interface Length {
  readonly count: number;
  readonly unit: 'minutes' | 'days' | 'weeks' | 'months' | 'years' | 'times';
}

/** “30m” is half an hour, “100 m” a distance. */
const clockUnit = '(?:\\s*(?:h(?:(?:ou)?rs?)?|min(?:ute)?s?)|m)';
const minutesMore = '(?:\\s*(?:and\\s+)?(?<more>\\d{1,2})(?:\\s*m(?:in(?:ute)?s?)?)?)?';
const halfHour = '(?<half>half\\s+(?:an?\\s+)?hour)';
const clockLength = `(?:${halfHour}|(?<clock>${amount})(?<unit>${clockUnit})(?<andHalf>\\s+and\\s+a\\s+half)?${minutesMore})`;
const dayLength = `(?<days>${amount})\\s+(?<dayUnit>days?|weeks?|months?|years?|times)`;

/** “for 2 hours”, wherever it stands. */
const saidLength = new RegExp(`\\bfor\\s+(?:${clockLength}|${dayLength})(?![\\w:])`, 'i');
/** “12:30 1h”, right after a time of day; “12:30 AM” is not followed by a minute. */
const afterClock = new RegExp(`(?<=(?:\\d:\\d\\d|\\d\\s?[ap]m)(?:\\s?[ap]m)?[ ,]+)(?!am\\b)${clockLength}(?!\\w|:|\\s+of\\b)`, 'i');
/** “10 times”, which means a repetition. */
const howOften = /\b(?<days>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\s+(?<dayUnit>times)\b/i;

function lengthOf({ half, clock, unit = '', andHalf, more, days, dayUnit = '' }: Readonly<Record<string, string | undefined>>): Length {
  if (half !== undefined) return { count: 30, unit: 'minutes' };
  if (clock === undefined) {
    const name = `${dayUnit.toLowerCase().replace(/s$/, '')}s` as 'days' | 'weeks' | 'months' | 'years' | 'times';
    return { count: Math.max(1, Math.round(valueOf(days ?? '1'))), unit: name };
  }
  const value = valueOf(clock) + (andHalf === undefined ? 0 : 0.5);
  const minutes = /h/i.test(unit) ? value * 60 + Number(more ?? 0) : value;
  return { count: Math.max(1, Math.round(minutes)), unit: 'minutes' };
}

interface TakenLength {
  readonly length: Length;
  readonly rest: Remainder;
  readonly ranges: readonly TextRange[];
}

/** The first length that the text tells and `accepts` takes; null if it tells none. */
export function takeLength(text: Remainder, accepts: (length: Length) => boolean): TakenLength | null {
  for (const pattern of [saidLength, afterClock, howOften]) {
    const match = pattern.exec(text.text);
    if (match === null) continue;
    const length = lengthOf(match.groups ?? {});
    if (accepts(length)) return { length, ...text.take(match.index, match[0].length) };
  }
  return null;
}
