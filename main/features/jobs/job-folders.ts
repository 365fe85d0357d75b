// The folders of jobs: each has one of its own below the data directory, and none outlives its job, but for one that is in use.

import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobPlace } from '../../lib/job-kind.ts';

interface JobFoldersOptions {
  /** Absolute; made with the first job. */
  readonly root: string;
  readonly newId: () => string;
  /** Whether there is a job with this id that needs its folder. */
  readonly isNeeded: (id: string) => boolean;
  /** Told of a folder that cannot be removed now; the next sweep tries again. */
  readonly failed: (error: unknown) => void;
}

export class JobFolders {
  readonly #options: JobFoldersOptions;
  /** How many times each is held: of jobs that are about to be created, and those whose files others use. */
  readonly #held = new Map<string, number>();
  /** Those of them that are to be removed. */
  readonly #unwanted = new Set<string>();

  constructor(options: JobFoldersOptions) {
    this.#options = options;
  }

  /** An absolute path; the folder need not be there. */
  path(id: string): string {
    return join(this.#options.root, id);
  }

  async make(id: string): Promise<string> {
    await mkdir(this.path(id), { recursive: true, mode: 0o700 });
    return this.path(id);
  }

  reserve(): JobPlace {
    const id = this.#options.newId();
    mkdirSync(this.path(id), { recursive: true, mode: 0o700 });
    return Object.assign(this.hold(id), { id, folder: this.path(id) });
  }

  /** Until the result is disposed of, it is not removed. */
  hold(id: string): Disposable {
    this.#held.set(id, (this.#held.get(id) ?? 0) + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#held.get(id) ?? 1) - 1;
        if (left > 0) this.#held.set(id, left);
        else this.#held.delete(id);
        if (left === 0 && (this.#unwanted.delete(id) || !this.#options.isNeeded(id))) void this.remove(id);
      },
    };
  }

  /** Settles once it is gone, or could not be removed; at once where it is held: then it goes later. */
  async remove(id: string): Promise<void> {
    if (this.#held.has(id)) {
      this.#unwanted.add(id);
      return;
    }
    try {
      await rm(this.path(id), { recursive: true, force: true, maxRetries: 2 });
    } catch (error) {
      this.#options.failed(error);
    }
  }

  /** Removes the folders that no job needs, in the background: at once they are none of a job any more. */
  sweep(): void {
    for (const name of this.#names()) {
      if (this.#held.has(name) || this.#options.isNeeded(name)) continue;
      try {
        // What uses the files of a job finds all of them or none.
        const id = this.#options.newId();
        renameSync(this.path(name), this.path(id));
        void this.remove(id);
      } catch (error) {
        this.#options.failed(error);
      }
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#options.root);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
