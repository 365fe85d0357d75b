import type { Migration } from '../migrate.ts';

/**
 * What may be removed in time: entries of the change feed, revoked tokens, columns with very many cards. And which notes wait to be
 * indexed.
 */
export const feedLimits: Migration = {
  version: 5,
  name: 'feed limits',
  sql: `
    -- Ranges of seq that were given out by a database which a restore has replaced: who read up to there cannot go on.
    CREATE TABLE change_gaps (
      first INTEGER PRIMARY KEY,
      last  INTEGER NOT NULL
    ) STRICT;

    -- The user's entries up to this seq were removed for their age.
    CREATE TABLE change_floors (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      seq     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- When the token ends by itself, in milliseconds; null for those that were revoked before this was written down.
    ALTER TABLE revoked_tokens ADD COLUMN expires_at INTEGER;
    CREATE INDEX revoked_tokens_by_end ON revoked_tokens (expires_at) WHERE expires_at IS NOT NULL;

    -- Notes that the full-text index does not have as they are, by the time of their change: the newest, or the oldest,
    -- without a look at the others.
    CREATE INDEX notes_pending ON notes (updated_at, id, user_id) WHERE indexed_version < version;
    DROP INDEX notes_unindexed;
    DROP INDEX notes_unsettled;

    -- Set while the cards of a deleted column are still being removed; such a column is seen by no one.
    ALTER TABLE board_columns ADD COLUMN deleted_at INTEGER;
    CREATE INDEX board_columns_deleted ON board_columns (id) WHERE deleted_at IS NOT NULL;
  `,
};
