// A connection to the database as the service needs it, and whether the files that it has open are still those at their paths.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  type BigIntStats,
} from 'node:fs';
import { dirname } from 'node:path';
import { StartError, unavailable } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { fsyncFileSync, fsyncFolderSync } from './files.ts';
import type { Displaced, Displacement } from './integrity-check.ts';
import { errorCode } from './storage-error.ts';

/** How long the start waits for another program that holds the database, in milliseconds. Later the queue waits, without blocking. */
const busyAtStart = 5000;

/** A connection to a file that is there. Throws a `StartError`. */
export function connect(file: string): Connection {
  try {
    return new Sqlite(file, { fileMustExist: true, timeout: busyAtStart });
  } catch (cause) {
    throw cannotOpen(file, cause);
  }
}

/** A page of shared memory needs less than this; without it SQLite speaks of an I/O error. In bytes. */
const leastRoom = 1024 * 1024;

/** What to tell of an error of SQLite that an open has met. */
export function cannotOpen(file: string, cause: unknown): StartError {
  if (errorCode(cause).startsWith('SQLITE_IOERR') && roomFor(file) < leastRoom) {
    return new StartError(
      `The database ${file} cannot be opened because the disk is full; make room there, or choose another folder with --data-dir`,
      { cause },
    );
  }
  return new StartError(
    `The database ${file} cannot be opened (${(cause as Error).message}); check that you may write to it and that the disk has room`,
    { cause },
  );
}

/** Bytes that are free on the disk of the file. */
function roomFor(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/**
 * The log is copied into the database when it has this number of pages (16 MB). Writes change the same pages again and again, the last ones
 * of indexes above all: with SQLite's 1000, every other page was copied for nothing, and its copying waits for the disk twice.
 */
export const logPages = 4000;
/** At this length the log of the service's own connection is copied inside a commit after all; before, a thread does it (`Checkpoints`). */
export const serviceLogPages = 4 * logPages;

/**
 * Pages that are kept in memory, in KiB. A search reads some hundreds of pages all over the database: with better-sqlite3's 16 MB, those of
 * ten thousand notes went in and out at each.
 */
const cachedKiB = 32_000;

/**
 * Makes answered writes durable and foreign keys count; `pages`: how long SQLite lets the log become. Throws a `StartError` where SQLite
 * does not.
 */
export function prepareConnection(connection: Connection, pages = logPages): void {
  const mode = connection.pragma('journal_mode = WAL', { simple: true });
  // better-sqlite3 is compiled to run WAL databases at NORMAL, which loses answered writes in a power cut.
  connection.pragma('synchronous = FULL');
  connection.pragma(`cache_size = -${cachedKiB}`);
  connection.pragma('foreign_keys = ON');
  connection.pragma('trusted_schema = OFF');
  connection.pragma(`wal_autocheckpoint = ${pages}`);
  if (mode !== 'wal' || connection.pragma('synchronous', { simple: true }) !== 2) {
    throw new StartError(
      'SQLite did not accept journal_mode=WAL and synchronous=FULL, without which answered writes could be lost; choose a folder on a ' +
        'local disk with --data-dir',
    );
  }
}

/** A log, in pages. */
interface LogState {
  readonly log: number;
  /** Those that the database has as well. */
  readonly copied: number;
}

/**
 * How far the log is copied into the database, after a checkpoint of this mode (SQLite, `sqlite3_wal_checkpoint_v2`): `NOOP` copies
 * nothing, `PASSIVE` what no reader still needs, `TRUNCATE` all, and empties the log. Throws SQLite's errors.
 */
export function checkpointed(connection: Connection, mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): LogState {
  const [state] = connection.pragma(`wal_checkpoint(${mode})`) as [{ readonly log: number; readonly checkpointed: number }];
  return { log: state.log, copied: state.checkpointed };
}

/** A file that is open, by its numbers; `own` is null where the system has none that stay. */
export interface PlacedFile {
  readonly path: string;
  readonly own: Pick<BigIntStats, 'ino' | 'dev'> | null;
}

/** How a file that is open was displaced; null where it still stands at its path. Throws the system's errors. */
export function howDisplaced({ path, own }: PlacedFile): Displaced | null {
  if (own === null) return null;
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (there === undefined) return 'removed';
  return there.ino === own.ino && there.dev === own.dev ? null : 'replaced';
}

function requireAtPlace(file: PlacedFile): void {
  const how = howDisplaced(file);
  // The code that SQLite has for this, where it notices it.
  if (how !== null) throw Object.assign(new Error(`${file.path} was ${how}`), { code: 'SQLITE_READONLY_DBMOVED' });
}

/**
 * A connection to a database that another connection has open: what threads open it by. Nothing is read of a file that stands in the place
 * of the database by now, and nothing is read or written with a log that stands in the place of its own. Throws SQLite's errors, and
 * `SQLITE_READONLY_DBMOVED` for these.
 */
export function connectBeside({ database, log }: PlacedFiles, mode: 'reading' | 'writing'): Connection {
  const connection = new Sqlite(database.path, { readonly: mode === 'reading', fileMustExist: true, timeout: busyAtStart });
  try {
    // Before the first read: SQLite would begin the index of the log anew, which the service has in use.
    requireAtPlace(database);
    if (mode === 'writing') prepareConnection(connection);
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
    // The first read has opened it.
    requireAtPlace(log);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * A file that SQLite has open, to be compared with what stands at its path. A sync client renames an older copy over it, or a folder is
 * removed: SQLite goes on with a file that no path leads to. Windows refuses both for a file in use, so nothing is looked at there.
 */
class OpenedFile {
  readonly path: string;
  readonly #descriptor: number | null;
  readonly placed: PlacedFile;

  /** Holds the file open, as only of such a one the system gives no number to another. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = process.platform === 'win32' ? null : openSync(path, 'r');
    const stats = this.#descriptor === null ? null : fstatSync(this.#descriptor, { bigint: true });
    this.placed = { path, own: stats === null ? null : { ino: stats.ino, dev: stats.dev } };
  }

  /** Null where it still stands at its path, and where the file system does not tell now: SQLite finds what that means for a write. */
  displaced(): Displaced | null {
    try {
      return howDisplaced(this.placed);
    } catch {
      return null;
    }
  }

  /** Not before SQLite has closed the file: a process that closes a file drops all its locks on it. */
  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}

/** A database and its log. */
export interface PlacedFiles {
  readonly database: PlacedFile;
  readonly log: PlacedFile;
}

interface PlacementOptions {
  readonly clock: Clock;
  /** Give new paths for a copy, the best place first; `now` is in milliseconds. They may throw. */
  readonly places: readonly ((now: number) => string)[];
  /** Called at once. */
  readonly found: () => void;
  /** Called when the copy is made or has failed. */
  readonly told: (displacement: Displacement) => void;
}

/** Pages that are copied at a time, between which requests are answered. */
const copiedPages = 500;

/**
 * Whether the database that is open still stands where the next start looks for it. Once it does not, nothing may be written any more,
 * and what only the open file has is copied beside what stands there now. A log that is removed or replaced is made anew: nothing is lost
 * by that.
 */
export class Placement {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #places: PlacementOptions['places'];
  readonly #found: () => void;
  readonly #told: (displacement: Displacement) => void;
  readonly #database: OpenedFile;
  #log: OpenedFile;
  #how: Displaced | null = null;
  #saving: Promise<void> | null = null;
  #saved: string | null = null;

  constructor(connection: Connection, { clock, places, found, told }: PlacementOptions) {
    this.#connection = connection;
    this.#clock = clock;
    this.#places = places;
    this.#found = found;
    this.#told = told;
    this.#database = new OpenedFile(connection.name);
    // Where the database is a link, SQLite keeps the log beside the file itself.
    this.#log = new OpenedFile(`${realpathSync(connection.name)}-wal`);
  }

  /**
   * To be called outside of transactions, before each, and before the database is opened by its path. Throws `unavailable` once it is
   * displaced, and where the log has to be made anew and cannot be what SQLite throws, such as `SQLITE_BUSY`.
   */
  prepare(): void {
    const how = this.look();
    if (how !== null)
      throw unavailable(
        `The database of Daybook was ${how} from outside while it was in use; nothing was changed. Stop Daybook, and bring it back`,
        60,
      );
    if (this.isLogAway()) this.#renewLog();
  }

  /** How the database was displaced; null where it was not. */
  look(): Displaced | null {
    if (this.#how === null) {
      this.#how = this.#database.displaced();
      if (this.#how !== null) {
        this.#found();
        this.#saving = this.#save(this.#how);
      }
    }
    return this.#how;
  }

  /** The files that are open. As `prepare`. */
  files(): PlacedFiles {
    this.prepare();
    return { database: this.#database.placed, log: this.#log.placed };
  }

  isLogAway(): boolean {
    return this.#log.displaced() !== null;
  }

  /** To be awaited before `close`: what only the open file has is saved then, if that can be done. */
  async saveDisplaced(): Promise<void> {
    const how = this.look();
    if (how === null) return;
    await this.#saving;
    // What removes the folder may have taken the copy along.
    if (this.#saved === null || !existsSync(this.#saved)) await this.#save(how);
  }

  /**
   * Closes the connection. Of a displaced database the log stays where it is: with a copy it is not ours any more, and without one it is
   * all that is left.
   */
  close(): void {
    const log = this.#log.path;
    const kept = `${log}.kept`;
    const stays = this.#how !== null && existsSync(log);
    if (stays) renameSync(log, kept);
    // It removes the log by its name.
    this.#connection.close();
    if (stays) renameSync(kept, log);
    this.#log.close();
    this.#database.close();
  }

  /** Takes the log in and begins another, for which no other connection may be open. */
  #renewLog(): void {
    this.#connection.pragma('journal_mode = DELETE');
    prepareConnection(this.#connection, serviceLogPages);
    // The first read is what makes the file.
    this.#connection.pragma('schema_version');
    const log = new OpenedFile(this.#log.path);
    this.#log.close();
    this.#log = log;
  }

  async #save(how: Displaced): Promise<void> {
    this.#saved = null;
    const since = this.#clock();
    for (const place of this.#places) {
      const saved = await this.#maybeCopy(() => place(since));
      if (saved === null) continue;
      this.#saved = saved;
      this.#removeLog();
      break;
    }
    this.#told({ how, since, saved: this.#saved });
  }

  /** It fits no other database, and SQLite would take it for that of the one which stands there. */
  #removeLog(): void {
    try {
      if (this.isLogAway()) return;
      for (const path of [this.#log.path, this.#log.path.replace(/wal$/, 'shm')]) rmSync(path, { force: true });
    } catch {
      // The check after the next start finds what comes of it.
    }
  }

  /** The path of a whole copy; null where none can be made there. */
  async #maybeCopy(place: () => string): Promise<string | null> {
    let target: string | null = null;
    try {
      target = place();
      closeSync(openSync(target, 'wx', 0o600));
      await this.#connection.backup(target, { progress: () => copiedPages });
      const made = new Sqlite(target, { fileMustExist: true });
      // One file, which a restore takes.
      made.pragma('journal_mode = DELETE');
      made.close();
      fsyncFileSync(target);
      fsyncFolderSync(dirname(target));
      return target;
    } catch {
      if (target !== null) rmSync(target, { force: true });
      return null;
    }
  }
}
