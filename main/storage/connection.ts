// A connection to the database as the service needs it.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../lib/app-error.ts';
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
const logPages = 4000;

/**
 * Pages that are kept in memory, in KiB. A search reads some hundreds of pages all over the database: with better-sqlite3's 16 MB, those of
 * ten thousand notes went in and out at each.
 */
const cachedKiB = 32_000;

/** Makes answered writes durable and foreign keys count. Throws a `StartError` where SQLite does not. */
export function prepareConnection(connection: Connection): void {
  const mode = connection.pragma('journal_mode = WAL', { simple: true });
  // better-sqlite3 is compiled to run WAL databases at NORMAL, which loses answered writes in a power cut.
  connection.pragma('synchronous = FULL');
  connection.pragma(`cache_size = -${cachedKiB}`);
  connection.pragma('foreign_keys = ON');
  connection.pragma('trusted_schema = OFF');
  connection.pragma(`wal_autocheckpoint = ${logPages}`);
  if (mode !== 'wal' || connection.pragma('synchronous', { simple: true }) !== 2) {
    throw new StartError(
      'SQLite did not accept journal_mode=WAL and synchronous=FULL, without which answered writes could be lost; choose a folder on a ' +
        'local disk with --data-dir',
    );
  }
}
