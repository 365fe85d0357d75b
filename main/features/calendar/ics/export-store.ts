// The SQL of what goes out as iCalendar and comes in by it. Every statement names the user.

import type { Database } from '../../../storage/database.ts';
import type { Snapshot } from '../../../storage/snapshot.ts';
import { toOverride, type OverrideRow } from '../series-store.ts';
import { eventColumns, toEvent, type EventRow } from '../store.ts';
import type { ExportedEvent } from './calendar-text.ts';
import type { EventSource } from './event-source.ts';

interface SourceRow {
  readonly eventId: string;
  readonly uid: string;
  readonly data: string;
}

/**
 * Whether another event of its calendar has its UID, and keeps it: one that was made here, or that came in before. Earlier versions could
 * leave two; a collection of CalDAV has each UID once (RFC 4791, 4.1).
 */
export const hasOthersUid = `(
  EXISTS (
    SELECT 1 FROM event_sources AS other INDEXED BY event_sources_by_uid CROSS JOIN events AS former ON former.id = other.event_id
    WHERE other.uid = event_sources.uid AND other.event_id < event_sources.event_id AND former.calendar_id = events.calendar_id)
  OR EXISTS (
    SELECT 1 FROM events AS former WHERE former.id = event_sources.uid AND former.id <> event_sources.event_id
      AND former.calendar_id = events.calendar_id
      AND NOT EXISTS (SELECT 1 FROM event_sources AS other WHERE other.event_id = former.id AND other.uid <> event_sources.uid)))`;

/** The statements, to be explained in tests. */
export const exportSql = {
  // Those that are on their way into it from a deleted calendar, too. The index has all of it: what else there is of many is read later.
  ids: `
    SELECT id FROM events INDEXED BY events_by_calendar WHERE calendar_id IN (SELECT calendars.id FROM calendars
      WHERE calendars.user_id = @userId AND (calendars.id = @calendarId OR calendars.moved_to = @calendarId))
    ORDER BY id`,
} as const;

export class ExportStore {
  readonly #ids;
  readonly #event;
  readonly #some;
  readonly #sources;
  readonly #overrides;

  constructor(database: Pick<Database | Snapshot, 'prepare'>) {
    this.#ids = database.prepare<{ userId: string; calendarId: string }, string>(exportSql.ids).pluck();
    this.#event = database.prepare<{ userId: string; id: string }, EventRow>(
      `SELECT ${eventColumns} FROM events WHERE user_id = @userId AND events.id = @id`,
    );
    this.#some = database.prepare<{ userId: string; ids: string }, EventRow>(
      `SELECT ${eventColumns} FROM json_each(@ids) AS wanted CROSS JOIN events ON events.id = wanted.value WHERE user_id = @userId
      ORDER BY wanted.key`,
    );
    this.#sources = database.prepare<{ ids: string }, SourceRow & { hasOthersUid: number }>(
      `SELECT event_id AS eventId, uid, data, ${hasOthersUid} AS hasOthersUid FROM json_each(@ids) AS wanted
      CROSS JOIN event_sources ON event_id = wanted.value CROSS JOIN events ON events.id = event_id`,
    );
    this.#overrides = database.prepare<{ ids: string }, OverrideRow>(
      `SELECT series_id AS seriesId, original_at AS originalAt, start_at AS startAt, end_at AS endAt, fields
      FROM json_each(@ids) AS wanted CROSS JOIN event_overrides ON series_id = wanted.value ORDER BY series_id, original_at`,
    );
  }

  /** The events of a calendar by their ids, up to `length` at a time. To be read within one moment. */
  *pages(userId: string, calendarId: string, length: number): Generator<ExportedEvent[]> {
    const ids = this.#ids.all({ userId, calendarId });
    for (let at = 0; at < ids.length; at += length) yield this.some(userId, ids.slice(at, at + length));
  }

  maybeEvent(userId: string, id: string): ExportedEvent | null {
    const row = this.#event.get({ userId, id });
    return row === undefined ? null : (this.#whole([row])[0] ?? null);
  }

  /** Those of these ids that there are, in their order. */
  some(userId: string, ids: readonly string[]): ExportedEvent[] {
    return this.#whole(this.#some.all({ userId, ids: JSON.stringify(ids) }));
  }

  #whole(rows: readonly EventRow[]): ExportedEvent[] {
    const ids = JSON.stringify(rows.map(({ id }) => id));
    // By its own id an event is found again, too.
    const apart = (row: SourceRow): EventSource => ({ ...eventSourceOf(row), uid: row.eventId, recurrenceId: null });
    const sources = new Map(
      this.#sources.all({ ids }).map((row) => [row.eventId, row.hasOthersUid === 1 ? apart(row) : eventSourceOf(row)]),
    );
    const series = JSON.stringify(rows.filter(({ recurrence }) => recurrence !== null).map(({ id }) => id));
    const overrides =
      series === '[]' ? new Map<string, OverrideRow[]>() : Map.groupBy(this.#overrides.all({ ids: series }), ({ seriesId }) => seriesId);
    return rows.map((row) => ({
      event: toEvent(row),
      overrides: (overrides.get(row.id) ?? []).map(toOverride),
      source: sources.get(row.id) ?? null,
    }));
  }
}

export function eventSourceOf({ uid, data }: Pick<SourceRow, 'uid' | 'data'>): EventSource {
  // What `SourceStore.put` has written.
  const kept = JSON.parse(data) as Omit<EventSource, 'uid'>;
  // The key of an occurrence without its series names that too.
  return { ...kept, uid: uid.split('\n')[0] ?? uid };
}
