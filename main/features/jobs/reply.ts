import type { Job } from '../../contract/jobs.ts';
import { toInstant } from '../../lib/clock.ts';
import type { StoredJob } from './store.ts';

const maybeInstant = (milliseconds: number | null): string | null => (milliseconds === null ? null : toInstant(milliseconds));

/** The job as the interface shows it. */
export function jobOf({ id, kind, title, status, progress, result, error, batchId, cancelAt, ...times }: StoredJob): Job {
  return {
    id,
    kind,
    title,
    status,
    progress,
    result: result ?? null,
    error,
    batchId,
    cancelRequestedAt: maybeInstant(cancelAt),
    createdAt: toInstant(times.createdAt),
    startedAt: maybeInstant(times.startedAt),
    endedAt: maybeInstant(times.endedAt),
  };
}
