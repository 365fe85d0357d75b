// Brings a database of an earlier Daybook to the format of this one, and keeps a copy of what it was.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { freeBackupPath } from './backup-files.ts';
import { fsyncFileSync, fsyncFolderSync } from './files.ts';
import { allowGivingBack } from './free-pages.ts';
import { firstIntegrityError } from './integrity-check.ts';
import { latestVersion, migrate, type Migration } from './migrate.ts';
import { errorCode } from './storage-error.ts';

/** Applies the migrations that are missing; does nothing if there are none. Throws a `StartError`, with the database as it was. */
export function upgrade(connection: Connection, file: string, dataDir: string, migrations: readonly Migration[], clock: Clock): void {
  const to = latestVersion(migrations);
  let copy: string | null = null;
  try {
    migrate(connection, migrations, () => {
      copy = keepCopy(connection, dataDir, to, clock);
    });
  } catch (cause) {
    // Otherwise every further try would leave one more copy of the same content.
    if (copy !== null) rmSync(copy, { force: true });
    throw new StartError(
      `The database ${file} could not be upgraded to format ${to} (${(cause as Error).message}) and is as it was; make sure that ` +
        `the disk has room, or install the version of Daybook that was used last`,
      { cause },
    );
  }
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

/** A checked copy on the disk, of the database as it is before it is brought to version `to`. */
function keepCopy(connection: Connection, dataDir: string, to: number, clock: Clock): string {
  const target = freeBackupPath(dataDir, `before-v${to}`, clock());
  const unfinished = `${target}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600));
    connection.prepare('VACUUM INTO ?').run(unfinished);
    const made = new Sqlite(unfinished, { readonly: true });
    const flaw = firstIntegrityError(made, 'quick_check');
    made.close();
    if (flaw !== null) throw new Error(`the copy that is kept before it is damaged: ${flaw}`);
    fsyncFileSync(unfinished);
    renameSync(unfinished, target);
    fsyncFolderSync(join(target, '..'));
    return target;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
