// How much of the disk files take. What disappears meanwhile counts nothing.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How many files are asked for at once: one after the other, each would wait for a turn of a busy event loop. */
const batchSize = 256;

/** Bytes of a file; 0 if there is none. `isOnce`: 0 also for one that has a second name, under which it counts. */
export async function sizeOf(file: string, isOnce = false): Promise<number> {
  try {
    const { size, nlink } = await stat(file);
    return isOnce && nlink > 1 ? 0 : size;
  } catch (error) {
    ignoreGone(error);
    return 0;
  }
}

/** Bytes of all files in a folder and the folders in it; 0 if there is none. Links are not followed. `isOnce` as in `sizeOf`. */
export async function sizeOfFolder(folder: string, isOnce = false): Promise<number> {
  let folders = [folder];
  let sum = 0;
  while (folders.length > 0) {
    const found = await inBatches(folders, entriesOf);
    const entries = found.flat();
    const sizes = await inBatches(
      entries.filter(({ isFolder }) => !isFolder),
      ({ path }) => sizeOf(path, isOnce),
    );
    sum += sizes.reduce((total, size) => total + size, 0);
    folders = entries.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  }
  return sum;
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
}

async function entriesOf(folder: string): Promise<Entry[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }));
  } catch (error) {
    ignoreGone(error);
    return [];
  }
}

async function inBatches<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += batchSize) results.push(...(await Promise.all(items.slice(at, at + batchSize).map(ask))));
  return results;
}

function ignoreGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
