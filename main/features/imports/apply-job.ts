// The job that brings in what was read.

import { join } from 'node:path';
import type { ImportOutcome } from '../../contract/imports.ts';
import { AppError, inPart } from '../../lib/app-error.ts';
import type { JobWork } from '../../lib/job-kind.ts';
import { isStorageFault, storageError } from '../../storage/storage-error.ts';
import { ImportApply } from './apply.ts';
import { maybeImportPlan, planName } from './import-plan.ts';
import type { ApplyInput, ImportsOptions } from './imports.ts';

/** Throws 409 where the plan is gone, and what the signal is aborted with: where the user has done that, all that came in is taken back. */
export async function applyPlan(
  options: ImportsOptions,
  { caller, batchId, input: { importId }, signal, progress, keep }: JobWork<ApplyInput>,
): Promise<ImportOutcome> {
  const { jobs, undo, isCancelled, targets } = options;
  // The import can be removed meanwhile, also by others that are read after it.
  using _ = jobs.hold(importId);
  const folder = join(jobs.folderOf(importId), planName);
  const plan = await maybeImportPlan(folder);
  if (plan === null || batchId === null) throw new AppError('conflict', 'What was read is gone: send the file again');
  await targets.load();
  progress({ done: 0, total: plan.items });
  await keep({ importId, batchId: null, counts: {}, warnings: [], warningCounts: {} } satisfies ImportOutcome);
  const apply = new ImportApply(options, {
    importId,
    caller,
    batchId,
    folder,
    plan,
    signal,
    progress: (done) => {
      progress({ done });
    },
  });
  try {
    return await apply.run();
  } catch (error) {
    // A user who gives it up wants nothing of it; after any other end all of it can be undone by its batch.
    if (isCancelled(signal.reason)) await undo(caller, batchId, AbortSignal.timeout(600_000));
    throw withWhatCame(error, apply.changed, plan.items);
  }
}

/** An error that tells the user how much has come in before it, where something has. */
export function withWhatCame(error: unknown, changed: number, items: number): unknown {
  // Of the database, or of the file system.
  const known = storageError(error);
  if (changed === 0 || !(known instanceof AppError) || !isStorageFault(known)) return error;
  if (known.code !== 'storage_full')
    return inPart(known, `${changed} of ${items} came in. Import the file again for the others, or take back what has come in`);
  const message =
    `There is no room left on the disk: ${changed} of ${items} came in before it was full. Make room, then import the file again for the ` +
    'others, or take back what has come in';
  return new AppError('storage_full', message, { cause: error });
}
