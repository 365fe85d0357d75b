// Runs in a worker thread: work on whole databases that would hold up the main thread.

import Sqlite from 'better-sqlite3';
import { closeSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { StartError } from '../lib/app-error.ts';
import { fsyncFileSync } from './files.ts';
import { prepareRestore } from './pending-restore.ts';
import { firstIntegrityError } from './integrity-check.ts';

/**
 * `copy`: a checked copy of the database `source`, on the disk, in the new file `target`. `check`: is `source` whole?
 * `prepare`: has the next start put the backup `source` in the place of the database in `dataDir`.
 */
export type Job =
  | { readonly kind: 'prepare'; readonly source: string; readonly dataDir: string; readonly now: number }
  | { readonly kind: 'copy'; readonly source: string; readonly target: string }
  | { readonly kind: 'check'; readonly source: string };

/** `flaw` is what `check` found or `copy` in the copy, or why `prepare` does not take the backup. */
export type Report =
  | { readonly ok: true; readonly flaw: string | null }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** What is wrong with the copy; null for nothing. */
async function copy(source: string, target: string): Promise<string | null> {
  closeSync(openSync(target, 'wx', 0o600));
  const original = new Sqlite(source, { readonly: true, fileMustExist: true });
  try {
    // All pages in one step: with several, every commit in between would start the copy over.
    await original.backup(target, { progress: () => 0x7fff_ffff });
  } finally {
    original.close();
  }
  const made = new Sqlite(target, { fileMustExist: true });
  try {
    // One file that can be read from anywhere, a write-protected medium too.
    made.pragma('journal_mode = DELETE');
    const flaw = firstIntegrityError(made, 'integrity_check');
    if (flaw !== null) return flaw;
    const [orphan] = made.pragma('foreign_key_check') as { table: string }[];
    if (orphan !== undefined) return `a row of ${orphan.table} refers to one that does not exist`;
  } finally {
    made.close();
  }
  fsyncFileSync(target);
  return null;
}

function check(source: string): string | null {
  const connection = new Sqlite(source, { readonly: true, fileMustExist: true });
  try {
    return firstIntegrityError(connection, 'quick_check');
  } finally {
    connection.close();
  }
}

function prepare(source: string, dataDir: string, now: number): string | null {
  try {
    prepareRestore(dataDir, source, now);
    return null;
  } catch (error) {
    if (error instanceof StartError && error.cause === undefined) return error.message;
    throw error;
  }
}

async function run(job: Job): Promise<Report> {
  try {
    if (job.kind === 'check') return { ok: true, flaw: check(job.source) };
    if (job.kind === 'prepare') return { ok: true, flaw: prepare(job.source, job.dataDir, job.now) };
    return { ok: true, flaw: await copy(job.source, job.target) };
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return { ok: false, code, message };
  }
}

parentPort?.postMessage(await run(workerData as Job), []);
