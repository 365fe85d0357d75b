// Searching events by their words: single ones, and of each series the occurrence that comes next.

import type { Event, EventList } from '../../contract/events.ts';
import { CooperativeScheduler, runAtOnce } from '../../lib/cooperative-scheduler.ts';
import type { Clock } from '../../lib/clock.ts';
import { folded, foldedWords } from '../../lib/folded.ts';
import { occurrenceReply, toEventReply } from './event-record.ts';
import type { OccurrencePage } from './occurrences.ts';
import { nextOccurrence } from './recurrence/next-occurrence.ts';
import type { EventStretch, EventSearchStore, SeriesOverride } from './search-store.ts';
import type { StoredSeries } from './series-store.ts';
import { searchedText, type EventFilter } from './store.ts';

/** A hit, when it takes place, and how it is answered; null where that is still to be read. */
interface Found {
  readonly id: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly reply: (() => Event) | null;
}

/** Reads events of one moment; see `Database.snapshot`. */
interface SearchReader extends Disposable {
  readonly store: EventSearchStore;
}

interface EventSearchOptions {
  readonly store: EventSearchStore;
  /** For events that are too many to be looked through in one go. */
  readonly openReader: () => SearchReader;
  readonly clock: Clock;
}

export class EventSearch {
  readonly #options: EventSearchOptions;

  constructor(options: EventSearchOptions) {
    this.#options = options;
  }

  /**
   * The events that hold all words of `q`, those that are not over first, by start, and then those that are, the latest first. Null if `q`
   * has no words.
   */
  maybeFind(userId: string, q: string, filter: EventFilter, page: OccurrencePage): EventList | null {
    return runAtOnce(this.#find(this.#options.store, { userId, q, filter, page }, wholeRange));
  }

  /** As `maybeFind`; others get their turn while many events are looked through, and rules of series are worked out. */
  async findInTurns(userId: string, q: string, filter: EventFilter, page: OccurrencePage): Promise<EventList | null> {
    const { store, openReader } = this.#options;
    const scheduler = new CooperativeScheduler();
    const asked = { userId, q, filter, page };
    if (!store.areMany(userId, filter)) return scheduler.run(this.#find(store, asked, wholeRange));
    using reader = openReader();
    return await scheduler.run(this.#find(reader.store, asked, reader.store.parts(userId, filter)));
  }

  *#find(
    store: EventSearchStore,
    { userId, q, filter, page }: Asked,
    parts: Iterable<EventStretch | undefined>,
  ): Generator<void, EventList | null> {
    const words = foldedWords(q);
    if (words.length === 0) return null;
    const now = this.#options.clock();
    const found: Found[] = [];
    const ownSeries = new Set<string>();
    for (const part of parts) {
      for (const { id, startAt, endAt, isSeries } of store.hits(userId, words, filter, part)) {
        if (isSeries === 1) ownSeries.add(id);
        else found.push({ id, startAt, endAt, reply: null });
      }
      yield;
    }
    for (const each of seriesWith(store, userId, words, filter, ownSeries)) {
      const occurrence = nextOf(each, filter, now);
      if (occurrence !== null) found.push(occurrence);
      yield;
    }
    const ordered = found.toSorted((a, b) => inOrder(a, b, now)).slice(page.offset, page.offset + page.limit);
    const unread = ordered.filter(({ reply }) => reply === null).map(({ id }) => id);
    const singles = new Map(store.events(userId, unread).map((event) => [event.id, event]));
    const items = ordered.flatMap(({ id, reply }): Event[] => {
      const event = singles.get(id);
      return reply !== null ? [reply()] : event === undefined ? [] : [toEventReply(event)];
    });
    return { items, total: found.length, ...page };
  }
}

/** Looked through in one go. */
const wholeRange = [undefined] as const;

interface Asked {
  readonly userId: string;
  readonly q: string;
  readonly filter: EventFilter;
  readonly page: OccurrencePage;
}

/** The series that hold the words, which are `own`, or of which an occurrence does. */
function seriesWith(
  store: EventSearchStore,
  userId: string,
  words: readonly string[],
  filter: EventFilter,
  own: ReadonlySet<string>,
): readonly FoundSeries[] {
  const overrides = store.overrides(userId, [...own]);
  const ids = new Set([...own, ...overrides.map(({ seriesId }) => seriesId)]);
  if (ids.size === 0) return [];
  const byId = Map.groupBy(overrides, ({ seriesId }) => seriesId);
  return store.series(userId, [...ids], filter).map((series): FoundSeries => {
    const all = byId.get(series.id) ?? [];
    return { series, own: own.has(series.id), all, matching: all.filter((override) => holds(series, override, words)) };
  });
}

interface FoundSeries {
  readonly series: StoredSeries;
  /** Whether the series itself holds the words. */
  readonly own: boolean;
  readonly all: readonly SeriesOverride[];
  readonly matching: readonly SeriesOverride[];
}

function nextOf({ series, own, all, matching }: FoundSeries, { from, until }: EventFilter, now: number): Found | null {
  const next = nextOccurrence(series, {
    from: from ?? -8.64e15,
    until: until ?? 8.64e15,
    now,
    changed: matching,
    replaced: new Set(all.map(({ originalAt }) => originalAt)),
    own,
  });
  if (next === null) return null;
  const override = 'fields' in next ? next : null;
  const { originalAt, startAt, endAt } = next;
  return { id: series.id, startAt, endAt, reply: () => occurrenceReply({ series, originalAt, startAt, endAt, override }) };
}

function holds(series: StoredSeries, { fields }: SeriesOverride, words: readonly string[]): boolean {
  const { title = series.title, location = series.location, description = series.description } = fields;
  const text = folded(searchedText({ title, location, description }));
  return words.every((word) => text.includes(word));
}

function inOrder(a: Found, b: Found, now: number): number {
  const [isOverA, isOverB] = [a.endAt <= now, b.endAt <= now];
  if (isOverA !== isOverB) return isOverA ? 1 : -1;
  const order = a.startAt - b.startAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  return isOverA ? -order : order;
}
