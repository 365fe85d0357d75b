import type { Migration } from '../migrate.ts';

/** Users with very many records are removed in slices, as columns are. */
export const deletedUsers: Migration = {
  version: 7,
  name: 'deleted users',
  sql: `
    -- Set while the records of a deleted user are still being removed; such a user is seen by no one.
    ALTER TABLE users ADD COLUMN deleted_at INTEGER;
    CREATE INDEX users_deleted ON users (id) WHERE deleted_at IS NOT NULL;
  `,
};
