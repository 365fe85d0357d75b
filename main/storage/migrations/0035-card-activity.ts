import type { Migration } from '../migrate.ts';

/** What was done to a card is read from the change feed. */
export const cardActivity: Migration = {
  version: 35,
  name: 'card activity',
  sql: `
    CREATE INDEX changes_of_cards ON changes (record_id) WHERE type = 'card';
    -- JSON: what a change tells of itself besides the fields that it replaced.
    ALTER TABLE changes ADD COLUMN told TEXT;
  `,
};
