// Runs jobs: the oldest first, a few at a time, and no user holds all places while others wait.

import { jobLimits, type JobProgress } from '../../contract/jobs.ts';
import { AppError, unavailable } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import { atMost, onceAfter, type Clock } from '../../lib/clock.ts';
import type { Followers } from '../../lib/follow.ts';
import { JobCancelled, type JobKind, type JobWork } from '../../lib/job-kind.ts';
import type { Log } from '../../lib/log.ts';
import type { KeptRoom } from '../../storage/kept-room.ts';
import { storageError } from '../../storage/storage-error.ts';
import type { JobFolders } from './job-folders.ts';
import type { StoredJobEnd, JobStore, StoredJob } from './store.ts';

interface JobRunnerOptions {
  readonly store: JobStore;
  readonly folders: JobFolders;
  readonly room: KeptRoom;
  /** Told of each job that is to be looked at again. */
  readonly feed: Followers;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
  readonly maybeKind: (kind: string) => JobKind | null;
  /** The user of a job, with the scopes of the token that started it. Throws `unauthorized`. */
  readonly callerOf: (job: StoredJob) => Caller;
  /** Tells the change feed of another state. Inside a write. */
  readonly record: (job: Pick<StoredJob, 'id' | 'userId'>) => void;
}

/** Progress is written down this often at most, in milliseconds. */
const betweenWritesMs = 3_000;
/** A beginning or an end that could not be written down, as on a full disk, is tried again after this time, in milliseconds. */
const retryMs = 2_000;
/** What a job has to say, in bytes of JSON. */
const maxResultBytes = 256 * 1024;
/** How long a stop of the service waits for jobs, in milliseconds. */
const stopMs = 5_000;
/** How many of those that wait are looked at for the next one. */
const lookedAt = 500;

interface Running {
  readonly userId: string;
  readonly abort: AbortController;
  done: Promise<void>;
  progress: JobProgress | null;
}

const stopped = unavailable('The service was stopped while the job ran');
const interrupted = { code: 'interrupted', message: 'The service was stopped while the job ran' } as const;

/** What was left of a job by a stop of the service. */
export function interruptedEnd(progress: JobProgress): StoredJobEnd {
  return { status: 'failed', progress, result: undefined, error: interrupted };
}

export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #running = new Map<string, Running>();
  #isOpen = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isOpen = true;
    this.look();
  }

  /** Begins what waits, as far as there is room. To be called when a job was made or has ended. */
  look(): void {
    while (this.#isOpen && this.#running.size < jobLimits.running) {
      const next = this.#next();
      if (next === null) return;
      const running: Running = { userId: next.userId, abort: new AbortController(), progress: null, done: Promise.resolve() };
      this.#running.set(next.id, running);
      running.done = this.#work(next.id, running)
        .catch((error: unknown) => {
          this.#options.log.error({ err: error }, 'a job could not be run');
        })
        .then(() => {
          this.#running.delete(next.id);
          this.look();
        });
    }
  }

  /** How far it is; null for one that does not run. */
  maybeProgress(id: string): JobProgress | null {
    return this.#running.get(id)?.progress ?? null;
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** Ends one that runs, with this reason. */
  abort(id: string, reason: Error): void {
    this.#running.get(id)?.abort.abort(reason);
  }

  /** Ends those whose user or token is not there any more. */
  accessChanged(): void {
    for (const [id, { abort }] of this.#running) {
      const job = this.#options.store.maybeJob(id);
      try {
        if (job !== null) this.#options.callerOf(job);
      } catch (error) {
        abort.abort(error);
      }
      if (job === null) abort.abort(new JobCancelled());
    }
  }

  /** Ends all that runs: it has failed. To be called before the database is closed. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    const working = [...this.#running.values()];
    for (const { abort } of working) abort.abort(stopped);
    await atMost(stopMs, Promise.all(working.map(({ done }) => done)), () => []);
  }

  /** The oldest of a user with the fewest running ones. */
  #next(): Pick<StoredJob, 'id' | 'userId'> | null {
    const running = [...this.#running.values()];
    let best: { readonly job: Pick<StoredJob, 'id' | 'userId'>; readonly count: number } | null = null;
    for (const job of this.#options.store.queued(lookedAt)) {
      if (this.#running.has(job.id)) continue;
      const count = running.filter(({ userId }) => userId === job.userId).length;
      if (count === 0) return job;
      if (best === null || count < best.count) best = { job, count };
    }
    return best?.job ?? null;
  }

  async #work(id: string, running: Running): Promise<void> {
    const { store, folders, room, clock, record } = this.#options;
    const job = await this.#maybeWritten('the beginning of a job', () => {
      const begun = store.maybeBegin(id, clock());
      if (begun !== null) record(begun);
      return begun;
    });
    if (job === null) {
      // Cancelled or removed between the look for it and this: its folder was spared as that of one that runs.
      const now = store.maybeJob(id);
      if (now === null || now.endedAt !== null) await folders.remove(id);
      return;
    }
    await room.keep();
    running.progress = job.progress;
    this.#options.feed.tell(id);
    // It ends with the token that began it, as it does where that is revoked.
    const stopWaiting = onceAfter(job.tokenEndsAt ?? Infinity, clock, () => {
      this.accessChanged();
    });
    const end = await this.#outcome(job, running).finally(stopWaiting);
    if (end.status === 'failed' || end.status === 'cancelled') await folders.remove(id);
    await this.#writeEnd(job, end);
  }

  async #outcome(job: StoredJob, running: Running): Promise<StoredJobEnd> {
    const { folders, maybeKind, callerOf, log } = this.#options;
    const { signal } = running.abort;
    const ended = (end: Pick<StoredJobEnd, 'status' | 'result' | 'error'>): StoredJobEnd => ({
      progress: running.progress ?? job.progress,
      ...end,
    });
    const kind = maybeKind(job.kind);
    try {
      if (kind === null) throw new AppError('conflict', 'This version of Daybook knows no such job');
      const caller = { ...callerOf(job), ...(job.batchId === null ? {} : { batchId: job.batchId }) };
      const folder = await folders.make(job.id);
      signal.throwIfAborted();
      const result = await kind.run(this.#workFor(job, { caller, folder, signal, running }));
      checked(result);
      return ended({ status: 'done', result, error: null });
    } catch (error) {
      if (signal.reason === stopped) return interruptedEnd(running.progress ?? job.progress);
      const known = storageError(error);
      // What a kind has to say of its end counts also where it was told to end.
      const isTold = known instanceof AppError && known !== signal.reason;
      if (signal.reason instanceof JobCancelled && !isTold) return ended({ status: 'cancelled', result: undefined, error: null });
      const reason: unknown = signal.aborted && !isTold ? signal.reason : known;
      if (reason instanceof AppError)
        return ended({ status: 'failed', result: undefined, error: { code: reason.code, message: reason.message } });
      log.error({ err: error, kind: job.kind }, 'a job has failed');
      return ended({
        status: 'failed',
        result: undefined,
        error: { code: 'internal', message: 'Something went wrong; the log says more' },
      });
    }
  }

  #workFor(
    job: StoredJob,
    { caller, folder, signal, running }: Pick<JobWork, 'caller' | 'folder' | 'signal'> & { readonly running: Running },
  ): JobWork {
    const { store, feed, write, clock } = this.#options;
    let lastWrite = clock();
    return {
      jobId: job.id,
      userId: job.userId,
      caller,
      batchId: job.batchId,
      input: job.input,
      signal,
      folder,
      progress: (progress) => {
        const now = { ...(running.progress ?? job.progress), ...progress };
        running.progress = now;
        feed.tell(job.id);
        if (clock() - lastWrite < betweenWritesMs) return;
        lastWrite = clock();
        // Where the disk is full, the work itself will tell.
        void write(() => {
          store.progress(job.id, now);
        }).catch(() => undefined);
      },
      keep: async (result) => {
        const json = checked(result);
        await write(() => {
          store.keep(job.id, json);
        });
        feed.tell(job.id);
      },
    };
  }

  /** A reader must not see a job run for ever: where it has filled the disk, its end takes the room that is kept for that. */
  async #writeEnd(job: StoredJob, end: StoredJobEnd): Promise<void> {
    const { store, folders, room, clock, record, feed } = this.#options;
    const isThere = await this.#maybeWritten(
      'the end of a job',
      () => {
        if (store.maybeJob(job.id) === null) return false;
        store.end(job.id, end, clock());
        record(job);
        return true;
      },
      () => room.give(),
    );
    if (isThere === null) return;
    if (!isThere) await folders.remove(job.id);
    feed.tell(job.id);
  }

  /** Tried until it is written down, at once where `isAgain` after a full disk; null once the service stops. */
  async #maybeWritten<T>(what: string, work: () => T, isAgain?: () => Promise<boolean>): Promise<T | null> {
    const { write, log } = this.#options;
    for (;;) {
      try {
        return await write(work);
      } catch (error) {
        const isFull = error instanceof AppError && error.code === 'storage_full';
        if (isFull && (await isAgain?.()) === true) continue;
        log.warn({ err: error }, `${what} cannot be written down; it is tried again`);
        if (!this.#isOpen) return null;
        await new Promise((resolve) => {
          setTimeout(resolve, retryMs).unref();
        });
      }
    }
  }
}

/** The result as JSON. Throws where it is too large. */
function checked(result: unknown): string {
  const json = JSON.stringify(result ?? null);
  if (Buffer.byteLength(json) > maxResultBytes) throw new RangeError(`What a job has to say is larger than ${maxResultBytes} bytes`);
  return json;
}
