// What the service has done in one batch is one deed of the page's history.

import { ServiceError } from './client.ts';
import type { Deed, Outcome } from './history.ts';
import { routes } from './routes.ts';
import type { Service } from './service.ts';

/** A deed that takes the batch back, and then what took it back. `told` gets what has failed for another reason than a change since. */
export function batchDeed({ client }: Pick<Service, 'client'>, what: string, batchId: string, told: (reason: string) => void): Deed {
  let last = batchId;
  const reverse = async (): Promise<Outcome> => {
    try {
      const { batchId: next, restored, skipped } = await client.call(routes.undoChanges, { body: { batchId: last } });
      if (next !== null) last = next;
      return { done: restored.length > 0, reasons: skipped.map(({ reason }) => reason) };
    } catch (error) {
      if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) return { done: false, reasons: ['gone'] };
      told(error instanceof Error ? error.message : '');
      return null;
    }
  };
  // What is taken back is known once the answer to the one before is there.
  let before: Promise<Outcome> = Promise.resolve(null);
  const inTurn = (): Promise<Outcome> => (before = before.then(reverse));
  return { what, undo: inTurn, redo: inTurn };
}
