// The SQL of searching events. Every statement names the user.

import type { Database } from '../../storage/database.ts';
import { toOverride, type Override, type OverrideRow, type StoredSeries } from './series-store.ts';
import { eventColumns, inRange, shownEvents, toEvent, type EventFilter, type EventRow, type InRange, type StoredEvent } from './store.ts';

/** A place in the order in which events are looked through; in milliseconds since the Unix epoch. */
interface Place {
  readonly startAt: number;
  readonly id: string;
}

/** An event that holds the words; times in milliseconds since the Unix epoch, of a series those of its start. */
interface Hit {
  readonly id: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly isSeries: 0 | 1;
}

export interface SeriesOverride extends Override {
  readonly seriesId: string;
}

/** As `folded` would give it: what is not ASCII is stored. */
const searched = 'coalesce(events.search, lower(concat_ws(char(10), title, location, description)))';

/** The statements, to be explained in tests. */
export const eventSearchSql = {
  // Each text is put together once. One word is looked for without the table of the others, which takes most of the time.
  hits: `
    SELECT id, startAt, endAt, isSeries FROM (
      SELECT events.id, start_at AS startAt, end_at AS endAt, is_series AS isSeries, ${searched} AS text
      FROM events INDEXED BY events_by_start
      WHERE user_id = @userId AND start_at >= @firstStart AND start_at <= @lastStart
        AND (end_at > @from OR is_series = 1) AND ${shownEvents}
        AND (start_at > @firstStart OR events.id > @firstId) AND (start_at < @lastStart OR events.id <= @lastId)
      LIMIT -1)
    WHERE instr(text, @word) > 0 AND NOT EXISTS (SELECT 1 FROM json_each(@others) AS other WHERE instr(text, other.value) = 0)`,
  place: `
    SELECT start_at AS startAt, id FROM events INDEXED BY events_by_start
    WHERE user_id = @userId AND start_at >= @startAt AND (start_at > @startAt OR id > @id) AND start_at < @until
    ORDER BY start_at, id LIMIT 1 OFFSET @passed`,
  // Those of the series, and those of others that have words of their own.
  overrides: `
    SELECT series_id AS seriesId, original_at AS originalAt, start_at AS startAt, end_at AS endAt, fields FROM event_overrides
    WHERE user_id = @userId AND (series_id IN (SELECT value FROM json_each(@ids))
      OR json_type(fields, '$.title') IS NOT NULL OR json_type(fields, '$.location') IS NOT NULL
      OR json_type(fields, '$.description') IS NOT NULL)
    ORDER BY series_id, original_at`,
  series: `
    SELECT ${eventColumns} FROM json_each(@ids) AS wanted CROSS JOIN events ON events.id = wanted.value
    WHERE user_id = @userId AND is_series = 1 AND ${shownEvents}`,
  events: `SELECT ${eventColumns} FROM json_each(@ids) AS wanted CROSS JOIN events ON events.id = wanted.value WHERE user_id = @userId`,
} as const;

/** How many events are looked through in one go. */
const partLength = 2_000;

const beginning: Place = { startAt: -8.64e15, id: '' };

/** The events after one place, up to another. */
export interface EventStretch {
  readonly firstStart: number;
  readonly firstId: string;
  readonly lastStart: number;
  readonly lastId: string;
}

const betweenPlaces = (first: Place, last: Place): EventStretch => ({
  firstStart: first.startAt,
  firstId: first.id,
  lastStart: last.startAt,
  lastId: last.id,
});

/** Before all that begin at the end of the range. */
const endOf = ({ until }: EventFilter): Place => ({ startAt: until ?? 8.64e15, id: '' });

export class EventSearchStore {
  readonly #hits;
  readonly #place;
  readonly #overrides;
  readonly #series;
  readonly #events;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#hits = database.prepare<InRange & EventStretch & { word: string; others: string }, Hit>(eventSearchSql.hits);
    this.#place = database.prepare<Place & { userId: string; until: number; passed: number }, Place>(eventSearchSql.place);
    this.#overrides = database.prepare<{ userId: string; ids: string }, OverrideRow>(eventSearchSql.overrides);
    this.#series = database.prepare<InRange & { ids: string }, EventRow>(eventSearchSql.series);
    this.#events = database.prepare<{ userId: string; ids: string }, EventRow>(eventSearchSql.events);
  }

  /** Whether the events up to the end of the range are more than one part. */
  areMany(userId: string, filter: EventFilter): boolean {
    return this.#maybePlace(userId, filter, beginning, partLength + 1) !== null;
  }

  /** The events up to the end of the range, by their start, in parts that are looked through in a few milliseconds. */
  *parts(userId: string, filter: EventFilter): Generator<EventStretch> {
    for (let after: Place | null = beginning; after !== null;) {
      const last = this.#maybePlace(userId, filter, after, partLength);
      yield betweenPlaces(after, last ?? endOf(filter));
      after = last;
    }
  }

  /** The events whose text holds all of the words, which are folded: single ones in the range, and series wherever they take place. */
  hits(userId: string, words: readonly string[], filter: EventFilter, part: EventStretch = betweenPlaces(beginning, endOf(filter))): Hit[] {
    // The longest is likely to be in the fewest texts.
    const [word = '', ...others] = words.toSorted((a, b) => b.length - a.length);
    return this.#hits.all({ ...inRange(userId, filter), ...part, word, others: JSON.stringify(others) });
  }

  /** That of the event that comes as the `count`th after a place; null where there are fewer. */
  #maybePlace(userId: string, filter: EventFilter, after: Place, count: number): Place | null {
    return this.#place.get({ userId, until: endOf(filter).startAt, ...after, passed: count - 1 }) ?? null;
  }

  /** Of these series all that differ, and of any others those occurrences that have title, place or notes of their own. */
  overrides(userId: string, seriesIds: readonly string[]): SeriesOverride[] {
    return this.#overrides.all({ userId, ids: JSON.stringify(seriesIds) }).map((row) => ({ ...toOverride(row), seriesId: row.seriesId }));
  }

  /** Those of these series that the filter shows, whatever its range. */
  series(userId: string, ids: readonly string[], filter: EventFilter): StoredSeries[] {
    return this.#series.all({ ...inRange(userId, filter), ids: JSON.stringify(ids) }).map((row) => toEvent(row) as StoredSeries);
  }

  events(userId: string, ids: readonly string[]): StoredEvent[] {
    return ids.length === 0 ? [] : this.#events.all({ userId, ids: JSON.stringify(ids) }).map(toEvent);
  }
}
