// Makes a backup a day, in a thread of its own, and keeps a week of days and a month of weeks.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unavailable } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { SharedWork, type SharedOptions } from '../lib/shared-work.ts';
import {
  expiredBackups,
  freePath,
  isDue,
  listBackups,
  newestBackup,
  removeUnfinished,
  type BackupFile,
  type BackupReport,
} from './backup-files.ts';
import { startJob, type BackgroundJob } from './background.ts';
import { removeLeftovers, workFolder } from './backup-leftovers.ts';
import type { PlacedFiles } from './connection.ts';
import { backupFolder } from './files.ts';
import type { IntegrityRecord } from './integrity-check.ts';
import type { MakingProgress } from './make-backup.ts';
import { isDamage } from './storage-error.ts';

/** The part of a logger that is needed; pino's fits. */
export interface BackupLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface BackupsOptions {
  /** Told what the check of each copy finds: what is wrong with it is wrong with the database. */
  readonly integrity?: IntegrityRecord;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: BackupLog;
  /** The database. Throws where what stands at its path is not what the service has open. */
  readonly files: () => PlacedFiles;
  /** With what backups are encrypted now; null for not. Never absent where it can be set. */
  readonly passphrase?: () => string | null;
  /** The binary logarithm of the work that guessing it takes; tests make it small. */
  readonly passphraseCost?: number | undefined;
}

/** What one who waits for a backup has to say and to hear. */
export type MakingOptions = SharedOptions<MakingProgress>;

interface MadeBackup {
  readonly path: string;
  readonly madeAt: number;
  readonly isEncrypted: boolean;
  readonly report: BackupReport;
}

/** A daily backup that could not be made. */
interface FailedBackup {
  /** When it failed first; milliseconds. */
  readonly since: number;
  /** Why it failed last. */
  readonly error: unknown;
}

/** The first look waits until the start is over. */
const firstLook = 30_000;
const betweenLooks = 60 * 60 * 1000;

interface Running extends Required<MakingOptions> {
  readonly passphrase: string | null;
  readonly isListed: boolean;
}

/** The backups of a data directory: those in it, made daily and by request, deleted when they are too old, and those into other folders. */
export class Backups {
  readonly #dataDir: string;
  readonly #clock: Clock;
  readonly #log: BackupLog;
  readonly #integrity: IntegrityRecord | null;
  #timers: NodeJS.Timeout[] = [];
  /** With what backups are encrypted now; null for not. */
  readonly passphrase: () => string | null;
  readonly #cost: number | undefined;
  readonly #files: () => PlacedFiles;
  /** Calls that come while one is made get that one. */
  readonly #making = new SharedWork<string, MakingProgress>();
  /** Those into folders of the user's choice: one after the other. */
  #elsewhere: Promise<unknown> = Promise.resolve();
  readonly #jobs = new Set<BackgroundJob>();
  /** Where backups are being put together. */
  readonly #inWork = new Set<string>();
  #failed: FailedBackup | null = null;
  #stopped = false;

  constructor({ dataDir, clock, log, integrity, files, passphrase = () => null, passphraseCost }: BackupsOptions) {
    this.#files = files;
    this.#cost = passphraseCost;
    this.passphrase = passphrase;
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
    try {
      this.#sweep();
    } catch {
      // The next backup tries again, and tells.
    }
    this.#timers = [setTimeout(look, firstLook), setInterval(look, betweenLooks)];
    for (const timer of this.#timers) timer.unref();
  }

  /**
   * Makes a backup now; the path of the finished, checked file. Older ones that are no longer to be kept are deleted after that,
   * and only then. Rejects, with nothing deleted, when it fails. Calls that come while one is made get that one.
   */
  make(options: MakingOptions = {}): Promise<string> {
    return this.#making.run('', (shared) => this.#make(shared), options);
  }

  /** Makes a backup in one file, in an existing folder; nothing there is overwritten. Rejects, with nothing left there, when it fails. */
  makeIn(folder: string, { signal = new AbortController().signal, progress = () => undefined }: MakingOptions = {}): Promise<MadeBackup> {
    const made = this.#elsewhere.then(() => {
      signal.throwIfAborted();
      return this.#makeIn(folder, { signal, progress });
    });
    this.#elsewhere = made.catch(() => undefined);
    return made;
  }

  /** The path of the newest backup, of whatever kind; null without one. */
  newest(): string | null {
    return newestBackup(this.#dataDir, this.#clock());
  }

  /** All backups, newest first. */
  list(): BackupFile[] {
    return listBackups(this.#dataDir);
  }

  /** Why there is no backup of today; null unless making it has failed since the start, and none was made after that. */
  failed(): FailedBackup | null {
    return this.#failed;
  }

  /** No more backups; one that is being made is given up. To be called before the database is closed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const job of this.#jobs) await job.abandon();
    await this.#making.ended();
    await this.#elsewhere;
  }

  async #look(): Promise<void> {
    try {
      const times = this.list()
        .filter(({ kind }) => kind === 'daily')
        .map(({ madeAt }) => madeAt);
      if (isDue(times, this.#clock())) await this.make();
    } catch (error) {
      if (this.#stopped) return;
      this.#failed = { since: this.#failed?.since ?? this.#clock(), error };
      this.#log.error({ err: error }, 'The daily backup failed; it is tried again in an hour, and the earlier ones are kept');
    }
  }

  /** Neither of a backup, nor of one that is being made, in whatever folder. */
  #freePath(folder: string, ending: '.db' | '.tar' | '.tar.age'): string {
    for (let time = this.#clock(); ; time += 1000) {
      const path = freePath(folder, 'daybook', time, ending);
      if (!this.#inWork.has(workFolder(backupFolder(this.#dataDir), path))) return path;
    }
  }

  async #make(options: Required<MakingOptions>): Promise<string> {
    if (this.#stopped) throw new Error('The service is stopping');
    const folder = backupFolder(this.#dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const started = performance.now();
    const passphrase = this.passphrase();
    const target = this.#freePath(folder, passphrase === null ? '.db' : '.tar.age');
    await this.#run(target, { passphrase, isListed: true, ...options });
    this.#failed = null;
    await this.#rotate(folder, basename(target));
    this.#log.info({ file: target, milliseconds: Math.round(performance.now() - started) }, 'A backup was made');
    return target;
  }

  async #makeIn(folder: string, options: Required<MakingOptions>): Promise<MadeBackup> {
    if (this.#stopped) throw new Error('The service is stopping');
    const passphrase = this.passphrase();
    const madeAt = this.#clock();
    const target = this.#freePath(folder, passphrase === null ? '.tar' : '.tar.age');
    const report = await this.#run(target, { passphrase, isListed: false, ...options });
    this.#log.info({ file: target }, 'A backup was made');
    return { path: target, madeAt, isEncrypted: passphrase !== null, report };
  }

  async #run(target: string, { passphrase, isListed, signal, progress }: Running): Promise<BackupReport> {
    const source = this.#files();
    const folder = backupFolder(this.#dataDir);
    const work = workFolder(folder, target);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#inWork.add(work);
    this.#sweep();
    const how = { madeAt: this.#clock(), passphrase, cost: this.#cost, isListed };
    const job = startJob({ kind: 'make', source, attachments: join(this.#dataDir, 'attachments'), target, work, ...how }, progress);
    const giveUp = (): void => void job.abandon();
    signal.addEventListener('abort', giveUp, { once: true });
    this.#jobs.add(job);
    try {
      await this.#refuseDamaged(job);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', giveUp);
      this.#jobs.delete(job);
      await job.gone;
      // After a thread that was ended.
      removeUnfinished(target, work);
      this.#inWork.delete(work);
    }
    const report = job.report();
    if (report === null) throw new Error('nothing is known of the backup that was made');
    if (report.missing > 0)
      this.#log.error(
        { file: target, missing: report.missing, lacking: job.lacking() },
        'Files are missing from a backup: they are gone or damaged',
      );
    return report;
  }

  /** Settles when the copy is made and whole. Rejects with `unavailable` for a database that is damaged. */
  async #refuseDamaged({ flaw }: BackgroundJob): Promise<void> {
    const found = await flaw.catch((error: unknown) => {
      if (isDamage(error)) return (error as Error).message;
      throw error;
    });
    this.#integrity?.checked(found);
    if (found === null) return;
    // A job whose failure is told to the caller is not logged.
    this.#log.error({ flaw: found }, 'A backup has found the database damaged');
    throw unavailable(`The database is damaged (${found}): no backup was made, and the earlier ones are kept. Restore one of them`);
  }

  /** Removes what a kill has left half done. One process has the folder: what is still in the making is known. */
  #sweep(): void {
    const folder = backupFolder(this.#dataDir);
    if (existsSync(folder)) removeLeftovers(folder, this.#inWork);
  }

  async #rotate(folder: string, justMade: string): Promise<void> {
    const names = this.list().map(({ name }) => name);
    try {
      for (const name of expiredBackups(names, this.#clock())) {
        if (name === justMade) continue;
        rmSync(join(folder, name), { force: true });
      }
      const pruning = startJob({ kind: 'prune', source: folder });
      this.#jobs.add(pruning);
      await pruning.flaw.finally(() => this.#jobs.delete(pruning));
    } catch (error) {
      // The new backup is good all the same.
      this.#log.error({ err: error }, 'Backups that are no longer needed could not be deleted');
    }
  }
}
