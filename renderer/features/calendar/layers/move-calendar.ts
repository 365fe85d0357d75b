// Deletes a calendar whose events go to another one, in batches: taking these back brings all of it back.

import { maxOperations } from '../../../../main/contract/limits.ts';
import { type Client, refusalOf } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';

/** How often a batch is tried anew that failed because an event was deleted meanwhile. */
const tries = 5;

interface Moving {
  readonly id: string;
  /** The calendar to which the events go. */
  readonly moveTo: string;
}

/**
 * Moves the events of a local calendar and puts the calendar into the trash; the batches in the order in which they were done. If one of
 * them fails, those before it are taken back. Throws `ServiceError` or `UnreachableError`.
 */
export async function moveAndTrash(client: Client, { id, moveTo }: Moving): Promise<string[]> {
  const done: string[] = [];
  try {
    for (let failures = 0; ;) {
      const { items } = await client.call(routes.listEvents, { query: { calendarId: id, limit: String(maxOperations) } });
      const moves = items.map((event) => ({ method: 'PUT' as const, path: `/api/events/${event.id}`, body: { calendarId: moveTo } }));
      const isLast = moves.length < maxOperations;
      const aside = { method: 'POST' as const, path: '/api/trash', body: { type: 'calendar', id } };
      const operations = isLast ? [...moves, aside] : moves;
      const { batchId, failed } = await client.call(routes.runBatch, { body: { operations }, idempotencyKey: crypto.randomUUID() });
      if (batchId !== null) done.push(batchId);
      if (failed === null && isLast) return done;
      if (failed === null) continue;
      failures += 1;
      if (failed.problem.status !== 404 || failures === tries) throw refusalOf(failed);
    }
  } catch (error) {
    for (const batchId of done.toReversed())
      await client.call(routes.undoChanges, { body: { batchId }, idempotencyKey: crypto.randomUUID() });
    throw error;
  }
}
