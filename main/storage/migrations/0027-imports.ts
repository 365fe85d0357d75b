import type { Migration } from '../migrate.ts';

/** Where records that were imported came from, so that a second import knows them again. */
export const imports: Migration = {
  version: 27,
  name: 'imports',
  sql: `
    -- source: the program, and within what its ids are unique. hash: of the record as it came in. version: of the record since then; null
    -- where it has none.
    CREATE TABLE import_sources (
      user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      source    TEXT NOT NULL,
      type      TEXT NOT NULL,
      source_id TEXT NOT NULL,
      record_id TEXT NOT NULL,
      hash      TEXT NOT NULL,
      version   INTEGER,
      PRIMARY KEY (user_id, source, type, source_id)
    ) STRICT;
  `,
};
