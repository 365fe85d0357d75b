// Room on the disk that is kept for the ends of jobs: a job that has filled the disk could not write down that it has failed otherwise.

import { rm, stat, writeFile } from 'node:fs/promises';

/** In bytes: what the database takes for the end of a job and its entry in the change feed, many times over. */
const roomBytes = 1024 * 1024;

export class JobRoom {
  readonly #file: string;

  /** `file` is an absolute path, on the disk of the database. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Keeps room unless it is kept already. On a disk that is full none is: nothing of it is left then. */
  async keep(): Promise<void> {
    try {
      if ((await this.#size()) === roomBytes) return;
      // Written, not truncated to: a file with a hole in it keeps no room.
      await writeFile(this.#file, Buffer.alloc(roomBytes), { mode: 0o600 });
    } catch {
      await this.give();
    }
  }

  /** Gives the room to what is written next. False where there was none. */
  async give(): Promise<boolean> {
    const size = await this.#size();
    await rm(this.#file, { force: true }).catch(() => undefined);
    return size > 0;
  }

  async #size(): Promise<number> {
    try {
      return (await stat(this.#file)).size;
    } catch {
      return 0;
    }
  }
}
