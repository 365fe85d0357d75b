// Puts a backup in the place of the database. What was there before is moved aside, never deleted.

import Sqlite from 'better-sqlite3';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { contentFolder, fsyncContents, keepContent, listFile, readContents, takeContent, type Contents } from './backup-contents.ts';
import { replacedFolders } from './backup-files.ts';
import { prepareDataDir } from './data-dir.ts';
import {
  backupFolder,
  companions,
  contentPath,
  copyForGood,
  databaseName,
  hashFile,
  hashForm,
  isAcrossDisks,
  partOf,
  quarantineFolder,
  stamp,
  fsyncFileSync,
  fsyncFolderSync,
} from './files.ts';
import { lockDataDir } from './lock.ts';
import { latestVersion, migrations } from './migrate.ts';
import { checkIntegrity, type IntegrityFault } from './integrity-check.ts';
import { schemaFlaw } from './schema-check.ts';

/** In the folder that takes what is replaced: the checked copy, until it stands in its place. */
export const incoming = 'restored.db';
const unchecked = 'unchecked.db';
/** Beside the copy: the next start puts it in its place. Holds the name of the backup. */
export const marker = 'at-next-start';

/** In the data directory: the copy, where the folder is on another disk, until it takes the name of the database. */
const landed = `${databaseName}-restored`;

/** Beside the copy: the contents that come with it. */
const incomingFiles = 'files';

export interface RestoreOptions {
  /** The backup. It is only read. */
  readonly file: string;
  readonly dataDir: string;
  readonly clock: Clock;
  /** The newest format that may be restored; the one that this version writes unless told. */
  readonly latest?: number;
}

export interface RestoreOutcome {
  /** The folder with what was replaced; null if there was nothing. */
  readonly replaced: string | null;
  /** Files that the backup names and that are gone: they neither came with it nor are there. */
  readonly missing: number;
}

/**
 * Restores the backup `file`. Throws a `StartError`, with the
 * database as it was, when a Daybook uses the folder or the backup cannot be used. If the process is killed, the next
 * start finds the old database or finishes the exchange.
 */
export function restore({ file, dataDir, clock, latest = latestVersion(migrations) }: RestoreOptions): RestoreOutcome {
  using exchanging = new Exchanging(file, dataDir, clock);
  try {
    const missing = takeIn(file, exchanging.folder, { latest, dataDir });
    return { replaced: exchanging.run(), missing };
  } catch (error) {
    throw exchanging.undone(error);
  }
}

/** A restore while it holds the data directory, from its begin to its end. */
export class Exchanging {
  readonly #file: string;
  readonly #dataDir: string;
  readonly #lock: { release(): void };
  readonly #stoodBefore: boolean;
  /** What is to be restored comes in here, and what is replaced goes here. */
  readonly folder: string;

  constructor(file: string, dataDir: string, clock: Clock) {
    requireFile(file);
    prepareDataDir(dataDir);
    this.#file = file;
    this.#dataDir = dataDir;
    this.#lock = lockDataDir(dataDir);
    try {
      finishRestore(dataDir);
      this.folder = newFolder(dataDir, clock());
      this.#stoodBefore = stands(join(dataDir, databaseName));
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** Puts what has come in into its place; the folder with what it replaced, null if there was nothing. */
  run(): string | null {
    return exchange(this.#dataDir, this.folder) ? this.folder : null;
  }

  /** After a failure: what to throw. What has come in is gone, unless the next start is to end it. */
  undone(error: unknown): unknown {
    if (this.#stoodBefore && !stands(join(this.#dataDir, databaseName))) return halfway(error, this.#dataDir);
    discardDoubles(this.#dataDir, this.folder);
    discardCopies(this.folder);
    return explained(error, this.#file);
  }

  [Symbol.dispose](): void {
    this.#lock.release();
  }
}

/**
 * Ends what a restore has begun. One that was prepared (`prepareRestore`) is carried out. One that was killed half-way: when the
 * database has been moved aside already, the checked copy takes its place; when it has not, the copy is removed and the database
 * stays. To be called with the lock held.
 */
export function finishRestore(dataDir: string): void {
  for (const folder of replacedFolders(dataDir)) {
    const isDue = stands(join(folder, marker)) || !stands(join(dataDir, databaseName));
    if (stands(join(folder, incoming)) && isDue) {
      try {
        exchange(dataDir, folder);
      } catch (error) {
        throw notCarriedOut(error, dataDir, folder);
      }
    } else discardDoubles(dataDir, folder);
    // The marker last: until the copy is gone from here, the exchange is not over.
    if (stands(folder)) discardCopies(folder);
  }
  if (!stands(join(dataDir, landed))) return;
  if (stands(join(dataDir, databaseName))) rmSync(join(dataDir, landed));
  else renameSync(join(dataDir, landed), join(dataDir, databaseName));
}

/**
 * Before an exchange across disks the database is copied. Removes these copies where the exchange has not come about: the copy of the
 * backup is still there, and all that is beside it is what stands in the data directory, byte for byte.
 */
function discardDoubles(dataDir: string, folder: string): void {
  if (!stands(join(folder, incoming))) return;
  const names = ['', ...companions].map((suffix) => databaseName + suffix).filter((name) => stands(join(folder, name)));
  if (!names.every((name) => isSameFile(join(folder, name), join(dataDir, name)))) return;
  for (const name of names) rmSync(join(folder, name));
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (a?.isFile() !== true || b?.isFile() !== true || a.size !== b.size) return false;
  return hashFile(one).sha256 === hashFile(other).sha256;
}

/** Removes copies of a backup, and the folder if nothing else is in it. What was moved there stays. */
export function discardCopies(folder: string): void {
  for (const name of [unchecked, incoming]) {
    for (const suffix of ['', ...companions]) rmSync(join(folder, name + suffix), { force: true });
  }
  for (const suffix of ['', ...companions]) rmSync(partOf(join(folder, databaseName + suffix)), { force: true });
  rmSync(join(folder, incomingFiles), { recursive: true, force: true });
  rmSync(join(folder, marker), { force: true });
  removeIfEmpty(folder);
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Whether the path is taken, if only by a symbolic link that leads nowhere. */
export function stands(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function requireFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return;
  throw new StartError(`There is no backup ${file}; npm run restore without a file lists those that there are`);
}

/**
 * Makes the folder for what a restore replaces, `replaced-` and the time in the folder of the backups, and gives its path. `now` is in
 * milliseconds since the Unix epoch; each folder of that name which is there already makes it a second later.
 */
export function newFolder(dataDir: string, now: number): string {
  mkdirSync(backupFolder(dataDir), { recursive: true, mode: 0o700 });
  for (let time = now; ; time += 1000) {
    const folder = join(backupFolder(dataDir), `replaced-${stamp(time)}`);
    if (stands(folder)) continue;
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  }
}

/** Where an archive is unpacked to. */
export function unpackedIn(folder: string): { readonly database: string; readonly files: string } {
  return { database: join(folder, unchecked), files: join(folder, incomingFiles) };
}

/** Told how far it is, in bytes. */
export type TellProgress = (progress: { readonly done: number; readonly total: number }) => void;

/** Counts bytes up to a total; tells at each. */
export function counting(total: number, told: TellProgress = () => undefined): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done = Math.min(done + bytes, total);
    told({ done, total });
  };
}

interface TakingIn {
  readonly latest: number;
  readonly dataDir: string;
  readonly told?: TellProgress | undefined;
}

/**
 * Copies `file` into `folder`, with the contents that lie beside it, and checks the copy in full, since it is the copy that will be used.
 * Gives how many files are missing.
 */
export function takeIn(file: string, folder: string, { latest, dataDir, told }: TakingIn): number {
  const contents = file.endsWith('.db') ? readContents(listFile(file)) : null;
  const size = statSync(file).size;
  const add = counting(
    [...(contents ?? new Map<string, number>()).values()].reduce((sum, bytes) => sum + bytes, size),
    told,
  );
  const copy = join(folder, unchecked);
  // The log belongs to the content: so a database that a restore has put aside can be restored in turn.
  for (const suffix of ['', '-wal']) {
    if (suffix === '' || existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix, constants.COPYFILE_FICLONE);
    if (existsSync(copy + suffix)) chmodSync(copy + suffix, 0o600);
  }
  add(size);
  if (contents !== null) takeContents(file, contents, { folder: join(folder, incomingFiles), dataDir, add });
  return acceptCopy(file, folder, { latest, dataDir });
}

/**
 * Checks the copy of a database that has come into `folder`, and makes it the one that is put in the place of the database. Gives how many
 * files are missing: those that it names and whose contents have neither come in nor are among those in use or put aside.
 */
export function acceptCopy(file: string, folder: string, { latest, dataDir }: Pick<TakingIn, 'latest' | 'dataDir'>): number {
  const copy = join(folder, unchecked);
  const fault = checkIntegrity(copy, latest, 'integrity_check');
  if (fault !== null) throw restoreRefusal(file, fault);
  const connection = new Sqlite(copy, { fileMustExist: true });
  let missing: number;
  try {
    // Takes the log in, and makes the first start write nothing but its own changes.
    connection.pragma('journal_mode = WAL');
    connection.pragma('wal_checkpoint(TRUNCATE)');
    const flaw = schemaFlaw(connection);
    if (flaw !== null) throw new StartError(`The backup ${file} is not as Daybook makes it (${flaw}); choose another`);
    missing = countMissing(connection, [
      (sha256) => join(folder, incomingFiles, sha256),
      (sha256) => contentPath(join(dataDir, 'attachments'), sha256),
      (sha256) => join(quarantineFolder(dataDir), sha256),
    ]);
  } finally {
    connection.close();
  }
  fsyncFileSync(copy);
  renameSync(copy, join(folder, incoming));
  fsyncFolderSync(folder);
  fsyncFolderSync(join(folder, '..'));
  return missing;
}

/** How many files of a database have no content in any of these places. */
function countMissing(connection: Sqlite.Database, places: readonly ((sha256: string) => string)[]): number {
  // Before format 20 there were files of cards alone.
  const [table] = connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('files', 'attachments') ORDER BY name DESC")
    .pluck()
    .all();
  if (table === undefined) return 0;
  const named = connection
    .prepare<[], { sha256: string; files: number }>(`SELECT sha256, count(*) AS files FROM ${table} GROUP BY sha256`)
    .all();
  const isThere = (sha256: string): boolean => hashForm.test(sha256) && places.some((place) => existsSync(place(sha256)));
  return named.reduce((sum, { sha256, files }) => sum + (isThere(sha256) ? 0 : files), 0);
}

/** The contents that belong to the backup `file`, whole, under their hashes. */
function takeContents(
  file: string,
  contents: Contents,
  { folder, dataDir, add }: { readonly folder: string; readonly dataDir: string; readonly add: (bytes: number) => void },
): void {
  mkdirSync(folder, { mode: 0o700 });
  const roots = [contentFolder(dirname(file)), join(dataDir, 'attachments')];
  for (const sha256 of contents.keys()) {
    if (typeof takeContent(sha256, roots, join(folder, sha256), add) === 'string')
      throw new StartError(
        `The backup ${file} is damaged (a file that belongs to it is missing or damaged in ${contentFolder(dirname(file))}); choose ` +
          `another, or remove ${listFile(file)} to restore the database alone`,
      );
  }
  fsyncFolderSync(folder);
}

/** Puts the contents that have come in among those in use. None is overwritten by another, as the name is the hash. */
function bringContents(dataDir: string, folder: string): void {
  const incomingContents = join(folder, incomingFiles);
  if (!stands(incomingContents)) return;
  const root = join(dataDir, 'attachments');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(incomingContents).filter((each) => hashForm.test(each)))
    keepContent(join(incomingContents, name), root, name);
  fsyncContents(root);
  rmSync(incomingContents, { recursive: true, force: true });
}

/**
 * First the contents, which do no harm without the database that names them. Then moves the database aside and the copy in; false if
 * there was no database. The database goes before its log: an old log beside the new database would be played into it, and an old database
 * without its log would pass for whole.
 */
function exchange(dataDir: string, folder: string): boolean {
  bringContents(dataDir, folder);
  const names = ['', ...companions].map((suffix) => databaseName + suffix).filter((name) => stands(join(dataDir, name)));
  try {
    for (const name of names) renameSync(join(dataDir, name), join(folder, name));
  } catch (error) {
    if (!isAcrossDisks(error)) throw error;
    // All of it is there before the first of it goes from here.
    for (const name of names.toReversed()) copyForGood(join(dataDir, name), join(folder, name));
    fsyncFolderSync(folder);
    for (const name of names) rmSync(join(dataDir, name));
  }
  fsyncFolderSync(folder);
  land(dataDir, folder);
  fsyncFolderSync(dataDir);
  removeIfEmpty(folder);
  return names.length > 0;
}

/** Gives the copy the name of the database, which is free. */
function land(dataDir: string, folder: string): void {
  const database = join(dataDir, databaseName);
  try {
    renameSync(join(folder, incoming), database);
  } catch (error) {
    if (!isAcrossDisks(error)) throw error;
    copyForGood(join(folder, incoming), join(dataDir, landed));
    fsyncFolderSync(dataDir);
    // Before it is the database: the next start would take one that was left for another exchange, and put the new database aside.
    rmSync(join(folder, incoming));
    fsyncFolderSync(folder);
    renameSync(join(dataDir, landed), database);
  }
}

function restoreRefusal(file: string, fault: IntegrityFault): StartError {
  switch (fault.kind) {
    case 'newer':
      return new StartError(
        `The backup ${file} was written by a newer version of Daybook (format ${fault.version}); install that version to restore it`,
      );
    case 'foreign':
      return new StartError(`The file ${file} is not a database of Daybook; choose another backup`);
    case 'damaged':
      return new StartError(`The backup ${file} is damaged (${fault.why}); choose another`);
    default:
      return new StartError(`The backup ${file} cannot be read (${fault.why}); nothing was changed`);
  }
}

function notCarriedOut(error: unknown, dataDir: string, folder: string): StartError {
  const without = stands(join(dataDir, databaseName)) ? `, or remove ${folder} to keep the database as it is` : '';
  return new StartError(
    `The restore that this start was to carry out is not done (${(error as Error).message}); start again when that is mended${without}`,
    { cause: error },
  );
}

function halfway(error: unknown, dataDir: string): StartError {
  return new StartError(
    `The restore stopped half-way (${(error as Error).message}); start Daybook on ${dataDir} to finish it. What was there before is ` +
      `in ${backupFolder(dataDir)}`,
    { cause: error },
  );
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof StartError) return error;
  const { code, message } = error as Error & { code?: string };
  if (code === 'ENOSPC' || code === 'SQLITE_FULL')
    return new StartError(`There is no room to restore ${file}; make room on the disk and try again`, { cause: error });
  return new StartError(`The backup ${file} cannot be restored (${message}); nothing was changed`, { cause: error });
}
