// Replaces a file as a whole: a reader, also after a crash, finds the old or the new, never half.

import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Settles once `data` stands at `path` with permissions `mode`, on the disk. The way there is a temporary file in the
 * same folder, fsync, rename, fsync of the folder. Throws the system's error, with the old file as it was.
 */
export async function writeFileAtomically(path: string, data: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(data);
      // The mode of `open` is cut by the umask.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await fsyncFolder(dirname(path));
}

/** Removes temporary files that a killed process has left beside `path`. Only for a process that is alone in writing it. */
export async function sweepTemporaryFiles(path: string): Promise<void> {
  const folder = dirname(path);
  const beginning = `${basename(path)}.`;
  for (const name of await readdir(folder)) {
    if (name.startsWith(beginning) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(beginning.length)))
      await rm(join(folder, name), { force: true });
  }
}

/** Settles once the names in a folder are on the disk. */
export async function fsyncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its renames are journalled.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
