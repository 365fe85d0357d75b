import type { Migration } from '../migrate.ts';

/** Which cards a board shows is saved under names. */
export const boardFilters: Migration = {
  version: 36,
  name: 'board filters',
  sql: `
    -- JSON, a list of filters in the order in which they were made; null for none.
    ALTER TABLE projects ADD COLUMN filters TEXT;
  `,
};
