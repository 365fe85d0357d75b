// What kills leave behind, of work that is done once and here: a process for each kill would take a quarter of a second of the processor.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { newFolder } from './fixture.ts';

/** Each changes the file system. */
type Change = 'copyFileSync' | 'createWriteStream' | 'linkSync' | 'mkdirSync' | 'renameSync' | 'rmSync' | 'writeFileSync';

/** Copies of the folders that were watched, in their order. */
export type Moment = readonly string[];

/**
 * Does the work; gives the folders as they were before each of these changes and whenever the work called `keep`, and last as they are
 * after all. A process that is ended by SIGKILL at such a moment leaves just that: what it has written stays, and its locks are gone.
 */
export async function momentsOf(
  folders: readonly string[],
  changes: readonly Change[],
  work: (keep: () => void) => unknown,
): Promise<readonly Moment[]> {
  const moments: Moment[] = [];
  let isWatched = true;
  const keep = (): void => {
    if (!isWatched) return;
    isWatched = false;
    moments.push(
      folders.map((folder) => {
        const copy = newFolder();
        fs.cpSync(folder, copy, { recursive: true });
        return copy;
      }),
    );
    isWatched = true;
  };
  const originals = changes.map((name) => [name, fs[name]] as const);
  for (const [name, change] of originals) {
    const watched = (...args: unknown[]): unknown => {
      keep();
      return (change as (...of: unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: watched });
  }
  syncBuiltinESMExports();
  try {
    await work(keep);
    keep();
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
  return moments;
}

/** Puts a copy in the place of its folder. */
export function putBack(copy: string, folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(copy, folder, { recursive: true });
}
