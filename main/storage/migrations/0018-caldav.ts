import type { Migration } from '../migrate.ts';

/** Names that clients of CalDAV have given to calendars and events, and what has left a calendar since. */
export const caldav: Migration = {
  version: 18,
  name: 'caldav',
  sql: `
    -- The part of its address that a client chose; null: its id.
    ALTER TABLE calendars ADD COLUMN dav_name TEXT;
    CREATE INDEX calendars_by_dav_name ON calendars (user_id, dav_name) WHERE dav_name IS NOT NULL;

    -- Counts as long as the event is in that calendar; without a row an event is called by its id.
    CREATE TABLE dav_names (
      event_id    TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
      calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
      user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name        TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX dav_names_by_name ON dav_names (calendar_id, name);
    CREATE INDEX dav_names_by_user ON dav_names (user_id);

    -- Events that a calendar had. seq: the newest entry of the change feed before the one that tells of it.
    CREATE TABLE dav_departures (
      calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
      name        TEXT NOT NULL,
      user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      seq         INTEGER NOT NULL,
      at          INTEGER NOT NULL,
      PRIMARY KEY (calendar_id, name)
    ) STRICT;
    CREATE INDEX dav_departures_by_seq ON dav_departures (calendar_id, seq);
    CREATE INDEX dav_departures_by_user ON dav_departures (user_id);
    CREATE INDEX dav_departures_by_age ON dav_departures (at);

    -- Nothing is noted of calendars and users that are being deleted themselves.
    CREATE TRIGGER event_left BEFORE DELETE ON events
      WHEN EXISTS (SELECT 1 FROM calendars JOIN users ON users.id = calendars.user_id
        WHERE calendars.id = old.calendar_id AND calendars.deleted_at IS NULL AND users.deleted_at IS NULL)
    BEGIN
      INSERT OR REPLACE INTO dav_departures (calendar_id, name, user_id, seq, at) VALUES (old.calendar_id,
        coalesce((SELECT name FROM dav_names WHERE event_id = old.id AND calendar_id = old.calendar_id), old.id || '.ics'), old.user_id,
        coalesce((SELECT seq FROM sqlite_sequence WHERE sqlite_sequence.name = 'changes'), 0), CAST(unixepoch('subsec') * 1000 AS INTEGER));
    END;
    CREATE TRIGGER event_moved BEFORE UPDATE OF calendar_id ON events
      WHEN old.calendar_id <> new.calendar_id
        AND EXISTS (SELECT 1 FROM calendars WHERE calendars.id = old.calendar_id AND calendars.deleted_at IS NULL)
    BEGIN
      INSERT OR REPLACE INTO dav_departures (calendar_id, name, user_id, seq, at) VALUES (old.calendar_id,
        coalesce((SELECT name FROM dav_names WHERE event_id = old.id AND calendar_id = old.calendar_id), old.id || '.ics'), old.user_id,
        coalesce((SELECT seq FROM sqlite_sequence WHERE sqlite_sequence.name = 'changes'), 0), CAST(unixepoch('subsec') * 1000 AS INTEGER));
    END;
  `,
};
