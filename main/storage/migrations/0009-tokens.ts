import type { Migration } from '../migrate.ts';

/** Tokens for programs, and whose an entry of the change feed is. */
export const tokens: Migration = {
  version: 9,
  name: 'tokens',
  sql: `
    -- The token itself is nowhere: its id is what it is known by. scopes: with a blank between two.
    CREATE TABLE tokens (
      id           TEXT PRIMARY KEY,
      user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name         TEXT NOT NULL,
      scopes       TEXT NOT NULL,
      created_at   INTEGER NOT NULL,
      expires_at   INTEGER,
      last_used_at INTEGER
    ) STRICT;
    CREATE INDEX tokens_by_user ON tokens (user_id, created_at, id);
    CREATE INDEX tokens_by_end ON tokens (expires_at) WHERE expires_at IS NOT NULL;

    -- actor: JSON; null for a login or the token of service.json, as all entries are from before there were other tokens.
    ALTER TABLE changes ADD COLUMN actor TEXT;
    ALTER TABLE changes ADD COLUMN batch_id TEXT;
  `,
};
