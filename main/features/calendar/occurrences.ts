// Lists of events: single ones from their indexes, and the occurrences of series, which are worked out for the range.

import { Temporal } from 'temporal-polyfill';
import { maxRangeYears } from '../../contract/recurrence.ts';
import { invalid } from '../../lib/app-error.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { Event } from '../../contract/events.ts';
import type { EventFilter, EventStore, StoredEvent, Totals } from './store.ts';
import type { SeriesStore, StoredSeries } from './series-store.ts';
import type { Range } from './range.ts';
import { occurrenceFields, occurrenceReply, stampedStart, toReply, type Occurrence } from './event-record.ts';
import { isWorkedOut, occurrenceDates, workOut } from './recurrence/dates.ts';

/** How many occurrences one list can be made of. */
const maxOccurrences = 100_000;

/** Half-open, in milliseconds since the Unix epoch. */
interface Reach {
  readonly from: number;
  readonly until: number;
}

/** What a list shows of series; without a reach each of them once, as itself. */
export interface SeriesInRange {
  readonly series: readonly StoredSeries[];
  readonly reach: Reach | null;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export class Occurrences {
  readonly #events: EventStore;
  readonly #series: SeriesStore;
  readonly #machineZone: () => string;

  constructor({ events, series, machineZone }: { events: EventStore; series: SeriesStore; machineZone: () => string }) {
    this.#events = events;
    this.#series = series;
    this.#machineZone = machineZone;
  }

  /** The series that a list of the range shows. Throws 400 for a range that is too wide where there are series. */
  seriesIn(userId: string, range: EventFilter): SeriesInRange {
    if (range.from === null && range.until === null) return { series: this.#series.overlapping(userId, range), reach: null };
    if (this.#series.maybeReach(userId) === null) return { series: [], reach: null };
    const reach = bounded(range, this.#machineZone());
    return { series: this.#series.overlapping(userId, { ...range, ...reach }), reach };
  }

  /**
   * Works out what a list needs of the rules, and lets others run in between; then it is remembered. Null if there is nothing to do, or
   * so little that it is done at once.
   */
  maybePrepare({ series, reach }: SeriesInRange): Promise<void> | null {
    if (reach === null) return null;
    const { from, until } = reach;
    const open = series.filter((each) => !isWorkedOut(each, from, until));
    return open.length === 0 ? null : new CooperativeScheduler().maybeRest(workOut(open, from, until, maxOccurrences));
  }

  /** A page of what overlaps the range, by start and then id; `total` counts the whole range. Throws 400 for a range that is too wide. */
  list(
    userId: string,
    range: EventFilter,
    page: Page,
    wanted = this.seriesIn(userId, range),
  ): { readonly items: Event[]; readonly total: number } {
    const repeated = this.#inRange(userId, wanted);
    const items = this.#page(userId, range, repeated, page);
    // A page with room left ends the list: no need to count.
    const isLast = items.length < page.limit && (items.length > 0 || page.offset === 0);
    return { items, total: isLast ? page.offset + items.length : this.#events.count(userId, range) + repeated.length };
  }

  /** As `list`, with totals of the whole range. */
  combined(
    userId: string,
    range: EventFilter,
    page: Page,
    wanted = this.seriesIn(userId, range),
  ): { readonly items: Event[]; readonly totals: Totals } {
    const repeated = this.#inRange(userId, wanted);
    const items = this.#page(userId, range, repeated, page);
    const { events, allDay, byColor } = this.#events.totals(userId, range);
    let days = allDay;
    for (const { color, isAllDay } of repeated) {
      byColor[color] = (byColor[color] ?? 0) + 1;
      if (isAllDay) days += 1;
    }
    return { items, totals: { events: events + repeated.length, allDay: days, byColor } };
  }

  /** Null if the series has no such occurrence. */
  maybeOccurrence(series: StoredSeries, stamp: string): Occurrence | null {
    const at = stampedStart(series, stamp);
    const span = at === null ? null : occurrenceDates(series).maybeAt(at);
    if (span === null) return null;
    const override = this.#series.overridesOf(series.id).find(({ originalAt }) => originalAt === span.start) ?? null;
    return { series, originalAt: span.start, startAt: override?.startAt ?? span.start, endAt: override?.endAt ?? span.end, override };
  }

  /** What is listed of series; without a range each of them once, as itself. */
  #inRange(userId: string, { series, reach }: SeriesInRange): Listed[] {
    if (series.length === 0) return [];
    if (reach === null) return series.map((each) => ({ ...each, reply: () => toReply(each) })).toSorted(byStart);
    const listed: Listed[] = [];
    for (const occurrence of this.#of(userId, series, reach)) {
      if (listed.length === maxOccurrences)
        throw invalid({
          path: 'endDate',
          message: `leaves more than ${maxOccurrences} occurrences of series in the range: ask for less`,
        });
      const { override, startAt } = occurrence;
      const { id, color, isAllDay } = override === null ? occurrence.series : occurrenceFields(occurrence);
      listed.push({ id, startAt, color, isAllDay, reply: () => occurrenceReply(occurrence) });
    }
    return listed.toSorted(byStart);
  }

  /** Those of these series that start in [from, until), in no order. Throws 400 at `to` if they are too many. */
  startingIn(userId: string, series: readonly StoredSeries[], range: Reach): Occurrence[] {
    const found: Occurrence[] = [];
    for (const occurrence of this.#of(userId, series, range)) {
      if (occurrence.startAt < range.from) continue;
      if (found.length === maxOccurrences)
        throw invalid({ path: 'to', message: `leaves more than ${maxOccurrences} occurrences of series in the range: ask for less` });
      found.push(occurrence);
    }
    return found;
  }

  /** The occurrences of these series that overlap the range. */
  *#of(userId: string, series: readonly StoredSeries[], { from, until }: Reach): Generator<Occurrence> {
    if (series.length === 0) return;
    const dates = series.map((each) => occurrenceDates(each));
    const longest = Math.max(...dates.map((each) => each.longest));
    const overrides = this.#series.overridesIn(
      userId,
      series.map(({ id }) => id),
      { from, until },
      longest,
    );
    const isThere = ({ startAt, endAt }: Occurrence): boolean => startAt < until && endAt > from;
    for (const [index, each] of series.entries()) {
      const own = overrides.get(each.id) ?? [];
      const changed = own.length === 0 ? null : new Set<number>(own.map(({ originalAt }) => originalAt));
      const times = dates[index];
      for (const { start, end } of times?.startingIn(from - times.longest, until) ?? []) {
        if (changed?.has(start) === true) continue;
        const occurrence: Occurrence = { series: each, originalAt: start, startAt: start, endAt: end, override: null };
        if (isThere(occurrence)) yield occurrence;
      }
      for (const override of own) {
        const occurrence: Occurrence = { series: each, ...override, override };
        if (isThere(occurrence)) yield occurrence;
      }
    }
  }

  #page(userId: string, range: EventFilter, repeated: readonly Listed[], { limit, offset }: Page): Event[] {
    // Of the single events before the page at most as many are passed over as there are occurrences to come before them.
    const passed = Math.max(0, offset - repeated.length);
    const singles = this.#events.page(userId, range, { limit: limit === 0 ? 0 : offset + limit - passed, offset: passed });
    if (repeated.length === 0) return singles.map(toReply);
    const others = singles.map((event): Listed => {
      const { id, startAt, color, isAllDay } = event;
      return { id, startAt, color, isAllDay, reply: () => toReply(event) };
    });
    return merged(repeated, others)
      .slice(offset - passed, offset - passed + limit)
      .map(({ reply }) => reply());
  }
}

interface Listed extends Pick<StoredEvent, 'id' | 'startAt' | 'color' | 'isAllDay'> {
  readonly reply: () => Event;
}

function byStart(a: Listed, b: Listed): number {
  return a.startAt - b.startAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Two sorted lists as one. */
function merged(a: readonly Listed[], b: readonly Listed[]): Listed[] {
  const all: Listed[] = [];
  let next = 0;
  for (const each of a) {
    for (let other = b[next]; other !== undefined && byStart(other, each) < 0; other = b[(next += 1)]) all.push(other);
    all.push(each);
  }
  return [...all, ...b.slice(next)];
}

/** The range with an open side closed after as many years as a range can have. Throws 400 if it is wider. */
function bounded({ from, until }: Range, timeZone: string): { readonly from: number; readonly until: number } {
  const years = { years: maxRangeYears };
  const zoned = (time: number): Temporal.ZonedDateTime => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  if (from === null) {
    const end = until ?? 0;
    return { from: zoned(end).subtract(years).epochMilliseconds, until: end };
  }
  const most = zoned(from).add(years).epochMilliseconds;
  if (until !== null && until > most)
    throw invalid({ path: 'endDate', message: `must be at most ${maxRangeYears} years after startDate, as there are events that repeat` });
  return { from, until: until ?? most };
}
