import type { Migration } from '../migrate.ts';

/** Runs of an agent: what was said, which tools were called, and what stood in files before. */
export const runs: Migration = {
  version: 13,
  name: 'runs',
  sql: `
    -- token_id: the program's token that started it, with its end; null for a login. scopes: with a blank between two. tools, allowed:
    -- JSON, lists of names. error: JSON. malformed: calls in a row that could not be read. stored: characters of its steps and calls.
    CREATE TABLE runs (
      id                TEXT PRIMARY KEY,
      user_id           TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      token_id          TEXT,
      token_ends_at     INTEGER,
      scopes            TEXT NOT NULL,
      task              TEXT NOT NULL,
      provider          TEXT,
      model             TEXT,
      tools             TEXT NOT NULL,
      allowed           TEXT NOT NULL,
      approval          TEXT NOT NULL CHECK (approval IN ('ask', 'auto-safe')),
      workspace_root    TEXT,
      max_steps         INTEGER NOT NULL,
      max_tokens        INTEGER NOT NULL,
      status            TEXT NOT NULL CHECK (status IN ('running', 'waiting', 'done', 'failed', 'cancelled', 'interrupted')),
      error             TEXT,
      steps             INTEGER NOT NULL,
      prompt_tokens     INTEGER NOT NULL,
      completion_tokens INTEGER NOT NULL,
      is_estimate       INTEGER NOT NULL CHECK (is_estimate IN (0, 1)),
      malformed         INTEGER NOT NULL,
      stored            INTEGER NOT NULL,
      created_at        INTEGER NOT NULL,
      updated_at        INTEGER NOT NULL,
      ended_at          INTEGER
    ) STRICT;
    CREATE INDEX runs_by_user ON runs (user_id, created_at DESC, id DESC);
    CREATE INDEX runs_running ON runs (id) WHERE status = 'running';

    -- is_whole: 0 while the model still writes it.
    CREATE TABLE run_steps (
      seq        INTEGER PRIMARY KEY,
      id         TEXT NOT NULL UNIQUE,
      run_id     TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      role       TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
      content    TEXT NOT NULL,
      is_whole   INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX run_steps_by_run ON run_steps (run_id, seq);

    -- name: how the model calls it. arguments: as the model wrote them. has_written: set in the transaction of what it writes, so that no
    -- call writes twice. record_id, record_version: what it led to.
    CREATE TABLE run_calls (
      seq            INTEGER PRIMARY KEY,
      id             TEXT NOT NULL UNIQUE,
      run_id         TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      step_id        TEXT NOT NULL,
      name           TEXT NOT NULL,
      tool           TEXT NOT NULL,
      arguments      TEXT NOT NULL,
      status         TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'running', 'done', 'failed')),
      diff           TEXT,
      decision       TEXT CHECK (decision IN ('once', 'run', 'deny')),
      reason         TEXT,
      result         TEXT,
      has_written    INTEGER NOT NULL DEFAULT 0 CHECK (has_written IN (0, 1)),
      record_id      TEXT,
      record_version INTEGER,
      created_at     INTEGER NOT NULL,
      updated_at     INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX run_calls_by_run ON run_calls (run_id, seq);

    -- before: null for a file that was not there, and for one whose bytes are not kept any more (is_kept). after: SHA-256 of what was
    -- written.
    CREATE TABLE run_files (
      call_id    TEXT PRIMARY KEY,
      run_id     TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      user_id    TEXT NOT NULL,
      path       TEXT NOT NULL,
      before     BLOB,
      is_kept    INTEGER NOT NULL CHECK (is_kept IN (0, 1)),
      after      TEXT NOT NULL,
      is_undone  INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
      written_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX run_files_by_run ON run_files (run_id, written_at);
    CREATE INDEX run_files_by_user ON run_files (user_id, written_at) WHERE before IS NOT NULL;
  `,
};
