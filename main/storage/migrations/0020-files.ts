import type { Migration } from '../migrate.ts';

/** Files belong to a card or to a note; which notes name which of them is known from their texts. */
export const files: Migration = {
  version: 20,
  name: 'files',
  sql: `
    -- owner_id: of a card or a note; a note can be gone, as other notes may still name its files. name: what notes call the file, null for
    -- one of a card. width, height: pixels of a picture, where they are known. sha256: the name of its content among the kept ones.
    CREATE TABLE files (
      id         TEXT PRIMARY KEY,
      user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      owner_type TEXT NOT NULL CHECK (owner_type IN ('card', 'note')),
      owner_id   TEXT NOT NULL,
      name       TEXT,
      filename   TEXT NOT NULL,
      mime_type  TEXT NOT NULL,
      size       INTEGER NOT NULL CHECK (size >= 0),
      width      INTEGER,
      height     INTEGER,
      sha256     TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO files (id, user_id, owner_type, owner_id, filename, mime_type, size, sha256, created_at)
      SELECT id, user_id, 'card', card_id, filename, mime_type, size, sha256, created_at FROM attachments;
    DROP TABLE attachments;
    CREATE INDEX files_by_owner ON files (owner_id, owner_type, id);
    CREATE INDEX files_by_content ON files (sha256, size);
    CREATE INDEX files_by_user ON files (user_id, owner_type, id);
    CREATE UNIQUE INDEX files_by_name ON files (name) WHERE name IS NOT NULL;
    CREATE TRIGGER card_files AFTER DELETE ON cards BEGIN
      DELETE FROM files WHERE owner_id = old.id AND owner_type = 'card';
    END;

    -- Which files some version of a note has named. until_version: the last that does; null while the newest does.
    CREATE TABLE file_names (
      note_id       TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
      name          TEXT NOT NULL,
      until_version INTEGER,
      PRIMARY KEY (note_id, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX file_names_by_name ON file_names (name);
  `,
};
