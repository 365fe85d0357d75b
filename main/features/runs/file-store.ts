import type { Database } from '../../storage/database.ts';

/** A file that a run has written. */
export interface StoredFile {
  readonly callId: string;
  readonly runId: string;
  readonly userId: string;
  /** Below the workspace, with slashes. */
  readonly path: string;
  /** How many of the folders of the path were made for it, from the innermost on. */
  readonly madeFolders: number;
  /** Null for a file that was not there, and for one whose bytes are not kept any more. */
  readonly before: Buffer | null;
  readonly isKept: boolean;
  /** SHA-256 of what was written. */
  readonly after: string;
  readonly isUndone: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly writtenAt: number;
}

type Row = Omit<StoredFile, 'isKept' | 'isUndone'> & { readonly isKept: 0 | 1; readonly isUndone: 0 | 1 };

const columns = `call_id AS callId, run_id AS runId, user_id AS userId, path, made_folders AS madeFolders, before, is_kept AS isKept,
  after, is_undone AS isUndone, written_at AS writtenAt`;

/** How many files one write forgets the bytes of. */
const forgottenAtOnce = 10;

/** What stood in the files that runs have written. */
export class FileStore {
  readonly #insert;
  readonly #byCall;
  readonly #ofRun;
  readonly #lastWritten;
  readonly #setUndone;
  readonly #remove;
  readonly #size;
  readonly #forgetOldest;
  readonly #forget;

  constructor(database: Database) {
    this.#insert = database.prepare<Row>(`
      INSERT INTO run_files (call_id, run_id, user_id, path, made_folders, before, is_kept, after, is_undone, written_at)
      VALUES (@callId, @runId, @userId, @path, @madeFolders, @before, @isKept, @after, @isUndone, @writtenAt)`);
    this.#byCall = database.prepare<[string], Row>(`SELECT ${columns} FROM run_files WHERE call_id = ?`);
    this.#ofRun = database.prepare<[string], Row>(`SELECT ${columns} FROM run_files WHERE run_id = ? ORDER BY written_at DESC, rowid DESC`);
    this.#lastWritten = database
      .prepare<[string, string], string>(
        'SELECT after FROM run_files WHERE run_id = ? AND path = ? ORDER BY written_at DESC, rowid DESC LIMIT 1',
      )
      .pluck();
    this.#setUndone = database.prepare<[string]>('UPDATE run_files SET is_undone = 1 WHERE call_id = ?');
    this.#remove = database.prepare<[string]>('DELETE FROM run_files WHERE call_id = ?');
    this.#size = database
      .prepare<[string], number>('SELECT coalesce(sum(length(before)), 0) FROM run_files WHERE user_id = ? AND before IS NOT NULL')
      .pluck();
    this.#forgetOldest = database.prepare<[string]>(`
      UPDATE run_files SET before = NULL, is_kept = 0 WHERE call_id = (
        SELECT call_id FROM run_files INDEXED BY run_files_by_user WHERE user_id = ? AND before IS NOT NULL ORDER BY written_at LIMIT 1)`);
    this.#forget = database.prepare<[number, number]>(`
      UPDATE run_files SET before = NULL, is_kept = 0 WHERE call_id IN (
        SELECT call_id FROM run_files WHERE before IS NOT NULL AND written_at < ? LIMIT ?)`);
  }

  /** Of a user's files no more than `maxBytes` are kept: the oldest are forgotten. */
  insert(file: StoredFile, maxBytes: number): void {
    this.#insert.run({ ...file, isKept: file.isKept ? 1 : 0, isUndone: file.isUndone ? 1 : 0 });
    while ((this.#size.get(file.userId) ?? 0) > maxBytes) this.#forgetOldest.run(file.userId);
  }

  /** Null for a call that has written none. */
  maybeOfCall(callId: string): StoredFile | null {
    const row = this.#byCall.get(callId);
    return row === undefined ? null : toFile(row);
  }

  /** Those that were written last first. */
  ofRun(runId: string): StoredFile[] {
    return this.#ofRun.all(runId).map(toFile);
  }

  /** SHA-256 of what the run has written last to this path; null if it has not. */
  maybeWritten(runId: string, path: string): string | null {
    return this.#lastWritten.get(runId, path) ?? null;
  }

  setUndone(callId: string): void {
    this.#setUndone.run(callId);
  }

  /** Of a call that has not come to write its file. */
  remove(callId: string): void {
    this.#remove.run(callId);
  }

  /** Forgets bytes from before a time, of all users; true if there may be more. */
  forget(before: number): boolean {
    return this.#forget.run(before, forgottenAtOnce).changes === forgottenAtOnce;
  }
}

function toFile({ isKept, isUndone, ...row }: Row): StoredFile {
  return { ...row, isKept: isKept === 1, isUndone: isUndone === 1 };
}
