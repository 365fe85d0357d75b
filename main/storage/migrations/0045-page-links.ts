import type { Migration } from '../migrate.ts';

/** Whether a text has a link of markdown that may lead to a note without saying so by `.md`. */
const mayLink = (text: string): string =>
  `(replace(replace(replace(${text}, '](http', ''), '](attachments/', ''), '](#', '') LIKE '%](%' OR ${text} LIKE '%]: %')`;

/**
 * Links of markdown to notes without `.md`, `[text](Note)`, are in the index as well: texts that may have some are read for it anew, in
 * the background, and so are notes whose markdown is not written out.
 */
export const pageLinks: Migration = {
  version: 45,
  name: 'page links',
  sql: `
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'note', user_id FROM notes JOIN note_contents ON note_id = id
      WHERE note_contents.version < notes.version OR ${mayLink('content')} ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'card', user_id FROM cards WHERE ${mayLink('description')} ON CONFLICT (record_id) DO NOTHING;
    INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'event', user_id FROM events WHERE ${mayLink('description')} ON CONFLICT (record_id) DO NOTHING;
  `,
};
