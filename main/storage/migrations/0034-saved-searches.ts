import type { Migration } from '../migrate.ts';

/** Searches that a user looks for again and again, under names. */
export const savedSearches: Migration = {
  version: 34,
  name: 'saved searches',
  sql: `
    -- order_key: its place among the user's others, by fractional indexing.
    CREATE TABLE saved_searches (
      id         TEXT PRIMARY KEY,
      user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name       TEXT NOT NULL,
      query      TEXT NOT NULL,
      order_key  TEXT NOT NULL,
      version    INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX saved_searches_by_user ON saved_searches (user_id, order_key);
  `,
};
