import type { Migration } from '../migrate.ts';

/** The full-text index holds words as a reader sees them: every note is indexed anew, in the background. */
export const searchWords: Migration = {
  version: 4,
  name: 'search words',
  sql: 'UPDATE notes SET indexed_version = -1;',
};
