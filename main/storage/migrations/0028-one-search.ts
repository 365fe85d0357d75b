import type { Migration } from '../migrate.ts';

/** The first number of a user's range; see notes/search/search-store.ts. */
const first = 'number << 36';
/** That of the next one. */
const end = '(number + 1) << 36';

/**
 * Index, numbers and the way to write both of one kind of records. An entry is written anew with the user's next number, so that the
 * order of numbers is the order of change, as that of notes is. What is put in was folded before; each title begins with U+007F. Beginnings
 * of words are indexed for files alone, which can be long: they make writing a third dearer.
 */
const index = (kind: string, table: string, more = ''): string => `
  CREATE TABLE ${kind}_search (
    row       INTEGER PRIMARY KEY,
    ${kind}_id TEXT NOT NULL UNIQUE REFERENCES ${table} (id) ON DELETE CASCADE
  ) STRICT;
  CREATE VIRTUAL TABLE ${kind}_index
    USING fts5 (title, body, content = '', contentless_delete = 1${more}, tokenize = "ascii tokenchars '\u007F'");
  CREATE TRIGGER ${kind}_search_deleted AFTER DELETE ON ${kind}_search BEGIN
    DELETE FROM ${kind}_index WHERE rowid = old.row;
  END;
  CREATE VIEW ${kind}_words AS SELECT NULL AS id, NULL AS user_id, NULL AS title, NULL AS body WHERE false;
  CREATE TRIGGER ${kind}_words_put INSTEAD OF INSERT ON ${kind}_words BEGIN
    INSERT INTO note_search_users (number, user_id)
      SELECT (SELECT coalesce(max(number), -1) + 1 FROM note_search_users), new.user_id
      WHERE NOT EXISTS (SELECT 1 FROM note_search_users WHERE user_id = new.user_id);
    DELETE FROM ${kind}_search WHERE ${kind}_id = new.id;
    INSERT INTO ${kind}_search (row, ${kind}_id)
      SELECT 1 + coalesce((SELECT max(row) FROM ${kind}_search WHERE row >= (${first}) AND row < (${end})), (${first}) - 1), new.id
      FROM note_search_users WHERE user_id = new.user_id;
    INSERT INTO ${kind}_index (rowid, title, body)
      SELECT row, char(127) || ' ' || new.title, new.body FROM ${kind}_search WHERE ${kind}_id = new.id;
  END;`;

const overrides = `(
  SELECT group_concat(
    fold(concat_ws(' ', fields ->> '$.title', fields ->> '$.location', fields ->> '$.description')), ' ' || char(127) || ' ')
  FROM (SELECT fields FROM event_overrides WHERE series_id = events.id LIMIT 100))`;

/** Cards, events and files have full-text indexes as notes have; the text of files is read in the background. */
export const oneSearch: Migration = {
  version: 28,
  name: 'one search',
  sql: `
    ${index('card', 'cards')}
    ${index('event', 'events')}
    ${index('file', 'files', ", prefix = '1 2'")}
    INSERT INTO card_words (id, user_id, title, body)
      SELECT id, user_id, fold(title), fold(coalesce(description, '')) FROM cards ORDER BY updated_at, id;
    INSERT INTO event_words (id, user_id, title, body)
      SELECT id, user_id, fold(title), concat_ws(' ' || char(127) || ' ', fold(description), fold(location), ${overrides})
      FROM events ORDER BY updated_at, id;
    INSERT INTO file_words (id, user_id, title, body) SELECT id, user_id, fold(filename), '' FROM files ORDER BY created_at, id;

    -- What a file says, as far as it was read; error: why it could not be.
    CREATE TABLE file_texts (
      file_id TEXT PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
      text    TEXT NOT NULL,
      error   TEXT
    ) STRICT;

    -- Files that were not read yet. tries: how often that was begun.
    CREATE TABLE unread_files (
      file_id TEXT PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
      tries   INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT INTO unread_files (file_id) SELECT id FROM files;
    CREATE TRIGGER file_unread AFTER INSERT ON files BEGIN
      INSERT INTO unread_files (file_id) VALUES (new.id);
    END;
  `,
};
