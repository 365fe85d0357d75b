// The SQL of searching events. Every statement names the user.

import type { Database } from '../../storage/database.ts';
import { toOverride, type Override, type OverrideRow, type StoredSeries } from './series-store.ts';
import { eventColumns, inRange, shownEvents, toEvent, type EventFilter, type EventRow, type InRange, type StoredEvent } from './store.ts';

/** An event that holds the words; times in milliseconds since the Unix epoch, of a series those of its start. */
export interface Hit {
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
export const searchSql = {
  // Each text is put together once. One word is looked for without the table of the others, which takes most of the time.
  hits: `
    SELECT id, startAt, endAt, isSeries FROM (
      SELECT events.id, start_at AS startAt, end_at AS endAt, is_series AS isSeries, ${searched} AS text
      FROM events INDEXED BY events_by_start
      WHERE user_id = @userId AND start_at < @until AND (end_at > @from OR is_series = 1) AND ${shownEvents}
      LIMIT -1)
    WHERE instr(text, @word) > 0 AND NOT EXISTS (SELECT 1 FROM json_each(@others) AS other WHERE instr(text, other.value) = 0)`,
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

export class SearchStore {
  readonly #hits;
  readonly #overrides;
  readonly #series;
  readonly #events;

  constructor(database: Database) {
    this.#hits = database.prepare<InRange & { word: string; others: string }, Hit>(searchSql.hits);
    this.#overrides = database.prepare<{ userId: string; ids: string }, OverrideRow>(searchSql.overrides);
    this.#series = database.prepare<InRange & { ids: string }, EventRow>(searchSql.series);
    this.#events = database.prepare<{ userId: string; ids: string }, EventRow>(searchSql.events);
  }

  /** The events whose text holds all of the words, which are folded: single ones in the range, and series wherever they take place. */
  hits(userId: string, words: readonly string[], filter: EventFilter): Hit[] {
    // The longest is likely to be in the fewest texts.
    const [word = '', ...others] = words.toSorted((a, b) => b.length - a.length);
    return this.#hits.all({ ...inRange(userId, filter), word, others: JSON.stringify(others) });
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
