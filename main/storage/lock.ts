// One Daybook per data directory, in plain Node as well as in Electron.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import { howDisplaced, type PlacedFile } from './connection.ts';
import { KeptRoom } from './kept-room.ts';

/** An empty SQLite database. It holds nothing but the lock. */
export const lockName = 'daybook.lock';

/** How often it is looked whether the file is still the one that is held, in milliseconds. */
const betweenLooks = 2_000;

interface Lock {
  /** Calls `listener` once, if another process is found to have the folder as well: the file was removed, and it was quicker. */
  onShared(listener: () => void): void;
  /** Lets another process have the folder. The file stays: removing it could take it from under a new holder. */
  release(): void;
}

interface Held {
  readonly connection: Connection;
  readonly placed: PlacedFile;
}

/**
 * Takes the folder for this process, until `release` or the end of the process, however it ends: what is held is
 * a lock of the operating system, by an exclusive transaction. (A file with a process number would outlive a crash.)
 * A program that tidies up can remove the file while it is held: it is made and held anew soon, lest another process is let in.
 * Where the disk is full, the room that is kept there for deletions is given up. Throws a `StartError` when another process has the folder.
 */
export function lockDataDir(dir: string): Lock {
  const file = join(dir, lockName);
  // Those before stay: their file can have gone elsewhere with its folder, and come back.
  const held = [heldAs(file, acquire(file, dir) ?? replaceAndAcquire(file, dir))];
  let listener: (() => void) | null = null;
  const look = (): void => {
    try {
      if (held.some(({ placed }) => howDisplaced(placed) === null)) return;
      const again = acquire(file, dir);
      if (again !== null) held.push(heldAs(file, again));
    } catch (error) {
      // Else the folder is gone.
      if (!(error instanceof StartError) || error.obstacle !== 'in-use') return;
      // Told once. It goes on looking: the other one can end.
      listener?.();
      listener = null;
    }
  };
  const looking = setInterval(look, betweenLooks).unref();
  return {
    onShared: (told) => {
      listener = told;
    },
    release: () => {
      clearInterval(looking);
      for (const { connection } of held.splice(0)) connection.close();
    },
  };
}

/** For the log, where `onShared` has told. */
export const sharedLine = (dir: string): string =>
  `Another Daybook uses ${dir} as well, as ${lockName} was removed while this one had it; stop one of the two`;

/** Windows removes and replaces no file that is in use. */
function heldAs(file: string, connection: Connection): Held {
  return { connection, placed: { path: file, own: process.platform === 'win32' ? null : statSync(file, { bigint: true }) } };
}

/** Null when the file is not a database. */
function acquire(file: string, dir: string): Connection | null {
  let connection: Connection | undefined;
  try {
    connection = new Sqlite(file, { timeout: 0 });
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('BEGIN EXCLUSIVE');
    return connection;
  } catch (cause) {
    connection?.close();
    const code = (cause as { code?: unknown }).code;
    const kind = typeof code === 'string' ? code.split('_')[1] : '';
    if (kind === 'NOTADB' || kind === 'CORRUPT') return null;
    if (kind === 'BUSY') {
      throw new StartError(`Another Daybook is using ${dir}; close it first, or choose another folder with --data-dir`, {
        cause,
        obstacle: 'in-use',
      });
    }
    // No other process has the folder: it is for the journal, after the lock, that there is no room.
    if (kind === 'FULL' && KeptRoom.giveToStart(dir)) return acquire(file, dir);
    if (kind === 'FULL')
      throw new StartError(
        `There is no room left on the disk of the data directory ${dir}; make room there, or choose another folder with --data-dir`,
        { cause },
      );
    throw new StartError(
      `The data directory ${dir} cannot be locked (${(cause as Error).message}); check that you may write to ${file}, or choose ` +
        `another folder with --data-dir`,
      { cause },
    );
  }
}

function replaceAndAcquire(file: string, dir: string): Connection {
  // Emptied in place, not removed: two processes that do this at once still meet at the same file.
  truncateSync(file, 0);
  const connection = acquire(file, dir);
  if (connection === null) throw new StartError(`The file ${file} cannot be used as a lock; remove it and start again`);
  return connection;
}
