// The SQL of saved searches. Every statement names the user, so that another user's saved search is one that never was.

import type { Database } from '../../storage/database.ts';

/** A saved search as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredSearch {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  /** Its place among the user's others, by fractional indexing. */
  readonly orderKey: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface SearchKey {
  readonly userId: string;
  readonly id: string;
}

export class SavedSearchStore {
  readonly #all;
  readonly #insert;
  readonly #update;
  readonly #remove;

  constructor(database: Database) {
    this.#all = database.prepare<[string], StoredSearch>(`
      SELECT id, name, query, order_key AS orderKey, version, created_at AS createdAt, updated_at AS updatedAt
      FROM saved_searches WHERE user_id = ? ORDER BY order_key, id`);
    this.#insert = database.prepare<SearchKey & StoredSearch>(`
      INSERT INTO saved_searches (id, user_id, name, query, order_key, version, created_at, updated_at)
      VALUES (@id, @userId, @name, @query, @orderKey, @version, @createdAt, @updatedAt)`);
    this.#update = database.prepare<SearchKey & StoredSearch>(`
      UPDATE saved_searches SET name = @name, query = @query, order_key = @orderKey, version = @version, updated_at = @updatedAt
      WHERE id = @id AND user_id = @userId`);
    this.#remove = database.prepare<SearchKey>('DELETE FROM saved_searches WHERE id = @id AND user_id = @userId');
  }

  /** In their order. */
  all(userId: string): StoredSearch[] {
    return this.#all.all(userId);
  }

  insert(userId: string, search: StoredSearch): void {
    this.#insert.run({ userId, ...search });
  }

  update(userId: string, search: StoredSearch): void {
    this.#update.run({ userId, ...search });
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }
}
