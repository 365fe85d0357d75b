import type { Migration } from '../migrate.ts';

/** What records mean, as vectors of an embedding model: made in the background, and never of what is in the trash. */
export const embeddings: Migration = {
  version: 14,
  name: 'embeddings',
  sql: `
    -- A row for each piece of a record's text. digest: of that text, so that only what has changed is embedded anew. vector: a signed byte
    -- for each dimension, whose length does not count.
    CREATE TABLE embeddings (
      user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type      TEXT NOT NULL CHECK (type IN ('note', 'card', 'event')),
      record_id TEXT NOT NULL,
      piece     INTEGER NOT NULL,
      digest    BLOB NOT NULL,
      vector    BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX embeddings_by_record ON embeddings (record_id, piece);
    CREATE INDEX embeddings_by_user ON embeddings (user_id);

    -- The one row: the model of all vectors, as far as the change feed they go, and while the records from before are gone through, the
    -- last of them that was.
    CREATE TABLE embedding_progress (
      one       INTEGER PRIMARY KEY CHECK (one = 1),
      model     TEXT NOT NULL,
      seq       INTEGER NOT NULL,
      scan_type TEXT,
      scan_id   TEXT
    ) STRICT;

    -- Vectors go with their record, whether a model is set or not.
    CREATE TRIGGER note_unembedded AFTER DELETE ON notes BEGIN
      DELETE FROM embeddings WHERE record_id = old.id;
    END;
    CREATE TRIGGER note_in_trash_unembedded AFTER UPDATE OF trashed_at ON notes WHEN new.trashed_at IS NOT NULL BEGIN
      DELETE FROM embeddings WHERE record_id = new.id;
    END;
    CREATE TRIGGER card_unembedded AFTER DELETE ON cards BEGIN
      DELETE FROM embeddings WHERE record_id = old.id;
    END;
    CREATE TRIGGER event_unembedded AFTER DELETE ON events BEGIN
      DELETE FROM embeddings WHERE record_id = old.id;
    END;
  `,
};
