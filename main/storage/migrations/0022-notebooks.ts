import type { Migration } from '../migrate.ts';

/** Notebooks, and what a note is besides its text: in which notebook, pinned, archived. */
export const notebooks: Migration = {
  version: 22,
  name: 'notebooks',
  sql: `
    -- order_key: its place among those of the same parent, by fractional indexing.
    CREATE TABLE notebooks (
      id           TEXT PRIMARY KEY,
      user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      parent_id    TEXT,
      name         TEXT NOT NULL,
      order_key    TEXT NOT NULL,
      is_templates INTEGER NOT NULL CHECK (is_templates IN (0, 1)),
      version      INTEGER NOT NULL,
      created_at   INTEGER NOT NULL,
      updated_at   INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX notebooks_by_user ON notebooks (user_id, parent_id, order_key);

    -- notebook_id: null for a note that is in none. Changes of these three are steps of the note's history as well.
    ALTER TABLE notes ADD COLUMN notebook_id TEXT;
    ALTER TABLE notes ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1));
    ALTER TABLE notes ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1));
    DROP INDEX notes_by_change;
    CREATE INDEX notes_by_change ON notes (user_id, is_archived, is_pinned DESC, updated_at DESC, id DESC) WHERE trashed_at IS NULL;
    CREATE INDEX notes_by_creation ON notes (user_id, is_archived, is_pinned DESC, created_at DESC, id DESC) WHERE trashed_at IS NULL;
    CREATE INDEX notes_by_name ON notes (user_id, is_archived, is_pinned DESC, title_key, id) WHERE trashed_at IS NULL;
    CREATE INDEX notes_by_notebook ON notes (user_id, notebook_id, is_archived, trashed_at) WHERE notebook_id IS NOT NULL;

    -- text_version: the version from which on the content has been as it is; null where that is its own version.
    ALTER TABLE note_contents ADD COLUMN text_version INTEGER;

    -- How many of a user's notes are archived.
    ALTER TABLE note_totals ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
    DROP TRIGGER note_counted;
    CREATE TRIGGER note_counted AFTER INSERT ON notes BEGIN
      INSERT INTO note_totals (user_id, notes, archived) VALUES (new.user_id, 1, new.is_archived)
        ON CONFLICT (user_id) DO UPDATE SET notes = notes + 1, archived = archived + new.is_archived;
    END;
    DROP TRIGGER note_uncounted;
    CREATE TRIGGER note_uncounted AFTER DELETE ON notes WHEN old.trashed_at IS NULL BEGIN
      UPDATE note_totals SET notes = notes - 1, archived = archived - old.is_archived WHERE user_id = old.user_id;
    END;
    DROP TRIGGER note_trashed;
    CREATE TRIGGER note_trashed AFTER UPDATE OF trashed_at, is_archived ON notes BEGIN
      UPDATE note_totals SET notes = notes + (new.trashed_at IS NULL) - (old.trashed_at IS NULL),
        archived = archived + (new.trashed_at IS NULL) * new.is_archived - (old.trashed_at IS NULL) * old.is_archived
      WHERE user_id = new.user_id;
    END;
  `,
};
