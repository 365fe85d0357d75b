import type { Migration } from '../migrate.ts';

/**
 * Links of markdown to the file of a note, `[text](Note.md)`, are in the index as well: texts that may have some are read for it anew, in
 * the background, and so are notes whose markdown is not written out.
 */
export const fileLinks: Migration = {
  version: 43,
  name: 'file links',
  sql: `
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'note', user_id FROM notes JOIN note_contents ON note_id = id
      WHERE note_contents.version < notes.version OR content LIKE '%.md%' ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'card', user_id FROM cards WHERE description LIKE '%.md%' ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'event', user_id FROM events WHERE description LIKE '%.md%' ON CONFLICT (record_id) DO NOTHING;
  `,
};
