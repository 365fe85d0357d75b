// Brings a database of an earlier Daybook to the format of this one, and keeps a copy of what it was.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { freeBackupPath, unfinishedFile } from './backup-files.ts';
import { backupFolder, fsyncFileSync, fsyncFolderSync } from './files.ts';
import { allowGivingBack } from './free-pages.ts';
import { firstIntegrityError } from './integrity-check.ts';
import { latestVersion, migrate, type Migration } from './migrate.ts';
import { errorCode } from './storage-error.ts';

/**
 * Applies the migrations that are missing, after a copy was made of what is there; does nothing if there are none. Throws a `StartError`,
 * with the database as it was.
 */
export function upgrade(connection: Connection, file: string, dataDir: string, migrations: readonly Migration[], clock: Clock): void {
  const to = latestVersion(migrations);
  try {
    migrate(connection, migrations, () => {
      makeCopy(connection, dataDir, to, clock);
    });
  } catch (cause) {
    // Otherwise every further try would leave one more copy of the same content.
    for (const { path } of unfinishedCopies(dataDir)) rmSync(path, { force: true });
    throw new StartError(
      `The database ${file} could not be upgraded to format ${to} (${(cause as Error).message}) and is as it was; make sure that ` +
        `the disk has room, or install the version of Daybook that was used last`,
      { cause },
    );
  }
  keepCopy(dataDir, to);
  rewriteOnce(connection);
}

/** Once, for a database of an earlier version. Without the room for it the file just does not shrink, until a later start. */
function rewriteOnce(connection: Connection): void {
  try {
    if (allowGivingBack(connection)) connection.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!/^SQLITE_(?:FULL|BUSY|IOERR)/.test(errorCode(error))) throw error;
  }
}

/**
 * A checked copy on the disk, of the database as it is before it is brought to version `to`. It counts as unfinished until that is done:
 * so an upgrade that is killed, however often, leaves one.
 */
function makeCopy(connection: Connection, dataDir: string, to: number, clock: Clock): void {
  for (const { path } of unfinishedCopies(dataDir)) rmSync(path, { force: true });
  const unfinished = unfinishedFile(freeBackupPath(dataDir, `before-v${to}`, clock()));
  closeSync(openSync(unfinished, 'wx', 0o600));
  connection.prepare('VACUUM INTO ?').run(unfinished);
  const made = new Sqlite(unfinished, { readonly: true });
  const flaw = firstIntegrityError(made, 'quick_check');
  made.close();
  if (flaw !== null) throw new Error(`the copy that is kept before it is damaged: ${flaw}`);
  fsyncFileSync(unfinished);
  fsyncFolderSync(dirname(unfinished));
}

/** The upgrade to this version is done, maybe by a start that was killed right after that: the copy from before it gets its name. */
function keepCopy(dataDir: string, version: number): void {
  for (const { path, to } of unfinishedCopies(dataDir)) {
    // Beside the copy there can be a journal of one that was killed.
    if (to !== version || !path.endsWith(unfinishedEnding)) continue;
    renameSync(path, path.slice(0, -unfinishedEnding.length));
    fsyncFolderSync(dirname(path));
  }
}

const unfinishedEnding = unfinishedFile('');

/** What is there of copies that were made before upgrades, of which the end is not known, and to which version these were to lead. */
function unfinishedCopies(dataDir: string): { readonly path: string; readonly to: number }[] {
  const folder = backupFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const to = /^before-v(\d+)-\d{8}-\d{6}\.db\.unfinished/.exec(name)?.[1];
    return to === undefined ? [] : [{ path: join(folder, name), to: Number(to) }];
  });
}
