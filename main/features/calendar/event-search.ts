// Searching events by their words: single ones, and of each series the occurrence that comes next.

import type { Event, EventList } from '../../contract/events.ts';
import { CooperativeScheduler, runAtOnce } from '../../lib/cooperative-scheduler.ts';
import type { Clock } from '../../lib/clock.ts';
import { folded } from '../../lib/folded.ts';
import { occurrenceReply, toReply } from './event-record.ts';
import type { Page } from './occurrences.ts';
import { nextOccurrence } from './recurrence/next-occurrence.ts';
import type { Hit, SearchStore, SeriesOverride } from './search-store.ts';
import type { StoredSeries } from './series-store.ts';
import { searchedText, type EventFilter } from './store.ts';

/** A hit, when it takes place, and how it is answered; null where that is still to be read. */
interface Found {
  readonly id: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly reply: (() => Event) | null;
}

export class EventSearch {
  readonly #store: SearchStore;
  readonly #clock: Clock;

  constructor({ store, clock }: { readonly store: SearchStore; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * The events that hold all words of `q`, those that are not over first, by start, and then those that are, the latest first. Null if `q`
   * has no words.
   */
  maybeFind(userId: string, q: string, filter: EventFilter, page: Page): EventList | null {
    return runAtOnce(this.#find(userId, q, filter, page));
  }

  /** As `maybeFind`; others get their turn while rules of series are worked out. */
  findInTurns(userId: string, q: string, filter: EventFilter, page: Page): Promise<EventList | null> {
    return new CooperativeScheduler().run(this.#find(userId, q, filter, page));
  }

  *#find(userId: string, q: string, filter: EventFilter, page: Page): Generator<void, EventList | null> {
    const words = wordsOf(q);
    if (words.length === 0) return null;
    const now = this.#clock();
    const hits = this.#store.hits(userId, words, filter);
    const found: Found[] = hits.filter(({ isSeries }) => isSeries === 0).map((hit) => ({ ...hit, reply: null }));
    for (const each of this.#series(userId, words, filter, hits)) {
      const occurrence = nextOf(each, filter, now);
      if (occurrence !== null) found.push(occurrence);
      yield;
    }
    const ordered = found.toSorted((a, b) => inOrder(a, b, now)).slice(page.offset, page.offset + page.limit);
    const unread = ordered.filter(({ reply }) => reply === null).map(({ id }) => id);
    const singles = new Map(this.#store.events(userId, unread).map((event) => [event.id, event]));
    const items = ordered.flatMap(({ id, reply }): Event[] => {
      const event = singles.get(id);
      return reply !== null ? [reply()] : event === undefined ? [] : [toReply(event)];
    });
    return { items, total: found.length, ...page };
  }

  /** The series that hold the words, or of which an occurrence does. */
  #series(userId: string, words: readonly string[], filter: EventFilter, hits: readonly Hit[]): readonly FoundSeries[] {
    const own = new Set(hits.filter(({ isSeries }) => isSeries === 1).map(({ id }) => id));
    const overrides = this.#store.overrides(userId, [...own]);
    const ids = new Set([...own, ...overrides.map(({ seriesId }) => seriesId)]);
    if (ids.size === 0) return [];
    const byId = Map.groupBy(overrides, ({ seriesId }) => seriesId);
    return this.#store.series(userId, [...ids], filter).map((series): FoundSeries => {
      const all = byId.get(series.id) ?? [];
      return { series, own: own.has(series.id), all, matching: all.filter((override) => holds(series, override, words)) };
    });
  }
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

/** Folded, each once. */
function wordsOf(q: string): readonly string[] {
  return [...new Set(folded(q).split(/\s+/))].filter((word) => word !== '');
}

function inOrder(a: Found, b: Found, now: number): number {
  const [isOverA, isOverB] = [a.endAt <= now, b.endAt <= now];
  if (isOverA !== isOverB) return isOverA ? 1 : -1;
  const order = a.startAt - b.startAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  return isOverA ? -order : order;
}
