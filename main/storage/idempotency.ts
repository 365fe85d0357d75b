// Answers that are kept for `Idempotency-Key`, so that a repeated request creates nothing twice.

import { dayMs } from '../contract/days.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from './database.ts';
import type { MaintenanceTask } from './maintenance.ts';

export interface KeptAnswer {
  readonly status: number;
  readonly location: string | null;
  /** JSON text. */
  readonly body: string | null;
}

interface Fingerprint {
  /** 32 bytes. */
  readonly request: Buffer;
  /** Tells whether another one was made with the same secret. */
  readonly secret: Buffer;
}

interface Row extends KeptAnswer {
  /** Of the request, followed by that of the secret; the latter is missing in rows of earlier versions. */
  readonly fingerprint: Buffer;
  readonly created_at: number;
}

/** How long an answer is kept, in milliseconds. */
const lifetime = dayMs;

/** How many outdated answers are removed in one write: some are megabytes. */
const removedAtOnce = 50;

/** The SQL of `idempotency_keys`. `keep` is to be called inside the write transaction of the request, after a `find` in it. */
export class IdempotencyStore {
  readonly #clock: Clock;
  readonly #find;
  readonly #keep;
  readonly #remove;
  readonly #forget;

  constructor(database: Database, clock: Clock) {
    this.#clock = clock;
    this.#find = database.prepare<[string, string], Row>(
      'SELECT fingerprint, status, location, body, created_at FROM idempotency_keys WHERE user_id = ? AND key = ?',
    );
    this.#keep = database.prepare<[string, string, Buffer, number, string | null, string | null, number]>(
      'INSERT OR REPLACE INTO idempotency_keys (user_id, key, fingerprint, status, location, body, created_at) VALUES (?, ?, ?, ?, ?, ' +
        '?, ?)',
    );
    this.#remove = database.prepare<[string, string]>('DELETE FROM idempotency_keys WHERE user_id = ? AND key = ?');
    this.#forget = database.prepare<[number, number]>(
      'DELETE FROM idempotency_keys WHERE (user_id, key) IN (SELECT user_id, key FROM idempotency_keys WHERE created_at < ? ORDER BY ' +
        'created_at LIMIT ?)',
    );
  }

  /**
   * The answer kept under this key; `'mismatch'` if it belongs to another request, null if there is none, or one of which that cannot be
   * told any more.
   */
  find(userId: string, key: string, { request, secret }: Fingerprint): KeptAnswer | 'mismatch' | null {
    const row = this.#find.get(userId, key);
    if (row === undefined || row.created_at < this.#clock() - lifetime) return null;
    if (row.fingerprint.subarray(0, request.length).equals(request)) return row;
    return row.fingerprint.subarray(request.length).equals(secret) ? 'mismatch' : null;
  }

  keep(userId: string, key: string, { request, secret }: Fingerprint, answer: KeptAnswer): void {
    this.#keep.run(userId, key, Buffer.concat([request, secret]), answer.status, answer.location, answer.body, this.#clock());
  }

  /** Inside a write: the key is as one that was never used. */
  forget(userId: string, key: string): void {
    this.#remove.run(userId, key);
  }

  /** The removal of answers that are kept no longer. */
  get outdated(): MaintenanceTask {
    return {
      name: 'idempotency keys',
      isByAge: true,
      slice: () => this.#forget.run(this.#clock() - lifetime, removedAtOnce).changes === removedAtOnce,
    };
  }
}
