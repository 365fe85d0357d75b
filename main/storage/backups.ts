// Makes a backup a day, in a thread of its own, and keeps a week of days and a month of weeks.

import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { expiredBackups, freeBackupPath, isDue, listBackups, newestBackup, type BackupFile } from './backup-files.ts';
import { startJob, type BackgroundJob } from './background.ts';
import { backupFolder, databaseName, fsyncFolderSync } from './files.ts';
import type { IntegrityRecord } from './integrity-record.ts';
import { errorCode } from './storage-error.ts';

/** The part of a logger that is needed; pino's fits. */
export interface BackupLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface BackupsOptions {
  /** Told what the check of each copy finds: what is wrong with it is wrong with the database. */
  readonly integrity?: IntegrityRecord;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: BackupLog;
}

/** The first look waits until the start is over. */
const firstLook = 30_000;
const betweenLooks = 60 * 60 * 1000;

const unfinished = '.unfinished';

export class Backups {
  readonly #dataDir: string;
  readonly #clock: Clock;
  readonly #log: BackupLog;
  readonly #integrity: IntegrityRecord | null;
  #timers: NodeJS.Timeout[] = [];
  #making: Promise<string> | null = null;
  #job: BackgroundJob | null = null;
  #stopped = false;

  constructor({ dataDir, clock, log, integrity }: BackupsOptions) {
    this.#integrity = integrity ?? null;
    this.#dataDir = dataDir;
    this.#clock = clock;
    this.#log = log;
  }

  /** From now on a backup is made whenever the last daily one is older than 24 hours. */
  start(): void {
    const look = (): void => {
      void this.#look();
    };
    this.#timers = [setTimeout(look, firstLook), setInterval(look, betweenLooks)];
    for (const timer of this.#timers) timer.unref();
  }

  /**
   * Makes a backup now; the path of the finished, checked file. Older ones that are no longer to be kept are deleted after that,
   * and only then. Rejects, with nothing deleted, when it fails. Calls that come while one is made get that one.
   */
  make(): Promise<string> {
    this.#making ??= this.#make().finally(() => {
      this.#making = null;
      this.#job = null;
    });
    return this.#making;
  }

  /** The path of the newest backup, of whatever kind; null without one. */
  newest(): string | null {
    return newestBackup(this.#dataDir, this.#clock());
  }

  /** All backups, newest first. */
  list(): BackupFile[] {
    return listBackups(this.#dataDir);
  }

  /** No more backups; one that is being made is given up. To be called before the database is closed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#job?.abandon();
    await this.#making?.catch(() => undefined);
  }

  async #look(): Promise<void> {
    try {
      const times = this.list()
        .filter(({ kind }) => kind === 'daily')
        .map(({ madeAt }) => madeAt);
      if (isDue(times, this.#clock())) await this.make();
    } catch (error) {
      if (!this.#stopped)
        this.#log.error({ err: error }, 'The daily backup failed; it is tried again in an hour, and the earlier ones are kept');
    }
  }

  async #make(): Promise<string> {
    if (this.#stopped) throw new Error('The service is stopping');
    const folder = backupFolder(this.#dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#sweep(folder);
    const started = performance.now();
    const target = freeBackupPath(this.#dataDir, 'daybook', this.#clock());
    try {
      this.#job = startJob({ kind: 'copy', source: join(this.#dataDir, databaseName), target: target + unfinished });
      await this.#refuseDamaged(this.#job);
      renameSync(target + unfinished, target);
      fsyncFolderSync(folder);
    } catch (error) {
      this.#sweep(folder);
      throw error;
    }
    this.#rotate(folder, basename(target));
    this.#log.info({ file: target, milliseconds: Math.round(performance.now() - started) }, 'A backup was made');
    return target;
  }

  /** Settles when the copy is made and whole. */
  async #refuseDamaged({ flaw }: BackgroundJob): Promise<void> {
    const found = await flaw.catch((error: unknown) => {
      if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(error))) this.#integrity?.checked((error as Error).message);
      throw error;
    });
    this.#integrity?.checked(found);
    if (found !== null) throw new Error(`the copy is damaged: ${found}`);
  }

  /** Removes what a kill, or a copy that failed, has left half done. One process has the folder, so none is still in the making. */
  #sweep(folder: string): void {
    for (const name of readdirSync(folder)) {
      if (/^daybook-\d{8}-\d{6}\.db\.unfinished/.test(name)) rmSync(join(folder, name), { force: true });
    }
  }

  #rotate(folder: string, justMade: string): void {
    const names = this.list().map(({ name }) => name);
    try {
      for (const name of expiredBackups(names, this.#clock())) {
        if (name !== justMade) rmSync(join(folder, name), { force: true });
      }
    } catch (error) {
      // The new backup is good all the same.
      this.#log.error({ err: error }, 'Backups that are no longer needed could not be deleted');
    }
  }
}
