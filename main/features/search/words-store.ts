// Writes what the full-text indexes hold of cards, events and files; the migration "one search" says what of a write is left to SQLite.

import type { Database } from '../../storage/database.ts';

/** What an index holds of a record: its words, folded. */
export interface Words {
  readonly title: string;
  readonly body: string;
}

export type IndexedKind = 'card' | 'event' | 'file';

export class WordsStore {
  readonly #put;

  constructor(database: Pick<Database, 'prepare'>, kind: IndexedKind) {
    this.#put = database.prepare<Words & { userId: string; id: string }>(
      `INSERT INTO ${kind}_words (id, user_id, title, body) VALUES (@id, @userId, @title, @body)`,
    );
  }

  /** Inside the write that has stored the record: it is found by these words alone, and becomes the user's newest of its kind. */
  put(userId: string, id: string, words: Words): void {
    this.#put.run({ userId, id, ...words });
  }
}
