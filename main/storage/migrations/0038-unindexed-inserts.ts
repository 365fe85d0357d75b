import type { Migration } from '../migrate.ts';

const noted = (type: string): string => `
    CREATE TRIGGER ${type}_unindexed AFTER INSERT ON ${type}s BEGIN
      INSERT INTO unindexed_words (user_id, type, record_id) VALUES (new.user_id, '${type}', new.id);
    END;`;

/** A new card or event is noted for its full-text index by the statement that inserts it, whichever that is. */
export const unindexedInserts: Migration = {
  version: 38,
  name: 'unindexed inserts',
  sql: noted('card') + noted('event'),
};
