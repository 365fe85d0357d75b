import type { Migration } from '../migrate.ts';

/** Tags and links in footnotes are in the index as well: texts that have footnotes are read for it anew, in the background. */
export const footnoteLinks: Migration = {
  version: 48,
  name: 'footnote links',
  sql: `
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'note', user_id FROM notes JOIN note_contents ON note_id = id
      WHERE note_contents.version < notes.version OR content LIKE '%[^%]:%' ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'card', user_id FROM cards WHERE description LIKE '%[^%]:%' ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'event', user_id FROM events WHERE description LIKE '%[^%]:%' ON CONFLICT (record_id) DO NOTHING;
  `,
};
