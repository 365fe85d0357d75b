import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { dayMs } from '../contract/days.ts';
import { eventPage, eventsApi } from '../contract/events.ts';
import { invalid } from '../lib/app-error.ts';
import { toInstant } from '../lib/clock.ts';
import { fill, withCursor } from './budget.ts';
import { instantOf } from './moments.ts';
import { reads, tool, type ToolContext } from './tool.ts';

const maxDays = 92;
const minuteMs = 60_000;

/** Milliseconds since the Unix epoch; `end` is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export const findFreeTime = tool({
  name: 'find_free_time',
  title: 'Find free time',
  description: `Gaps of at least that many minutes between events, in up to ${maxDays} days. All-day, cancelled, free ones do not count.`,
  input: z.strictObject({
    from: z.string().max(40).meta({ description: 'Date or date-time' }),
    to: z.string().max(40).meta({ description: 'Exclusive' }),
    minutes: z
      .int()
      .min(1)
      .max(maxDays * 24 * 60),
    timeZone: z.string().max(100).optional().meta({ description: 'IANA' }),
  }),
  hints: reads,
  scopes: ['calendar:read'],
  run: async ({ from, to, minutes, timeZone }, context) => {
    const zone = timeZone === undefined ? context.timeZone() : readZone(timeZone);
    const range = { start: instantOf('from', from, zone), end: instantOf('to', to, zone) };
    if (range.end <= range.start) throw invalid({ path: 'to', message: 'must be after from' });
    if (range.end - range.start > maxDays * dayMs) throw invalid({ path: 'to', message: `must be at most ${maxDays} days after from` });
    const gaps = gapsBetween(range, await busySpans(range, context)).filter(({ start, end }) => end - start >= minutes * minuteMs);
    if (gaps.length === 0) return { text: `No gap of ${minutes} minutes.`, structured: { nextCursor: null } };
    const { text, count } = fill(
      `${gaps.length} gaps, times of ${zone}`,
      gaps.map(({ start, end }) => `- ${written(start, zone)} to ${written(end, zone)} (${Math.floor((end - start) / minuteMs)} min)`),
    );
    const next = gaps[count];
    const nextCursor = next === undefined ? null : toInstant(next.start);
    return { text: withCursor(text, 'from', nextCursor), structured: { nextCursor } };
  },
});

function readZone(name: string): string {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    throw invalid({ path: 'timeZone', message: 'must be an IANA time zone such as Europe/Berlin' });
  }
}

function written(time: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toString({ smallestUnit: 'minute', timeZoneName: 'never' });
}

/** When there are events, by their start. */
async function busySpans({ start, end }: Span, { ask }: ToolContext): Promise<Span[]> {
  const spans: Span[] = [];
  const range = { startDate: toInstant(start), endDate: toInstant(end), limit: eventPage.max };
  for (let offset = 0; ; offset += eventPage.max) {
    const { items, total } = await ask(eventsApi.listEvents, { query: { ...range, offset } });
    for (const { isAllDay, isCancelled, isFree, startTime, endTime } of items)
      if (!isAllDay && !isCancelled && !isFree) spans.push({ start: Date.parse(startTime), end: Date.parse(endTime) });
    if (items.length === 0 || offset + items.length >= total) return spans;
  }
}

/** What `busy`, which is in the order of its starts, leaves of `range`. */
export function gapsBetween(range: Span, busy: readonly Span[]): Span[] {
  const gaps: Span[] = [];
  let free = range.start;
  for (const { start, end } of busy) {
    if (start > free) gaps.push({ start: free, end: Math.min(start, range.end) });
    free = Math.max(free, end);
  }
  if (free < range.end) gaps.push({ start: free, end: range.end });
  return gaps;
}
