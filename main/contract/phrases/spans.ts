// Spans whose ends are told each by itself, as in “6 Dec 23:30 to 7 Dec 06:00”. Chrono takes “23:30 to 7” for hours, and “14:00 until
// 2026” for a time of day: here it reads each side alone. Pure but for chrono.

import { Temporal } from 'temporal-polyfill';
import { clockPairIn } from './clocks.ts';
import { hasTime, namesDay, pointIn, resultsIn, type FoundTime, type PhraseMoment } from './dates.ts';
import { month, weekday } from './words.ts';

/** What joins them; not the hyphens of “2026-12-10”. */
const joiner = /\s*(?<!\d{4})(?<!\d{4}-\d\d)(?:[-–—]|(?<=[\s.])(?:to|until|till?|through)(?=\s))\s*/gi;
const isMomentBefore = new RegExp(
  `(?:\\d\\.?|[ap]\\.?m\\.?|noon|midnight|morning|evening|today|tomorrow|tonight|${weekday}|${month})$`,
  'i',
);
const isMomentAfter = new RegExp(`^(?:(?:on|at|the|next|this)\\s+)*(?:\\d|noon|midnight|today|tomorrow|${weekday}\\b|${month}\\b)`, 'i');
/** What is called by a day, “Friday report”; “sunday in Berlin” goes on with when. */
const isTitleAfter = new RegExp(
  `^(?:today|tomorrow|${weekday})\\s+(?!(?:at|in|on|to|until|till?|through|for|from|by|with|and|or|every|each|next|this|of|` +
    `all|noon|midday|midnight|morning|afternoon|evening|night|week|${month})\\b)[a-z]{2,}`,
  'i',
);
/** How far either side is read, in characters. */
const reach = 60;

/** At how many places of a text both sides are read: few texts have a second one. */
const maxRead = 10;

/** Of these the day stays the same, whatever comes before. */
const relative = /\b(?:today|tomorrow|tonight|this|now|in|later)\b/i;

/** null: it tells more than one time, and it is not clear how they belong together. */
type Joined = FoundTime | null;

/** The first two moments that are joined to a span, where the later one names its day; undefined if there are none. */
export async function spanIn(text: string, moment: PhraseMoment, repeats: boolean): Promise<Joined | undefined> {
  let read = 0;
  for (const { 0: words, index } of text.matchAll(joiner)) {
    const [from, end] = [Math.max(0, index - reach), index + words.length];
    const [before, after] = [text.slice(from, index), text.slice(end, end + reach)];
    if (!isMomentBefore.test(before) || !isMomentAfter.test(after)) continue;
    if ((read += 1) > maxRead) return undefined;
    const first = (await resultsIn(before, moment)).findLast((result) => result.index + result.text.length === before.length);
    const last = (await resultsIn(after, moment)).find((result) => result.index === 0);
    if (first === undefined || last === undefined) continue;
    const isTitle = /^\s.*\s$/.test(words) && isTitleAfter.test(after);
    if (isTitle && hasTime(first) && namesDay(first) && !hasTime(last))
      return { ...first, tags: () => first.tags(), index: from + first.index };
    const joined = await joinedOf(first, last, after, /[a-z]/i.test(words), moment);
    if (joined === undefined) continue;
    // “every friday 22:00 to 31 Dec 23:00”: is it a last day, or until when the first one goes on?
    if (repeats && joined !== null && !namesDay(first) && last.start.isCertain('day')) return null;
    const start = from + first.index;
    return joined === null ? null : { ...joined, index: start, text: text.slice(start, end + last.text.length) };
  }
  return undefined;
}

/** Both as a span; undefined where chrono reads them better together. */
async function joinedOf(
  first: FoundTime,
  last: FoundTime,
  after: string,
  isWord: boolean,
  moment: PhraseMoment,
): Promise<Omit<FoundTime, 'index' | 'text'> | null | undefined> {
  if (!namesDay(last)) return undefined;
  if (!hasTime(last)) return hasTime(first) && (namesDay(first) || isWord) ? null : undefined;
  if (!hasTime(first)) return last.start.isCertain('hour') ? null : undefined;
  if (first.end || last.end) return null;
  const { timeZone } = moment;
  const spanOf = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Omit<FoundTime, 'index' | 'text'> => ({
    start: first.start,
    tags: () => first.tags(),
    span: { start, end },
  });
  const start = pointIn(first.start, timeZone);
  let end = pointIn(last.start, timeZone);
  if (!namesDay(first)) {
    // “8pm-1am friday”: the day is that of both, “22:00 to tomorrow 6:00” ends on it.
    if (!/^\d{1,2}(?::\d\d(?:\s?[ap]m)?|\s?[ap]m)\b,?\s+\S/i.test(last.text)) return spanOf(lastBefore(end, start), end);
    const pair = clockPairIn(`${first.text}-${last.text}`);
    // “3pm-4:30 friday” ends in the afternoon as well.
    if (pair !== null) {
      const from = end.toPlainDate().toPlainDateTime(Temporal.PlainTime.from({ hour: Math.floor(pair.from / 60), minute: pair.from % 60 }));
      return spanOf(from.toZonedDateTime(timeZone), from.add({ minutes: pair.minutes }).toZonedDateTime(timeZone));
    }
    const begin = end.withPlainTime(start.toPlainTime());
    return spanOf(begin, Temporal.ZonedDateTime.compare(begin, end) < 0 ? end : end.add({ days: 1 }));
  }
  if (Temporal.ZonedDateTime.compare(start, end) >= 0) {
    // “30 Dec 22:00 to 2 Jan 10:00”: what comes next after the first.
    const later = (await resultsIn(after, { ...moment, now: start.epochMilliseconds })).find(({ index }) => index === 0);
    if (later === undefined || relative.test(later.text)) return null;
    end = pointIn(later.start, timeZone);
    if (Temporal.ZonedDateTime.compare(start, end) >= 0) return null;
  }
  return spanOf(start, end);
}

/** The last time before `end` that it is so late: “22:00 to Friday 6:00” begins on Thursday. */
function lastBefore(end: Temporal.ZonedDateTime, clock: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const same = end.withPlainTime(clock.toPlainTime());
  return Temporal.ZonedDateTime.compare(same, end) < 0 ? same : end.subtract({ days: 1 }).withPlainTime(clock.toPlainTime());
}
