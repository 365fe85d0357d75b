import type { Migration } from '../migrate.ts';

/** Cards are found without regard to diacritics, as notes and events are. */
export const cardSearch: Migration = {
  version: 25,
  name: 'card search',
  sql: `UPDATE cards SET search = folded(title || char(31) || coalesce(description, ''));`,
};
