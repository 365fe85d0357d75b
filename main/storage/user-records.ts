// Removes what belongs to a deleted user, a few rows at a time: the foreign keys would do it in one go.

import type { Database } from './database.ts';

/** How long one slice lasts, in milliseconds. */
const maxSliceMs = 5;

/**
 * How many rows of a table one statement removes, in the order in which they go: what other rows refer to comes after these. A note takes
 * its contents, its steps and its words along, a run its steps, calls and files, a project its labels. Tables with few rows of a user are
 * left to the foreign keys.
 */
export const removedAtOnce = {
  embeddings: 100,
  record_links: 100,
  text_links: 100,
  unread_texts: 100,
  unindexed_words: 100,
  files: 50,
  cards: 50,
  board_columns: 5,
  projects: 50,
  notes: 1,
  notebooks: 100,
  saved_searches: 100,
  event_overrides: 50,
  series: 50,
  dav_names: 50,
  dav_departures: 50,
  events: 50,
  reminder_marks: 100,
  trash: 50,
  runs: 1,
  jobs: 10,
  import_sources: 100,
  changes: 100,
  idempotency_keys: 5,
} as const;

const idempotencyKeys =
  'DELETE FROM idempotency_keys WHERE user_id = @userId AND key IN ' +
  '(SELECT key FROM idempotency_keys WHERE user_id = @userId LIMIT @limit)';

const files = 'DELETE FROM files WHERE rowid IN (SELECT rowid FROM files WHERE user_id = @userId LIMIT @limit) RETURNING sha256';

interface Some {
  readonly userId: string;
  readonly limit: number;
}

export class UserRecords {
  readonly #removals: readonly ((userId: string) => boolean)[];

  /** `release` is told of the contents of files that were removed, inside the transaction. */
  constructor(database: Pick<Database, 'prepare'>, release: (contents: string[]) => void) {
    this.#removals = Object.entries(removedAtOnce).map(([table, limit]) => {
      if (table === 'files') {
        const remove = database.prepare<Some, string>(files).pluck();
        return (userId) => {
          const contents = remove.all({ userId, limit });
          release(contents);
          return contents.length > 0;
        };
      }
      const remove = database.prepare<Some>(
        table === 'idempotency_keys'
          ? idempotencyKeys
          : `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE user_id = @userId LIMIT @limit)`,
      );
      return (userId) => remove.run({ userId, limit }).changes > 0;
    });
  }

  /** Removes some of the user's rows; false once none are left in these tables. To be called inside a write. */
  removeSome(userId: string): boolean {
    const end = performance.now() + maxSliceMs;
    for (const removeSome of this.#removals) {
      while (removeSome(userId)) if (performance.now() > end) return true;
    }
    return false;
  }
}
