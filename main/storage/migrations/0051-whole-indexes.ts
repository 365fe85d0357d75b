import type { Migration } from '../migrate.ts';

/**
 * What belongs to a user that is deleted is found by these indexes, by SQLite too, which looks for rows that refer to the user: without one
 * it walks through all notes and links of all users. They held only a part of them, and no further one need be written.
 */
export const wholeIndexes: Migration = {
  version: 51,
  name: 'whole indexes',
  sql: `
    DROP INDEX notes_by_creation;
    CREATE INDEX notes_by_creation ON notes (user_id, is_archived, is_pinned DESC, created_at DESC, id DESC, trashed_at);
    DROP INDEX text_links_by_title;
    CREATE INDEX text_links_by_title ON text_links (user_id, title_key);
  `,
};
