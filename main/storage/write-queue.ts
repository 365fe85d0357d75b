// Group commit: writes that wait together share one transaction and one fsync, and are answered after the commit.

import type { Database, Statement } from 'better-sqlite3';
import { AppError } from '../lib/app-error.ts';
import { storageError } from './storage-error.ts';

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly entry: Waiting; readonly value: unknown } | { readonly entry: Waiting; readonly error: unknown };

/** A turn ends after this many writes or milliseconds, so that reads are not kept waiting. */
const longestBatch = 256;
const longestTurn = 20;

export class WriteQueue {
  readonly #db: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #undo: Statement;
  readonly #afterCommit: () => void;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #closed = false;

  /** `afterCommit` runs once per commit, before the writes of that commit are answered. */
  constructor(db: Database, afterCommit: () => void) {
    this.#db = db;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#savepoint = db.prepare('SAVEPOINT one_write');
    this.#release = db.prepare('RELEASE one_write');
    this.#undo = db.prepare('ROLLBACK TO one_write');
    this.#afterCommit = afterCommit;
  }

  /**
   * Runs `work` in a savepoint of the next transaction and settles once that transaction is on the disk.
   * What `work` throws rejects this write alone; a commit that fails rejects all of its writes.
   */
  write<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new AppError('unavailable', 'The service is stopping', { headers: { 'Retry-After': '5' } }));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Commits what waits; later writes are refused. */
  close(): void {
    this.#closed = true;
    while (this.#waiting.length > 0) this.#turn();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the events of this round of the loop: requests that arrived together are gathered.
    setImmediate(() => {
      this.#scheduled = false;
      this.#turn();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #turn(): void {
    if (this.#waiting.length === 0) return;
    const outcomes: Outcome[] = [];
    try {
      this.#begin.run();
      this.#run(outcomes);
      if (this.#db.inTransaction) this.#commit.run();
    } catch (cause) {
      this.#fail(outcomes, cause);
      return;
    }
    this.#afterCommit();
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.entry.reject(outcome.error);
      else outcome.entry.resolve(outcome.value);
    }
  }

  #run(outcomes: Outcome[]): void {
    const end = performance.now() + longestTurn;
    while (this.#waiting.length > 0 && outcomes.length < longestBatch && (outcomes.length === 0 || performance.now() < end)) {
      const entry = this.#waiting.shift() as Waiting;
      this.#savepoint.run();
      try {
        const value = entry.work();
        this.#release.run();
        outcomes.push({ entry, value });
      } catch (error) {
        outcomes.push({ entry, error: storageError(error) });
        // A full disk or an I/O error can end the whole transaction: then nothing of this turn is kept.
        if (!this.#db.inTransaction) throw error;
        this.#undo.run();
        this.#release.run();
      }
    }
  }

  #fail(outcomes: readonly Outcome[], cause: unknown): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    const error = storageError(cause);
    // BEGIN itself failed: the first in the queue gets the reason, the others their own try.
    const failed = outcomes.length > 0 ? outcomes.map((outcome) => outcome.entry) : this.#waiting.splice(0, 1);
    for (const entry of failed) entry.reject(error);
  }
}
