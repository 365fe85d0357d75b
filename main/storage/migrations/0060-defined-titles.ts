import type { Migration } from '../migrate.ts';

/**
 * `[[note]]` with a definition that says where the file of the note is counts as a link by title: texts that may have some are read anew,
 * in the background.
 */
export const definedTitles: Migration = {
  version: 60,
  name: 'defined titles',
  sql: `
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'note', user_id FROM notes JOIN note_contents ON note_id = id
      WHERE note_contents.version < notes.version OR (content LIKE '%[[%]]%' AND content LIKE '%]:%') ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'card', user_id FROM cards
      WHERE description LIKE '%[[%]]%' AND description LIKE '%]:%' ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'event', user_id FROM events
      WHERE description LIKE '%[[%]]%' AND description LIKE '%]:%' ON CONFLICT (record_id) DO NOTHING;
  `,
};
