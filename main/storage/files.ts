// The names of the database's files, and the calls that put files on the disk for good, or read them to their end.

import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, fsyncSync, lstatSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compactStamp } from '../lib/clock.ts';

export const databaseName = 'daybook.db';

/** How the name of a `CommittedMark` ends. */
export const markSuffix = '-mark';

/** What lies beside a database; without its `-wal` it lacks its newest commits. All but the mark are SQLite's. */
export const companions = ['-wal', '-shm', '-journal', markSuffix] as const;

/** The folder of the kept copies. It need not exist. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Where contents wait that no record names, for a database that may name them. It need not exist. */
export function quarantineFolder(dataDir: string): string {
  return join(backupFolder(dataDir), 'attachments');
}

/** A SHA-256 in lower-case hexadecimal: the name of a content. */
export const hashForm = /^[0-9a-f]{64}$/;

/** Where a content lies in a folder of contents: among those in use, and among those of backups. Throws a `TypeError` for no SHA-256. */
export function contentPath(folder: string, sha256: string): string {
  if (!hashForm.test(sha256)) throw new TypeError('Not a SHA-256');
  return join(folder, sha256.slice(0, 2), sha256);
}

/**
 * Returns once the content of `file` is on the disk. Not for a file that SQLite has open in this process: closing it would drop SQLite's
 * locks.
 */
export function fsyncFileSync(file: string): void {
  // Windows flushes only what was opened for writing.
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns once the names in `folder` are on the disk: after a file was made, renamed or removed there. */
export function fsyncFolderSync(folder: string): void {
  // Windows cannot open a folder for this, and NTFS keeps a journal of names.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a rename was refused because the new name is on another disk, such as that of a folder that is a link or a mount. */
export function isAcrossDisks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}

/** Where a copy that is to stand at `to` is made. */
export function partOf(to: string): string {
  return `${to}.part`;
}

/** Copies a file for good. `to` is whole whenever it stands: until then the copy is at `part`, on the same disk. */
export function copyForGood(from: string, to: string, part = partOf(to)): void {
  try {
    copyFileSync(from, part);
    fsyncFileSync(part);
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** What concerns a disk or a process as a whole. */
const general = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether the file system says this of one file alone, such as EIO of a bad sector or EACCES: others may well be read. */
export function isOfOneFile(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^E(?!RR_)[A-Z0-9]+$/.test(code) && !general.has(code);
}

const chunkLength = 1024 * 1024;
/** Of a thread that has read a file. */
let kept: Buffer | null = null;

/** The SHA-256 and the bytes of a file; `progress` is told of the bytes as they are read. Reads all of it: not for the main thread. */
export function hashFile(path: string, progress?: (bytes: number) => void): { readonly sha256: string; readonly size: number } {
  const hash = createHash('sha256');
  const descriptor = openSync(path, 'r');
  const chunk = (kept ??= Buffer.alloc(chunkLength));
  try {
    let size = 0;
    for (;;) {
      const read = readSync(descriptor, chunk, 0, chunk.length, null);
      if (read === 0) return { sha256: hash.digest('hex'), size };
      size += read;
      hash.update(chunk.subarray(0, read));
      progress?.(read);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a file can be read to its end and is this content. A link is none. Throws what is not of this file alone. */
export function isWhole(path: string, sha256: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && hashFile(path).sha256 === sha256;
  } catch (error) {
    if (isOfOneFile(error)) return false;
    throw error;
  }
}

/** The time as it stands in file names: `20260301-093000`, UTC. */
export function stamp(milliseconds: number): string {
  return compactStamp(milliseconds).replace('T', '-');
}
