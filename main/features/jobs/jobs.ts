// The rules of jobs: who may start, see, cancel and remove them, and what a restart leaves of them.

import { jobLimits, type Job, type JobQuery } from '../../contract/jobs.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { EventSink } from '../../lib/answer.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { delegationOf, lackingScopes, requireScopes, type Caller } from '../../lib/caller.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import { Followers } from '../../lib/follow.ts';
import { JobCancelled, type JobAccess, type JobKind, type JobPlace, type JobStart } from '../../lib/job-kind.ts';
import type { Log } from '../../lib/log.ts';
import { KeptRoom } from '../../storage/kept-room.ts';
import { JobStates, streamJob } from './follow.ts';
import { JobFolders } from './job-folders.ts';
import { interruptedEnd, JobRunner } from './job-runner.ts';
import { jobOf } from './reply.ts';
import type { JobStore, StoredJob } from './store.ts';

interface JobsOptions {
  readonly store: JobStore;
  /** Where the folders of jobs are made; absolute. */
  readonly root: string;
  readonly write: <T>(work: () => T) => Promise<T>;
  /** Tells the change feed of a job that was made, changed or removed. Inside a write. */
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  /** The user of a job, with the scopes of the token that started it. Throws `unauthorized`. */
  readonly callerOf: (job: StoredJob) => Caller;
}

/** What is kept for their ends, in bytes: what the database takes for one and its entry in the change feed, many times over. */
const roomBytes = 1024 * 1024;

export class Jobs implements JobAccess {
  readonly #options: JobsOptions;
  readonly #kinds = new Map<string, JobKind>();
  /** Of jobs that are to be looked at again. */
  readonly #feed = new Followers();
  readonly #states = new JobStates();
  readonly #folders: JobFolders;
  readonly #runner: JobRunner;
  /** Jobs that a write has changed that is not committed yet. */
  readonly #touched = new Set<string>();

  constructor(options: JobsOptions) {
    this.#options = options;
    const { store, root, newId, log } = options;
    this.#folders = new JobFolders({
      root,
      newId,
      isNeeded: (id) => this.#needsFolder(store.maybeJob(id)),
      failed: (error) => {
        log.warn({ err: error }, 'the folder of a job could not be removed');
      },
    });
    this.#runner = new JobRunner({
      ...options,
      folders: this.#folders,
      room: new KeptRoom(`${root}.room`, roomBytes),
      feed: this.#feed,
      maybeKind: (kind) => this.#kinds.get(kind) ?? null,
      record: (job) => {
        this.#record(job, 'updated');
      },
    });
  }

  /** Makes a kind of job known; to be called before `start`. */
  register(kind: JobKind<never>): void {
    // Its input comes out of the database as it was handed in for this very kind.
    this.#kinds.set(kind.kind, kind);
  }

  /**
   * What a kill of the service has left: those that ran have failed, and their folders are removed. To be called inside a write, at the
   * start.
   */
  recover(): void {
    const { store, clock } = this.#options;
    for (const job of store.running()) {
      store.end(job.id, interruptedEnd(job.progress), clock());
      this.#record(job, 'updated');
      void this.#folders.remove(job.id);
    }
  }

  /** Begins what waits. */
  start(): void {
    this.#folders.sweep();
    this.#runner.start();
  }

  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /** Removes folders that no job needs, such as those of deleted users, and those whose time is over. */
  sweep(): void {
    this.#folders.sweep();
  }

  reserve(): JobPlace {
    return this.#folders.reserve();
  }

  async ended(caller: Caller, id: string): Promise<Job> {
    for (;;) {
      const job = this.read(caller, id);
      if (job.endedAt !== null) return job;
      await new Promise<void>((resolve) => {
        const unsubscribe = this.#feed.subscribe(id, () => {
          unsubscribe();
          resolve();
        });
      });
    }
  }

  hold(id: string): Disposable {
    return this.#folders.hold(id);
  }

  folderOf(id: string): string {
    return this.#folders.path(id);
  }

  create<Input>(caller: Caller, { kind, input, title, batchId, place }: JobStart<Input>): Job {
    const { store, clock, newId } = this.#options;
    const { userId, scopes } = caller;
    requireScopes(caller, kind.scopes);
    if (store.countUnfinished(userId) >= jobLimits.unfinished)
      throw new AppError('conflict', `There are ${jobLimits.unfinished} jobs that wait or run: wait for one of them, or cancel it`);
    const now = clock();
    for (const id of store.removeSurplus(userId, kind.kind, (kind.kept ?? jobLimits.kept) - 1)) this.#gone({ id, userId });
    const job: StoredJob = {
      id: place?.id ?? newId(),
      ...delegationOf(caller, [...scopes]),
      kind: kind.kind,
      title,
      status: 'queued',
      progress: { done: 0, total: null, unit: kind.unit },
      input,
      result: null,
      error: null,
      batchId: batchId ?? null,
      cancelAt: null,
      createdAt: now,
      startedAt: null,
      endedAt: null,
    };
    store.insert(job);
    this.#record(job, 'created');
    return jobOf(job);
  }

  /** Those that the caller may read, newest first. */
  list(
    caller: Caller,
    { kind, status, limit, offset = 0 }: JobQuery,
  ): { items: Job[]; total: number; limit: number | null; offset: number } {
    const all = this.#options.store
      .jobsOf(caller.userId)
      .filter(
        (job) =>
          lackingScopes(caller, this.#scopesOf(job)).length === 0 &&
          (kind === undefined || job.kind === kind) &&
          (status === undefined || job.status === status),
      );
    const items = all.slice(offset, limit === undefined ? undefined : offset + limit).map((job) => this.#shown(job));
    return { items, total: all.length, limit: limit ?? null, offset };
  }

  read(caller: Caller, id: string, kind?: JobKind<never>): Job {
    return this.#shown(this.#job(caller, id, kind));
  }

  /** Throws 404, `insufficient_scope`. */
  async follow(caller: Caller, id: string, reader: EventSink): Promise<void> {
    this.#job(caller, id);
    const look = (): Job | null => {
      const job = this.#options.store.maybeJob(id);
      return job === null ? null : this.#shown(job);
    };
    await streamJob({ id, look, states: this.#states }, this.#feed, reader);
  }

  /** Inside a write. One that has ended is removed: null. Any other is to end soon. Throws 404, `insufficient_scope`. */
  remove(caller: Caller, id: string): Job | null {
    const { store, clock } = this.#options;
    const job = this.#job(caller, id);
    if (job.endedAt !== null) {
      store.remove(caller.userId, id);
      this.#gone(job);
      return null;
    }
    if (job.status === 'queued') store.end(id, { status: 'cancelled', progress: job.progress, result: undefined, error: null }, clock());
    else store.cancel(caller.userId, id, clock());
    this.#record(job, 'updated');
    return this.#shown(this.#job(caller, id));
  }

  /** After each commit: begins and ends what was changed, and tells of it. */
  committed(): void {
    if (this.#touched.size === 0) return;
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const id of touched) {
      const job = this.#options.store.maybeJob(id);
      if (job === null || (job.status === 'cancelled' && !this.#runner.isRunning(id))) void this.#folders.remove(id);
      else if (job.cancelAt !== null) this.#runner.abort(id, new JobCancelled());
      if (job === null || job.endedAt !== null) this.#states.forget(id);
      this.#feed.tell(id);
    }
    this.#runner.look();
  }

  accessChanged(): void {
    this.#runner.accessChanged();
  }

  #shown(job: StoredJob): Job {
    const progress = job.status === 'running' ? (this.#runner.maybeProgress(job.id) ?? job.progress) : job.progress;
    return jobOf({ ...job, progress });
  }

  #job(caller: Caller, id: string, kind?: JobKind<never>): StoredJob {
    const job = this.#options.store.maybeJobOf(caller.userId, id);
    if (job === null || (kind !== undefined && job.kind !== kind.kind)) throw notFound('job');
    requireScopes(caller, this.#scopesOf(job));
    return job;
  }

  /** Of a kind that is not known any more, those with which it was started. */
  #scopesOf({ kind, scopes }: StoredJob): readonly Scope[] {
    return this.#kinds.get(kind)?.scopes ?? scopes;
  }

  #needsFolder(job: StoredJob | null): boolean {
    if (job === null) return false;
    const keptMs = this.#kinds.get(job.kind)?.filesKeptMs ?? Infinity;
    return job.endedAt === null || this.#options.clock() - job.endedAt < keptMs;
  }

  #gone(job: Pick<StoredJob, 'id' | 'userId'>): void {
    this.#record(job, 'deleted');
  }

  #record({ id, userId }: Pick<StoredJob, 'id' | 'userId'>, action: Change['action']): void {
    this.#options.record({ userId, type: 'job', action, id, version: null });
    this.#touched.add(id);
  }
}
