// `Idempotency-Key`: the first answer to a creating request is given again to its repetitions.

import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { AppError, invalid } from '../lib/app-error.ts';
import type { IdempotencyStore, KeptAnswer } from '../storage/idempotency.ts';

export interface IdempotencyOptions {
  readonly store: IdempotencyStore;
  /** Keys the fingerprints, so that they tell nothing of a password in a body. */
  readonly secret: string;
}

/** Runs a creating request under the key that the caller chose for it. */
export type Once = (create: () => KeptAnswer) => { readonly answer: KeptAnswer; readonly replayed: boolean };

const always: Once = (create) => ({ answer: create(), replayed: false });

/**
 * Reads the header; without one, the request simply runs. `Once` is to be called inside the write transaction:
 * the record and the memory of its creation are committed together. It throws `idempotency_mismatch`.
 */
export function readIdempotencyKey(req: Request, userId: string, body: unknown, options: IdempotencyOptions): Once {
  const key = req.get('Idempotency-Key');
  if (key === undefined) return always;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  const fingerprint = createHmac('sha256', options.secret).update(`${req.method} ${req.path}\n${JSON.stringify(body)}`).digest();
  return (create) => {
    const kept = options.store.find(userId, key, fingerprint);
    if (kept === 'mismatch') throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another request');
    if (kept !== null) return { answer: kept, replayed: true };
    const answer = create();
    options.store.keep(userId, key, fingerprint, answer);
    return { answer, replayed: false };
  };
}
