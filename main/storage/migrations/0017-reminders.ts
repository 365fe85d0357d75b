import type { Migration } from '../migrate.ts';

/** Events and cards remind of themselves; what was done about those that rang is remembered. */
export const reminders: Migration = {
  version: 17,
  name: 'reminders',
  sql: `
    -- JSON, when to remind of it; null for never.
    ALTER TABLE events ADD COLUMN reminders TEXT;
    CREATE INDEX events_reminded ON events (user_id, start_at, id) WHERE reminders IS NOT NULL AND is_series = 0;
    ALTER TABLE cards ADD COLUMN reminders TEXT;
    CREATE INDEX cards_reminded ON cards (user_id, due_at) WHERE reminders IS NOT NULL;

    -- record_id: of the card, the event or the occurrence. at: when it was to ring at first; a record that was moved rings at another time.
    -- rung_at: when it was told, null again once it is snoozed. marked_at: when the row changed last; kept_until: when it may go.
    CREATE TABLE reminder_marks (
      user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type          TEXT NOT NULL CHECK (type IN ('event', 'card')),
      record_id     TEXT NOT NULL,
      at            INTEGER NOT NULL,
      rung_at       INTEGER,
      snoozed_until INTEGER,
      is_dismissed  INTEGER NOT NULL CHECK (is_dismissed IN (0, 1)),
      marked_at     INTEGER NOT NULL,
      kept_until    INTEGER NOT NULL,
      PRIMARY KEY (user_id, record_id, at)
    ) STRICT;
    CREATE INDEX reminder_marks_by_time ON reminder_marks (user_id, at);
    CREATE INDEX reminder_marks_by_age ON reminder_marks (user_id, marked_at);
    CREATE INDEX reminder_marks_kept ON reminder_marks (kept_until);
    CREATE INDEX reminder_marks_snoozed ON reminder_marks (user_id, snoozed_until) WHERE snoozed_until IS NOT NULL AND is_dismissed = 0;
  `,
};
