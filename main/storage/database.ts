// Opens the database of a data directory. better-sqlite3 is used here, in the stores, and nowhere else.

import Sqlite, { type Database as Connection, type Options, type Statement } from 'better-sqlite3';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import { latestVersion, migrate, migrations as released, schemaVersion, type Migration } from './migrate.ts';
import { WriteQueue } from './write-queue.ts';

export const databaseName = 'daybook.db';

/** What stores are built on: prepared statements to read with, and the queue to write through. */
export interface Database {
  /** For stores: prepare once, in the constructor. */
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(sql: string): Statement<Parameters extends unknown[] ? Parameters : [Parameters], Row>;
  /** Runs `work` inside the next write transaction; settles after the commit. See `WriteQueue.write`. */
  write<T>(work: () => T): Promise<T>;
  /** Calls `listener` after every commit: only then may anybody learn of a change. */
  onCommit(listener: () => void): void;
  /** Commits what waits, checkpoints, closes. */
  close(): void;
}

export interface OpenDatabaseOptions {
  readonly migrations?: readonly Migration[];
  /** Keeps a copy of the database before it is upgraded; gets the connection and the old version. */
  readonly keepCopy: (connection: Connection, from: number) => void;
  /** What to tell the user who faces a damaged database: how to get a backup back. */
  readonly remedy: () => string;
}

/**
 * Opens or creates `daybook.db` in `dataDir`. An existing file is first looked at through a connection that
 * cannot write; one that is damaged or newer is left exactly as it is, with a `StartError` that says what to do.
 */
export function openDatabase(dataDir: string, options: OpenDatabaseOptions): Database {
  const file = join(dataDir, databaseName);
  const migrations = options.migrations ?? released;
  if (existsSync(file) && statSync(file).size > 0) inspect(file, latestVersion(migrations), options.remedy);
  const connection = connect(file);
  try {
    connection.pragma('journal_mode = WAL');
    // better-sqlite3 is compiled to run WAL databases at NORMAL, which loses answered writes in a power cut.
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('trusted_schema = OFF');
    if (connection.pragma('synchronous', { simple: true }) !== 2) throw new StartError('SQLite did not accept synchronous=FULL; Daybook does not run without it');
    migrate(connection, migrations, (from) => { options.keepCopy(connection, from); });
  } catch (error) {
    connection.close();
    throw error;
  }
  return wrap(connection);
}

function connect(file: string, options?: Options): Connection {
  try {
    return new Sqlite(file, options);
  } catch (cause) {
    throw new StartError(`The database ${file} cannot be opened (${(cause as Error).message}); check that the folder exists and that you may write to it`, { cause });
  }
}

/** Throws a `StartError` if the file is not a database of ours in good health. Changes nothing. */
function inspect(file: string, latest: number, remedy: () => string): void {
  const damaged = (why: string): StartError => new StartError(`The database ${file} is damaged (${why}) and was left as it is; ${remedy()}`);
  if (!hasSqliteHeader(file)) throw damaged('it is not an SQLite file');
  let connection: Connection;
  try {
    connection = new Sqlite(file, { readonly: true });
  } catch (cause) {
    throw damaged((cause as Error).message);
  }
  try {
    const version = schemaVersion(connection);
    if (version > latest) {
      throw new StartError(`The database ${file} was written by a newer version of Daybook (format ${version}, this one knows ${latest}) and was left as it is; install that version, or choose another folder with --data-dir`);
    }
    const verdict = connection.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw damaged(String(verdict).split('\n')[0] ?? 'quick_check failed');
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw damaged((error as Error).message);
  } finally {
    connection.close();
  }
}

function hasSqliteHeader(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(16);
    readSync(descriptor, header, 0, 16, 0);
    return header.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(descriptor);
  }
}

function wrap(connection: Connection): Database {
  const listeners: (() => void)[] = [];
  const queue = new WriteQueue(connection, () => {
    for (const listener of listeners) listener();
  });
  return {
    prepare: (sql) => connection.prepare(sql) as never,
    write: (work) => queue.write(work),
    onCommit: (listener) => { listeners.push(listener); },
    close: () => {
      queue.close();
      connection.pragma('wal_checkpoint(TRUNCATE)');
      connection.close();
    },
  };
}
