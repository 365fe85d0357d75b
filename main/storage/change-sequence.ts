// The high mark of the change feed, kept beside the database: a restored backup must not give out numbers a second time.
//
// Numbers are reserved ahead in blocks, so that the file is written once in thousands of changes. After a clean stop it holds the
// number that was given out last; after a crash it holds the end of the block, and the rest of the block is skipped.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fsyncFolderSync } from './files.ts';

const fileName = 'change-sequence';

/** How many numbers are reserved at a time. */
const block = 10_000;

export class ChangeSequence {
  readonly #file: string;
  /** All numbers up to this one may be given out. */
  #reserved: number;
  #ahead: NodeJS.Immediate | null = null;

  private constructor(file: string, reserved: number) {
    this.#file = file;
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

  /** `last` is the number that was given out last: the next start goes on right after it. */
  close(last: number): void {
    if (this.#ahead !== null) clearImmediate(this.#ahead);
    try {
      if (last !== this.#reserved) this.#write(last);
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
    const temporary = `${this.#file}.tmp`;
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      writeSync(descriptor, `${mark}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, this.#file);
    fsyncFolderSync(dirname(this.#file));
    this.#reserved = mark;
  }
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
