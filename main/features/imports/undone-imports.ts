// What an undo makes of what is known of imported records: one that is again what it was before an import can be brought in once more.

import type { UndoneChange } from '../../lib/record-kinds.ts';
import type { Database } from '../../storage/database.ts';

export class UndoneImports {
  readonly #undone;

  constructor(database: Database) {
    // The hashes change places, so that undoing the undo puts them back.
    this.#undone = database.prepare<UndoneChange>(`
      UPDATE import_sources INDEXED BY import_sources_by_batch
      SET hash = former_hash, former_hash = hash, version = @to, batch_id = @by
      WHERE batch_id = @batchId AND record_id = @id AND user_id = @userId AND type = @type AND version = @from
        AND former_hash IS NOT NULL`);
  }

  /** Inside the write that undoes. */
  undone({ userId, type, id, batchId, from, to, by }: UndoneChange): void {
    this.#undone.run({ userId, type, id, batchId, from, to, by });
  }
}
