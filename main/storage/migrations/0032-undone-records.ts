import type { Migration } from '../migrate.ts';

/** Undoing what has undone others finds these by record: a batch of thousands is taken back in many writes, each about a few of them. */
export const undoneRecords: Migration = {
  version: 32,
  name: 'undone records',
  sql: `
    DROP INDEX changes_undone;
    CREATE INDEX changes_undone ON changes (undone_by, record_id) WHERE undone_by IS NOT NULL;
  `,
};
