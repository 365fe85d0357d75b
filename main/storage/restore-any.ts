// Restores a backup of any form. Loaded by threads and commands alone: a start does not need to read archives.

import { createWriteStream, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import { archiveKind, readArchive } from './backup-archive.ts';
import { fsyncFolderSync } from './files.ts';
import { latestVersion, migrations } from './migrate.ts';
import { cancelRestore, mark, prepareRestore } from './pending-restore.ts';
import {
  acceptCopy,
  counting,
  discardCopies,
  Exchanging,
  newFolder,
  restore,
  unpackedIn,
  type RestoreOutcome,
  type RestoreOptions,
  type TellProgress,
} from './restore.ts';

interface RestoreAnyOptions extends RestoreOptions {
  /** Of an encrypted backup; null for none. */
  readonly passphrase: string | null;
}

/** Restores like `restore`, also from an archive. Throws a `StartError` that names the passphrase where that is missing or wrong. */
export async function restoreAny({ passphrase, ...options }: RestoreAnyOptions): Promise<RestoreOutcome> {
  const { file, dataDir, clock, latest = latestVersion(migrations) } = options;
  if (!isArchive(file)) return restore(options);
  using exchanging = new Exchanging(file, dataDir, clock);
  try {
    await unpack(file, exchanging.folder, passphrase);
    const missing = acceptCopy(file, exchanging.folder, { latest, dataDir });
    return { replaced: exchanging.run(), missing };
  } catch (error) {
    throw exchanging.undone(error);
  }
}

/** Has the next start restore the backup, like `prepareRestore`, also from an archive. */
export async function prepareAny(
  dataDir: string,
  file: string,
  { now, passphrase, told }: { readonly now: number; readonly passphrase: string | null; readonly told?: TellProgress },
): Promise<void> {
  if (!isArchive(file)) {
    prepareRestore(dataDir, file, now, told);
    return;
  }
  cancelRestore(dataDir);
  const folder = newFolder(dataDir, now);
  try {
    await unpack(file, folder, passphrase, told);
    const missing = acceptCopy(file, folder, { latest: latestVersion(migrations), dataDir });
    mark(folder, { file, missing });
  } catch (error) {
    discardCopies(folder);
    throw error;
  }
}

/** False also for a file that is not there: what comes next says so. */
function isArchive(file: string): boolean {
  try {
    return archiveKind(file) !== 'other';
  } catch {
    return false;
  }
}

async function unpack(file: string, folder: string, passphrase: string | null, told?: TellProgress): Promise<void> {
  const { database, files } = unpackedIn(folder);
  let add = counting(0);
  mkdirSync(files, { mode: 0o700 });
  await readArchive(file, passphrase, {
    begin: (manifest) => {
      const needed = Object.values(manifest.files).reduce((sum, size) => sum + size, manifest.database.size);
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < needed) throw new StartError(`There is no room to restore ${file}; make room on the disk and try again`);
      add = counting(needed, told);
    },
    progress: (bytes) => {
      add(bytes);
    },
    // Only names that are hashes: none leads elsewhere.
    target: (part) =>
      createWriteStream(part.kind === 'database' ? database : join(files, part.sha256), { flags: 'wx', mode: 0o600, flush: true }),
  });
  fsyncFolderSync(files);
}
