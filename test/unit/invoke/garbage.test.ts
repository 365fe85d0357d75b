// What was made for a request is garbage when it is answered, and the collector of young objects takes it. What outlives that, only a
// full collection finds, and the memory grows with each request until then.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { columnsApi } from '../../../main/contract/boards.ts';
import { readInput, type Call } from '../../../main/invoke/call.ts';
import { everyScope, windowActor } from '../../../main/lib/caller.ts';

const callOf = (id: string): Call => ({
  caller: {
    userId: 'u',
    username: 'owner',
    isOwner: false,
    tokenId: 't',
    expiresAt: 0,
    isLogin: true,
    scopes: everyScope,
    actor: windowActor,
  },
  reauthorize: () => undefined,
  params: { id },
  query: {},
  body: undefined,
  // Stands for a request and its answer.
  files: Array.from({ length: 200 }, () => ({ field: id, filename: id, path: id, size: 1, sha256: id })),
  precondition: { check: () => undefined },
  idempotencyKey: null,
  address: '127.0.0.1',
  signal: AbortSignal.abort(),
});

const oldBytes = (): number => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

test('readInput › 2,000 requests of 10 KB leave less than 1 MB that only a full collection takes', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  const read = (count: number): void => {
    for (let index = 0; index < count; index += 1) readInput(columnsApi.readColumn, callOf(String(index)));
  };
  read(1_000);
  collect();
  const before = oldBytes();
  for (let round = 0; round < 20; round += 1) {
    read(100);
    collect({ type: 'minor' });
    collect({ type: 'minor' });
  }
  expect(oldBytes() - before).toBeLessThan(1_000_000);
});
