import type { Migration } from '../migrate.ts';

/** Columns, cards in their order, and what is known of the files attached to them. */
export const boards: Migration = {
  version: 2,
  name: 'boards',
  sql: `
    -- position: 0, 1, 2 … within the project.
    CREATE TABLE board_columns (
      id         TEXT PRIMARY KEY,
      user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      title      TEXT NOT NULL,
      position   INTEGER NOT NULL,
      version    INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX board_columns_by_place ON board_columns (user_id, project_id, position, id);

    -- order_key: compared byte by byte, gives the order within the column (see boards/order.ts).
    -- due_at: milliseconds since the epoch; if due_is_local, of the same time on the clocks of UTC (see boards/due-date.ts).
    -- search: title and description folded for comparison. What is long stands last: SQLite reads a row from its start.
    CREATE TABLE cards (
      id           TEXT PRIMARY KEY,
      user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      column_id    TEXT NOT NULL REFERENCES board_columns (id) ON DELETE CASCADE,
      order_key    TEXT NOT NULL,
      priority     TEXT CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
      due_date     TEXT,
      due_at       INTEGER,
      due_is_local INTEGER CHECK (due_is_local IN (0, 1)),
      progress     INTEGER NOT NULL CHECK (progress BETWEEN 0 AND 100),
      version      INTEGER NOT NULL,
      created_at   INTEGER NOT NULL,
      updated_at   INTEGER NOT NULL,
      title        TEXT NOT NULL,
      checklist    TEXT NOT NULL,
      description  TEXT,
      search       TEXT NOT NULL,
      UNIQUE (column_id, order_key)
    ) STRICT;
    CREATE INDEX cards_by_user ON cards (user_id);

    -- How many cards lie from first_key up to the first_key of the next block: positions are counted by blocks.
    CREATE TABLE card_blocks (
      column_id TEXT NOT NULL REFERENCES board_columns (id) ON DELETE CASCADE,
      first_key TEXT NOT NULL,
      size      INTEGER NOT NULL CHECK (size >= 0),
      PRIMARY KEY (column_id, first_key)
    ) STRICT, WITHOUT ROWID;

    -- sha256: the name of the file among the attachments; equal contents share one.
    CREATE TABLE attachments (
      id         TEXT PRIMARY KEY,
      card_id    TEXT NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
      user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      filename   TEXT NOT NULL,
      mime_type  TEXT NOT NULL,
      size       INTEGER NOT NULL CHECK (size >= 0),
      sha256     TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX attachments_by_card ON attachments (card_id, id);
    CREATE INDEX attachments_by_content ON attachments (sha256);
    CREATE INDEX attachments_by_user ON attachments (user_id);
  `,
};
