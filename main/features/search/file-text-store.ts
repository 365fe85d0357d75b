// The SQL of what files say.

import { fold } from '../../lib/full-text/fold.ts';
import type { Database } from '../../storage/database.ts';
import { IndexEntries } from '../../storage/index-entries.ts';
import type { FileText } from './file-text-worker.ts';

export interface UnreadFile {
  readonly id: string;
  readonly userId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sha256: string;
  /** How often reading it was begun. */
  readonly tries: number;
}

export class FileTextStore {
  readonly #words;
  readonly #next;
  readonly #begin;
  readonly #isThere;
  readonly #put;
  readonly #done;

  constructor(database: Database) {
    this.#words = new IndexEntries(database, 'file');
    this.#next = database.prepare<[], UnreadFile>(`
      SELECT files.id, user_id AS userId, filename, mime_type AS mimeType, sha256, tries
      FROM unread_files CROSS JOIN files ON files.id = file_id LIMIT 1`);
    this.#begin = database.prepare<[string]>('UPDATE unread_files SET tries = tries + 1 WHERE file_id = ?');
    this.#isThere = database.prepare<[string], number>('SELECT 1 FROM files WHERE id = ?').pluck();
    this.#put = database.prepare<{ id: string; text: string; error: string | null }>(`
      INSERT INTO file_texts (file_id, text, error) VALUES (@id, @text, @error)
        ON CONFLICT DO UPDATE SET text = excluded.text, error = excluded.error`);
    this.#done = database.prepare<[string]>('DELETE FROM unread_files WHERE file_id = ?');
  }

  /** Null when all are read. */
  maybeNext(): UnreadFile | null {
    return this.#next.get() ?? null;
  }

  /** Inside a write: counts a try, so that a file that ends the process is not read again and again. */
  begin(id: string): void {
    this.#begin.run(id);
  }

  /** Inside a write: the file is found by its name and by this text. Does nothing for one that has gone meanwhile. */
  put({ id, userId, filename }: UnreadFile, { text, words, error }: FileText): void {
    this.#done.run(id);
    if (this.#isThere.get(id) === undefined) return;
    this.#put.run({ id, text, error });
    this.#words.putAll([{ userId, id, title: fold(filename), body: words }]);
  }
}
