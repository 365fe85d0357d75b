// Lists of events: single ones from their indexes, and the occurrences of series, which are worked out for the range.

import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../contract/days.ts';
import { maxRangeYears } from '../../contract/recurrence.ts';
import { invalid, type FieldError } from '../../lib/app-error.ts';
import { CooperativeScheduler, runAtOnce } from '../../lib/cooperative-scheduler.ts';
import type { Event } from '../../contract/events.ts';
import type { EventFilter, EventStore, StoredEvent, Totals } from './store.ts';
import { endOfTime, type SeriesStore, type StoredSeries } from './series-store.ts';
import type { Range } from './times.ts';
import { occurrenceFields, occurrenceReply, stampedStart, toEventReply, type Occurrence } from './event-record.ts';
import { occurrenceDates } from './recurrence/dates.ts';
import { nextOccurrence } from './recurrence/next-occurrence.ts';

/** How many occurrences one list can be made of. */
const maxOccurrences = 100_000;

/** How many occurrences of lists are remembered, of all users together: some 10 MB. Any one list has room. */
const maxRemembered = 120_000;

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

export interface OccurrencePage {
  readonly limit: number;
  readonly offset: number;
}

export class Occurrences {
  readonly #events: EventStore;
  readonly #series: SeriesStore;
  readonly #machineZone: () => string;
  /** What ranges that were listed lately have of series, in order: it holds as long as these series are the same. */
  readonly #remembered = new LRUCache<string, { readonly series: readonly StoredSeries[]; readonly listed: readonly Occurrence[] }>({
    maxSize: maxRemembered,
    sizeCalculation: ({ listed }) => listed.length + 1,
  });

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
   * Works out what a list has of series, and lets others run in between; then it is remembered. Null if there is nothing to do, or so
   * little that it is done at once. Throws 400 if they are too many.
   */
  maybePrepare(userId: string, { series, reach }: SeriesInRange): Promise<void> | null {
    if (reach === null || series.length === 0 || this.#maybeRemembered(userId, series, reach) !== null) return null;
    return new CooperativeScheduler().maybeRest(this.#remember(userId, series, reach));
  }

  /** A page of what overlaps the range, by start and then id; `total` counts the whole range. Throws 400 for a range that is too wide. */
  list(
    userId: string,
    range: EventFilter,
    page: OccurrencePage,
    wanted = this.seriesIn(userId, range),
  ): { readonly items: Event[]; readonly total: number } {
    const repeated = this.#inRange(userId, wanted);
    const items = this.#page(userId, range, repeated, page);
    // A page with room left ends the list: no need to count.
    const isLast = items.length < page.limit && (items.length > 0 || page.offset === 0);
    return { items, total: isLast ? page.offset + items.length : this.#events.count(userId, range) + repeated.length };
  }

  /** The ids of events and series that the range shows, without an end where a side is open. Throws as `list` does. */
  async ids(userId: string, range: EventFilter): Promise<ReadonlySet<string>> {
    const ids = new Set(this.#events.ids(userId, range));
    if (range.from === null || range.until === null) {
      for (const id of await new CooperativeScheduler().run(this.#idsOfOpen(userId, range))) ids.add(id);
      return ids;
    }
    const wanted = this.seriesIn(userId, range);
    await this.maybePrepare(userId, wanted);
    for (const each of this.#inRange(userId, wanted)) ids.add(idOf(each));
    return ids;
  }

  /** Of each series one occurrence is looked for: in a range without an end they are without number. */
  *#idsOfOpen(userId: string, range: EventFilter): Generator<void, string[]> {
    const [from, until] = [range.from ?? -endOfTime, range.until ?? endOfTime];
    const found: string[] = [];
    for (const series of this.#series.overlapping(userId, range)) {
      const changed = this.#series.overridesOf(series.id);
      const replaced = new Set(changed.map(({ originalAt }) => originalAt));
      if (nextOccurrence(series, { from, until, now: from, changed, replaced, own: true }) !== null) found.push(series.id);
      yield;
    }
    return found;
  }

  /** As `list`, with totals of the whole range. */
  combined(
    userId: string,
    range: EventFilter,
    page: OccurrencePage,
    wanted = this.seriesIn(userId, range),
  ): { readonly items: Event[]; readonly totals: Totals } {
    const repeated = this.#inRange(userId, wanted);
    const items = this.#page(userId, range, repeated, page);
    const { events, allDay, byColor } = this.#events.totals(userId, range);
    let days = allDay;
    for (const each of repeated) {
      const { color, isAllDay } = fieldsOf(each);
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

  /** The first that is not over at `now`, else the last one; null if there is none. */
  maybeNext(series: StoredSeries, now: number): Occurrence | null {
    const changed = this.#series.overridesOf(series.id);
    const replaced = new Set(changed.map(({ originalAt }) => originalAt));
    const placed = nextOccurrence(series, { from: -endOfTime, until: endOfTime, now, changed, replaced, own: true });
    if (placed === null) return null;
    const { originalAt, startAt, endAt } = placed;
    return { series, originalAt, startAt, endAt, override: 'fields' in placed ? placed : null };
  }

  /** What is listed of series, by start and then id; without a range each of them once, as itself. */
  #inRange(userId: string, { series, reach }: SeriesInRange): readonly Listed[] {
    if (series.length === 0) return [];
    if (reach === null) return series.toSorted(byStart);
    if (this.#maybeRemembered(userId, series, reach) === null) runAtOnce(this.#remember(userId, series, reach));
    return this.#maybeRemembered(userId, series, reach) ?? [];
  }

  *#remember(userId: string, series: readonly StoredSeries[], reach: Reach): Generator<void, void> {
    const message = `leaves more than ${maxOccurrences} occurrences of series in the range: ask for less`;
    const found = yield* this.#of(userId, series, reach, { path: 'endDate', message });
    this.#remembered.set(keyOf(userId, reach), { series, listed: found.toSorted(byStart) });
  }

  /** Null for series that are not those of the last time: a change of one, or of an occurrence of it, makes it another object. */
  #maybeRemembered(userId: string, series: readonly StoredSeries[], reach: Reach): readonly Occurrence[] | null {
    const known = this.#remembered.get(keyOf(userId, reach));
    const isSame = known?.series.length === series.length && known.series.every((each, index) => each === series[index]);
    return isSame ? known.listed : null;
  }

  /** Those of these series that start in [from, until), in no order; yields as `#of` does. Throws 400 at `to` if they are too many. */
  *startingIn(userId: string, series: readonly StoredSeries[], range: Reach): Generator<void, Occurrence[]> {
    const tooMany = { path: 'to', message: `leaves more than ${maxOccurrences} occurrences of series in the range: ask for less` };
    const found = yield* this.#of(userId, series, range, tooMany);
    return found.filter(({ startAt }) => startAt >= range.from);
  }

  /** The occurrences of these series that overlap the range, in no order; yields while rules are worked out. Throws `tooMany`. */
  *#of(userId: string, series: readonly StoredSeries[], { from, until }: Reach, tooMany: FieldError): Generator<void, Occurrence[]> {
    const found: Occurrence[] = [];
    const add = (occurrence: Occurrence): void => {
      if (found.length === maxOccurrences) throw invalid(tooMany);
      found.push(occurrence);
    };
    if (series.length === 0) return found;
    const dates = new Map(series.map((each) => [each, occurrenceDates(each)]));
    const longest = Math.max(...[...dates.values()].map((times) => times.longest));
    const ids = series.map(({ id }) => id);
    const overrides = this.#series.overridesIn(userId, ids, { from, until }, longest);
    for (const [each, times] of dates) {
      const own = overrides.get(each.id) ?? [];
      const changed = own.length === 0 ? null : new Set<number>(own.map(({ originalAt }) => originalAt));
      for (const { start, end } of yield* times.gather(from - times.longest, until)) {
        if (end <= from || changed?.has(start) === true) continue;
        add({ series: each, originalAt: start, startAt: start, endAt: end, override: null });
      }
      for (const override of own) {
        const { originalAt, startAt, endAt } = override;
        if (startAt < until && endAt > from) add({ series: each, originalAt, startAt, endAt, override });
      }
    }
    return found;
  }

  #page(userId: string, range: EventFilter, repeated: readonly Listed[], { limit, offset }: OccurrencePage): Event[] {
    // Of the single events before the page at most as many are passed over as there are occurrences to come before them.
    const passed = Math.max(0, offset - repeated.length);
    const singles = this.#events.page(userId, range, { limit: limit === 0 ? 0 : offset + limit - passed, offset: passed });
    if (repeated.length === 0) return singles.map(toEventReply);
    return merged(repeated, singles)
      .slice(offset - passed, offset - passed + limit)
      .map((each) => ('series' in each ? occurrenceReply(each) : toEventReply(each)));
  }
}

const keyOf = (userId: string, { from, until }: Reach): string => `${userId} ${from} ${until}`;

/** What a list is made of: events as themselves, and occurrences. */
type Listed = StoredEvent | Occurrence;

const fieldsOf = (listed: Listed): StoredEvent => {
  if (!('series' in listed)) return listed;
  return listed.override === null ? listed.series : occurrenceFields(listed);
};

const idOf = (listed: Listed): string => ('series' in listed ? listed.series.id : listed.id);

function byStart(a: Listed, b: Listed): number {
  if (a.startAt !== b.startAt) return a.startAt - b.startAt;
  const [one, other] = [idOf(a), idOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
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
  // As most ranges are: to count years by the calendar takes longer than what a month of some series does.
  if (from !== null && until !== null && until - from <= maxRangeYears * 365 * dayMs) return { from, until };
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
