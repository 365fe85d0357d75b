// Room on the disk that is kept for what has to be written where it is full: that a job has failed which has filled it, and what deletes.

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../lib/app-error.ts';
import type { MaintenanceTask } from './maintenance.ts';

/** With less than this, in bytes, a start does not come to its end. */
const leastRoom = 1024 * 1024;

/** Enough for a start and many deletions, each of which takes some pages of the log; in bytes. */
const deletionBytes = 4 * 1024 * 1024;
const deletionsName = 'deletions.room';

/** As a task it keeps anew what was given, once there is room again. */
export class KeptRoom implements MaintenanceTask {
  readonly name = 'keep room on the disk';
  readonly #file: string;
  readonly #bytes: number;

  /** `file` is an absolute path, on the disk of the database. */
  constructor(file: string, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /**
   * What is kept in a data directory for deletions. A start that finds the disk full has it given to itself. Never throws: what stands in
   * the way of a start is told by what it writes.
   */
  static forDeletions(dataDir: string): KeptRoom {
    try {
      const { bavail, bsize } = statfsSync(dataDir);
      if (bavail * bsize < leastRoom) KeptRoom.giveToStart(dataDir);
    } catch {
      // Some file systems do not tell how much room they have.
    }
    return new KeptRoom(join(dataDir, deletionsName), deletionBytes);
  }

  /** Gives what is kept for deletions to a start. False where there was none. Throws the system's errors. */
  static giveToStart(dataDir: string): boolean {
    const file = join(dataDir, deletionsName);
    if (!existsSync(file)) return false;
    rmSync(file);
    return true;
  }

  /** Keeps room unless it is kept already. Where the disk has little more, none is: others would be told that it is full. */
  async keep(): Promise<void> {
    try {
      if ((await this.#size()) === this.#bytes) return;
      const { bavail, bsize } = await statfs(dirname(this.#file));
      if (bavail * bsize < 2 * this.#bytes) return;
      // Written, not truncated to, and nothing that a file system could pack: a file with a hole in it keeps no room.
      await writeFile(this.#file, randomBytes(this.#bytes), { mode: 0o600 });
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

  /** What `write` gives; where the disk is full, it is called once more, with what was kept. */
  async within<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'storage_full')) throw error;
      // Also where none is left: another deletion may have had it given a moment ago.
      await this.give();
      return write();
    }
  }

  slice(): boolean {
    void this.keep();
    return false;
  }

  async #size(): Promise<number> {
    try {
      return (await stat(this.#file)).size;
    } catch {
      return 0;
    }
  }
}
