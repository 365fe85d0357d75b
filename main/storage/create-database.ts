// The database of a data directory that has none yet.

import { closeSync, existsSync, lstatSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { listBackups, listReplaced, newestBackup, restoreCommand, restoreHint } from './backup-files.ts';
import { connect } from './connection.ts';
import { companions, fsyncFileSync, fsyncFolderSync, markSuffix } from './files.ts';
import { applicationId } from './integrity-check.ts';
import { migrate, type Migration } from './migrate.ts';

/**
 * Throws a `StartError` for a log, a mark, attachments or backups without their database: they mean that it went missing, and starting
 * empty would hide the loss.
 */
export function refuseOrphans(dataDir: string, file: string, clock: Clock): void {
  const orphan =
    ['-wal', '-journal', markSuffix]
      .map((suffix) => file + suffix)
      .find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined) ??
    listBackups(dataDir)[0]?.path ??
    listReplaced(dataDir)[0] ??
    firstAttachment(join(dataDir, 'attachments'));
  if (orphan === undefined) return;
  const [saved] = listReplaced(dataDir);
  const backup = newestBackup(dataDir, clock());
  // The database itself has no restore put aside: that would stand here, or what it has restored would.
  const isNewer = saved !== undefined && (backup === null || statSync(saved).mtimeMs > statSync(backup).mtimeMs);
  throw new StartError(
    `The database ${file} is missing although ${orphan} is there; put it back, or move ${orphan} elsewhere; ` +
      (isNewer ? restoreCommand(saved, dataDir) : restoreHint(dataDir, clock())),
    { obstacle: 'database' },
  );
}

function firstAttachment(folder: string): string | undefined {
  const folders = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name)) : [];
  return folders.map((name) => join(folder, name)).find((inner) => readdirSync(inner).length > 0);
}

/** Builds the new database under another name, so that `daybook.db` is whole from the moment it exists. */
export function createDatabase(dataDir: string, file: string, migrations: readonly Migration[]): void {
  const fresh = `${file}.new`;
  const remove = (): void => {
    for (const suffix of ['', ...companions]) rmSync(fresh + suffix, { force: true });
  };
  try {
    remove();
    closeSync(openSync(fresh, 'wx', 0o600));
    const connection = connect(fresh);
    try {
      // Nothing needs to survive a crash before the rename.
      connection.pragma('journal_mode = MEMORY');
      connection.pragma('synchronous = OFF');
      connection.pragma('auto_vacuum = INCREMENTAL');
      connection.pragma(`application_id = ${applicationId}`);
      migrate(connection, migrations, () => undefined);
      connection.pragma('journal_mode = WAL');
    } finally {
      connection.close();
    }
    fsyncFileSync(fresh);
    renameSync(fresh, file);
    fsyncFolderSync(dataDir);
  } catch (cause) {
    remove();
    throw new StartError(
      `The database ${file} cannot be made (${(cause as Error).message}); check that the disk has room and that you may write there`,
      { cause },
    );
  }
}
