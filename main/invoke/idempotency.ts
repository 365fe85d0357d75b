// `Idempotency-Key`: the first answer to a creating call is given again to its repetitions.

import { createHmac } from 'node:crypto';
import { addressOf } from '../contract/endpoints.ts';
import type { Route } from '../contract/route.ts';
import { AppError } from '../lib/app-error.ts';
import { everyScope } from '../lib/caller.ts';
import type { IdempotencyStore, KeptAnswer } from '../storage/idempotency.ts';
import type { Call } from './call.ts';

export interface IdempotencyOptions {
  readonly store: IdempotencyStore;
  /** Keys the fingerprints, so that they tell nothing of a password in a body. */
  readonly secret: string;
}

/** A call under the key that its caller chose. Both throw `idempotency_mismatch`. */
export interface Once {
  /** The answer that it has had already; null for none. */
  earlier(): KeptAnswer | null;
  /**
   * Runs a creating call inside the write transaction: the record and the memory of its creation are committed together. `isKept` tells
   * after `create` whether its answer is to be given again.
   */
  run(create: () => KeptAnswer, isKept: () => boolean): { readonly answer: KeptAnswer; readonly replayed: boolean };
}

/** How the call runs under this key. */
export function onceUnder(key: string, userId: string, route: Route, call: Call, { store, secret }: IdempotencyOptions): Once {
  const path = addressOf(route.path, call.params, {});
  const digestOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const request = digestOf(`${route.method} ${path}\n${JSON.stringify(sent(route, call), byName)}`);
  // With another secret the same request would count as another one.
  const fingerprint = { request, secret: digestOf('secret').subarray(0, 4) };
  const earlier = (): KeptAnswer | null => {
    const kept = store.find(userId, key, fingerprint);
    if (kept === 'mismatch') throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another request');
    return kept;
  };
  return {
    earlier,
    run: (create, isKept) => {
      const kept = earlier();
      if (kept !== null) return { answer: kept, replayed: true };
      const answer = create();
      if (isKept()) store.keep(userId, key, fingerprint, answer);
      return { answer, replayed: false };
    },
  };
}

/**
 * What makes two calls the same one: the query, the body as it was read, and the contents of its files; where the route looks by itself at
 * what its caller may do, such as that of batches, the scopes of a token that lacks some: it is not told what another one could read.
 */
function sent({ scope }: Route, { query, body, files, caller }: Call): unknown {
  const fields = files.length === 0 ? body : { fields: body, files: files.map(({ field, filename, sha256 }) => [field, filename, sha256]) };
  const request = Object.keys(query).length === 0 ? fields : { query, sent: fields };
  if (scope !== null || caller === null || caller.scopes.size === everyScope.size) return request;
  return { scopes: [...caller.scopes].toSorted(), sent: request };
}

/** For `JSON.stringify`: the fields of an object have no order (RFC 8259, 4), and come by their names. */
function byName(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
