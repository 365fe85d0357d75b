import type { Migration } from '../migrate.ts';

/**
 * What is read otherwise than before is read anew, in the background: files whose text began with a byte order mark of UTF-16, which became
 * two signs for bytes that are none, and footnotes, whose links may have signs of markdown in their titles.
 */
export const readAnew: Migration = {
  version: 55,
  name: 'read anew',
  sql: `
    INSERT INTO unread_files (file_id)
      SELECT file_id FROM file_texts WHERE substr(text, 1, 2) = char(65533, 65533) ON CONFLICT (file_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'note', user_id FROM notes JOIN note_contents ON note_id = id
      WHERE note_contents.version < notes.version OR content LIKE '%[^%]:%[[%' ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'card', user_id FROM cards WHERE description LIKE '%[^%]:%[[%' ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'event', user_id FROM events WHERE description LIKE '%[^%]:%[[%' ON CONFLICT (record_id) DO NOTHING;
  `,
};
