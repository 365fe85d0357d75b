import type { Migration } from '../migrate.ts';

/** Records that have gone or come back with many links, of which the change feed is told in slices: of those after `after`. */
export const untoldLinks: Migration = {
  version: 57,
  name: 'untold links',
  sql: `
    CREATE TABLE untold_links (
      record_id TEXT PRIMARY KEY,
      user_id   TEXT NOT NULL,
      after     TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
