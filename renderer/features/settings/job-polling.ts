// How the parts of the settings follow work of the service that goes on.

import type { Job } from '../../../main/contract/jobs.ts';

/** How far a job is, is looked up this often; in milliseconds. */
export const pollIntervalMs = 400;

/** Whether there is such a job, and it waits or runs. */
export const isGoing = (job: Job | null | undefined): boolean => job?.endedAt === null;

/** The `refetchInterval` of a query: as long as one of the jobs goes on that `jobsIn` finds in what was read. */
export function whileGoing<Data>(jobsIn: (data: Data) => readonly (Job | null)[]) {
  return ({ state: { data } }: { readonly state: { readonly data: Data | undefined } }): number | false =>
    data !== undefined && jobsIn(data).some(isGoing) ? pollIntervalMs : false;
}
