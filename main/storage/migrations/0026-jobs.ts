import type { Migration } from '../migrate.ts';

/** Long work that goes on by itself, such as an export of everything. Its files lie in a folder of the job. */
export const jobs: Migration = {
  version: 26,
  name: 'jobs',
  sql: `
    -- token_id: the program's token that started it, with its end; null for a login. scopes: those of the token, with a blank between two.
    -- input, result, error: JSON. batch_id: under which all that it changes is in the change feed. cancel_at: when a running one was told
    -- to end.
    CREATE TABLE jobs (
      id           TEXT PRIMARY KEY,
      user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      token_id     TEXT,
      token_ends_at INTEGER,
      scopes       TEXT NOT NULL,
      kind         TEXT NOT NULL,
      title        TEXT,
      status       TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
      done         INTEGER NOT NULL,
      total        INTEGER,
      unit         TEXT NOT NULL,
      input        TEXT NOT NULL,
      result       TEXT,
      error        TEXT,
      batch_id     TEXT,
      cancel_at    INTEGER,
      created_at   INTEGER NOT NULL,
      started_at   INTEGER,
      ended_at     INTEGER
    ) STRICT;
    CREATE INDEX jobs_by_user ON jobs (user_id, created_at DESC, id DESC);
    CREATE INDEX jobs_unfinished ON jobs (created_at, id) WHERE status IN ('queued', 'running');
  `,
};
