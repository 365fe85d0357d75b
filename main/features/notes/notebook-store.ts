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

const columns = `id, name, parent_id AS parentId, order_key AS orderKey, is_templates AS isTemplates, version, created_at AS createdAt,
  updated_at AS updatedAt`;
const ofUser = 'FROM notebooks WHERE user_id = @userId ORDER BY parent_id, order_key, id';
const noteCount = (notebookId: string): string => `(
  SELECT count(*) FROM notes INDEXED BY notes_by_notebook
  WHERE notes.user_id = @userId AND notebook_id = ${notebookId} AND is_archived = 0 AND trashed_at IS NULL
) AS noteCount`;

export class NotebookStore {
  readonly #all;
  readonly #counted;
  readonly #noteCount;
  readonly #has;
  readonly #insert;
  readonly #update;
  readonly #remove;

  constructor(database: Database) {
    this.#all = database.prepare<{ userId: string }, StoredNotebook>(`SELECT ${columns} ${ofUser}`);
    this.#counted = database.prepare<{ userId: string }, CountedNotebook>(`SELECT ${columns}, ${noteCount('notebooks.id')} ${ofUser}`);
    this.#noteCount = database.prepare<NotebookKey, number>(`SELECT ${noteCount('@id')}`).pluck();
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
  all(userId: string): StoredNotebook[] {
    return this.#all.all({ userId });
  }

  /** The same with the numbers of their notes, for which SQLite walks through all notes that are in notebooks. */
  counted(userId: string): CountedNotebook[] {
    return this.#counted.all({ userId });
  }

  /** Of the notes in one that are not archived. */
  noteCount(userId: string, id: string): number {
    return this.#noteCount.get({ userId, id }) ?? 0;
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
