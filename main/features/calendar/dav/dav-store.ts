// The SQL of calendars and events by the names that they have in CalDAV. Every statement names the user.

import type { Database } from '../../../storage/database.ts';
import type { EventObject } from '../../../lib/calendar-collections.ts';

interface InCalendar {
  readonly userId: string;
  readonly calendarId: string;
}

export class DavStore {
  readonly #calendarNames;
  readonly #calendarByName;
  readonly #nameCalendar;
  readonly #page;
  readonly #byNames;
  readonly #byIds;
  readonly #name;
  readonly #unname;
  readonly #lone;
  readonly #departed;
  readonly #departedAt;
  readonly #forget;

  constructor(database: Database) {
    this.#calendarNames = database.prepare<[string], { id: string; name: string }>(
      'SELECT id, dav_name AS name FROM calendars WHERE user_id = ? AND dav_name IS NOT NULL AND deleted_at IS NULL',
    );
    this.#calendarByName = database
      .prepare<[string, string], string>('SELECT id FROM calendars WHERE user_id = ? AND dav_name = ? AND deleted_at IS NULL')
      .pluck();
    this.#nameCalendar = database.prepare<[string, string, string]>('UPDATE calendars SET dav_name = ? WHERE id = ? AND user_id = ?');
    // Those that are on their way into it from a deleted calendar, too.
    const ofCalendar = `events.user_id = @userId AND events.calendar_id IN (SELECT calendars.id FROM calendars
      WHERE calendars.user_id = @userId AND (calendars.id = @calendarId OR calendars.moved_to = @calendarId))`;
    const ownName = '(SELECT dav_names.name FROM dav_names WHERE event_id = events.id AND dav_names.calendar_id = @calendarId)';
    const columns = `events.id, coalesce(${ownName}, events.id || '.ics') AS name, version,
      created_at AS createdAt, updated_at AS updatedAt`;
    // The next of each of these calendars first: of a plain join all that follow would be read and sorted for each page.
    this.#page = database.prepare<InCalendar & { after: string; limit: number }, EventObject>(`
      WITH next AS MATERIALIZED (
        SELECT page.value AS id FROM calendars, json_each((
          SELECT json_group_array(id) FROM (
            SELECT id FROM events INDEXED BY events_by_calendar
            WHERE events.calendar_id = calendars.id AND events.id > @after ORDER BY events.id LIMIT @limit
          )
        )) AS page
        WHERE calendars.user_id = @userId AND (calendars.id = @calendarId OR calendars.moved_to = @calendarId)
      )
      SELECT ${columns} FROM next CROSS JOIN events ON events.id = next.id WHERE events.user_id = @userId ORDER BY events.id LIMIT @limit`);
    this.#byNames = database.prepare<InCalendar & { names: string }, EventObject>(
      `SELECT ${columns} FROM json_each(@names) AS wanted CROSS JOIN events ON events.id = coalesce(
        (SELECT event_id FROM dav_names WHERE dav_names.calendar_id = @calendarId AND dav_names.name = wanted.value),
        CASE WHEN wanted.value LIKE '%.ics' THEN substr(wanted.value, 1, length(wanted.value) - 4) END)
      WHERE ${ofCalendar} AND coalesce(${ownName}, events.id || '.ics') = wanted.value`,
    );
    this.#byIds = database.prepare<InCalendar & { ids: string }, EventObject>(
      `SELECT ${columns} FROM json_each(@ids) AS wanted CROSS JOIN events ON events.id = wanted.value WHERE ${ofCalendar}`,
    );
    this.#unname = database.prepare<[string, string]>('DELETE FROM dav_names WHERE calendar_id = ? AND name = ?');
    this.#name = database.prepare<InCalendar & { eventId: string; name: string }>(
      `INSERT INTO dav_names (event_id, calendar_id, user_id, name) VALUES (@eventId, @calendarId, @userId, @name)
      ON CONFLICT (event_id) DO UPDATE SET calendar_id = excluded.calendar_id, name = excluded.name`,
    );
    this.#lone = database
      .prepare<InCalendar & { uid: string; name: string }, string>(
        `SELECT events.id FROM event_sources INDEXED BY event_sources_by_uid CROSS JOIN events ON events.id = event_sources.event_id
        CROSS JOIN dav_names ON dav_names.event_id = events.id
        WHERE uid >= @uid || char(10) AND uid < @uid || char(11) AND events.user_id = @userId AND events.calendar_id = @calendarId
          AND dav_names.calendar_id = @calendarId AND dav_names.name <> @name LIMIT 1`,
      )
      .pluck();
    this.#departed = database
      .prepare<InCalendar & { since: number; limit: number }, string>(
        `SELECT name FROM dav_departures INDEXED BY dav_departures_by_seq
        WHERE calendar_id = @calendarId AND user_id = @userId AND seq >= @since LIMIT @limit`,
      )
      .pluck();
    this.#departedAt = database
      .prepare<InCalendar & { name: string }, number>(
        'SELECT seq FROM dav_departures WHERE calendar_id = @calendarId AND name = @name AND +user_id = @userId',
      )
      .pluck();
    this.#forget = database.prepare<[number]>(`
      DELETE FROM dav_departures WHERE rowid IN (SELECT dav_departures.rowid FROM change_floors
        CROSS JOIN calendars ON calendars.user_id = change_floors.user_id
        CROSS JOIN dav_departures INDEXED BY dav_departures_by_seq
          ON dav_departures.calendar_id = calendars.id AND dav_departures.seq < change_floors.seq LIMIT ?)`);
  }

  /** By the ids of calendars; those without one are called by their ids. */
  calendarNames(userId: string): ReadonlyMap<string, string> {
    return new Map(this.#calendarNames.all(userId).map(({ id, name }) => [id, name]));
  }

  /** The id of the calendar that a client has called so; null if there is none. */
  maybeCalendarId(userId: string, name: string): string | null {
    return this.#calendarByName.get(userId, name) ?? null;
  }

  nameCalendar(userId: string, id: string, name: string): void {
    this.#nameCalendar.run(name, id, userId);
  }

  /** Events of a calendar by their ids, after one of them; '' for the first. */
  page(userId: string, calendarId: string, after: string, limit: number): EventObject[] {
    return this.#page.all({ userId, calendarId, after, limit });
  }

  /** Those of these names that the calendar has. */
  named(userId: string, calendarId: string, names: readonly string[]): EventObject[] {
    return this.#byNames.all({ userId, calendarId, names: JSON.stringify(names) });
  }

  /** Where the change feed stood when the last event of this name left the calendar; null where none has. */
  maybeDepartedAt(userId: string, calendarId: string, name: string): number | null {
    return this.#departedAt.get({ userId, calendarId, name }) ?? null;
  }

  /** Those of these ids that the calendar has. */
  some(userId: string, calendarId: string, ids: readonly string[]): EventObject[] {
    return this.#byIds.all({ userId, calendarId, ids: JSON.stringify(ids) });
  }

  /** An event that had this name has it no longer. */
  name(userId: string, calendarId: string, eventId: string, name: string): void {
    this.#unname.run(calendarId, name);
    if (name !== `${eventId}.ics`) this.#name.run({ userId, calendarId, eventId, name });
  }

  /** An occurrence of this UID, without its series, that a client has put under another name; null if there is none. */
  maybeLone(userId: string, calendarId: string, uid: string, name: string): string | null {
    return this.#lone.get({ userId, calendarId, uid, name }) ?? null;
  }

  /** Names of events that have left the calendar after an entry of the change feed; at most `limit`. */
  departed(userId: string, calendarId: string, since: number, limit: number): string[] {
    return this.#departed.all({ userId, calendarId, since, limit });
  }

  /** Forgets at most `limit` that have left before all that the change feed still knows; how many it were. No reader can ask for them. */
  forgetDeparted(limit: number): number {
    return this.#forget.run(limit).changes;
  }
}
