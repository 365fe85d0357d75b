// Starts `backup-worker.ts` and waits for its report.

import { Worker } from 'node:worker_threads';
import { workerFile } from '../lib/worker-file.ts';
import type { BackupReport } from './backup-files.ts';
import type { BackupTask, WorkerReport, Told } from './backup-worker.ts';
import type { Lacking, MakingProgress } from './make-backup.ts';

export interface BackgroundJob {
  /**
   * What `check` found, null if nothing. Rejects when the job failed or was given up; the error has the code of SQLite or the file system.
   */
  readonly flaw: Promise<string | null>;
  /** What a backup that was made holds; null until then, and for other jobs. */
  readonly report: () => BackupReport | null;
  /** The first files that are missing from a backup that was made. */
  readonly lacking: () => readonly Lacking[];
  /** Settles once its thread has ended, however. */
  readonly gone: Promise<void>;
  /** Gives the job up. Settles once its thread is gone; `flaw` is rejected before. */
  abandon(): Promise<void>;
}

/** `progress` is told how far a backup is. */
export function startJob(job: BackupTask, progress: (progress: MakingProgress) => void = () => undefined): BackgroundJob {
  const worker = new Worker(workerFile('backup-worker', import.meta.url), { workerData: job, execArgv: [], name: `daybook-${job.kind}` });
  let told: BackupReport | null = null;
  let lacking: readonly Lacking[] = [];
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve();
    });
  });
  const flaw = new Promise<string | null>((resolve, reject) => {
    worker.on('message', (report: WorkerReport | Told) => {
      if ('progress' in report) progress(report.progress);
      else if (report.ok) {
        told = report.report ?? null;
        lacking = report.lacking ?? [];
        resolve(report.flaw);
      } else reject(Object.assign(new Error(report.message), { code: report.code }));
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('the job was given up'));
    });
  });
  return {
    flaw,
    gone,
    report: () => told,
    lacking: () => lacking,
    abandon: async () => {
      await worker.terminate();
    },
  };
}
