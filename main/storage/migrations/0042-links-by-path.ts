import type { Migration } from '../migrate.ts';

/**
 * A link by a path, such as `[[folder/Note#Part]]`, is found by the title at its end: `nameKeyOf` gives `name_key`, null for what can only
 * be a title.
 */
export const linksByPath: Migration = {
  version: 42,
  name: 'links by path',
  sql: `
    ALTER TABLE text_links ADD COLUMN name_key TEXT;
    UPDATE text_links SET name_key = link_name(title) WHERE title LIKE '%/%' OR title LIKE '%.md%';
    CREATE INDEX text_links_by_name ON text_links (user_id, name_key) WHERE name_key IS NOT NULL;
  `,
};
