// The SQL of calendars. Every statement names the user, so that another user's calendar is one that never was.

import type { Database } from '../../storage/database.ts';

/** A calendar as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredCalendar {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly isVisible: boolean;
  readonly isDefault: boolean;
  /** Null for a local calendar. */
  readonly url: string | null;
  readonly refreshedAt: number | null;
  readonly error: string | null;
  readonly hasFeed: boolean;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Row = Omit<StoredCalendar, 'isVisible' | 'isDefault' | 'hasFeed'> & Record<'isVisible' | 'isDefault' | 'hasFeed', 0 | 1>;

interface Key {
  readonly userId: string;
  readonly id: string;
}

/** A deleted calendar whose events are still being removed, or moved to another. */
export interface DeletedCalendar extends Key {
  readonly movedTo: string | null;
}

/** A calendar that the trash has taken or given back, of whose events the feed has not told all. */
export interface UntoldCalendar extends Key {
  /** The last event that was told of; empty before the first. */
  readonly untoldFrom: string;
  readonly isHidden: 0 | 1;
}

/** Which event, and the version that it has. */
interface EventVersion {
  readonly id: string;
  readonly version: number;
}

/** What is known of the address of a subscription. */
export interface ReadState {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When it was last read; null before. */
  readonly refreshedAt: number | null;
  /** Why it could not be read at the last try. */
  readonly error: string | null;
}

const columns = `
  id, name, color, is_visible AS isVisible, is_default AS isDefault, url, refreshed_at AS refreshedAt, error,
  feed_hash IS NOT NULL AS hasFeed, version, created_at AS createdAt, updated_at AS updatedAt`;

const notDeletedSql = 'deleted_at IS NULL';

/** How many ids of events are read at once. */
const idPageLength = 5_000;

export class CalendarStore {
  readonly #byId;
  readonly #page;
  readonly #count;
  readonly #insert;
  readonly #update;
  readonly #hide;
  readonly #redirect;
  readonly #deleted;
  readonly #keep;
  readonly #takeBack;
  readonly #setUntold;
  readonly #untold;
  readonly #someMoving;
  readonly #remove;
  readonly #someEvents;
  readonly #filling;
  readonly #someEventIds;
  readonly #removeEvent;
  readonly #forgetDepartures;
  readonly #moveEvent;
  readonly #byFeed;
  readonly #giveFeed;
  readonly #readState;
  readonly #keepReadState;
  readonly #due;

  constructor(database: Database) {
    this.#byId = database.prepare<Key, Row>(`SELECT ${columns} FROM calendars WHERE id = @id AND user_id = @userId AND ${notDeletedSql}`);
    this.#page = database.prepare<{ userId: string; limit: number; offset: number }, Row>(
      `SELECT ${columns} FROM calendars WHERE user_id = @userId AND ${notDeletedSql}
       ORDER BY is_default DESC, id LIMIT @limit OFFSET @offset`,
    );
    this.#count = database.prepare<[string], number>(`SELECT count(*) FROM calendars WHERE user_id = ? AND ${notDeletedSql}`).pluck();
    this.#insert = database.prepare<object>(`
      INSERT INTO calendars (id, user_id, name, color, is_visible, is_default, url, version, created_at, updated_at)
      VALUES (@id, @userId, @name, @color, @isVisible, 0, @url, @version, @createdAt, @updatedAt)`);
    this.#update = database.prepare<object>(`
      UPDATE calendars SET name = @name, color = @color, is_visible = @isVisible, version = @version, updated_at = @updatedAt
      WHERE id = @id AND user_id = @userId`);
    this.#hide = database.prepare<Key & { at: number; movedTo: string | null }>(`
      UPDATE calendars SET deleted_at = @at, moved_to = @movedTo, feed_hash = NULL WHERE id = @id AND user_id = @userId`);
    // Events that were on their way into a calendar which is deleted itself go where its own go.
    this.#redirect = database.prepare<Key & { movedTo: string | null }>(
      'UPDATE calendars SET moved_to = @movedTo WHERE moved_to = @id AND user_id = @userId',
    );
    this.#deleted = database.prepare<[], DeletedCalendar>(`
      SELECT id, user_id AS userId, moved_to AS movedTo FROM calendars INDEXED BY calendars_to_clear
      WHERE deleted_at IS NOT NULL AND trash_id IS NULL LIMIT 1`);
    this.#keep = database.prepare<Key & { trashId: string | null }>(
      'UPDATE calendars SET trash_id = @trashId WHERE id = @id AND user_id = @userId',
    );
    // Another calendar may have got its name in CalDAV since.
    this.#takeBack = database.prepare<Key, Row>(`
      UPDATE calendars SET deleted_at = NULL, trash_id = NULL, dav_name = CASE WHEN EXISTS (
        SELECT 1 FROM calendars AS other
        WHERE other.user_id = @userId AND other.dav_name = calendars.dav_name AND other.deleted_at IS NULL) THEN NULL ELSE dav_name END
      WHERE id = @id AND user_id = @userId AND trash_id IS NOT NULL RETURNING ${columns}`);
    this.#setUntold = database.prepare<Key & { from: string | null }>(
      'UPDATE calendars SET untold_from = @from WHERE id = @id AND user_id = @userId',
    );
    this.#untold = database.prepare<[], UntoldCalendar>(`
      SELECT id, user_id AS userId, untold_from AS untoldFrom, deleted_at IS NOT NULL AS isHidden FROM calendars INDEXED BY calendars_untold
      WHERE untold_from IS NOT NULL LIMIT 1`);
    this.#someMoving = database
      .prepare<Key, 1>('SELECT 1 FROM calendars WHERE user_id = @userId AND moved_to = @id AND deleted_at IS NOT NULL LIMIT 1')
      .pluck();
    this.#remove = database.prepare<Key>('DELETE FROM calendars WHERE id = @id AND user_id = @userId');
    this.#someEvents = database.prepare<Key & { after: string; limit: number }, EventVersion>(`
      SELECT id, version FROM events INDEXED BY events_by_calendar
      WHERE calendar_id = @id AND id > @after AND user_id = @userId ORDER BY id LIMIT @limit`);
    this.#filling = database
      .prepare<Key, string>('SELECT id FROM calendars WHERE user_id = @userId AND (id = @id OR moved_to = @id)')
      .pluck();
    // The index has all of it.
    this.#someEventIds = database
      .prepare<Key & { after: string; limit: number }, string>(
        `SELECT id FROM events INDEXED BY events_by_calendar
        WHERE calendar_id = (SELECT calendars.id FROM calendars WHERE calendars.user_id = @userId AND calendars.id = @id) AND id > @after
        ORDER BY id LIMIT @limit`,
      )
      .pluck();
    this.#removeEvent = database.prepare<Key>('DELETE FROM events WHERE id = @id AND user_id = @userId');
    this.#forgetDepartures = database.prepare<Key & { limit: number }>(`
      DELETE FROM dav_departures WHERE rowid IN (
        SELECT rowid FROM dav_departures WHERE calendar_id = @id AND user_id = @userId LIMIT @limit)`);
    this.#moveEvent = database.prepare<Key & { version: number; calendarId: string; at: number }>(`
      UPDATE events SET calendar_id = @calendarId, version = @version, updated_at = @at WHERE id = @id AND user_id = @userId`);
    this.#byFeed = database.prepare<[Buffer], Row & { userId: string }>(
      `SELECT user_id AS userId, ${columns} FROM calendars WHERE feed_hash = ? AND ${notDeletedSql}`,
    );
    this.#giveFeed = database.prepare<Key & { hash: Buffer | null; version: number; at: number }>(
      'UPDATE calendars SET feed_hash = @hash, version = @version, updated_at = @at WHERE id = @id AND user_id = @userId',
    );
    this.#readState = database.prepare<Key, ReadState>(`
      SELECT url, etag, last_modified AS lastModified, refreshed_at AS refreshedAt, error FROM calendars
      WHERE id = @id AND user_id = @userId AND url IS NOT NULL AND ${notDeletedSql}`);
    this.#keepReadState = database.prepare<object>(`
      UPDATE calendars SET etag = @etag, last_modified = @lastModified, refreshed_at = @refreshedAt, error = @error, tried_at = @triedAt,
        version = @version, updated_at = @updatedAt
      WHERE id = @id AND user_id = @userId`);
    this.#due = database.prepare<{ before: number; now: number }, Key>(`
      SELECT id, user_id AS userId FROM calendars INDEXED BY calendars_due
      WHERE url IS NOT NULL AND deleted_at IS NULL AND (tried_at IS NULL OR tried_at < @before OR tried_at > @now)
      ORDER BY tried_at LIMIT 1`);
  }

  /** The calendar whose secret address has this hash, and whose it is; null if there is none. */
  maybeByFeed(hash: Buffer): { readonly userId: string; readonly calendar: StoredCalendar } | null {
    const row = this.#byFeed.get(hash);
    if (row === undefined) return null;
    const { userId, ...calendar } = row;
    return { userId, calendar: toCalendar(calendar) };
  }

  /** Stores the hash of the secret address, null for none, and the version. */
  giveFeed(userId: string, { id, version, updatedAt }: StoredCalendar, hash: Buffer | null): void {
    this.#giveFeed.run({ userId, id, hash, version, at: updatedAt });
  }

  /** Null if the user has no such subscription. */
  readState(userId: string, id: string): ReadState | null {
    return this.#readState.get({ userId, id }) ?? null;
  }

  /** Stores what came of a try to read a subscription, and the version. */
  keepReadState(userId: string, { id, version, updatedAt }: StoredCalendar, state: Omit<ReadState, 'url'>, triedAt: number): void {
    const { etag, lastModified, refreshedAt, error } = state;
    this.#keepReadState.run({ userId, id, version, updatedAt, etag, lastModified, refreshedAt, error, triedAt });
  }

  /**
   * The subscription of any user that was tried longest ago, before `before`, or later than `now` by a clock that was wrong; null if there
   * is none.
   */
  maybeDue({ before, now }: { readonly before: number; readonly now: number }): Key | null {
    return this.#due.get({ before, now }) ?? null;
  }

  /** Null if the user has no such calendar. */
  maybeCalendar(userId: string, id: string): StoredCalendar | null {
    const row = this.#byId.get({ userId, id });
    return row === undefined ? null : toCalendar(row);
  }

  /** The default one first, then as they were made; without `limit` all after the first `offset`. */
  page(userId: string, { limit, offset }: { readonly limit: number | undefined; readonly offset: number }): StoredCalendar[] {
    return this.#page.all({ userId, limit: limit ?? -1, offset }).map(toCalendar);
  }

  count(userId: string): number {
    return this.#count.get(userId) ?? 0;
  }

  insert(userId: string, calendar: StoredCalendar): void {
    this.#insert.run({ ...calendar, userId, isVisible: calendar.isVisible ? 1 : 0 });
  }

  /** Stores name, colour and whether it is shown. */
  update(userId: string, { id, name, color, isVisible, version, updatedAt }: StoredCalendar): void {
    this.#update.run({ userId, id, name, color, isVisible: isVisible ? 1 : 0, version, updatedAt });
  }

  /** From now on no answer has it. Its events are in the calendar `movedTo`, or without one nowhere. */
  hide(key: Key, at: number, movedTo: string | null): void {
    this.#redirect.run({ ...key, movedTo });
    this.#hide.run({ ...key, at, movedTo });
  }

  /** A deleted calendar of any user that still has a row; null if there is none. */
  maybeDeleted(): DeletedCalendar | null {
    return this.#deleted.get() ?? null;
  }

  /**
   * Deletes at most `limit` of the notes of events that left it, which CalDAV clients are told; how many it deleted. The row's end deletes
   * those that remain, all in one statement.
   */
  forgetDepartures({ userId, id }: Key, limit: number): number {
    return this.#forgetDepartures.run({ userId, id, limit }).changes;
  }

  /** Deletes the row; no event may be left in it. */
  remove({ userId, id }: Key): void {
    this.#remove.run({ userId, id });
  }

  /** At most `limit` of its events, those after `after` by their ids. */
  someEvents({ userId, id }: Key, limit: number, after = ''): EventVersion[] {
    return this.#someEvents.all({ userId, id, limit, after });
  }

  /** Of all its events in their order, also of those that are still being moved into it. Others may write between the pages. */
  *eventIdPages(key: Key): Generator<readonly string[]> {
    const calendars = this.#filling.all(key);
    for (let after = ''; ;) {
      const rest = { userId: key.userId, after, limit: idPageLength };
      const next = calendars.flatMap((id) => this.#someEventIds.all({ ...rest, id }));
      const page = calendars.length > 1 ? next.toSorted().slice(0, idPageLength) : next;
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      if (page.length < idPageLength) return;
      after = last;
    }
  }

  /** Hides it like a deleted one, and keeps it with its events for the entry of the trash; its secret address ends. */
  putAside(key: Key, at: number, trashId: string): void {
    this.#hide.run({ ...key, at, movedTo: null });
    this.#keep.run({ ...key, trashId });
  }

  /** Shows one again that was put aside; null if there is none. */
  takeBack(key: Key): StoredCalendar | null {
    const row = this.#takeBack.get(key);
    return row === undefined ? null : toCalendar(row);
  }

  /** From now on it is one that is deleted with its events. */
  release(key: Key): void {
    this.#keep.run({ ...key, trashId: null });
  }

  /** Up to which event the feed has told; null for all. */
  setUntold(key: Key, from: string | null): void {
    this.#setUntold.run({ ...key, from });
  }

  /** A calendar of any user of whose events the feed has not told all; null if there is none. */
  maybeUntold(): UntoldCalendar | null {
    return this.#untold.get() ?? null;
  }

  /** Whether events of a deleted calendar are still being moved into this one. */
  isMovedInto(key: Key): boolean {
    return this.#someMoving.get(key) !== undefined;
  }

  removeEvent(userId: string, id: string): void {
    this.#removeEvent.run({ userId, id });
  }

  /** Stores the calendar, the version and the time of the change. */
  moveEvent(userId: string, { id, version }: EventVersion, calendarId: string, at: number): void {
    this.#moveEvent.run({ userId, id, version, calendarId, at });
  }
}

function toCalendar({ isVisible, isDefault, hasFeed, ...row }: Row): StoredCalendar {
  return { ...row, isVisible: isVisible === 1, isDefault: isDefault === 1, hasFeed: hasFeed === 1 };
}
