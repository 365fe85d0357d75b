// Runs in a worker thread: the vectors of a large collection take longer to look through than the main thread has.

import { nearestRecords, type Near, type NearestJob } from './nearest-store.ts';

/** As `nearestRecords` does. */
export function nearestOfJob(job: NearestJob): Near[] {
  return nearestRecords(job);
}
