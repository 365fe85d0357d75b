// Runs in a worker thread: work on whole databases that would hold up the main thread.

import { parentPort, workerData } from 'node:worker_threads';
import { StartError } from '../lib/app-error.ts';
import { pruneContents } from './backup-contents.ts';
import type { BackupReport } from './backup-files.ts';
import { connectBeside, type PlacedFiles } from './connection.ts';
import { firstIntegrityError } from './integrity-check.ts';
import { makeBackup, type Lacking, type Making, type MakingProgress } from './make-backup.ts';

/**
 * `make`: a backup. `check`: is the database whole? `prepare`: has the next start put the backup `source` in the place of the database in
 * `dataDir`.
 */
export type BackupTask =
  | {
      readonly kind: 'prepare';
      readonly source: string;
      readonly dataDir: string;
      readonly now: number;
      readonly passphrase: string | null;
    }
  | ({ readonly kind: 'make' } & Making)
  | { readonly kind: 'prune'; readonly source: string }
  | { readonly kind: 'check'; readonly source: PlacedFiles };

/**
 * `flaw` is what `check` found or `make` in the copy, or why `prepare` does not take the backup. `report` and `lacking` are those of
 * `make`.
 */
export type WorkerReport =
  | { readonly ok: true; readonly flaw: string | null; readonly report?: BackupReport | null; readonly lacking?: readonly Lacking[] }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** What is said before the report. */
export interface Told {
  readonly progress: MakingProgress;
}

function check(source: PlacedFiles): string | null {
  const connection = connectBeside(source, 'reading');
  try {
    return firstIntegrityError(connection, 'quick_check');
  } finally {
    connection.close();
  }
}

async function prepare({ source, dataDir, now, passphrase }: Extract<BackupTask, { kind: 'prepare' }>): Promise<string | null> {
  try {
    const { prepareAny } = await import('./restore-any.ts');
    await prepareAny(dataDir, source, { now, passphrase, told: telling() });
    return null;
  } catch (error) {
    if (error instanceof StartError && error.cause === undefined) return error.message;
    throw error;
  }
}

/** How often progress is told at most, in milliseconds. */
const betweenMs = 100;

/** Tells the main thread now and then. */
function telling(): (progress: MakingProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < betweenMs && progress.done < progress.total) return;
    last = now;
    parentPort?.postMessage({ progress } satisfies Told, []);
  };
}

async function run(job: BackupTask): Promise<WorkerReport> {
  try {
    switch (job.kind) {
      case 'check':
        return { ok: true, flaw: check(job.source) };
      case 'prepare':
        return { ok: true, flaw: await prepare(job) };
      case 'prune':
        pruneContents(job.source);
        return { ok: true, flaw: null };
      case 'make':
        return { ok: true, ...(await makeBackup(job, telling())) };
    }
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return { ok: false, code, message };
  }
}

parentPort?.postMessage(await run(workerData as BackupTask), []);
