// Opens the database of a data directory. better-sqlite3 is used here, in the stores, and nowhere else.

import Sqlite, { type Database as Connection, type Statement } from 'better-sqlite3';
import { closeSync, existsSync, lstatSync, openSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { freeBackupPath, listBackups, listReplaced, restoreHint } from './backup-files.ts';
import { startJob, type BackgroundJob } from './background.ts';
import { companions, databaseName, fsyncFileSync, fsyncFolderSync } from './files.ts';
import { latestVersion, migrate, migrations as released, schemaVersion, type Migration } from './migrate.ts';
import { allowGivingBack, freePages } from './free-pages.ts';
import type { MaintenanceTask } from './maintenance.ts';
import { IntegrityRecord } from './integrity-record.ts';
import { finishRestore } from './restore.ts';
import { applicationId, checkIntegrity, firstIntegrityError, type IntegrityFault } from './integrity-check.ts';
import { errorCode } from './storage-error.ts';
import { WriteQueue } from './write-queue.ts';

/** What stores are built on: prepared statements to read with, and the queue to write through. */
export interface Database {
  /** For stores: prepare once, in the constructor. */
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): Statement<Parameters extends unknown[] ? Parameters : [Parameters], Row>;
  /** Runs `work` inside the next write transaction; settles after the commit. See `WriteQueue.write`. */
  write<T>(work: () => T): Promise<T>;
  /**
   * Runs `work` in a transaction that is always undone, and gives its result: what an answer would be after a write. Nothing reaches
   * the disk and no one else sees it. Must be quick and synchronous. Throws SQLite's errors, as when another program writes.
   */
  tryOut<T>(work: () => T): T;
  /**
   * What the database holds now, for reading at leisure: what is written meanwhile does not show. To be disposed of soon, as the log
   * grows until then.
   */
  snapshot(): Snapshot;
  /** Whether this is called from inside `work`: what is read now may still roll back. */
  inTransaction(): boolean;
  /** Calls `listener` after every commit: only then may anybody learn of a change. */
  onCommit(listener: () => void): void;
  /** Gives free pages back to the file system, a few at a time. */
  readonly freePages: MaintenanceTask;
  /** Commits what waits, checkpoints, closes. A second call does nothing. */
  close(): void;
}

/** A view of the database that nothing changes. */
export type Snapshot = Pick<Database, 'prepare'> & Disposable;

export interface OpenDatabaseOptions {
  readonly migrations?: readonly Migration[];
  readonly clock?: Clock;
  /** Called, with one line that says what to do, when the check after an unclean stop finds damage. */
  readonly onDamage?: (message: string) => void;
  /** Told what checks of the whole database find. */
  readonly integrity?: IntegrityRecord;
}

/** How long the start waits for another program that holds the database, in milliseconds. Later the queue waits, without blocking. */
const busyAtStart = 5000;

/**
 * Opens or creates `daybook.db` in `dataDir`, whose lock the caller holds. An existing file is first looked at through a
 * connection that cannot write; one that is damaged, newer or foreign is left exactly as it is, with a `StartError` that says
 * what to do. The whole file is read only after a stop that was not clean, in a thread while the service runs already. Before an
 * upgrade a copy is kept among the backups.
 */
export function openDatabase(dataDir: string, options: OpenDatabaseOptions = {}): Database {
  const { migrations = released, clock = systemClock, integrity = new IntegrityRecord(clock) } = options;
  const file = join(dataDir, databaseName);
  finishRestore(dataDir);
  let wasKilled = false;
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    refuseOrphans(dataDir, file, clock);
    create(dataDir, file, migrations);
  } else {
    // The last connection that closes a database removes its log.
    wasKilled = existsSync(`${file}-wal`);
    const fault = checkIntegrity(file, latestVersion(migrations), 'header');
    if (fault !== null) throw refusal(file, fault, latestVersion(migrations), () => restoreHint(dataDir, clock()));
  }
  const connection = connect(file);
  try {
    prepareConnection(connection);
    upgrade(connection, file, dataDir, migrations, clock);
    connection.pragma('busy_timeout = 0');
  } catch (error) {
    connection.close();
    throw error instanceof StartError ? error : cannotOpen(file, error);
  }
  return wrap(
    connection,
    wasKilled
      ? checkNow(file, integrity, (flaw) => {
          options.onDamage?.(refusal(file, { kind: 'damaged', why: flaw }, 0, () => restoreHint(dataDir, clock())).message);
        })
      : null,
  );
}

function connect(file: string): Connection {
  try {
    return new Sqlite(file, { fileMustExist: true, timeout: busyAtStart });
  } catch (cause) {
    throw cannotOpen(file, cause);
  }
}

/** A page of shared memory needs less than this; without it SQLite speaks of an I/O error. In bytes. */
const leastRoom = 1024 * 1024;

function cannotOpen(file: string, cause: unknown): StartError {
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

function prepareConnection(connection: Connection): void {
  const mode = connection.pragma('journal_mode = WAL', { simple: true });
  // better-sqlite3 is compiled to run WAL databases at NORMAL, which loses answered writes in a power cut.
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('trusted_schema = OFF');
  if (mode !== 'wal' || connection.pragma('synchronous', { simple: true }) !== 2) {
    throw new StartError(
      'SQLite did not accept journal_mode=WAL and synchronous=FULL, without which answered writes could be lost; choose a folder on a ' +
        'local disk with --data-dir',
    );
  }
}

/** A log, attachments or backups without their database mean that it went missing: starting empty would hide the loss. */
function refuseOrphans(dataDir: string, file: string, clock: Clock): void {
  const orphan =
    ['-wal', '-journal'].map((suffix) => file + suffix).find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined) ??
    listBackups(dataDir)[0]?.path ??
    listReplaced(dataDir)[0] ??
    firstAttachment(join(dataDir, 'attachments'));
  if (orphan === undefined) return;
  throw new StartError(
    `The database ${file} is missing although ${orphan} is there; put it back, or move ${orphan} elsewhere; ` +
      restoreHint(dataDir, clock()),
    { obstacle: 'database' },
  );
}

function firstAttachment(folder: string): string | undefined {
  const folders = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name)) : [];
  return folders.map((name) => join(folder, name)).find((inner) => readdirSync(inner).length > 0);
}

/** Builds the new database under another name, so that `daybook.db` is whole from the moment it exists. */
function create(dataDir: string, file: string, migrations: readonly Migration[]): void {
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

function upgrade(connection: Connection, file: string, dataDir: string, migrations: readonly Migration[], clock: Clock): void {
  const to = latestVersion(migrations);
  const from = schemaVersion(connection);
  let copy: string | null = null;
  try {
    migrate(connection, migrations, () => {
      copy = keepCopy(connection, dataDir, to, clock);
    });
    rewriteOnce(connection);
  } catch (cause) {
    // Otherwise every further try would leave one more copy of the same content.
    if (copy !== null && schemaVersion(connection) === from) rmSync(copy, { force: true });
    throw new StartError(
      `The database ${file} could not be upgraded to format ${to} (${(cause as Error).message}) and is as it was; make sure that ` +
        `the disk has room, or install the version of Daybook that was used last`,
      { cause },
    );
  }
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

function refusal(file: string, fault: IntegrityFault, latest: number, hint: () => string): StartError {
  switch (fault.kind) {
    case 'newer':
      return new StartError(
        `The database ${file} was written by a newer version of Daybook (format ${fault.version}, this one knows ${latest}) and was ` +
          `left as it is; install that version, or choose another folder with --data-dir`,
        { obstacle: 'newer' },
      );
    case 'foreign':
      return new StartError(`The file ${file} is not a database of Daybook and was left as it is; ${hint()}`, { obstacle: 'database' });
    case 'damaged':
      return new StartError(`The database ${file} is damaged (${fault.why}) and was left as it is; ${hint()}`, { obstacle: 'database' });
    default:
      return new StartError(
        `The database ${file} cannot be read (${fault.why}) and was left as it is; check its permissions and that the disk has ` +
          `room, or choose another folder with --data-dir`,
      );
  }
}

function checkNow(file: string, integrity: IntegrityRecord, damaged: (flaw: string) => void): BackgroundJob {
  const job = startJob({ kind: 'check', source: file });
  // A check that could not be made says nothing about the database.
  void job.flaw.then(
    (flaw) => {
      integrity.checked(flaw);
      if (flaw !== null) damaged(flaw);
    },
    () => undefined,
  );
  return job;
}

function openSnapshot(file: string): Snapshot {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true });
  connection.exec('BEGIN');
  // The first read is what takes the snapshot.
  connection.prepare('SELECT 1 FROM sqlite_schema').get();
  return {
    prepare: (sql) => prepareForGood(connection, sql),
    [Symbol.dispose]: () => {
      connection.close();
    },
  };
}

/**
 * Since 3.54 SQLite notes which parameters could tell it of a better plan (those of a limit, and those that a join compares), and prepares
 * the statement anew at each run: better-sqlite3 clears the parameters after each, which counts as a change of all of them. That took
 * longer than the statement itself. It does not look behind a unary plus, which changes neither a value nor what an index is used for.
 */
function prepareForGood(connection: Connection, sql: string): never {
  return connection.prepare(sql.replace(/(=|\bLIMIT|\bOFFSET)(\s*)(?=[@?])/g, '$1$2+')) as never;
}

function tryOut<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    return work();
  } finally {
    // A full disk can have ended it already.
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

function wrap(connection: Connection, check: BackgroundJob | null): Database {
  const listeners: (() => void)[] = [];
  const queue = new WriteQueue(connection, () => {
    for (const listener of listeners) listener();
  });
  return {
    prepare: (sql) => prepareForGood(connection, sql),
    write: (work) => queue.write(work),
    tryOut: (work) => tryOut(connection, work),
    snapshot: () => openSnapshot(connection.name),
    inTransaction: () => connection.inTransaction,
    freePages: freePages(connection),
    onCommit: (listener) => {
      listeners.push(listener);
    },
    close: () => {
      if (!connection.open) return;
      queue.close();
      void check?.abandon();
      connection.pragma('wal_checkpoint(TRUNCATE)');
      connection.close();
    },
  };
}
