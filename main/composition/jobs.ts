// Builds jobs: each kind of long work is registered here, with the endpoints that start it.

import { join } from 'node:path';
import type { Files } from './boards.ts';
import { BackupJobs } from '../features/backups/backup-jobs.ts';
import type { DataAdminService } from '../features/backups/data-admin-service.ts';
import { backupRoutes } from '../features/backups/routes.ts';
import { Everything, exportMemory, type EverythingJob, type EverythingReport } from '../features/exports/everything/everything.ts';
import { everythingRoutes } from '../features/exports/routes.ts';
import { jobLimits } from '../contract/jobs.ts';
import { jobRoutes } from '../features/jobs/routes.ts';
import { Jobs } from '../features/jobs/jobs.ts';
import { JobStore } from '../features/jobs/store.ts';
import type { Auth } from '../features/auth/auth.ts';
import type { Feed } from '../features/changes/feed.ts';
import type { OpenNotes } from './notes.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { JobAccess, JobKind } from '../lib/job-kind.ts';
import type { Log } from '../lib/log.ts';
import { workerFile } from '../lib/worker-file.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance } from '../storage/maintenance.ts';

export interface JobsParts {
  readonly database: Database;
  readonly dataDir: string;
  /** Of Daybook. */
  readonly version: string;
  readonly files: Files;
  readonly notes: OpenNotes;
  readonly dataAdmin: DataAdminService;
  readonly auth: Auth;
  readonly feed: Feed;
  readonly maintenance: Pick<Maintenance, 'add'>;
  readonly log: Log;
}

export interface OpenJobs {
  readonly endpoints: Endpoint[];
  /** For features with long work; a kind is made known before `start`. */
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

export function buildJobs(parts: JobsParts): OpenJobs {
  const { database, dataDir, dataAdmin, auth, feed, maintenance, log } = parts;
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
    callerOf: (job) => auth.sessions.standIn(job),
  });
  const exports = openExports(parts, jobs);
  const backups = new BackupJobs({ dataAdmin, jobs });
  jobs.register(backups.kind);
  jobs.register(backups.restoring);
  const endpoints: Endpoint[] = [...jobRoutes(jobs), ...exports.endpoints, ...backupRoutes(dataAdmin, backups)];
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
    stop: async () => {
      await jobs.stop();
      await exports.stop();
    },
  };
}

/** Exports of everything. */
function openExports({ database, version, files, notes }: JobsParts, jobs: Jobs): Pick<OpenJobs, 'endpoints' | 'stop'> {
  const pool = new WorkerPool<EverythingJob, EverythingReport>({
    file: workerFile('everything-worker', import.meta.url),
    task: 'exportEverything',
    timeoutMs: 24 * 3_600_000,
    ...exportMemory,
    maxThreads: jobLimits.running,
    env: {},
  });
  const everything = new Everything({
    jobs,
    pool,
    databaseFiles: () => database.files(),
    contents: files.blobs.folder,
    version,
    clock: systemClock,
    flush: () => notes.flush(),
    contentAt: async (userId, id, at) => (await notes.history.read(userId, id, String(at))).content,
    hold: () => files.blobs.hold(),
  });
  jobs.register(everything.kind);
  return { endpoints: everythingRoutes(everything), stop: () => pool.stop() };
}
