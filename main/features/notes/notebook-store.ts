// The SQL of notebooks. Every statement names the user, so that another user's notebook is one that never was.

import type { Database } from '../../storage/database.ts';

/** A notebook as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredNotebook {
  readonly id: string;
  readonly name: string;
  /** Null at the top. */
  readonly parentId: string | null;
  /** Its place among those of the same parent, by fractional indexing. */
  readonly orderKey: string;
  readonly isTemplates: 0 | 1;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** With the number of its notes that are not archived. */
export interface CountedNotebook extends StoredNotebook {
  readonly noteCount: number;
}

interface NotebookKey {
  readonly userId: string;
  readonly id: string;
}

export class NotebookStore {
  readonly #all;
  readonly #has;
  readonly #insert;
  readonly #update;
  readonly #remove;

  constructor(database: Database) {
    this.#all = database.prepare<{ userId: string }, CountedNotebook>(`
      SELECT id, name, parent_id AS parentId, order_key AS orderKey, is_templates AS isTemplates, version, created_at AS createdAt,
        updated_at AS updatedAt, (
          SELECT count(*) FROM notes INDEXED BY notes_by_notebook
          WHERE notes.user_id = @userId AND notebook_id = notebooks.id AND is_archived = 0 AND trashed_at IS NULL
        ) AS noteCount
      FROM notebooks WHERE user_id = @userId ORDER BY parent_id, order_key, id`);
    this.#has = database.prepare<NotebookKey, 1>('SELECT 1 FROM notebooks WHERE id = @id AND user_id = @userId').pluck();
    this.#insert = database.prepare<NotebookKey & StoredNotebook>(`
      INSERT INTO notebooks (id, user_id, parent_id, name, order_key, is_templates, version, created_at, updated_at)
      VALUES (@id, @userId, @parentId, @name, @orderKey, @isTemplates, @version, @createdAt, @updatedAt)`);
    this.#update = database.prepare<NotebookKey & StoredNotebook>(`
      UPDATE notebooks SET parent_id = @parentId, name = @name, order_key = @orderKey, is_templates = @isTemplates, version = @version,
        updated_at = @updatedAt WHERE id = @id AND user_id = @userId`);
    this.#remove = database.prepare<NotebookKey>('DELETE FROM notebooks WHERE id = @id AND user_id = @userId');
  }

  /** Those of the same parent side by side, in their order. */
  all(userId: string): CountedNotebook[] {
    return this.#all.all({ userId });
  }

  has(userId: string, id: string): boolean {
    return this.#has.get({ userId, id }) !== undefined;
  }

  insert(userId: string, notebook: StoredNotebook): void {
    this.#insert.run({ userId, ...notebook });
  }

  update(userId: string, notebook: StoredNotebook): void {
    this.#update.run({ userId, ...notebook });
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }
}
