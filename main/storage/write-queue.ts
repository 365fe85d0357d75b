// Group commit: writes that wait together share one transaction and one fsync, and are answered after the commit.

import type { Database, Statement } from 'better-sqlite3';
import { unavailable } from '../lib/app-error.ts';
import { errorCode, storageError } from './storage-error.ts';

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** When it was asked for, as `performance.now()`. */
  readonly since: number;
  /** It gets a transaction of its own: as one of the background, or because its first was lost through a neighbour. */
  readonly isolated: boolean;
  readonly inBackground: boolean;
  /** Its work gives a promise, and writes through another connection. */
  readonly isElsewhere: boolean;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** A write of the present turn; without an outcome until its savepoint has come to an end. */
interface Taken {
  readonly entry: Waiting;
  outcome: Outcome | null;
  /** Its error ended the whole transaction. */
  causedRollback: boolean;
}

/** A turn ends after this many writes or milliseconds, so that reads are not kept waiting. */
const maxBatchSize = 256;
const maxBatchMs = 20;

/**
 * Clients that the last commit has answered ask again one after the other. Where it had several, a turn waits until as many are back, a
 * round of the event loop brings none, or this many milliseconds are over: with a turn at the first, each few would wait for the disk.
 */
const maxGatherMs = 5;

/** While another program holds the database, a write is tried again this often, and given up after so long; milliseconds. */
const betweenTries = 25;
const timeoutMs = 5000;

/** Runs the writes that are asked for, one at a time, in transactions that it begins and ends itself. */
export class WriteQueue {
  readonly #db: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #undo: Statement;
  readonly #afterCommit: () => void;
  readonly #beforeEach: () => void;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #inTurn = false;
  /** Settles when the write that goes on elsewhere has ended; null without one. */
  #elsewhere: Promise<void> | null = null;
  #busy = false;
  #closed = false;
  #lastActive = -Infinity;
  /** How many writes the last commit had, without those of the background. */
  #lastSize = 0;

  /**
   * `afterCommit` runs once per commit, unless each of its writes has failed, and before these are answered. `beforeEach` runs before each
   * transaction, also one elsewhere: what it throws refuses the write as what SQLite throws at its begin does.
   */
  constructor(db: Database, afterCommit: () => void, beforeEach: () => void = () => undefined) {
    this.#db = db;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
    this.#savepoint = db.prepare('SAVEPOINT one_write');
    this.#release = db.prepare('RELEASE one_write');
    this.#undo = db.prepare('ROLLBACK TO one_write');
    this.#afterCommit = afterCommit;
    this.#beforeEach = beforeEach;
  }

  /**
   * Runs `work` in the next transaction and settles once that transaction is on the disk.
   * What `work` throws rejects this write alone: what ran with it is undone and runs once more. If the whole transaction is lost, as by
   * a full disk, its other writes are tried again too, each in a transaction of its own. So `work` may run several times and changes
   * nothing but the database. It must be synchronous; a promise as its result rejects. A write asked for by `work` is a write of its own,
   * after this one; asked for by a run that is undone, it is forgotten.
   */
  write<T>(work: () => T): Promise<T> {
    this.#lastActive = performance.now();
    return this.#add(work, false);
  }

  /** As `write`, in a transaction of its own; for what no caller waits for. See `BackgroundWrites`. */
  writeAlone<T>(work: () => T): Promise<T> {
    return this.#add(work, true);
  }

  /**
   * Runs `work`, which writes through a connection of its own, as a thread does, while no other write runs here: these wait, and the event
   * loop is free meanwhile. Settles once `work` has. What it throws rejects this write alone.
   */
  writeElsewhere(work: () => Promise<void>, inBackground: boolean): Promise<void> {
    if (!inBackground) this.#lastActive = performance.now();
    return this.#add<void>(work, inBackground, true);
  }

  /**
   * Settles when no write goes on elsewhere. Until the event loop goes on after that, none begins: what takes the lock of the database at
   * once gets it.
   */
  async whenFree(): Promise<void> {
    while (this.#elsewhere !== null) await this.#elsewhere;
  }

  /** When a write that is not of the background was asked for or has ended last, as `performance.now()`. */
  get lastActive(): number {
    return this.#lastActive;
  }

  /** Commits what waits; later writes are refused, and those elsewhere that have not begun. Throws when it is called by a write. */
  close(): void {
    if (this.#inTurn) throw new Error('The write queue cannot be closed by a write');
    this.#closed = true;
    while (this.#waiting.length > 0) this.#turn();
  }

  #add<T>(work: () => T | Promise<T>, inBackground: boolean, isElsewhere = false): Promise<T> {
    if (this.#closed) return Promise.reject(unavailable('The service is stopping'));
    return new Promise<T>((resolve, reject) => {
      const since = performance.now();
      const settle = { resolve: resolve as (value: unknown) => void, reject };
      this.#waiting.push({ work, ...settle, since, isolated: inBackground || isElsewhere, inBackground, isElsewhere });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#elsewhere !== null) return;
    this.#scheduled = true;
    const since = performance.now();
    let gathered = 0;
    const next = (): void => {
      if (this.#waiting.length > gathered && this.#waiting.length < this.#lastSize && performance.now() - since < maxGatherMs) {
        gathered = this.#waiting.length;
        setImmediate(next);
        return;
      }
      this.#scheduled = false;
      try {
        this.#turn();
      } finally {
        if (this.#waiting.length > 0) this.#schedule();
      }
    };
    // After the events of this round of the loop: requests that arrived together are gathered.
    if (this.#busy) setTimeout(next, betweenTries);
    else setImmediate(next);
  }

  #turn(): void {
    if (this.#waiting[0]?.isElsewhere === true) {
      this.#beginElsewhere();
      return;
    }
    if (this.#waiting.length === 0 || !this.#opened()) return;
    let batch: Taken[] = [];
    this.#inTurn = true;
    try {
      batch = this.#maybeRunTogether() ?? this.#runEach(batch);
      this.#commit.run();
    } catch (cause) {
      this.#retryIndividually(batch, cause);
      return;
    } finally {
      this.#inTurn = false;
    }
    if (batch.some(({ entry }) => !entry.inBackground)) {
      this.#lastActive = performance.now();
      this.#lastSize = batch.length;
    }
    try {
      if (batch.some(({ outcome }) => outcome !== null && 'value' in outcome)) this.#afterCommit();
    } finally {
      for (const { entry, outcome } of batch) answer(entry, outcome as Outcome);
    }
  }

  #beginElsewhere(): void {
    const entry = this.#waiting.shift() as Waiting;
    if (this.#closed) entry.reject(unavailable('The service is stopping'));
    else this.#elsewhere = this.#runElsewhere(entry);
  }

  async #runElsewhere(entry: Waiting): Promise<void> {
    let outcome: Outcome;
    try {
      this.#beforeEach();
      outcome = { value: await entry.work() };
    } catch (error) {
      outcome = { error: storageError(error) };
    }
    this.#elsewhere = null;
    if (!entry.inBackground) this.#lastActive = performance.now();
    try {
      // Also where it has failed: it can have come as far as its commit.
      this.#afterCommit();
    } finally {
      answer(entry, outcome);
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  /** Begins the transaction. False if that failed: then those who cannot wait any longer have their answer. */
  #opened(): boolean {
    try {
      this.#beforeEach();
      this.#begin.run();
      this.#busy = false;
      return true;
    } catch (cause) {
      this.#busy = !this.#closed && errorCode(cause).startsWith('SQLITE_BUSY');
      // If it is not busy, the first in the queue gets the reason and each of the others its own try.
      const late = this.#busy ? this.#waiting.findIndex(({ since }) => since > performance.now() - timeoutMs) : 1;
      const failed = this.#waiting.splice(0, late === -1 ? this.#waiting.length : late);
      for (const entry of failed) entry.reject(storageError(cause));
      return false;
    }
  }

  /**
   * Runs several writes without savepoints, which would cost a small one as much as half of its own work. Null if one of them throws: then
   * all are undone and wait again, for the transaction that is begun anew.
   */
  #maybeRunTogether(): Taken[] | null {
    if (this.#waiting.length === 1 || this.#waiting[0]?.isolated === true) return null;
    const waiting = [...this.#waiting];
    const batch: Taken[] = [];
    try {
      for (const entry of this.#nextOfTurn(batch))
        batch.push({ entry, outcome: { value: synchronous(entry.work()) }, causedRollback: false });
      return batch;
    } catch {
      this.#waiting = waiting;
      if (this.#db.inTransaction) this.#rollback.run();
      this.#begin.run();
      return null;
    }
  }

  /** Runs writes so that one that throws is undone alone; adds them to `batch`. */
  #runEach(batch: Taken[]): Taken[] {
    // One that has the transaction for itself needs no savepoint: undoing it is undoing all.
    const isAlone = this.#waiting.length === 1 || this.#waiting[0]?.isolated === true;
    for (const entry of this.#nextOfTurn(batch)) {
      const taken: Taken = { entry, outcome: null, causedRollback: false };
      batch.push(taken);
      if (isAlone) this.#runAlone(taken);
      else this.#runInSavepoint(taken);
      if (isAlone) break;
    }
    return batch;
  }

  /** Takes what waits, until the turn is long enough; a write that is to be isolated has one of its own. */
  *#nextOfTurn(batch: readonly Taken[]): Generator<Waiting> {
    const end = performance.now() + maxBatchMs;
    while (batch.length < maxBatchSize && (batch.length === 0 || performance.now() < end)) {
      if (batch.length > 0 && (batch[0]?.entry.isolated === true || this.#waiting[0]?.isolated === true)) return;
      const entry = this.#waiting.shift();
      if (entry === undefined) return;
      yield entry;
    }
  }

  #runAlone(taken: Taken): void {
    try {
      taken.outcome = { value: synchronous(taken.entry.work()) };
    } catch (error) {
      taken.outcome = { error: storageError(error) };
      taken.causedRollback = true;
      throw error;
    }
  }

  #runInSavepoint(taken: Taken): void {
    this.#savepoint.run();
    try {
      const value = synchronous(taken.entry.work());
      this.#release.run();
      taken.outcome = { value };
    } catch (error) {
      taken.outcome = { error: storageError(error) };
      // A full disk or an I/O error can end the whole transaction: then nothing of this turn is kept.
      taken.causedRollback = !this.#db.inTransaction;
      if (taken.causedRollback) throw error;
      this.#undo.run();
      this.#release.run();
    }
  }

  /**
   * The transaction is lost. A write that cannot be blamed for it is tried again, also after an error: that may have come of what is
   * undone now.
   */
  #retryIndividually(batch: readonly Taken[], cause: unknown): void {
    try {
      if (this.#db.inTransaction) this.#rollback.run();
    } finally {
      const again = batch.filter(({ causedRollback }) => !causedRollback && batch.length > 1);
      this.#waiting.unshift(...again.map(({ entry }) => ({ ...entry, isolated: true })));
      for (const taken of batch) {
        if (again.includes(taken)) continue;
        answer(taken.entry, taken.outcome !== null && 'error' in taken.outcome ? taken.outcome : { error: storageError(cause) });
      }
    }
  }
}

function answer(entry: Waiting, outcome: Outcome): void {
  if ('error' in outcome) entry.reject(outcome.error);
  else entry.resolve(outcome.value);
}

/** Throws if `value` is a promise: what it would still do could land in another write's transaction. */
function synchronous(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('then' in value) || typeof value.then !== 'function') return value;
  Promise.resolve(value).catch(() => undefined);
  throw new TypeError('The work of a write must be synchronous: prepare what takes long before it');
}
