// Follows a job: as it is now, then at each change, until it ends.

import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../contract/jobs.ts';
import type { EventSink } from '../../lib/answer.ts';
import { follow, type Followers } from '../../lib/follow.ts';

/** Progress is told this often at most, in milliseconds: only the newest counts. */
const betweenMs = 100;

/** Settles when the job has ended, is removed, or the reader has left. `look` gives null for a job that is gone. */
export async function streamJob(id: string, feed: Followers, look: () => Job | null, reader: EventSink): Promise<void> {
  let told = '';
  let count = 0;
  await follow(
    reader,
    (wake) => feed.subscribe(id, wake),
    async () => {
      const job = look();
      if (job === null) return 'nothing';
      const text = JSON.stringify(job);
      if (text !== told && !reader.send({ id: (count += 1), data: job })) await reader.drained();
      told = text;
      if (job.endedAt !== null) return 'nothing';
      await pause(betweenMs, undefined, { signal: reader.signal }).catch(() => undefined);
      return 'news';
    },
  );
}
