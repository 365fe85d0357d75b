// The SQL of where events came from.

import type { Database } from '../../../storage/database.ts';
import type { EventSource } from './event-source.ts';
import { sourceOf } from './export-store.ts';

interface Found {
  readonly eventId: string;
  readonly source: EventSource;
}

export class SourceStore {
  readonly #byUid;
  readonly #byEvent;
  readonly #put;
  readonly #page;

  constructor(database: Database) {
    this.#byUid = database.prepare<{ userId: string; calendarId: string; uid: string }, { eventId: string; uid: string; data: string }>(`
      SELECT event_id AS eventId, uid, data FROM event_sources INDEXED BY event_sources_by_uid CROSS JOIN events ON events.id = event_id
      WHERE uid = @uid AND events.user_id = @userId AND calendar_id = @calendarId`);
    this.#byEvent = database.prepare<[string], { uid: string; data: string }>('SELECT uid, data FROM event_sources WHERE event_id = ?');
    this.#put = database.prepare<{ eventId: string; uid: string; data: string }>(`
      INSERT INTO event_sources (event_id, uid, data) VALUES (@eventId, @uid, @data)
      ON CONFLICT DO UPDATE SET uid = excluded.uid, data = excluded.data`);
    this.#page = database.prepare<
      { userId: string; calendarId: string; after: string; limit: number },
      { eventId: string; key: string | null }
    >(`
      SELECT events.id AS eventId, uid AS key FROM events LEFT JOIN event_sources ON event_id = events.id
      WHERE calendar_id = @calendarId AND events.user_id = @userId AND events.id > @after ORDER BY events.id LIMIT @limit`);
  }

  /** Events of a calendar by their ids, after one of them, with what they are found by; '' for the first. */
  page(userId: string, calendarId: string, after: string, limit: number): { readonly eventId: string; readonly key: string | null }[] {
    return this.#page.all({ userId, calendarId, after, limit });
  }

  /** The event that has come into the calendar under this UID; null if there is none. */
  maybeOf(userId: string, calendarId: string, uid: string): Found | null {
    const row = this.#byUid.get({ userId, calendarId, uid });
    return row === undefined ? null : { eventId: row.eventId, source: sourceOf(row) };
  }

  /** Where an event of the user came from; null for one that was made here. */
  maybeSource(eventId: string): EventSource | null {
    const row = this.#byEvent.get(eventId);
    return row === undefined ? null : sourceOf(row);
  }

  put(eventId: string, { uid, ...source }: EventSource): void {
    this.#put.run({ eventId, uid: keyOf(uid, source.recurrenceId), data: JSON.stringify(source) });
  }
}

/** By what an event is found again: of an occurrence without its series, that one too. */
export function keyOf(uid: string, recurrenceId: number | null): string {
  return recurrenceId === null ? uid : `${uid}\n${recurrenceId}`;
}
