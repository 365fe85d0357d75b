// The SQL of where events came from.

import type { Database } from '../../../storage/database.ts';
import { keptSource, sequenceOf, type EventSource, type KeptSource } from './event-source.ts';
import type { StoredEvent } from '../store.ts';
import { hasOthersUid, eventSourceOf } from './export-store.ts';

/** An event and the calendar that it is, or will be, in; null for the default one. */
interface PlacedSource {
  readonly id: string;
  readonly calendarId: string | null;
}

interface Found {
  readonly eventId: string;
  readonly source: EventSource;
}

export class SourceStore {
  readonly #byUid;
  readonly #byEvent;
  readonly #put;
  readonly #page;
  readonly #taken;

  constructor(database: Database) {
    this.#byUid = database.prepare<{ userId: string; calendarId: string; uid: string }, { eventId: string; uid: string; data: string }>(`
      SELECT event_id AS eventId, uid, data FROM event_sources INDEXED BY event_sources_by_uid CROSS JOIN events ON events.id = event_id
      WHERE uid = @uid AND events.user_id = @userId AND calendar_id = @calendarId AND NOT ${hasOthersUid}`);
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
    // Those that are on their way into it from a deleted calendar, too.
    const there = `events.id <> @id AND +events.user_id = @userId AND events.calendar_id IN (
      SELECT calendars.id FROM calendars,
        (SELECT coalesce(@calendarId, id) AS target FROM calendars WHERE user_id = @userId AND is_default = 1)
      WHERE calendars.user_id = @userId AND (calendars.id = target OR calendars.moved_to = target))`;
    const withSource = 'FROM event_sources INDEXED BY event_sources_by_uid CROSS JOIN events ON events.id = event_sources.event_id';
    // An event that was made here has its id as its UID, and an occurrence that a client has put without its series the UID of that.
    this.#taken = database.prepare<PlacedSource & { userId: string; uid: string }, number>(`
      SELECT 1 ${withSource} WHERE uid = @uid AND ${there}
      UNION ALL SELECT 1 FROM events WHERE events.id = @uid AND ${there}
        AND NOT EXISTS (SELECT 1 FROM event_sources WHERE event_id = events.id AND uid <> @uid)
      UNION ALL SELECT 1 ${withSource} CROSS JOIN dav_names ON dav_names.event_id = events.id
        WHERE uid >= @uid || char(10) AND uid < @uid || char(11) AND ${there} AND dav_names.calendar_id = events.calendar_id
      LIMIT 1`);
  }

  /** Events of a calendar by their ids, after one of them, with what they are found by; '' for the first. */
  page(userId: string, calendarId: string, after: string, limit: number): { readonly eventId: string; readonly key: string | null }[] {
    return this.#page.all({ userId, calendarId, after, limit });
  }

  /** The event that has come into the calendar under this UID, and goes out under it; null if there is none. */
  maybeOf(userId: string, calendarId: string, uid: string): Found | null {
    const row = this.#byUid.get({ userId, calendarId, uid });
    return row === undefined ? null : { eventId: row.eventId, source: eventSourceOf(row) };
  }

  /** Where an event of the user came from; null for one that was made here. */
  maybeSource(eventId: string): EventSource | null {
    const row = this.#byEvent.get(eventId);
    return row === undefined ? null : eventSourceOf(row);
  }

  /**
   * Where an event came from, with a UID of its own, for one that comes into a calendar where another event has its UID; null where none
   * has. A collection of CalDAV has each UID once (RFC 4791, 4.1).
   */
  maybeApart(userId: string, event: PlacedSource, source: EventSource | null): EventSource | null {
    const { id } = event;
    const isTaken = (uid: string): boolean => this.#taken.get({ id, calendarId: event.calendarId, userId, uid }) !== undefined;
    const { uid, recurrenceId, ...rest } = source ?? { uid: id, recurrenceId: null, sequence: 0, atVersion: 1, kept: [] };
    if (!isTaken(keyOf(uid, recurrenceId))) return null;
    let own = id;
    for (let number = 2; isTaken(own); number += 1) own = `${id}_${number}`;
    return { ...rest, uid: own, recurrenceId: null };
  }

  /** Gives an event that has come into its calendar a UID of its own where it needs one. */
  settle(userId: string, { id, calendarId }: PlacedSource): void {
    const apart = this.maybeApart(userId, { id, calendarId }, this.maybeSource(id));
    if (apart !== null) this.put(id, apart);
  }

  /** Gives an event what it came in with once; what it had instead. Its UID and its SEQUENCE, which grows, stay. */
  giveBack(event: Pick<StoredEvent, 'id' | 'version'>, former: KeptSource): KeptSource {
    const { id, version } = event;
    const source = this.maybeSource(id);
    const { uid, recurrenceId, sequence, atVersion, sequences } = source ?? {
      uid: id,
      recurrenceId: null,
      sequence: sequenceOf(event, null),
      atVersion: version,
      sequences: undefined,
    };
    this.put(id, { uid, recurrenceId, sequence, atVersion, ...(sequences === undefined ? {} : { sequences }), ...keptSource(former) });
    return keptSource(source);
  }

  put(eventId: string, { uid, ...source }: EventSource): void {
    this.#put.run({ eventId, uid: keyOf(uid, source.recurrenceId), data: JSON.stringify(source) });
  }
}

/** By what an event is found again: of an occurrence without its series, that one too. */
export function keyOf(uid: string, recurrenceId: number | null): string {
  return recurrenceId === null ? uid : `${uid}\n${recurrenceId}`;
}
