import type { Migration } from '../migrate.ts';

/** Calendars can be in the trash: hidden as one that is being deleted, and kept with their events. */
export const calendarTrash: Migration = {
  version: 24,
  name: 'calendar trash',
  sql: `
    -- trash_id: the entry that keeps it. untold_from: the event after which the feed has not told of its events; null if it has of all.
    ALTER TABLE calendars ADD COLUMN trash_id TEXT;
    ALTER TABLE calendars ADD COLUMN untold_from TEXT;
    CREATE INDEX calendars_to_clear ON calendars (id) WHERE deleted_at IS NOT NULL AND trash_id IS NULL;
    CREATE INDEX calendars_untold ON calendars (id) WHERE untold_from IS NOT NULL;

    -- The same table without a list of the types, which the contract has.
    CREATE TABLE all_trash (
      id         TEXT PRIMARY KEY,
      user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type       TEXT NOT NULL,
      record_id  TEXT NOT NULL,
      title      TEXT NOT NULL,
      trashed_at INTEGER NOT NULL,
      actor      TEXT,
      data       TEXT NOT NULL
    ) STRICT;
    INSERT INTO all_trash SELECT id, user_id, type, record_id, title, trashed_at, actor, data FROM trash;
    DROP TABLE trash;
    ALTER TABLE all_trash RENAME TO trash;
    CREATE INDEX trash_by_user ON trash (user_id, trashed_at DESC, id DESC);
    CREATE INDEX trash_by_age ON trash (trashed_at);
    CREATE INDEX trash_by_record ON trash (record_id, type);
  `,
};
