// Replaces a file as a whole: a reader, also after a crash, finds the old or the new, never half.

import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../lib/app-error.ts';

/** 503. The new file stands there and is what readers find; unless `why` is another, a power cut can bring the old one back. */
export class UnconfirmedWrite extends AppError {
  constructor(cause: unknown, why = 'the disk has not confirmed it: a power cut may undo it') {
    super('unavailable', `The change was made, but ${why}`, {
      cause,
      headers: { 'Retry-After': '10' },
    });
  }
}

/**
 * Settles once `data` stands at `path` with permissions `mode`, on the disk. The way there is a temporary file in the
 * same folder, fsync, rename, fsync of the folder. Throws the system's error, with the old file as it was, or `UnconfirmedWrite`.
 */
export async function writeFileAtomically(path: string, data: string | Uint8Array, mode: number): Promise<void> {
  // Before anything is changed: a process can run out of descriptors.
  const folder = await openFolder(dirname(path));
  try {
    await replace(path, data, mode);
    await folder?.sync().catch((cause: unknown) => {
      throw new UnconfirmedWrite(cause);
    });
  } finally {
    await folder?.close();
  }
}

async function replace(path: string, data: string | Uint8Array, mode: number): Promise<void> {
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
  const handle = await openFolder(folder);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/** Null on Windows, which cannot open folders; its renames are journalled. */
async function openFolder(folder: string): Promise<FileHandle | null> {
  return process.platform === 'win32' ? null : await open(folder, 'r');
}
