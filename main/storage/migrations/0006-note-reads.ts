import type { Migration } from '../migrate.ts';

/** What lists and searches of notes would otherwise have to work out each time: how many notes there are, and their text as it is read. */
export const noteReads: Migration = {
  version: 6,
  name: 'note reads',
  sql: `
    -- How many notes each user has; kept by the write that adds or removes one.
    CREATE TABLE note_totals (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      notes   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO note_totals SELECT user_id, count(*) FROM notes GROUP BY user_id;
    CREATE TRIGGER note_counted AFTER INSERT ON notes BEGIN
      INSERT INTO note_totals (user_id, notes) VALUES (new.user_id, 1) ON CONFLICT (user_id) DO UPDATE SET notes = notes + 1;
    END;
    CREATE TRIGGER note_uncounted AFTER DELETE ON notes BEGIN
      UPDATE note_totals SET notes = notes - 1 WHERE user_id = old.user_id;
    END;

    -- The text of an entry of the full-text index as a reader sees it, for snippets; missing for entries from before this table.
    CREATE TABLE note_texts (
      row  INTEGER PRIMARY KEY REFERENCES note_search (row) ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT;
  `,
};
