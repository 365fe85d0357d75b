import type { Migration } from '../migrate.ts';

/** What undoing a change needs stands beside its entry in the change feed. */
export const undo: Migration = {
  version: 12,
  name: 'undo',
  sql: `
    -- before: JSON, the fields that the change replaced, as they were; null where there are none, and once they have outlived the trash.
    ALTER TABLE changes ADD COLUMN before TEXT;
    CREATE INDEX changes_with_before ON changes (at) WHERE before IS NOT NULL;
    -- undone_by: the batch that has undone the change; null while it stands.
    ALTER TABLE changes ADD COLUMN undone_by TEXT;
    CREATE INDEX changes_undone ON changes (user_id, undone_by) WHERE undone_by IS NOT NULL;
    CREATE INDEX changes_by_batch ON changes (user_id, batch_id) WHERE batch_id IS NOT NULL;
  `,
};
