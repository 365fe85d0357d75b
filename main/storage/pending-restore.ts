// A restore while the service runs: the backup is copied and checked now, and takes the database's place at the next start.

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replacedFolders } from './backup-files.ts';
import { fsyncFileSync, fsyncFolderSync } from './files.ts';
import { latestVersion, migrations } from './migrate.ts';
import { discardCopies, incoming, marker, newFolder, stands, takeIn, type TellProgress } from './restore.ts';

interface PendingRestore {
  /** The name of the backup. */
  readonly file: string;
  /** Milliseconds. */
  readonly preparedAt: number;
  /** Files that it names and that will be gone; null where an earlier version has prepared it. */
  readonly missing: number | null;
}

/**
 * Copies and checks the backup `file`, and has the next start (`finishRestore`) put it in the place of the database; one that was
 * prepared before no longer is. Throws a `StartError` when the backup cannot be used, or what the file system says, and then nothing
 * is prepared. It reads the whole backup: not for the main thread.
 */
export function prepareRestore(dataDir: string, file: string, now: number, told?: TellProgress): void {
  cancelRestore(dataDir);
  const folder = newFolder(dataDir, now);
  try {
    const missing = takeIn(file, folder, { latest: latestVersion(migrations), dataDir, told });
    mark(folder, { file, missing });
  } catch (error) {
    discardCopies(folder);
    throw error;
  }
}

/** Has the next start put what has come into `folder` in the place of the database. */
export function mark(folder: string, { file, missing }: { readonly file: string; readonly missing: number }): void {
  writeFileSync(join(folder, marker), `${missing}/${basename(file)}`, { mode: 0o600 });
  fsyncFileSync(join(folder, marker));
  fsyncFolderSync(folder);
}

/** What the next start restores; null for nothing. */
export function pendingRestore(dataDir: string): PendingRestore | null {
  for (const folder of replacedFolders(dataDir)) {
    const prepared = stands(join(folder, incoming)) ? read(join(folder, marker)) : null;
    if (prepared !== null) return prepared;
  }
  return null;
}

/** Null if there is no such file, or no longer: another restore can be prepared at this very moment, in a thread. */
function read(file: string): PendingRestore | null {
  try {
    const text = readFileSync(file, 'utf8');
    // Made, and not written yet.
    if (text === '') return null;
    // No name has a slash; versions before wrote the name alone.
    const [name = '', missing] = text.split('/').toReversed();
    return { file: name, preparedAt: statSync(file).mtimeMs, missing: missing === undefined ? null : Number(missing) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The database stays at the next start. Does nothing when no restore is prepared. */
export function cancelRestore(dataDir: string): void {
  for (const folder of replacedFolders(dataDir)) {
    if (!stands(join(folder, marker))) continue;
    // First what makes it happen, so that a kill in between leaves a copy and no more.
    rmSync(join(folder, marker));
    fsyncFolderSync(folder);
    discardCopies(folder);
  }
}

/** Leaves nothing of a preparation that was given up, wherever it was. To be called while none goes on. */
export function abandonRestore(dataDir: string): void {
  cancelRestore(dataDir);
  for (const folder of replacedFolders(dataDir)) discardCopies(folder);
}
