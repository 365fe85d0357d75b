// The SQL of events that repeat: their bounds, by which a range finds them, and the occurrences that differ.

import type { Database } from '../../storage/database.ts';
import { LRUCache } from 'lru-cache';
import {
  eventColumns,
  inRange,
  shownEvents,
  toEvent,
  type EventFilter,
  type EventRow,
  type InRange,
  type Key,
  type StoredEvent,
} from './store.ts';
import type { Range, Times } from './times.ts';

/** What differs from the series; what is absent follows it. */
export type OverrideFields = Partial<
  Pick<StoredEvent, 'title' | 'description' | 'location' | 'color' | 'reminders' | 'isCancelled' | 'isFree'>
> & {
  readonly times?: Times;
};

/** An occurrence that differs; times in milliseconds since the Unix epoch. */
export interface Override {
  /** When the series has it. */
  readonly originalAt: number;
  /** When it takes place. */
  readonly startAt: number;
  readonly endAt: number;
  readonly fields: OverrideFields;
}

export interface StoredSeries extends StoredEvent {
  readonly recurrence: NonNullable<StoredEvent['recurrence']>;
}

/** No occurrence starts before or ends after. */
interface Reach {
  readonly first: number;
  readonly last: number;
}

type State = Pick<StoredSeries, 'id' | 'version' | 'updatedAt' | 'calendarId'>;

export interface OverrideRow extends Omit<Override, 'fields'> {
  readonly seriesId: string;
  readonly fields: string;
}

const overrideColumns = 'series_id AS seriesId, original_at AS originalAt, start_at AS startAt, end_at AS endAt, fields';

/** What tells whether a series is as it was when it was read: a calendar that is deleted can take its events elsewhere by itself. */
const stateColumns = `events.id, version, updated_at AS updatedAt,
  coalesce((SELECT calendars.moved_to FROM calendars WHERE calendars.id = calendar_id), calendar_id) AS calendarId`;

const overlapping = (columns: string): string => `
  SELECT ${columns} FROM series INDEXED BY series_by_bounds CROSS JOIN events ON events.id = series.event_id
  WHERE series.user_id = @userId AND series.last_at > @from AND series.first_at < @until AND ${shownEvents}`;

const seriesSql = {
  reach: 'SELECT min(first_at) AS first, max(last_at) AS last FROM series INDEXED BY series_by_bounds WHERE user_id = @userId',
  states: overlapping(stateColumns),
  overlapping: overlapping(eventColumns),
  reminded: `${overlapping(eventColumns)}
      AND (reminders IS NOT NULL OR EXISTS
        (SELECT 1 FROM event_overrides WHERE series_id = events.id AND json_type(fields, '$.reminders') IS NOT NULL))`,
  overridesOf: `SELECT ${overrideColumns} FROM event_overrides WHERE series_id = @id ORDER BY original_at`,
  overridesIn: `
    SELECT ${overrideColumns} FROM json_each(@ids) AS wanted CROSS JOIN event_overrides ON series_id = wanted.value
    WHERE original_at >= @from - @longest AND original_at < @until OR start_at < @until AND end_at > @from`,
  saveBounds: `
    INSERT INTO series (event_id, user_id, first_at, last_at)
    VALUES (@id, @userId, min(@first, coalesce((SELECT min(start_at) FROM event_overrides WHERE series_id = @id), @first)),
      max(@last, coalesce((SELECT max(end_at) FROM event_overrides WHERE series_id = @id), @last)))
    ON CONFLICT DO UPDATE SET first_at = excluded.first_at, last_at = excluded.last_at`,
  removeBounds: 'DELETE FROM series WHERE event_id = @id AND user_id = @userId',
  putOverride: `
    INSERT INTO event_overrides (series_id, original_at, user_id, start_at, end_at, fields)
    VALUES (@seriesId, @originalAt, @userId, @startAt, @endAt, @fields)
    ON CONFLICT DO UPDATE SET start_at = excluded.start_at, end_at = excluded.end_at, fields = excluded.fields`,
  removeOverride: 'DELETE FROM event_overrides WHERE series_id = @seriesId AND original_at = @originalAt AND user_id = @userId',
} as const;

/** As far as time goes in JavaScript. */
export const endOfTime = 8.64e15;

export class SeriesStore {
  readonly #database: Database;
  readonly #reach;
  readonly #states;
  readonly #overlapping;
  readonly #reminded;
  readonly #overridesOf;
  readonly #overridesIn;
  readonly #saveBounds;
  readonly #removeBounds;
  readonly #putOverride;
  readonly #removeOverride;
  /** Of users whose lists were read lately; false where there is no series. */
  readonly #reaches = new LRUCache<string, Reach | false>({ max: 1_000 });
  /** Those that were listed lately, by id: what is made of them is remembered by the object. */
  readonly #known = new LRUCache<string, StoredSeries>({ max: 2_000 });

  constructor(database: Database) {
    this.#database = database;
    this.#reach = database.prepare<{ userId: string }, { first: number | null; last: number | null }>(seriesSql.reach);
    this.#states = database.prepare<InRange, State>(seriesSql.states);
    this.#overlapping = database.prepare<InRange, EventRow>(seriesSql.overlapping);
    this.#reminded = database.prepare<InRange, EventRow>(seriesSql.reminded);
    this.#overridesOf = database.prepare<{ id: string }, OverrideRow>(seriesSql.overridesOf);
    this.#overridesIn = database.prepare<InRange & { ids: string; longest: number }, OverrideRow>(seriesSql.overridesIn);
    this.#saveBounds = database.prepare<Key & Reach>(seriesSql.saveBounds);
    this.#removeBounds = database.prepare<Key>(seriesSql.removeBounds);
    this.#putOverride = database.prepare<object>(seriesSql.putOverride);
    this.#removeOverride = database.prepare<{ userId: string; seriesId: string; originalAt: number }>(seriesSql.removeOverride);
  }

  /** From the first to the last occurrence of all the user's series; null if there are none. */
  maybeReach(userId: string): Reach | null {
    const known = this.#reaches.get(userId);
    if (known !== undefined) return known === false ? null : known;
    const { first, last } = this.#reach.get({ userId }) ?? { first: null, last: null };
    const reach = first === null || last === null ? null : { first, last };
    // What is read inside a write may still roll back.
    if (!this.#database.inTransaction()) this.#reaches.set(userId, reach ?? false);
    return reach;
  }

  /** The series that may have occurrences in the range; the same objects as long as nothing in them changes. */
  overlapping(userId: string, range: EventFilter): readonly StoredSeries[] {
    const within = this.#maybeWithin(userId, range);
    if (within === null) return [];
    const known: StoredSeries[] = [];
    for (const { id, version, updatedAt, calendarId } of this.#states.all(within)) {
      const series = this.#known.get(id);
      const isSame = series?.version === version && series.updatedAt === updatedAt && series.calendarId === calendarId;
      if (!isSame) return this.#readAll(this.#overlapping, within);
      known.push(series);
    }
    return known;
  }

  /** Those of them that have reminders, or an occurrence that has. */
  reminded(userId: string, range: Range): readonly StoredSeries[] {
    const within = this.#maybeWithin(userId, range);
    return within === null ? [] : this.#readAll(this.#reminded, within);
  }

  /** Null where no series reaches. */
  #maybeWithin(userId: string, range: EventFilter): InRange | null {
    const reach = this.maybeReach(userId);
    const within = inRange(userId, range);
    return reach === null || reach.last <= within.from || reach.first >= within.until ? null : within;
  }

  #readAll(found: { all(within: InRange): EventRow[] }, within: InRange): StoredSeries[] {
    const all = found.all(within).map((row) => toEvent(row) as StoredSeries);
    // What is read inside a write may still roll back.
    if (!this.#database.inTransaction()) for (const series of all) this.#known.set(series.id, series);
    return all;
  }

  /** By original start. */
  overridesOf(seriesId: string): Override[] {
    return this.#overridesOf.all({ id: seriesId }).map(toOverride);
  }

  /**
   * Of these series, by their ids: those that take place in the range, and those that the series has in it, or up to `longest`
   * milliseconds before.
   */
  overridesIn(userId: string, ids: readonly string[], range: Range, longest: number): Map<string, Override[]> {
    const rows = this.#overridesIn.all({ ...inRange(userId, range), ids: JSON.stringify(ids), longest });
    return new Map([...Map.groupBy(rows, ({ seriesId }) => seriesId)].map(([id, found]) => [id, found.map(toOverride)]));
  }

  /** `reach` is that of the rule and its dates: overrides that are stored are added to it. */
  saveBounds(userId: string, id: string, reach: Reach): void {
    this.#reaches.delete(userId);
    this.#saveBounds.run({ userId, id, ...reach });
  }

  removeBounds(userId: string, id: string): void {
    this.#reaches.delete(userId);
    this.#removeBounds.run({ userId, id });
  }

  /** The bounds go with the event itself. */
  forgetReach(userId: string): void {
    this.#reaches.delete(userId);
  }

  putOverride(userId: string, seriesId: string, { fields, ...times }: Override): void {
    this.#putOverride.run({ ...times, userId, seriesId, fields: JSON.stringify(fields) });
  }

  removeOverride(userId: string, seriesId: string, originalAt: number): void {
    this.#removeOverride.run({ userId, seriesId, originalAt });
  }
}

export function toOverride({ originalAt, startAt, endAt, fields }: OverrideRow): Override {
  return { originalAt, startAt, endAt, fields: JSON.parse(fields) as OverrideFields };
}
