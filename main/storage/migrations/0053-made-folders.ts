import type { Migration } from '../migrate.ts';

/** How many of the folders of its path a write of a run has made, from the innermost on: an undo takes them back where they are empty. */
export const madeFolders: Migration = {
  version: 53,
  name: 'made folders',
  sql: `
    ALTER TABLE run_files ADD COLUMN made_folders INTEGER NOT NULL DEFAULT 0;
  `,
};
