// Builds jobs: each kind of long work is registered here, with the endpoints that start it.

import { join } from 'node:path';
import { jobRoutes } from './features/jobs/routes.ts';
import { Jobs } from './features/jobs/jobs.ts';
import { JobStore } from './features/jobs/store.ts';
import type { Auth } from './features/auth/auth.ts';
import type { Feed } from './features/changes/feed.ts';
import type { Endpoint } from './invoke/endpoint.ts';
import { systemClock } from './lib/clock.ts';
import { newId } from './lib/ids.ts';
import type { JobAccess, JobKind } from './lib/job-kind.ts';
import type { Log } from './lib/log.ts';
import type { Database } from './storage/database.ts';
import type { Maintenance } from './storage/maintenance.ts';

export interface JobsParts {
  readonly database: Database;
  readonly dataDir: string;
  readonly auth: Auth;
  readonly feed: Feed;
  readonly maintenance: Pick<Maintenance, 'add'>;
  readonly log: Log;
}

export interface OpenJobs {
  readonly endpoints: Endpoint[];
  /** For features with long work; a kind is made known before `recover`. */
  readonly access: JobAccess & { register(kind: JobKind<never>): void };
  /** Inside a write, at the start. */
  recover(): void;
  /** Begins what waits, once the service is up. */
  start(): void;
  /** Before the database is closed. */
  stop(): Promise<void>;
}

/** The folder of all folders of jobs, in the data directory. */
const jobsFolder = 'jobs';

export function buildJobs({ database, dataDir, auth, feed, maintenance, log }: JobsParts): OpenJobs {
  const jobs = new Jobs({
    store: new JobStore(database),
    root: join(dataDir, jobsFolder),
    write: (work) => database.write(work),
    record: (change) => {
      feed.record(change);
    },
    clock: systemClock,
    newId,
    log,
    callerOf: ({ userId, tokenId, tokenEndsAt, scopes }) => {
      const caller = auth.sessions.standIn(userId, tokenId, tokenEndsAt);
      return { ...caller, scopes: new Set(scopes.filter((scope) => caller.scopes.has(scope))) };
    },
  });
  const endpoints: Endpoint[] = jobRoutes(jobs);
  database.onCommit(() => {
    jobs.committed();
  });
  auth.onAccessChange(() => {
    jobs.accessChanged();
  });
  maintenance.add({
    name: 'remove folders of jobs that are not there any more',
    slice: () => {
      jobs.sweep();
      return false;
    },
  });
  return {
    endpoints,
    access: jobs,
    recover: () => {
      jobs.recover();
    },
    start: () => {
      jobs.start();
    },
    stop: () => jobs.stop(),
  };
}
