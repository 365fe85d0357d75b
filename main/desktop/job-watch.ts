// Follows long work while the app runs: how far it is stands on the icon in the dock or the task bar, and its end is told.

import { endOfJob } from '../contract/job-ends.ts';
import type { Job } from '../contract/jobs.ts';
import { Refresher } from '../client/refresher.ts';

/** What is needed of a job. */
export interface WatchedJob extends Pick<Job, 'id' | 'kind' | 'title' | 'status' | 'endedAt'> {
  readonly progress: Pick<Job['progress'], 'done' | 'total'>;
  readonly error: { readonly message: string } | null;
}

interface JobWatchOptions {
  /** The newest jobs, `limit` of them at most. */
  readonly list: (limit: number, signal: AbortSignal) => Promise<readonly WatchedJob[]>;
  /** Shows how far all of it is, from 0 to 1; above 1 where that is not known, -1 for nothing. */
  readonly progress: (share: number) => void;
  /** Called for each that has ended since, unless it was cancelled. */
  readonly ended: (job: WatchedJob) => void;
  readonly warn: (message: string) => void;
}

/** How often is looked while something goes on, in milliseconds. */
const betweenMs = 1_000;

/** How many of the newest jobs are read: few go on at a time. */
const lookedAt = 20;

/** How far the jobs that go on are together, as `JobWatchOptions.progress` takes it. Pure. */
export function shareOf(jobs: readonly Pick<WatchedJob, 'progress'>[]): number {
  if (jobs.length === 0) return -1;
  const known = jobs.flatMap(({ progress: { done, total } }) => (total === null || total === 0 ? [] : [Math.min(done / total, 1)]));
  return known.length === 0 ? 2 : known.reduce((sum, share) => sum + share, 0) / jobs.length;
}

/** The sentence that tells of an end, and what else there is to say. Pure. */
export function endNotice(job: WatchedJob): { readonly title: string; readonly body: string } {
  const { title, status, error } = job;
  const { done, failed } = endOfJob(job);
  return { title: status === 'done' ? done : failed, body: (status === 'done' ? title : error?.message) ?? '' };
}

export class JobWatch {
  readonly #options: JobWatchOptions;
  readonly #stopping = new AbortController();
  /** Whether each had ended when it was looked at last; null before the first look. */
  #known: ReadonlyMap<string, boolean> | null = null;
  readonly #refresher = new Refresher(() => this.#readOrWarn());

  constructor(options: JobWatchOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stopping.abort();
    this.#refresher.stop();
  }

  /** To be called when a job may have changed. Settles once what is so now is shown, and never rejects. */
  async refresh(): Promise<void> {
    await this.#refresher.refresh();
  }

  async #readOrWarn(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#options.warn(`How far long work is could not be read (${(error as Error).message})`);
    }
  }

  async #read(): Promise<void> {
    const { list, progress, ended } = this.#options;
    const items = await list(lookedAt, this.#stopping.signal);
    if (this.#stopping.signal.aborted) return;
    const before = this.#known;
    this.#known = new Map(items.map(({ id, endedAt }) => [id, endedAt !== null]));
    const going = items.filter(({ endedAt }) => endedAt === null);
    progress(shareOf(going));
    // What had ended before the first look is of an earlier run of the app.
    if (before !== null) for (const job of items) if (isNews(job, before.get(job.id))) ended(job);
    if (going.length > 0) this.#refresher.refreshIn(betweenMs);
  }
}

const isNews = ({ status, endedAt }: WatchedJob, hadEnded: boolean | undefined): boolean =>
  endedAt !== null && hadEnded !== true && status !== 'cancelled';
