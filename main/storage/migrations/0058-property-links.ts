import type { Migration } from '../migrate.ts';

/** Links in front matter count from now on: notes and descriptions that may have some there are read anew, in the background. */
export const propertyLinks: Migration = {
  version: 58,
  name: 'property links',
  sql: `
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'note', user_id FROM notes JOIN note_contents ON note_id = id
      WHERE note_contents.version < notes.version
        OR ((content LIKE '---%' OR content LIKE char(65279) || '---%')
          AND (substr(content, 1, 16384) LIKE '%[[%' OR substr(content, 1, 16384) LIKE '%daybook:%'))
      ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'card', user_id FROM cards
      WHERE description LIKE '---%' AND (description LIKE '%[[%' OR description LIKE '%daybook:%') ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'event', user_id FROM events
      WHERE description LIKE '---%' AND (description LIKE '%[[%' OR description LIKE '%daybook:%') ON CONFLICT (record_id) DO NOTHING;
  `,
};
