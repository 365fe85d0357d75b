import { AppError, unavailable } from '../lib/app-error.ts';

// EFBIG: the file system or a limit of the process takes no file of that size.
const full = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG']);
// ERR_WORKER_INIT_FAILED: a thread that works on it cannot be started, as for too many open files.
const awayOfSystem = /^(?:EIO|EROFS|EACCES|EPERM|EMFILE|ENFILE|ERR_WORKER_INIT_FAILED)/;
// Of a disk that was unplugged and of a folder on the network. Node has no name for ESTALE, nor for others of some file systems.
const awayOfDisk = /^(?:ENODEV|ENXIO|ENOTCONN|EHOSTDOWN|EREMOTEIO|Unknown system error)/;
const awayOfSqlite = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB|PROTOCOL|NOMEM|PERM)/;

/** The code that SQLite or the file system gave the error; '' if neither did. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether SQLite has found a database damaged, also where that was told as another error. */
export function isDamage(error: unknown): boolean {
  if (error instanceof SuppressedError) return isDamage(error.suppressed);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(error))) return true;
  return error instanceof Error && error.cause !== undefined && isDamage(error.cause);
}

/**
 * What a failure of SQLite or of the file system means to the caller: 507 when there is no room, 503 when the
 * storage cannot be used now; any other error is given back as it is. Nothing is ever deleted or made anew here.
 */
export function storageError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  // Giving up what was open has failed as well, mostly for the same reason: what came first counts.
  if (error instanceof SuppressedError) return storageError(error.suppressed);
  const code = errorCode(error);
  if (full.has(code)) return new AppError('storage_full', 'There is no room left on the disk; nothing was changed', { cause: error });
  if (isAway(error)) return unavailable('The storage cannot be used at the moment; nothing was changed', 10, error);
  return error;
}

function isAway(error: unknown): boolean {
  const code = errorCode(error);
  return [awayOfSystem, awayOfDisk, awayOfSqlite].some((away) => away.test(code)) || isBelowNothing(error);
}

/** Whether what a caller is told is of the storage, and not of what it asked for: with anything else the same would come of it. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'storage_full' || isAway(error.cause) || isStorageFault(error.cause);
}

/** A folder that cannot be made: it lies below a link to a disk that is not there, or below what has become a file. */
function isBelowNothing(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'mkdir' && /^(?:ENOENT|ENOTDIR|EEXIST)$/.test(errorCode(error));
}
