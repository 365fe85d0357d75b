// Opens the database of a data directory. better-sqlite3 is used here, in the stores, and nowhere else.

import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { copyFileSync, existsSync, lstatSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../lib/app-error.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { freePath, listReplaced, maybeRestoreCommand, newestBackup, restoreCommand, restoreHint } from './backup-files.ts';
import { startJob, type BackgroundJob } from './background.ts';
import { BackgroundWrites } from './background-writes.ts';
import { CommittedMark } from './change-sequence.ts';
import { Checkpoints } from './checkpoints.ts';
import { cannotOpen, connect, Placement, prepareConnection, serviceLogPages, type PlacedFiles } from './connection.ts';
import { createDatabase, refuseOrphans } from './create-database.ts';
import { backupFolder, databaseName, fsyncFileSync, fsyncFolderSync } from './files.ts';
import { latestVersion, migrations as released, type Migration } from './migrate.ts';
import { freePages } from './free-pages.ts';
import { KeptRoom } from './kept-room.ts';
import { LazyStatement, type PreparedStatement } from './lazy-statement.ts';
import type { MaintenanceTask } from './maintenance.ts';
import {
  IntegrityRecord,
  checkIntegrity,
  hasForeignLog,
  type Displacement,
  type IntegrityFault,
  type LostChanges,
} from './integrity-check.ts';
import { finishRestore, newFolder } from './restore.ts';
import { errorCode, storageError } from './storage-error.ts';
import { openSnapshot, prepareForGood, type Snapshot } from './snapshot.ts';
import { upgrade } from './upgrade.ts';
import { WriteQueue } from './write-queue.ts';

/** What stores are built on: prepared statements to read with, and the queue to write through. */
export interface Database {
  /** For stores: once, in the constructor. SQLite prepares the statement when it is first used. */
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): PreparedStatement<Parameters extends unknown[] ? Parameters : [Parameters], Row>;
  /** Runs `work` inside the next write transaction; settles after the commit. See `WriteQueue.write`. */
  write<T>(work: () => T): Promise<T>;
  /** As `write`, for what is a step to room on a full disk: it may take the room that is kept for that. */
  writeDeletion<T>(work: () => T): Promise<T>;
  /** As `write`, for what no caller waits for: those of requests go first, and share no transaction with it. See `BackgroundWrites`. */
  writeInBackground<T>(work: () => T): Promise<T>;
  /**
   * Runs `work`, which writes through a connection of its own (`writeInThread`), while no other write runs here; `inBackground`: as
   * `writeInBackground`. Listeners of commits are told when it has settled, also if it failed.
   */
  writeElsewhere(work: () => Promise<void>, inBackground: boolean): Promise<void>;
  /**
   * Settles when no such write goes on. What takes the lock of the database right after it, as `tryOut` does, gets it: another one begins
   * in a later turn of the event loop at the soonest.
   */
  whenFree(): Promise<void>;
  /** A request has come, whatever it is for: the background lets it go first. */
  requestCame(): void;
  /** Whether requests write at present: then a write in the background should be short. */
  isBusy(): boolean;
  /**
   * Runs `work` in a transaction that is always undone, and gives its result: what an answer would be after a write. Nothing reaches
   * the disk and no other connection sees it. Must be quick and synchronous. Throws SQLite's errors, as when another program writes, or a
   * write goes on elsewhere (`whenFree`).
   */
  tryOut<T>(work: () => T): T;
  /** Inside a write: runs `work`, and undoes what it wrote unless it says `keep`. What it throws undoes it as well. */
  undoable<T>(work: () => { readonly keep: boolean; readonly value: T }): T;
  /**
   * What the database holds now, for reading at leisure: what is written meanwhile does not show. To be disposed of soon, as the log
   * grows until then.
   */
  snapshot(): Snapshot;
  /**
   * The files of the database, by which a thread opens it (`connectBeside`). To be called outside of transactions. Throws `unavailable`
   * as `requireInPlace`.
   */
  files(): PlacedFiles;
  /** Whether this is called from inside `work`: what is read now may still roll back. */
  inTransaction(): boolean;
  /** Calls `listener` after every commit: only then may clients learn of a change. */
  onCommit(listener: () => void): void;
  /** Gives free pages back to the file system, a few at a time. */
  readonly freePages: MaintenanceTask;
  /** Keeps room on the disk for deletions. */
  readonly keptRoom: MaintenanceTask;
  /**
   * Throws `unavailable` where what is read by the path of the database is not what was written here: once that was removed or replaced
   * from outside, and while a log that was removed cannot be made anew. To be called outside of transactions.
   */
  requireInPlace(): void;
  /**
   * To be awaited before `close` where it may be: no thread has the database open then, and what only the open files have is saved, where
   * the database was removed or replaced.
   */
  prepareClose(): Promise<void>;
  /**
   * Commits what waits, checkpoints, closes. A second call does nothing. Where the database was removed or replaced, nothing waits, and its
   * log and its mark stay.
   */
  close(): void;
}

/** That a database lacks changes. */
export interface Loss {
  /** What has happened, without a full stop. */
  readonly message: string;
  /** The same, and what to do at a command line. */
  readonly line: string;
  readonly hasBackup: boolean;
}

export interface OpenDatabaseOptions {
  readonly migrations?: readonly Migration[];
  readonly clock?: Clock;
  /** Called, with one line that says what to do, when the check after an unclean stop finds damage. */
  readonly onDamage?: (message: string) => void;
  /** Called at once where the database lacks changes that were committed. */
  readonly onLoss?: (loss: Loss) => void;
  /** Called when the database was removed or replaced while it was open, and what it had is saved or cannot be. With one line. */
  readonly onDisplaced?: (line: string) => void;
  /** Told what checks of the whole database find. */
  readonly integrity?: IntegrityRecord;
  /** Has each statement prepared when it is made: one that SQLite does not take throws there. For tests. */
  readonly preparesAtOnce?: boolean | undefined;
}

/**
 * Opens or creates `daybook.db` in `dataDir`, whose lock the caller holds. An existing file is first looked at through a
 * connection that cannot write; one that is damaged, newer or foreign is left exactly as it is, with a `StartError` that says
 * what to do. The whole file is read only after a stop that was not clean, in a thread while the service runs already. Before an
 * upgrade a copy is kept among the backups. A database whose log was lost is opened, and what it lacks is told.
 */
export function openDatabase(dataDir: string, options: OpenDatabaseOptions = {}): Database {
  const { migrations = released, clock = systemClock, integrity = new IntegrityRecord(clock) } = options;
  const file = join(dataDir, databaseName);
  const room = KeptRoom.forDeletions(dataDir);
  finishRestore(dataDir);
  let wasKilled = false;
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    refuseOrphans(dataDir, file, clock);
    createDatabase(dataDir, file, migrations);
  } else {
    // The last connection that closes a database removes its log.
    wasKilled = existsSync(`${file}-wal`) || CommittedMark.read(file) > 0;
    // Before anything reads the database: it would be read through that log, and written over by it.
    const putAside = hasForeignLog(file) ? putLogAside(file, dataDir, clock) : null;
    const fault = checkIntegrity(file, latestVersion(migrations), 'header');
    if (fault !== null) throw startRefusal(file, fault, latestVersion(migrations), () => restoreHint(dataDir, clock()));
    if (wasKilled) tellLoss(file, dataDir, putAside, { clock, integrity, onLoss: options.onLoss });
  }
  const connection = connect(file);
  try {
    prepareConnection(connection, serviceLogPages);
    upgrade(connection, file, dataDir, migrations, clock);
    connection.pragma('busy_timeout = 0');
  } catch (error) {
    connection.close();
    throw error instanceof StartError ? error : cannotOpen(file, error);
  }
  const checkOf = (files: PlacedFiles): BackgroundJob =>
    checkNow(files, integrity, (flaw) => {
      options.onDamage?.(startRefusal(file, { kind: 'damaged', why: flaw }, 0, () => restoreHint(dataDir, clock())).message);
    });
  const displaced = (displacement: Displacement): void => {
    integrity.displaced(displacement);
    options.onDisplaced?.(displacedLine(file, dataDir, displacement));
  };
  return wrap(connection, wasKilled ? checkOf : null, { dataDir, room, clock, displaced, preparesAtOnce: options.preparesAtOnce ?? false });
}

function displacedLine(file: string, dataDir: string, { how, saved }: Displacement): string {
  return (
    `The database ${file} was ${how} from outside while Daybook was running; nothing is written any more. ` +
    (saved === null
      ? 'All that was written before cannot be copied: export it before you stop Daybook'
      : `All that was written before is in ${saved}; stop Daybook, then ${restoreCommand(saved, dataDir)}`)
  );
}

function startRefusal(file: string, fault: IntegrityFault, latest: number, hint: () => string): StartError {
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
      return damagedDatabase(file, fault.why, hint());
    default:
      return new StartError(
        `The database ${file} cannot be read (${fault.why}) and was left as it is; check its permissions and that the disk has ` +
          `room, or choose another folder with --data-dir`,
      );
  }
}

/** Why a database that is damaged is not used. */
export function damagedDatabase(file: string, why: string, hint: string): StartError {
  return new StartError(`The database ${file} is damaged (${why}) and was left as it is; ${hint}`, { obstacle: 'database' });
}

/** The number that the change feed has given out last; 0 before the first. */
function lastGiven(connection: Connection): number {
  const last = connection.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'changes'").pluck().get();
  return last ?? 0;
}

/**
 * What the database lacks that was committed before a stop that was not clean; null when nothing is known to be missing. Throws a
 * `StartError`.
 */
function maybeLost(file: string, dataDir: string, clock: Clock): LostChanges | null {
  const upTo = CommittedMark.read(file);
  const after = upTo === 0 ? 0 : maybeLastGiven(file);
  if (after === null || after >= upTo) return null;
  const backup = newestBackup(dataDir, clock());
  return { after, upTo, backup: backup === null ? null : basename(backup) };
}

/** The same through a connection that cannot write; null where that cannot read. Throws a `StartError`. */
function maybeLastGiven(file: string): number | null {
  try {
    const connection = new Sqlite(file, { readonly: true, fileMustExist: true });
    try {
      return lastGiven(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    // As for `checkIntegrity`: only a connection that may write can read that.
    if (errorCode(error) === 'SQLITE_READONLY_ROLLBACK') return null;
    throw cannotOpen(file, error);
  }
}

/** Whether a database that was put aside has what another lacks. What a restore has replaced can be damaged, or no database at all. */
function hasAll(copy: string, { upTo }: LostChanges): boolean {
  try {
    return !existsSync(`${copy}-wal`) && (maybeLastGiven(copy) ?? 0) >= upTo;
  } catch {
    return false;
  }
}

/**
 * After a stop that was not clean: tells what the database lacks, if anything, and keeps the log that may have it. `putAside` is where a
 * log of another database is now. Throws a `StartError`.
 */
function tellLoss(
  file: string,
  dataDir: string,
  putAside: string | null,
  { clock, integrity, onLoss }: { clock: Clock; integrity: IntegrityRecord; onLoss: OpenDatabaseOptions['onLoss'] },
): void {
  const lost = maybeLost(file, dataDir, clock);
  if (lost === null) {
    const message = `The log ${file}-wal ${foreignLog(putAside)}. Daybook goes on without it`;
    if (putAside !== null) onLoss?.({ message, line: message, hasBackup: false });
    return;
  }
  // Before a connection that writes: it removes such a log when it is closed, also where the start fails.
  const log = keepLog(file, dataDir, clock);
  integrity.lacks(lost);
  const state = log === null ? 'is missing' : `is damaged and was copied to ${log}`;
  const message = lossMessage(file, lost, putAside === null ? state : foreignLog(putAside));
  const saved = listReplaced(dataDir).find((copy) => hasAll(copy, lost));
  const command = saved === undefined ? maybeRestoreCommand(dataDir, clock()) : restoreCommand(saved, dataDir);
  onLoss?.({ message, line: `${message}; ${command ?? 'there is no backup'}`, hasBackup: command !== null });
}

const foreignLog = (putAside: string | null): string =>
  `is of another database, in whose place this one was put by hand, and was moved to ${putAside}`;

/** Moves the log of another database out of the way, and gives its path. Throws a `StartError`, with the log as it was. */
function putLogAside(file: string, dataDir: string, clock: Clock): string | null {
  const kept = keepLog(file, dataDir, clock);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  fsyncFolderSync(dataDir);
  return kept;
}

/**
 * Copies a log that SQLite does not take, or not to its end: what is written from now on takes its place. Null where there is none.
 * Throws a `StartError`, with the log as it was.
 */
function keepLog(file: string, dataDir: string, clock: Clock): string | null {
  const log = `${file}-wal`;
  // An empty one was made by the check.
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
  let folder: string | null = null;
  try {
    folder = newFolder(dataDir, clock());
    const kept = join(folder, basename(log));
    copyFileSync(log, kept);
    fsyncFileSync(kept);
    fsyncFolderSync(folder);
    return kept;
  } catch (cause) {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    throw new StartError(
      `The log ${log} is damaged or of another database, and cannot be copied into ${backupFolder(dataDir)} ` +
        `(${(cause as Error).message}), without which Daybook does not go on; make room on the disk, and see that you may write there`,
      { cause },
    );
  }
}

function lossMessage(file: string, { after, upTo }: LostChanges, state: string): string {
  return (
    `The newest changes are missing from the database ${file}: it ends at number ${after} of the change feed, and number ${upTo} was ` +
    `written before Daybook was ended without a clean stop; its log ${file}-wal ${state}. Daybook goes on with what is left`
  );
}

function checkNow(source: PlacedFiles, integrity: IntegrityRecord, damaged: (flaw: string) => void): BackgroundJob {
  const job = startJob({ kind: 'check', source });
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

function tryOut<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    return work();
  } finally {
    // A full disk can have ended it already.
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

function undoable<T>(connection: Connection, work: () => { readonly keep: boolean; readonly value: T }): T {
  connection.exec('SAVEPOINT undoable');
  let isKept = false;
  try {
    const { keep, value } = work();
    isKept = keep;
    return value;
  } finally {
    // A full disk can have ended the whole transaction.
    if (connection.inTransaction) connection.exec(isKept ? 'RELEASE undoable' : 'ROLLBACK TO undoable; RELEASE undoable');
  }
}

interface Wrapping {
  readonly dataDir: string;
  readonly room: KeptRoom;
  readonly clock: Clock;
  readonly displaced: (displacement: Displacement) => void;
  readonly preparesAtOnce: boolean;
}

/** How often the files are compared while nothing is written, in milliseconds. Each write compares them as well. */
const betweenLooks = 2_000;

function wrap(connection: Connection, checkOf: ((files: PlacedFiles) => BackgroundJob) | null, options: Wrapping): Database {
  const { dataDir, room, clock, displaced, preparesAtOnce } = options;
  const listeners: (() => void)[] = [];
  const mark = new CommittedMark(connection.name, () => lastGiven(connection));
  const found = (): void => {
    // So the next start knows what is missing from the file that stands there then, or is put back without its log.
    mark.write();
    mark.stop();
  };
  const places = [
    (now: number) => join(newFolder(dataDir, now), databaseName),
    (now: number) => freePath(dirname(dataDir), 'daybook-saved', now, '.db'),
  ];
  const placement = new Placement(connection, { clock, places, found, told: displaced });
  const check = checkOf === null ? null : checkOf(placement.files());
  const checkpoints = new Checkpoints({ connection, files: () => placement.files() });
  const afterCommit = (): void => {
    mark.committed();
    checkpoints.committed();
    for (const listener of listeners) listener();
  };
  const queue = new WriteQueue(connection, afterCommit, () => {
    placement.prepare();
  });
  const background = new BackgroundWrites(queue);
  const files = (): PlacedFiles => {
    try {
      return placement.files();
    } catch (error) {
      throw storageError(error);
    }
  };
  const looking = setInterval(() => {
    // An empty write makes a log anew.
    if (placement.look() === null && placement.isLogAway()) queue.writeAlone(() => undefined).catch(() => undefined);
  }, betweenLooks).unref();
  return {
    prepare: (sql) => new LazyStatement(() => prepareForGood(connection, sql), preparesAtOnce),
    write: (work) => queue.write(work),
    writeDeletion: (work) => room.within(() => queue.write(work)),
    writeInBackground: (work) => background.write(work),
    writeElsewhere: (work, inBackground) => (inBackground ? background.writeElsewhere(work) : queue.writeElsewhere(work, false)),
    whenFree: () => queue.whenFree(),
    requestCame: () => {
      background.requestCame();
    },
    isBusy: () => background.isBusy,
    tryOut: (work) => tryOut(connection, work),
    undoable: (work) => undoable(connection, work),
    snapshot: () => openSnapshot(files()),
    files,
    inTransaction: () => connection.inTransaction,
    freePages: freePages(connection),
    keptRoom: room,
    onCommit: (listener) => {
      listeners.push(listener);
    },
    requireInPlace: () => void files(),
    prepareClose: async () => {
      await checkpoints.stop();
      await placement.saveDisplaced();
    },
    close: () => {
      if (!connection.open) return;
      clearInterval(looking);
      background.close();
      queue.close();
      void check?.abandon();
      const isInPlace = placement.look() === null;
      if (isInPlace) checkpoints.finish();
      placement.close();
      if (isInPlace) mark.remove();
    },
  };
}
