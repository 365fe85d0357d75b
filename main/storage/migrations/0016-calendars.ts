import type { Migration } from '../migrate.ts';

/** A UUIDv7 of this moment, as the service makes them. */
const newId = `(SELECT printf('%08x-%04x-7%03x-%x%03x-%012x', now >> 16, now & 65535, abs(random() % 4096), 8 + abs(random() % 4),
  abs(random() % 4096), abs(random() % 281474976710656)) FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now))`;

/** Every event is in a calendar; each user has one from the start, which cannot be deleted. */
export const calendars: Migration = {
  version: 16,
  name: 'calendars',
  sql: `
    -- url: of a subscription, null for a calendar of the user's own. refreshed_at: when it was last read; tried_at: when that was last
    -- tried.
    -- deleted_at: set while events of a deleted calendar are still being removed, or moved to moved_to.
    -- feed_hash: SHA-256 of what its secret address holds.
    CREATE TABLE calendars (
      id            TEXT PRIMARY KEY,
      user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name          TEXT NOT NULL,
      color         TEXT NOT NULL,
      is_visible    INTEGER NOT NULL CHECK (is_visible IN (0, 1)),
      is_default    INTEGER NOT NULL CHECK (is_default IN (0, 1)),
      url           TEXT,
      etag          TEXT,
      last_modified TEXT,
      refreshed_at  INTEGER,
      tried_at      INTEGER,
      error         TEXT,
      feed_hash     BLOB,
      version       INTEGER NOT NULL,
      created_at    INTEGER NOT NULL,
      updated_at    INTEGER NOT NULL,
      deleted_at    INTEGER,
      moved_to      TEXT
    ) STRICT;
    CREATE INDEX calendars_by_user ON calendars (user_id, id);
    CREATE UNIQUE INDEX calendars_default ON calendars (user_id) WHERE is_default = 1;
    CREATE INDEX calendars_deleted ON calendars (user_id, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX calendars_due ON calendars (tried_at) WHERE url IS NOT NULL AND deleted_at IS NULL;
    CREATE UNIQUE INDEX calendars_by_feed ON calendars (feed_hash) WHERE feed_hash IS NOT NULL;

    INSERT INTO calendars (id, user_id, name, color, is_visible, is_default, version, created_at, updated_at)
      SELECT ${newId}, users.id, 'Calendar', 'purple', 1, 1, 1, users.created_at, users.created_at FROM users;
    CREATE TRIGGER user_calendar AFTER INSERT ON users BEGIN
      INSERT INTO calendars (id, user_id, name, color, is_visible, is_default, version, created_at, updated_at)
        VALUES (${newId}, new.id, 'Calendar', 'purple', 1, 1, 1, new.created_at, new.created_at);
    END;

    ALTER TABLE events ADD COLUMN calendar_id TEXT REFERENCES calendars (id);
    UPDATE events SET calendar_id = (SELECT calendars.id FROM calendars WHERE calendars.user_id = events.user_id);
    CREATE INDEX events_by_calendar ON events (calendar_id, id);

    -- The calendar is part of what a range is found by: it can be that of a deleted calendar, or not the one that is asked for.
    DROP INDEX events_by_start;
    CREATE INDEX events_by_start ON events (user_id, start_at, id, end_at, color, is_all_day, is_series, calendar_id);
    DROP INDEX events_by_span;
    CREATE INDEX events_by_span ON events (user_id, span, start_at, id, end_at, color, is_all_day, calendar_id) WHERE span > 0;

    -- Of an event that came in by iCalendar: its UID there, and as JSON what of it has no place in an event.
    CREATE TABLE event_sources (
      event_id TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
      uid      TEXT NOT NULL,
      data     TEXT NOT NULL
    ) STRICT;
    CREATE INDEX event_sources_by_uid ON event_sources (uid);
  `,
};
