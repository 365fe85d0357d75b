import type { Migration } from '../migrate.ts';

/** What is put aside instead of deleted: where it is kept, and that nothing else shows it. */
export const trash: Migration = {
  version: 11,
  name: 'trash',
  sql: `
    -- data: JSON, what bringing it back needs besides the record itself. actor: JSON; null for the window.
    CREATE TABLE trash (
      id         TEXT PRIMARY KEY,
      user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type       TEXT NOT NULL CHECK (type IN ('note', 'card', 'column', 'project', 'event')),
      record_id  TEXT NOT NULL,
      title      TEXT NOT NULL,
      trashed_at INTEGER NOT NULL,
      actor      TEXT,
      data       TEXT NOT NULL
    ) STRICT;
    CREATE INDEX trash_by_user ON trash (user_id, trashed_at DESC, id DESC);
    CREATE INDEX trash_by_age ON trash (trashed_at);
    CREATE INDEX trash_by_record ON trash (record_id, type);

    -- Lists and totals do not hold what is in the trash, and neither does the full-text index.
    ALTER TABLE notes ADD COLUMN trashed_at INTEGER;
    DROP INDEX notes_by_change;
    CREATE INDEX notes_by_change ON notes (user_id, updated_at DESC, id DESC) WHERE trashed_at IS NULL;
    DROP TRIGGER note_uncounted;
    CREATE TRIGGER note_uncounted AFTER DELETE ON notes WHEN old.trashed_at IS NULL BEGIN
      UPDATE note_totals SET notes = notes - 1 WHERE user_id = old.user_id;
    END;
    CREATE TRIGGER note_trashed AFTER UPDATE OF trashed_at ON notes BEGIN
      UPDATE note_totals SET notes = notes + (new.trashed_at IS NULL) - (old.trashed_at IS NULL) WHERE user_id = new.user_id;
    END;

    -- A hidden column that is in the trash is kept: trash_id is its entry, or the user for the one that holds the cards of the trash.
    -- untold_from: the key from which on its cards are still to be told of in the change feed; null when all are. is_told: the feed
    -- knows of its cards that they are deleted.
    ALTER TABLE board_columns ADD COLUMN trash_id TEXT;
    ALTER TABLE board_columns ADD COLUMN untold_from TEXT;
    ALTER TABLE board_columns ADD COLUMN is_told INTEGER NOT NULL DEFAULT 0 CHECK (is_told IN (0, 1));
    DROP INDEX board_columns_deleted;
    CREATE INDEX board_columns_deleted ON board_columns (id) WHERE deleted_at IS NOT NULL AND trash_id IS NULL;
    CREATE INDEX board_columns_trashed ON board_columns (trash_id) WHERE trash_id IS NOT NULL;
    CREATE INDEX board_columns_untold ON board_columns (id) WHERE untold_from IS NOT NULL;
  `,
};
