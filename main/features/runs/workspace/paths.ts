// Which file a path below a workspace means, and whether it may be touched at all. A path is judged as text first, then by what is really
// there: at every access, as what is there can change between two of them.

import { constants } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { AppError, invalid, notFound } from '../../../lib/app-error.ts';

/** The largest file that is read or written, in bytes. */
export const maxFileBytes = 1024 * 1024;
const maxPath = 1_000;
const maxDepth = 32;

/** Names that Windows takes for devices, with any ending. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

export interface WorkspacePlace {
  /** The real path of the folder, as it was at the start of the run. */
  readonly root: string;
  /** Real paths of folders that are never touched, such as that of Daybook's own data. */
  readonly forbidden: readonly string[];
}

const refused = (message: string): AppError => invalid({ path: 'path', message });

/** The names in a path below the workspace; none for the workspace itself. Throws `validation_failed`. Pure. */
export function pathSegments(path: string): string[] {
  if (path.length > maxPath) throw refused(`must be at most ${maxPath} characters long`);
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) throw refused('must not hold control characters');
  if (path.includes('\\')) throw refused('must have slashes, not backslashes');
  if (path.startsWith('/')) throw refused('must be below the workspace, not absolute');
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length > maxDepth) throw refused(`must be at most ${maxDepth} folders deep`);
  for (const name of names) {
    if (name === '..') throw refused('must not lead upwards');
    if (name.startsWith('.')) throw refused('must not name a hidden file or folder');
    // A drive, or a stream of a file, on Windows.
    if (name.includes(':')) throw refused('must not hold a colon');
    if (devices.test(name)) throw refused('must not name a device');
    if (/[. ]$/.test(name)) throw refused('must not hold a name that ends in a full stop or a blank');
  }
  return names;
}

/** Whether `path` is `folder` or lies in it; both are real paths. */
export function isWithin(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !/^(?:[A-Za-z]:|[\\/])/.test(from));
}

/** The full path of what these names mean, of which nothing need be there yet. Throws `forbidden`, `validation_failed`. */
export async function fullPath({ root, forbidden }: WorkspacePlace, names: readonly string[]): Promise<string> {
  // The folder itself can have been replaced by a link since the run began.
  if ((await realpath(root).catch(() => null)) !== root)
    throw new AppError('forbidden', 'The workspace is not what it was at the start of the run');
  const full = join(root, ...names);
  if (!isWithin(full, root)) throw refused('must be below the workspace');
  if (forbidden.some((folder) => isWithin(full, folder))) throw new AppError('forbidden', 'This folder is none of the workspace');
  await checkReal(full, root, await identities(forbidden));
  return full;
}

/** Throws `forbidden` where a link leads elsewhere, or another volume begins: as far as there is anything. */
async function checkReal(full: string, root: string, forbidden: ReadonlySet<string>): Promise<void> {
  const { dev } = await lstat(root, { bigint: true });
  for (let path = full; path !== root; path = dirname(path)) {
    const found = await lstat(path, { bigint: true }).catch(absent);
    if (found === null) continue;
    if (found.isSymbolicLink()) throw new AppError('forbidden', 'Links are not followed');
    if (forbidden.has(identityOf(found))) throw new AppError('forbidden', 'This folder is none of the workspace');
    if (found.dev !== dev) throw new AppError('forbidden', 'Another volume is none of the workspace');
    // Names that mean the same to the file system, as upper and lower case or another form of Unicode do, stay one file.
    if (!isWithin(await realpath(path), root)) throw new AppError('forbidden', 'This is outside of the workspace');
  }
}

/** What folders are, whatever they are called: where upper and lower case are the same, a text does not tell. */
async function identities(folders: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(folders.map((folder) => lstat(folder, { bigint: true }).catch(() => null)));
  return new Set(found.flatMap((stats) => (stats === null ? [] : identityOf(stats))));
}

function identityOf({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${dev} ${ino}`;
}

function absent(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return null;
  throw systemError(error);
}

/** The error that the model is told, without a path of this machine. */
export function systemError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return notFound('file');
  if (code === 'ENOTDIR') return refused('leads through what is no folder');
  if (code === 'EISDIR') return refused('is a folder');
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage_full', 'There is no room for the file');
  return new AppError('forbidden', `The file cannot be used (${code})`, { cause: error });
}

/** Opens a file to read it: a plain one, with no other name, on the same volume. Throws `not_found`, `forbidden`, `validation_failed`. */
export async function openPlain(place: WorkspacePlace, names: readonly string[]): Promise<FileHandle> {
  const full = await fullPath(place, names);
  // A pipe would be waited for.
  const file = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error: unknown) => {
    throw systemError(error);
  });
  try {
    const found = await file.stat({ bigint: true });
    if (found.isDirectory()) throw refused('is a folder');
    if (!found.isFile()) throw new AppError('forbidden', 'This is no plain file');
    if (found.nlink > 1n) throw new AppError('forbidden', 'This file has another name, which may lie elsewhere');
    // What was opened is what was judged: it can have been exchanged in between.
    await fullPath(place, names);
    const now = await lstat(full, { bigint: true });
    if (now.ino !== found.ino || now.dev !== found.dev) throw new AppError('conflict', 'The file was exchanged just now');
    return file;
  } catch (error) {
    await file.close();
    throw systemError(error);
  }
}
