import type { Migration } from '../migrate.ts';

/**
 * Cards and events come into their full-text indexes a little later, many at a time: FTS5 writes ten pages and more for each transaction
 * that adds something. Until then a row here names them, in the order of change; one record can have several.
 */
export const unindexedWords: Migration = {
  version: 31,
  name: 'unindexed words',
  sql: `
    CREATE TABLE unindexed_words (
      seq       INTEGER PRIMARY KEY,
      user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type      TEXT NOT NULL CHECK (type IN ('card', 'event')),
      record_id TEXT NOT NULL
    ) STRICT;
    DROP VIEW card_words;
    DROP VIEW event_words;
    DROP VIEW file_words;
  `,
};
