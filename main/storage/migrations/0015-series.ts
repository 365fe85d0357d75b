import type { Migration } from '../migrate.ts';

/** Events that repeat: how, until when, and which of their occurrences differ. */
export const series: Migration = {
  version: 15,
  name: 'series',
  sql: `
    -- recurrence: JSON, how the event repeats; null for a single one. follows_id: the series that it was split off, which may be gone.
    ALTER TABLE events ADD COLUMN recurrence TEXT;
    ALTER TABLE events ADD COLUMN follows_id TEXT;
    -- A range finds single events in their indexes, and series by their bounds. The span of a series is -1.
    ALTER TABLE events ADD COLUMN is_series INTEGER NOT NULL DEFAULT 0 CHECK (is_series IN (0, 1));
    DROP INDEX events_by_start;
    CREATE INDEX events_by_start ON events (user_id, start_at, id, end_at, color, is_all_day, is_series);

    -- No occurrence starts before first_at or ends after last_at.
    CREATE TABLE series (
      event_id TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
      user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      first_at INTEGER NOT NULL,
      last_at  INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX series_by_bounds ON series (user_id, last_at, first_at, event_id);

    -- An occurrence that differs. original_at: when the series has it (RECURRENCE-ID). fields: JSON, what differs.
    CREATE TABLE event_overrides (
      series_id   TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
      original_at INTEGER NOT NULL,
      user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      start_at    INTEGER NOT NULL,
      end_at      INTEGER NOT NULL CHECK (end_at > start_at),
      fields      TEXT NOT NULL,
      PRIMARY KEY (series_id, original_at)
    ) STRICT;
    CREATE INDEX event_overrides_by_user ON event_overrides (user_id);
  `,
};
