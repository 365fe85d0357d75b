// Reads and writes the files of a workspace.

import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, invalid } from '../../../lib/app-error.ts';
import { fsyncFolder, sweepTemporaryFiles, writeFileAtomically } from '../../../storage/atomic-file.ts';
import { fullPath, maxFileBytes, pathSegments, openPlain, systemError, type WorkspacePlace } from './paths.ts';

/** A file as it is; null bytes for one that is not there. */
export interface FileState {
  readonly bytes: Buffer | null;
  /** SHA-256 of the bytes, in hexadecimal digits; empty where there is none. */
  readonly hash: string;
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
}

const newFileMode = 0o644;
/** Entries of a folder that are looked at. */
const maxEntries = 5_000;

export function bytesHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The path as it is shown. */
export function shownPath(path: string): string {
  return pathSegments(path).join('/');
}

export class WorkspaceFiles {
  readonly #place: WorkspacePlace;

  constructor(place: WorkspacePlace) {
    this.#place = place;
  }

  /** What a folder holds that may be used, by name: no hidden files, no links, nothing of other volumes. Throws `AppError`. */
  async list(path: string): Promise<Entry[]> {
    try {
      const full = await fullPath(this.#place, pathSegments(path));
      const { dev } = await lstat(this.#place.root);
      const names = (await readdir(full)).slice(0, maxEntries).filter(isUsable).toSorted();
      const entries: Entry[] = [];
      for (const name of names) {
        const found = await lstat(join(full, name)).catch(() => null);
        if (found === null || found.dev !== dev || this.#isForbidden(join(full, name))) continue;
        if (found.isDirectory()) entries.push({ name, isFolder: true, size: 0 });
        else if (found.isFile() && found.nlink === 1) entries.push({ name, isFolder: false, size: found.size });
      }
      return entries;
    } catch (error) {
      throw systemError(error);
    }
  }

  /** Throws `not_found`, `forbidden`, `too_large`, `validation_failed`. */
  async read(path: string): Promise<Buffer> {
    const file = await openPlain(this.#place, fileNames(path));
    try {
      // One more than is let through: a file can grow while it is read.
      const buffer = Buffer.alloc(maxFileBytes + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
        length += bytesRead;
        if (length > maxFileBytes) throw new AppError('too_large', `The file has more than ${maxFileBytes} bytes`);
        if (bytesRead === 0) return buffer.subarray(0, length);
      }
    } catch (error) {
      throw systemError(error);
    } finally {
      await file.close();
    }
  }

  /** As `read`, but for a file that need not be there. */
  async state(path: string): Promise<FileState> {
    try {
      const bytes = await this.read(path);
      return { bytes, hash: bytesHash(bytes) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return { bytes: null, hash: '' };
      throw error;
    }
  }

  /** Replaces the file as a whole, or makes it with the folders that it needs. Settles when it is on the disk. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > maxFileBytes) throw new AppError('too_large', `A file can have at most ${maxFileBytes} bytes`);
    const names = fileNames(path);
    try {
      // What is there must be a plain file as well.
      const mode = await this.#modeOf(names);
      const full = await fullPath(this.#place, names);
      await mkdir(dirname(full), { recursive: true });
      await fullPath(this.#place, names);
      await writeFileAtomically(full, bytes, mode ?? newFileMode);
    } catch (error) {
      throw systemError(error);
    }
  }

  /** Removes what a write of this file has left that a stop has cut off. */
  async sweep(path: string): Promise<void> {
    try {
      await sweepTemporaryFiles(await fullPath(this.#place, fileNames(path)));
    } catch (error) {
      // Without the folder there is nothing to sweep.
      if (systemError(error).code !== 'not_found') throw systemError(error);
    }
  }

  /** How many of the folders of a path are not there yet, from the innermost on. */
  async missingFolders(path: string): Promise<number> {
    const folders = fileNames(path).slice(0, -1);
    for (let missing = 0; ; missing += 1) {
      const there = folders.slice(0, folders.length - missing);
      if (there.length === 0 || (await lstat(join(this.#place.root, ...there)).catch(() => null)) !== null) return missing;
    }
  }

  /** Also as many of its folders, from the innermost on, as long as they are empty. */
  async remove(path: string, madeFolders = 0): Promise<void> {
    const names = fileNames(path);
    await (await openPlain(this.#place, names)).close();
    try {
      const full = await fullPath(this.#place, names);
      await rm(full);
      await fsyncFolder(dirname(full));
    } catch (error) {
      throw systemError(error);
    }
    for (let kept = names.length - 1; kept >= names.length - madeFolders && kept > 0; kept -= 1)
      if (!(await this.#removeEmpty(names.slice(0, kept)))) return;
  }

  /** False for a folder that stays, as it holds something or is none any more. */
  async #removeEmpty(names: readonly string[]): Promise<boolean> {
    try {
      const full = await fullPath(this.#place, names);
      await rmdir(full);
      await fsyncFolder(dirname(full));
      return true;
    } catch {
      return false;
    }
  }

  async #modeOf(names: readonly string[]): Promise<number | null> {
    try {
      const file = await openPlain(this.#place, names);
      try {
        return (await file.stat()).mode & 0o777;
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  #isForbidden(full: string): boolean {
    return this.#place.forbidden.includes(full);
  }
}

function isUsable(name: string): boolean {
  try {
    return pathSegments(name).length === 1;
  } catch {
    return false;
  }
}

function fileNames(path: string): string[] {
  const names = pathSegments(path);
  if (names.length === 0) throw invalid({ path: 'path', message: 'is the workspace itself' });
  return names;
}
