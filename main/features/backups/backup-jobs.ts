// Backups that are asked for, and those that are to be restored: jobs, whether their caller waits for the end or not.

import { basename } from 'node:path';
import type { Backup, MakeBackup, PreparedRestore, RestoreBackup } from '../../contract/backups.ts';
import { errorStatus, type ErrorCode } from '../../contract/errors.ts';
import type { Job } from '../../contract/jobs.ts';
import { AppError, unavailable } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { JobAccess, JobKind } from '../../lib/job-kind.ts';
import type { DataAdminService } from './data-admin-service.ts';

interface BackupJobsOptions {
  readonly dataAdmin: Pick<DataAdminService, 'make' | 'targetFolder' | 'sourceOf' | 'prepareRestore'>;
  readonly jobs: JobAccess;
}

interface Input {
  /** Absolute; null for the data directory. */
  readonly path: string | null;
}

interface RestoreInput {
  /** The absolute path of the backup. */
  readonly source: string;
}

/** A restore before its job. What is left of it where the job does not come to be goes by disposing of it. */
interface RestoreStart extends Disposable {
  /** Of the write that is under way. */
  jobId: string | null;
}

export class BackupJobs {
  readonly #options: BackupJobsOptions;
  readonly kind: JobKind<Input>;
  readonly restoring: JobKind<RestoreInput>;
  /** Of restores that wait or go on, by their jobs: what a job is given is stored, and these are not to be. */
  readonly #passphrases = new Map<string, string>();

  constructor(options: BackupJobsOptions) {
    this.#options = options;
    this.kind = {
      kind: 'backup',
      scopes: ['backups:write'],
      unit: 'bytes',
      run: ({ input, signal, progress }) => options.dataAdmin.make(input, { signal, progress }),
    };
    this.restoring = {
      kind: 'restore',
      scopes: ['backups:write'],
      unit: 'bytes',
      run: ({ jobId, input: { source }, signal, progress }) =>
        options.dataAdmin.prepareRestore({ source, passphrase: this.#passphrases.get(jobId) }, { signal, progress }),
    };
  }

  /** Where a backup is to be made; null for the data directory. Throws 400. */
  folderOf({ path }: MakeBackup = {}): string | null {
    return path === undefined ? null : this.#options.dataAdmin.targetFolder(path);
  }

  /** Inside a write: its job. Throws `conflict` for one too many. */
  start(caller: Caller, folder: string | null): Job {
    return this.#options.jobs.create(caller, { kind: this.kind, input: { path: folder }, title: folder });
  }

  /** The job, or what came of it where `job` is not set. Throws why it failed. */
  async end(caller: Caller, started: Job, { job: isLeft = false }: MakeBackup = {}): Promise<Backup | Job> {
    return isLeft ? started : (outcomeOf(await this.#options.jobs.ended(caller, started.id), 'The backup was cancelled') as Backup);
  }

  /** What a restore is started with. */
  prepareRestore(caller: Caller): RestoreStart {
    const start: RestoreStart = {
      jobId: null,
      [Symbol.dispose]: () => {
        if (start.jobId !== null && !this.#isThere(caller, start.jobId)) this.#passphrases.delete(start.jobId);
      },
    };
    return start;
  }

  /**
   * Inside a write: the job that has the next start restore a backup. Throws 400 for a path, `not_found`, `forbidden` for a program with a
   * backup of its own, and `conflict` for one job too many.
   */
  startRestore(caller: Caller, which: RestoreBackup, start: RestoreStart): Job {
    // Tokens and passwords come with it: one that a program has made or changed would let it do all.
    if (which.path !== undefined && !caller.isLogin) throw new AppError('forbidden', elsewhereByLogin);
    // Not before: a request that is sent again gets its first answer, also when that backup is there no longer.
    const source = this.#options.dataAdmin.sourceOf(which);
    // A write can be undone and run once more, with another id.
    if (start.jobId !== null) this.#passphrases.delete(start.jobId);
    const job = this.#options.jobs.create(caller, { kind: this.restoring, input: { source }, title: basename(source) });
    start.jobId = job.id;
    // In here, as the job can begin as soon as this is committed.
    if (which.passphrase !== undefined) this.#passphrases.set(job.id, which.passphrase);
    return job;
  }

  /** The job, or what came of it where `job` is not set. Throws why it failed. */
  async endRestore(caller: Caller, started: Job, { job: isLeft = false }: RestoreBackup): Promise<PreparedRestore | Job> {
    const ended = this.#options.jobs.ended(caller, started.id).finally(() => this.#passphrases.delete(started.id));
    if (!isLeft) return outcomeOf(await ended, 'The restore was cancelled') as PreparedRestore;
    // Its end is told by the job.
    ended.catch(() => undefined);
    return started;
  }

  #isThere(caller: Caller, jobId: string): boolean {
    try {
      this.#options.jobs.read(caller, jobId, this.restoring);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}

const elsewhereByLogin =
  'A backup that lies elsewhere is restored with a login, not with a token for programs: the users and tokens in it would count';

/** The result of an ended job. Throws what it has failed with, and `conflict` with `cancelled` for one that was cancelled. */
function outcomeOf({ status, result, error }: Job, cancelled: string): unknown {
  if (status === 'done') return result;
  if (status === 'cancelled') throw new AppError('conflict', cancelled);
  if (error === null || error.code === 'unavailable' || !Object.hasOwn(errorStatus, error.code))
    throw unavailable(error?.message ?? 'The job has not come to its end');
  throw new AppError(error.code as ErrorCode, error.message);
}
