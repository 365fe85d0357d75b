import type { Migration } from '../migrate.ts';

/** Users, tokens that were revoked, calendar events, the change feed, and answers kept for `Idempotency-Key`. */
export const start: Migration = {
  version: 1,
  name: 'start',
  sql: `
    -- username_key: the name folded for comparison (see auth/usernames.ts), as NOCASE knows ASCII alone.
    CREATE TABLE users (
      id            TEXT PRIMARY KEY,
      username      TEXT NOT NULL,
      username_key  TEXT NOT NULL UNIQUE,
      password_hash TEXT,
      is_owner      INTEGER NOT NULL CHECK (is_owner IN (0, 1)),
      created_at    INTEGER NOT NULL,
      updated_at    INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX users_one_owner ON users (is_owner) WHERE is_owner = 1;

    -- Rows stay for good: if the clock goes back, a token that had ended lives again.
    CREATE TABLE revoked_tokens (
      token_id   TEXT PRIMARY KEY,
      revoked_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- span: the smallest class whose length holds the event (see events/store.ts).
    CREATE TABLE events (
      id          TEXT PRIMARY KEY,
      user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      title       TEXT NOT NULL,
      description TEXT,
      location    TEXT,
      color       TEXT NOT NULL,
      is_all_day  INTEGER NOT NULL CHECK (is_all_day IN (0, 1)),
      start_at    INTEGER NOT NULL,
      end_at      INTEGER NOT NULL CHECK (end_at > start_at),
      time_zone   TEXT NOT NULL,
      span        INTEGER NOT NULL,
      version     INTEGER NOT NULL,
      created_at  INTEGER NOT NULL,
      updated_at  INTEGER NOT NULL
    ) STRICT;
    -- Pages and totals of a range are found in these indexes without reading a row.
    CREATE INDEX events_by_start ON events (user_id, start_at, id, color, is_all_day);
    CREATE INDEX events_by_span ON events (user_id, span, start_at, id, end_at, color, is_all_day);

    CREATE TABLE changes (
      seq       INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      at        INTEGER NOT NULL,
      type      TEXT NOT NULL,
      action    TEXT NOT NULL,
      record_id TEXT,
      version   INTEGER
    ) STRICT;
    CREATE INDEX changes_by_user ON changes (user_id, seq);

    CREATE TABLE idempotency_keys (
      user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      key         TEXT NOT NULL,
      fingerprint BLOB NOT NULL,
      status      INTEGER NOT NULL,
      location    TEXT,
      body        TEXT,
      created_at  INTEGER NOT NULL,
      PRIMARY KEY (user_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
  `,
};
