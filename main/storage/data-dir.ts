// Where a user's data lies.

import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, resolve, win32 } from 'node:path';
import { StartError } from '../lib/app-error.ts';

const productName = 'Daybook';

interface PlatformEnvironment {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
}

/** The folder that Electron calls `userData`: the desktop app and the headless service share their data. */
export function defaultDataDir({ platform, environment, home }: PlatformEnvironment): string {
  if (platform === 'win32') return win32.join(environment['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), productName);
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', productName);
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  // The XDG specification tells programs to ignore a relative path here.
  return posix.join(posix.isAbsolute(configured) ? configured : posix.join(home, '.config'), productName);
}

/** The folder to use: the flag, else `DAYBOOK_DATA_DIR`, else the default. An absolute path; it need not exist. */
export function chooseDataDir(flag: string | undefined, platform: PlatformEnvironment): string {
  const chosen = flag ?? (platform.environment['DAYBOOK_DATA_DIR'] || undefined);
  if (chosen === '') throw new StartError('--data-dir needs a folder');
  return chosen === undefined ? defaultDataDir(platform) : resolve(chosen);
}

/** What Daybook keeps there, and whether it is a folder. */
const kept = { attachments: true, backups: true, jobs: true, logs: true, 'service.json': false };

/**
 * Makes the folder, for the user alone, if it is missing; changes nothing of one that exists. Throws a `StartError` unless it can be used.
 */
export function prepareDataDir(dir: string): void {
  if (!isAbsolute(dir)) throw new StartError(`The data directory must be an absolute path, not ${dir}; choose one with --data-dir`);
  requireShort(dir, dir);
  try {
    makeFolder(dir);
  } catch (cause) {
    throw new StartError(`The data directory ${dir} cannot be made (${reason(cause)}); choose another folder with --data-dir`, { cause });
  }
  try {
    if (!statSync(dir).isDirectory()) throw new StartError(`The data directory ${dir} is not a folder; choose another with --data-dir`);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    // SQLite follows links before it counts.
    requireShort(dir, realpathSync(dir));
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The data directory ${dir} cannot be written to (${reason(cause)}); change its permissions, or choose another folder with --data-dir`,
      { cause },
    );
  }
  const attachments = join(dir, 'attachments');
  if (isLink(attachments) && !existsSync(attachments))
    throw new StartError(
      `${attachments} is a link to what is not there; see that its disk is there, since Daybook does not start without the files of ` +
        'cards and notes, or choose another folder with --data-dir',
    );
  for (const [name, isFolder] of Object.entries(kept)) {
    const path = join(dir, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.isDirectory() !== isFolder)
      throw new StartError(
        `${path} is ${isFolder ? 'no folder' : 'a folder'}, but Daybook needs ${isFolder ? 'one' : 'a file'} there; move it ` +
          `elsewhere, or choose another folder with --data-dir`,
      );
  }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** SQLite opens no file whose path, with the name of its journal, has more bytes than this; on Windows it goes by other rules. */
const maxPath = 512;
const longestInside = 'backups/daybook-20260301-093000.tar.age.unfinished-parts/daybook.db-journal';

/** Refuses a path below which there could be a database, but no backup of it. */
function requireShort(dir: string, real: string): void {
  const longest = maxPath - join('/', longestInside).length;
  const length = Buffer.byteLength(real);
  if (process.platform === 'win32' || length <= longest) return;
  throw new StartError(
    `The path of the data directory ${dir} is too long: it has ${length} bytes, and ${longest} are the most with which backups ` +
      `can be made; choose another folder with --data-dir`,
  );
}

/** Like a recursive `mkdirSync`, which in Node 24 never ends below /proc, or below a link to nowhere such as a disk that is not there. */
function makeFolder(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false }) !== undefined) return;
  const above = dirname(dir);
  if (above !== dir) makeFolder(above);
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it in the meantime.
    if (statSync(dir, { throwIfNoEntry: false }) === undefined) throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a link to nowhere',
  ENOTDIR: 'a part of the path is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no room left on the disk',
  ENOENT: 'a part of the path is missing',
  ELOOP: 'its links go in a circle',
};

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return reasons[code] ?? (error as Error).message;
}
