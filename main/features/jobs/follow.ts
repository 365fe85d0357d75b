// Follows a job: as it is now, then at each change, until it ends.

import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../contract/jobs.ts';
import type { EventSink } from '../../lib/answer.ts';
import { EventIds, follow, idOfEnd, type Followers } from '../../lib/follow.ts';

/** Progress is told this often at most, in milliseconds: only the newest counts. */
const betweenMs = 100;

/** The states in which jobs were told of, each with the id of its event. */
export class JobStates {
  readonly #ids = new EventIds();
  readonly #states = new Map<string, { readonly id: number; readonly text: string }>();

  idOf(job: Job): number {
    if (job.endedAt !== null) return idOfEnd(Date.parse(job.endedAt));
    const text = JSON.stringify(job);
    const known = this.#states.get(job.id);
    if (known?.text === text) return known.id;
    const id = this.#ids.next();
    this.#states.set(job.id, { id, text });
    return id;
  }

  /** The job has ended, or is gone. */
  forget(jobId: string): void {
    this.#states.delete(jobId);
  }
}

interface FollowedJob {
  readonly id: string;
  /** Null for a job that is gone. */
  readonly look: () => Job | null;
  readonly states: JobStates;
}

/** Settles when the job has ended, is removed, or the reader has left. */
export async function streamJob({ id, look, states }: FollowedJob, feed: Followers, reader: EventSink): Promise<void> {
  let told = reader.lastEventId;
  const now = look();
  if (now !== null && now.endedAt !== null && told !== null && told >= states.idOf(now)) {
    reader.nothing();
    return;
  }
  await follow(
    reader,
    (wake) => feed.subscribe(id, wake),
    async () => {
      const job = look();
      if (job === null) return 'nothing';
      const state = states.idOf(job);
      if (state !== told && !reader.send({ id: state, data: job })) await reader.drained();
      told = state;
      if (job.endedAt !== null) return 'nothing';
      await pause(betweenMs, undefined, { signal: reader.signal }).catch(() => undefined);
      return 'news';
    },
  );
}
