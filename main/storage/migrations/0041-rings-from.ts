import type { Migration } from '../migrate.ts';

/** What comes in from elsewhere does not ring for what was over by then: the time from which it rings, null for always. */
export const ringsFrom: Migration = {
  version: 41,
  name: 'rings from',
  sql: `
    ALTER TABLE events ADD COLUMN rings_from INTEGER;
    ALTER TABLE cards ADD COLUMN rings_from INTEGER;
  `,
};
