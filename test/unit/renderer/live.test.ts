import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../main/contract/changes.ts';
import type { Connection } from '../../../renderer/api/connection.ts';
import { Drafts } from '../../../renderer/api/drafts.ts';
import { createQueries, keepLive } from '../../../renderer/api/live.ts';

let tell: (change: Change | null) => void;
let end: () => void;
let queries: ReturnType<typeof createQueries>;
beforeEach(() => {
  const connection = {
    status: () => 'reachable',
    subscribe: () => () => undefined,
    onChange: (listener: (change: Change | null) => void) => {
      tell = listener;
      return () => undefined;
    },
    retry: () => undefined,
  } as unknown as Connection;
  queries = createQueries(connection, new Drafts({ userId: null, storage: null }), () => undefined);
  end = keepLive(queries, connection);
});
afterEach(() => {
  end();
  queries.clear();
});

const renamed = { type: 'card', id: 'a', action: 'updated' } as Change;

test.each([
  ['a change that is told', renamed],
  ['a connection that is made', null],
])('%s while a record is read for the first time: it is read once more', async (_, change) => {
  // What the service has read when it answers, as an answer is on its way for a while.
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['card', 'one', 'a'],
    queryFn: () => answers[reads++]?.promise ?? Promise.reject(new Error('read too often')),
  });
  const leave = observer.subscribe(() => undefined);
  tell(change);
  answers[0]?.resolve('before');
  answers[1]?.resolve('after');
  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  expect(reads).toBe(2);
  leave();
});
