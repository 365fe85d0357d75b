import type { Migration } from '../migrate.ts';

/** Tags and links: what the index holds of texts, and links between records that stand in no text. */
export const relations: Migration = {
  version: 21,
  name: 'relations',
  sql: `
    -- As \`foldName\` has it; null until the note is read for the index.
    ALTER TABLE notes ADD COLUMN title_key TEXT;
    CREATE INDEX notes_by_title ON notes (user_id, title_key) WHERE title_key IS NOT NULL;

    -- tag: folded, shown: as first written in the note. is_own: 0 where only a tag below it is there.
    CREATE TABLE note_tags (
      note_id TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL,
      tag     TEXT NOT NULL,
      shown   TEXT NOT NULL,
      is_own  INTEGER NOT NULL CHECK (is_own IN (0, 1)),
      PRIMARY KEY (note_id, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX note_tags_by_tag ON note_tags (user_id, tag, note_id);

    -- What the texts of notes, and the descriptions of cards and events, link to. A record is named by to_id, a note by its title: then
    -- title is as written, with its section, title_key all of it folded, and base_key the same without the section, if it has one.
    CREATE TABLE text_links (
      from_type TEXT NOT NULL CHECK (from_type IN ('note', 'card', 'event')),
      from_id   TEXT NOT NULL,
      user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      target    TEXT NOT NULL,
      to_type   TEXT NOT NULL CHECK (to_type IN ('note', 'card', 'event')),
      to_id     TEXT,
      title     TEXT,
      title_key TEXT,
      base_key  TEXT
    ) STRICT;
    CREATE UNIQUE INDEX text_links_by_source ON text_links (from_id, target);
    CREATE INDEX text_links_by_record ON text_links (user_id, to_id) WHERE to_id IS NOT NULL;
    CREATE INDEX text_links_by_title ON text_links (user_id, title_key) WHERE title_key IS NOT NULL;
    CREATE INDEX text_links_by_base ON text_links (user_id, base_key) WHERE base_key IS NOT NULL;
    CREATE TRIGGER note_unlinked AFTER DELETE ON notes BEGIN
      DELETE FROM text_links WHERE from_id = old.id;
    END;

    -- A record that is in the trash keeps its links; those of records that are gone for good are removed in time.
    CREATE TABLE record_links (
      id         TEXT PRIMARY KEY,
      user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      from_type  TEXT NOT NULL CHECK (from_type IN ('note', 'card', 'event')),
      from_id    TEXT NOT NULL,
      to_type    TEXT NOT NULL CHECK (to_type IN ('note', 'card', 'event')),
      to_id      TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX record_links_by_pair ON record_links (user_id, from_id, to_id);
    CREATE INDEX record_links_by_target ON record_links (user_id, to_id);

    -- Texts that the index does not have yet: it takes them up in the background.
    CREATE TABLE unread_texts (
      record_id TEXT PRIMARY KEY,
      type      TEXT NOT NULL CHECK (type IN ('note', 'card', 'event')),
      user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX unread_texts_by_user ON unread_texts (user_id);
    INSERT INTO unread_texts (record_id, type, user_id) SELECT id, 'note', user_id FROM notes;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'card', user_id FROM cards WHERE instr(description, '[') > 0 OR instr(lower(description), 'daybook:') > 0;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'event', user_id FROM events WHERE instr(description, '[') > 0 OR instr(lower(description), 'daybook:') > 0;
  `,
};
