import type { Migration } from '../migrate.ts';

/** Cards that others are made from. */
export const cardTemplates: Migration = {
  version: 37,
  name: 'card templates',
  sql: `
    -- A template is archived too, so that no list and no count holds it.
    ALTER TABLE cards ADD COLUMN is_template INTEGER NOT NULL DEFAULT 0 CHECK (is_template IN (0, 1));
  `,
};
