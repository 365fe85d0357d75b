import type { Migration } from '../migrate.ts';

/** Notes: the record, its markdown, every step that was accepted, and the full-text index. */
export const notes: Migration = {
  version: 3,
  name: 'notes',
  sql: `
    -- A list reads these rows alone. settled_version: as far as excerpt and note_contents go, indexed_version: as far as the
    -- full-text index goes; -1 before the first time. step_bytes: of all steps that were ever stored.
    CREATE TABLE notes (
      id              TEXT PRIMARY KEY,
      user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      title           TEXT NOT NULL,
      excerpt         TEXT NOT NULL,
      version         INTEGER NOT NULL,
      settled_version INTEGER NOT NULL,
      indexed_version INTEGER NOT NULL,
      -- The oldest version that can still be reached.
      first_version   INTEGER NOT NULL DEFAULT 0,
      step_bytes      INTEGER NOT NULL DEFAULT 0,
      created_at      INTEGER NOT NULL,
      updated_at      INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX notes_by_change ON notes (user_id, updated_at DESC, id DESC);
    CREATE INDEX notes_unsettled ON notes (user_id, id) WHERE settled_version < version;
    CREATE INDEX notes_unindexed ON notes (user_id, id) WHERE indexed_version < version;

    -- The note at one version. state: what the markdown alone does not tell of the live document (see notes/note-source.ts);
    -- null when it tells all.
    -- step_bytes: what the row of notes said at that version.
    CREATE TABLE note_contents (
      note_id    TEXT PRIMARY KEY REFERENCES notes (id) ON DELETE CASCADE,
      version    INTEGER NOT NULL,
      step_bytes INTEGER NOT NULL,
      title      TEXT NOT NULL,
      content    TEXT NOT NULL,
      state      TEXT
    ) STRICT;

    -- One row a step; version is the one that the step leads to, delta the one that its delta leads to. client_id: JSON text.
    -- author: the id of a user, who may be gone. splices: on the last step of a delta that came as markdown, the bytes that it brought.
    CREATE TABLE note_steps (
      note_id   TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
      version   INTEGER NOT NULL,
      delta     INTEGER NOT NULL,
      at        INTEGER NOT NULL,
      author    TEXT NOT NULL,
      client_id TEXT,
      step      TEXT NOT NULL,
      splices   TEXT,
      PRIMARY KEY (note_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX note_steps_by_delta ON note_steps (note_id, delta) WHERE version = delta;

    -- Answers to deltas that carried an id: those after \`since\`, up to \`version\`.
    CREATE TABLE note_deltas (
      note_id    TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
      delta_id   TEXT NOT NULL,
      since      INTEGER NOT NULL,
      version    INTEGER NOT NULL,
      title      TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (note_id, delta_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX note_deltas_by_version ON note_deltas (note_id, version);

    -- Earlier rows of note_contents, from which history is replayed.
    CREATE TABLE note_snapshots (
      note_id    TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
      version    INTEGER NOT NULL,
      step_bytes INTEGER NOT NULL,
      title      TEXT NOT NULL,
      content    TEXT NOT NULL,
      state      TEXT,
      PRIMARY KEY (note_id, version)
    ) STRICT;

    -- The index holds no text. A user's entries have numbers of a range of their own, and a note gets the next number
    -- of it whenever it is indexed: newest last (see notes/search/search-store.ts). What is indexed was folded before.
    CREATE TABLE note_search_users (
      number  INTEGER PRIMARY KEY,
      user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE
    ) STRICT;
    CREATE TABLE note_search (
      row     INTEGER PRIMARY KEY,
      note_id TEXT NOT NULL UNIQUE REFERENCES notes (id) ON DELETE CASCADE
    ) STRICT;
    CREATE VIRTUAL TABLE note_index
      USING fts5 (title, body, content = '', contentless_delete = 1, prefix = '1 2', tokenize = "ascii tokenchars '_'");
    CREATE TRIGGER note_search_deleted AFTER DELETE ON note_search BEGIN
      DELETE FROM note_index WHERE rowid = old.row;
    END;
  `,
};
