// What jobs need of a feature: a kind of work, registered where the service is put together. And what a feature needs of jobs.

import type { Job, JobProgress } from '../contract/jobs.ts';
import type { Scope } from '../contract/scopes.ts';
import type { Caller } from './caller.ts';

/** The reason of a signal whose job was cancelled by its user; any other reason is a stop of the service, or a token that was revoked. */
export class JobCancelled extends Error {
  constructor() {
    super('The job was cancelled');
    this.name = 'JobCancelled';
  }
}

/** What a job is given to work with. */
export interface JobWork<Input = unknown> {
  readonly jobId: string;
  readonly userId: string;
  /** The user, with the scopes of the token that started the job; `batchId` is the job's. */
  readonly caller: Caller;
  /** Under which the job's changes belong in the change feed; null unless one was given at its start. */
  readonly batchId: string | null;
  /** As it was handed in at the start, after a way through JSON. */
  readonly input: Input;
  /** Aborted when the job is to end early: throw then, after taking back what is to be taken back. */
  readonly signal: AbortSignal;
  /**
   * An absolute path of a folder of its own, which is there. It lives as long as the job when that is done, and is removed before the job
   * is told to have failed or to be cancelled.
   */
  readonly folder: string;
  /** Tells how far it is; cheap, may be called as often as wanted. What is left out stays as it was. */
  progress(progress: Partial<JobProgress>): void;
  /** Keeps `result` as what came of it so far: it is shown also when the job fails or the service is killed. At most 256 KiB of JSON. */
  keep(result: unknown): Promise<void>;
}

export interface JobKind<Input = unknown> {
  readonly kind: string;
  /** What a token needs for starting, reading and removing such a job. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** What `progress` counts unless it says otherwise. */
  readonly unit: string;
  /** How many ended ones of a user are kept, with their files; 20 if absent. */
  readonly kept?: number;
  /** How long the files of one that has ended stay, in milliseconds; as long as the job if absent. */
  readonly filesKeptMs?: number;
  /**
   * Does the work; what it gives is the job's `result`, at most 256 KiB of JSON. Long computing belongs into a thread. An `AppError` is
   * told to the user as it is, errors of a full disk as `storage_full`, any other as `internal`, and logged.
   */
  run(work: JobWork<Input>): Promise<unknown>;
}

/** A job that is about to be created: its id, and its folder, which is there. Disposing of it removes the folder unless the job exists. */
export interface JobPlace extends Disposable {
  readonly id: string;
  /** An absolute path. */
  readonly folder: string;
}

export interface JobStart<Input> {
  readonly kind: JobKind<Input>;
  readonly input: Input;
  readonly title: string | null;
  /** Given where the job changes records. */
  readonly batchId?: string;
  /** Where files for it lie already. */
  readonly place?: JobPlace;
}

/** What features that start jobs are handed. */
export interface JobAccess {
  /** A place for a job whose files come before it. */
  reserve(): JobPlace;
  /** Inside a write: makes a job, which begins after the commit. Throws `insufficient_scope`, `conflict` for one too many. */
  create<Input>(caller: Caller, start: JobStart<Input>): Job;
  /** Throws 404, also for a job of another kind, and `insufficient_scope`. */
  read(caller: Caller, id: string, kind?: JobKind<never>): Job;
  /** The job once it has ended. Throws 404 where it is removed before, and what `read` throws. */
  ended(caller: Caller, id: string): Promise<Job>;
  /** Until the result is disposed of, the folder of a job stays, also where the job is removed. */
  hold(id: string): Disposable;
  /** The absolute path of a job's folder, which may be gone. */
  folderOf(id: string): string;
}
