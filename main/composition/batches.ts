// Builds what makes several changes as one.

import { batchEndpoints, notInBatch } from '../contract/batch.ts';
import { Batches } from '../features/batch/batch.ts';
import type { Feed } from '../features/changes/feed.ts';
import { UndoStore } from '../features/changes/undo-store.ts';
import { readPrecondition } from '../lib/precondition.ts';
import { problemDocument } from '../http/problem.ts';
import type { Endpoint, PreparedWrite } from '../invoke/endpoint.ts';
import { Operations } from '../invoke/operation.ts';
import { newId } from '../lib/ids.ts';
import type { Database } from '../storage/database.ts';

/**
 * Batches of calls to some of these endpoints. `literalBodies`: the texts in their bodies are taken as they are. `checkReplies`: as in
 * `InvokeOptions`.
 */
export function openBatches(
  database: Database,
  feed: Feed,
  endpoints: readonly Endpoint[],
  { checkReplies = false, ...more }: { readonly literalBodies?: true; readonly checkReplies?: boolean | undefined },
): Batches<PreparedWrite> {
  const operations = new Operations(endpoints, { names: batchEndpoints, refused: notInBatch, checkReplies });
  const entries = new UndoStore(database);
  return new Batches({
    ...more,
    refusal: (method, path) => operations.refusal(method, path),
    takesIfMatch: (method, path) => operations.takesIfMatch(method, path),
    hasChanges: (userId, batchId) => entries.isLarger(userId, batchId, 0),
    open: ({ asking: { caller, address, signal }, ...request }) => operations.open({ ...request, caller, address, signal }),
    undoable: (work) => database.undoable(work),
    attribute: ({ caller: { actor } }, batchId, work) => feed.attribute({ actor, batchId }, work),
    preconditionOf: (version) => readPrecondition(`"${version}"`),
    problemOf: (error) => {
      const { requestId: _, ...problem } = problemDocument(error, '');
      return problem;
    },
    newId,
    processorTime: () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    },
  });
}
