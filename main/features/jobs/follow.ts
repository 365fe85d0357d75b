// Follows a job: as it is now, then at each change, until it ends.

import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../contract/jobs.ts';
import type { EventSink } from '../../lib/answer.ts';

/** Tells those that follow a job that it is to be looked at again. */
export class JobFeed {
  readonly #listeners = new Map<string, Set<() => void>>();

  changed(id: string): void {
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }

  /** Calls `listener` after each change of the job, until the function that comes back is called. */
  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }
}

/** Progress is told this often at most, in milliseconds: only the newest counts. */
const betweenMs = 100;

/** Settles when the job has ended, is removed, or the reader has left. `look` gives null for a job that is gone. */
export async function streamJob(id: string, feed: JobFeed, look: () => Job | null, reader: EventSink): Promise<void> {
  let isChanged = true;
  let wake = (): void => undefined;
  const changed = (): void => {
    isChanged = true;
    wake();
  };
  const unsubscribe = feed.subscribe(id, changed);
  reader.signal.addEventListener('abort', changed);
  try {
    reader.open();
    let told = '';
    let count = 0;
    while (!reader.signal.aborted) {
      isChanged = false;
      const job = look();
      if (job === null) return;
      const text = JSON.stringify(job);
      if (text !== told && !reader.send({ id: (count += 1), data: job })) await reader.drained();
      told = text;
      if (job.endedAt !== null) return;
      await pause(betweenMs, undefined, { signal: reader.signal }).catch(() => undefined);
      // What has changed since it was looked at has set this already.
      if (!isChanged)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    reader.signal.removeEventListener('abort', changed);
    unsubscribe();
  }
}
