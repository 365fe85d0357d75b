// What is kept of the numbers of the change feed beside the database: a high mark, as a restored backup must not give out numbers a second
// time, and a low one, as the database cannot tell that its log is lost.
//
// Numbers are reserved ahead in blocks, so that the file is written once in thousands of changes. After a clean stop it holds the
// number that was given out last; after a crash it holds the end of the block, and the rest of the block is skipped.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fsyncFolderSync, markSuffix } from './files.ts';

const fileName = 'change-sequence';

/** How many numbers are reserved at a time. */
const block = 10_000;

export class ChangeSequence {
  readonly #file: string;
  /** Up to this one, numbers may have been given out before. */
  readonly #opened: number;
  /** All numbers up to this one may be given out. */
  #reserved: number;
  #ahead: NodeJS.Immediate | null = null;

  private constructor(file: string, reserved: number) {
    this.#file = file;
    this.#opened = reserved;
    this.#reserved = reserved;
  }

  /** Reads the mark of a data directory. One that is missing or holds no number counts as 0. Throws the system's other errors. */
  static open(dataDir: string): ChangeSequence {
    const file = join(dataDir, fileName);
    return new ChangeSequence(file, read(file));
  }

  /** No number above this one was ever given out. */
  get highMark(): number {
    return this.#reserved;
  }

  /**
   * To be called inside the transaction that gives out `seq`: returns once the mark on the disk is not below it, mostly without
   * touching the disk. Throws the system's errors, and then the transaction must not be committed.
   */
  given(seq: number): void {
    if (seq > this.#reserved) this.#write(seq + block);
    else if (seq > this.#reserved - block / 2) this.#writeAhead(seq);
  }

  /** `last` is the number that was given out last: the next start goes on right after it. The mark never sinks below what it was. */
  close(last: number): void {
    if (this.#ahead !== null) clearImmediate(this.#ahead);
    try {
      if (last >= this.#opened && last !== this.#reserved) this.#write(last);
    } catch {
      // Then the end of the block stays there, and the next start skips the rest of it.
    }
  }

  /** Between two requests, so that no write has to wait for the next block. */
  #writeAhead(seq: number): void {
    this.#ahead ??= setImmediate(() => {
      this.#ahead = null;
      try {
        this.#write(seq + block);
      } catch {
        // The write that reaches the end of the block tries again, and says what is wrong.
      }
    });
  }

  #write(mark: number): void {
    write(this.#file, mark);
    this.#reserved = mark;
  }
}

/** How long after a commit the mark is written at the latest, in milliseconds. */
const betweenMarks = 2_000;

/**
 * A number that was given out last at some commit since the database was opened; it lies beside the database until that is closed. A
 * database that ends below it lacks what was committed. From the log itself that cannot be told: one that was never written, one whose
 * last commit a power cut has torn and one that was lost or damaged later look alike to SQLite, which takes what fits and drops the rest.
 */
export class CommittedMark {
  readonly #file: string;
  readonly #lastCommitted: () => number;
  #written = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `lastCommitted` is called outside of transactions. */
  constructor(database: string, lastCommitted: () => number) {
    this.#file = database + markSuffix;
    this.#lastCommitted = lastCommitted;
  }

  /** The mark beside a database that is not open; 0 without one, as after a stop that was clean. */
  static read(database: string): number {
    return read(database + markSuffix);
  }

  /** To be called after each commit. */
  committed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.write();
    }, betweenMarks).unref();
  }

  /** To be called once the database is closed, which has taken its log in. */
  remove(): void {
    this.stop();
    for (const file of [this.#file, temporaryOf(this.#file)]) rmSync(file, { force: true });
  }

  /** Leaves the mark as it is from now on. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Writes it now. To be called outside of transactions. */
  write(): void {
    try {
      const last = this.#lastCommitted();
      if (last <= this.#written) return;
      write(this.#file, last);
      this.#written = last;
    } catch {
      // The mark before stays true; the next commit tries again.
    }
  }
}

const temporaryOf = (file: string): string => `${file}.tmp`;

function write(file: string, mark: number): void {
  const temporary = temporaryOf(file);
  try {
    writeFileSync(temporary, `${mark}\n`, { mode: 0o600, flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  fsyncFolderSync(dirname(file));
}

function read(file: string): number {
  try {
    const text = readFileSync(file, 'utf8');
    return /^\d{1,15}\n$/.test(text) ? Number(text) : 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
