// The page's line to the service, with a client that answers as the service does.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '../../../main/contract/errors.ts';
import { ServiceError, type Client } from '../../../renderer/api/client.ts';
import { Connection } from '../../../renderer/api/connection.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('reads everything anew, without a pause, when the feed says that its history is gone', async () => {
  const followed: string[] = [];
  let lastSeq = 50;
  const client = {
    call: () => Promise.resolve({ items: [], lastSeq }),
    async *follow(_line: unknown, { query, signal }: { query: { since: string }; signal: AbortSignal }): AsyncGenerator<never> {
      followed.push(query.since);
      if (followed.length === 1) {
        lastSeq = 60;
        throw new ServiceError(410, { code: 'history_gone', detail: 'gone' } as Problem);
      }
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      yield* [];
    },
  } as unknown as Client;
  const connection = new Connection(client);
  const told: unknown[] = [];
  connection.onChange((change) => told.push(change));
  vi.useFakeTimers();
  const close = connection.open();
  await vi.advanceTimersByTimeAsync(1);
  close();
  vi.useRealTimers();
  // `null` has every query read anew, once for each time that it came to follow.
  expect([followed, told]).toEqual([
    ['50', '60'],
    [null, null],
  ]);
  expect(connection.status()).toBe('reachable');
});
