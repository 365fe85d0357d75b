// The rules of imports: what is sent is read by one job, and brought in by another when that is asked for. What they do is loaded when
// something is to come in: a start does not wait for it.

import { dayMs } from '../../contract/days.ts';
import type { ImportSource } from '../../contract/imports.ts';
import type { Job } from '../../contract/jobs.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { JobAccess, JobKind, JobPlace } from '../../lib/job-kind.ts';
import type { UploadedFile } from '../../lib/uploaded-file.ts';
import type { WorkerPool } from '../../lib/worker-pool.ts';
import type { ApplyOptions } from './apply.ts';
import type { ReadJob, ReadResult } from './read-worker.ts';

export interface ImportsOptions extends ApplyOptions {
  readonly jobs: JobAccess;
  readonly reader: Pick<WorkerPool<ReadJob, ReadResult>, 'run'>;
  /** Whether a job was ended by its user, for this reason. */
  readonly isCancelled: (reason: unknown) => boolean;
  /** Takes back all changes of a batch, whatever the caller may do besides. */
  readonly undo: (caller: Caller, batchId: string, signal: AbortSignal) => Promise<void>;
}

export interface ReadInput {
  readonly filename: string;
  readonly source: ImportSource | 'auto';
}

export interface ApplyInput {
  readonly importId: string;
}

const scopes = ['notes:write', 'boards:write', 'calendar:write', 'files:write'] as const;

/** What was sent, until a job has taken it. */
export interface SentImport extends Disposable {
  readonly place: JobPlace;
  readonly input: ReadInput;
}

export class Imports {
  readonly #options: ImportsOptions;
  readonly reading: JobKind<ReadInput>;
  readonly applying: JobKind<ApplyInput>;

  constructor(options: ImportsOptions) {
    this.#options = options;
    const unit = 'items';
    this.reading = {
      kind: 'import',
      scopes,
      unit,
      kept: 5,
      // Until then it can be brought in, and after an undo once more.
      filesKeptMs: dayMs,
      run: async (work) => (await import('./read-job.ts')).readSent(options, work),
    };
    this.applying = { kind: 'import-apply', scopes, unit, run: async (work) => (await import('./apply-job.ts')).applyPlan(options, work) };
  }

  /** Before the write: takes the file that was sent. Throws 413 for several, 415 for what is no file that can be read. */
  async receive(source: ImportSource | 'auto', files: readonly UploadedFile[]): Promise<SentImport> {
    const { takeSent } = await import('./read-job.ts');
    return takeSent(this.#options.jobs, source, files);
  }

  /** Inside a write. Throws `insufficient_scope`, `conflict` for one too many. */
  start(caller: Caller, { place, input }: SentImport): Job {
    return this.#options.jobs.create(caller, { kind: this.reading, input, title: input.filename, place });
  }

  /** Inside a write. Throws 404, `insufficient_scope`, and 409 for one that is not read yet, or could not be. */
  apply(caller: Caller, id: string): Job {
    const { jobs, newId } = this.#options;
    const { status, title } = jobs.read(caller, id, this.reading);
    if (status !== 'done') throw new AppError('conflict', `This import is ${status}: only one that was read can be brought in`);
    return jobs.create(caller, { kind: this.applying, input: { importId: id }, title, batchId: newId() });
  }
}
