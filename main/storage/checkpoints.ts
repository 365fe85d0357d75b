// Copies the log into the database while requests are answered. SQLite would do it inside the commit that makes the log long: with 16 MB
// of it that takes 10 to 60 milliseconds, in which nothing else happens (SQLite, Write-Ahead Logging, 2.2 and 3.1).

import type { Database as Connection } from 'better-sqlite3';
import { workerFile } from '../lib/worker-file.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import { checkpointed, logPages, type PlacedFiles } from './connection.ts';

interface CheckpointsOptions {
  readonly connection: Connection;
  /** What is open. Throws where the path of the database does not lead to it. */
  readonly files: () => PlacedFiles;
  /** Pages of the log that are not in the database yet, at which it is copied; 4000 (16 MB) if absent. */
  readonly pages?: number;
  /** Does the job in a thread; for tests. */
  readonly copy?: (job: PlacedFiles) => Promise<void>;
}

/** How long after a commit the length of the log is looked at, in milliseconds. */
const lookMs = 20;
/** How long a log takes to be copied at most, in milliseconds, on the slowest disk. */
const timeoutMs = 120_000;
/** How long `close` waits for the thread, in milliseconds. */
const closingMs = 10_000;

export class Checkpoints {
  readonly #connection: Connection;
  readonly #files: () => PlacedFiles;
  readonly #pages: number;
  readonly #pool: WorkerPool<PlacedFiles, void>;
  readonly #copy: (job: PlacedFiles) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  /** How long the log was when it was copied last: a reader that holds it keeps the rest from being copied. */
  #tried = 0;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor({ connection, files, pages = logPages, copy }: CheckpointsOptions) {
    this.#connection = connection;
    this.#files = files;
    this.#pages = pages;
    this.#pool = new WorkerPool({ file: workerFile('checkpoint-worker', import.meta.url), task: 'checkpoint', timeoutMs, memoryMb: 64 });
    const refusal = (cause: unknown): Error => new Error('The log could not be copied', { cause });
    this.#copy = copy ?? ((job) => this.#pool.run(job, { refusal }));
  }

  /** To be called after each commit. */
  committed(): void {
    if (this.#running !== null || this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#look();
    }, lookMs).unref();
  }

  /** Settles once no thread has the database open. To be awaited before it is closed. */
  async stop(): Promise<void> {
    this.#end();
    await this.#running;
    await this.#pool.stop();
  }

  /** Copies all of the log and empties it, before the connection is closed. */
  finish(): void {
    this.#end();
    if (this.#running !== null) this.#connection.pragma(`busy_timeout = ${closingMs}`);
    checkpointed(this.#connection, 'TRUNCATE');
    void this.#pool.stop();
  }

  #end(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #look(): void {
    if (!this.#isDue()) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }

  #isDue(): boolean {
    try {
      const { log, copied } = checkpointed(this.#connection, 'NOOP');
      // It was begun anew.
      if (log < this.#tried) this.#tried = 0;
      if (log - Math.max(copied, this.#tried) < this.#pages) return false;
      this.#tried = log;
      return true;
    } catch {
      return false;
    }
  }

  /** What fails here is tried again as the log grows, at last by SQLite itself. */
  async #run(): Promise<void> {
    try {
      await this.#copy(this.#files());
      // What was written since then, a few pages: only a log that is copied whole is begun anew.
      if (!this.#isStopped && this.#connection.open) checkpointed(this.#connection, 'PASSIVE');
    } catch {
      // A full disk among others: the next write tells of it.
    }
  }
}
