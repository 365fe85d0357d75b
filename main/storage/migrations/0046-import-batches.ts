import type { Migration } from '../migrate.ts';

/** By which batch a record was written that was imported, and what it was like before: an undo of that batch makes it such again. */
export const importBatches: Migration = {
  version: 46,
  name: 'import batches',
  sql: `
    -- batch_id: null where the import left the record as it was, and for what came in before. former_hash: null where nothing was before.
    ALTER TABLE import_sources ADD COLUMN batch_id TEXT;
    ALTER TABLE import_sources ADD COLUMN former_hash TEXT;
    CREATE INDEX import_sources_by_batch ON import_sources (batch_id, record_id) WHERE batch_id IS NOT NULL;
  `,
};
