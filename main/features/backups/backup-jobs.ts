// Backups that are asked for: jobs, whether their caller waits for the end or not.

import type { Backup, MakeBackup } from '../../contract/backups.ts';
import { errorStatus, type ErrorCode } from '../../contract/errors.ts';
import type { Job } from '../../contract/jobs.ts';
import { AppError, unavailable } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { JobAccess, JobKind } from '../../lib/job-kind.ts';
import type { DataAdminService } from './data-admin-service.ts';

export interface BackupJobsOptions {
  readonly dataAdmin: Pick<DataAdminService, 'make' | 'targetFolder'>;
  readonly jobs: JobAccess;
  /** Runs `work` in a write, as a change of the caller's. */
  readonly write: <T>(caller: Caller, work: () => T) => Promise<T>;
}

interface Input {
  /** Absolute; null for the data directory. */
  readonly path: string | null;
}

export class BackupJobs {
  readonly #options: BackupJobsOptions;
  readonly kind: JobKind<Input>;

  constructor(options: BackupJobsOptions) {
    this.#options = options;
    this.kind = {
      kind: 'backup',
      scopes: ['backups:write'],
      unit: 'bytes',
      run: ({ input, signal, progress }) => options.dataAdmin.make(input, { signal, progress }),
    };
  }

  /** Its job, or what came of it where `job` is not set. Throws 400 for a folder, `conflict` for one job too many, or why it failed. */
  async make(caller: Caller, { path, job: isLeft = false }: MakeBackup = {}): Promise<Backup | Job> {
    const { dataAdmin, jobs, write } = this.#options;
    const folder = path === undefined ? null : dataAdmin.targetFolder(path);
    const job = await write(caller, () => jobs.create(caller, { kind: this.kind, input: { path: folder }, title: folder }));
    return isLeft ? job : outcomeOf(await jobs.ended(caller, job.id));
  }
}

/** Throws what an ended job has failed with. */
function outcomeOf({ status, result, error }: Job): Backup {
  if (status === 'done') return result as Backup;
  if (status === 'cancelled') throw new AppError('conflict', 'The backup was cancelled');
  if (error === null || !Object.hasOwn(errorStatus, error.code)) throw unavailable(error?.message ?? 'The backup has not come to its end');
  throw new AppError(error.code as ErrorCode, error.message);
}
