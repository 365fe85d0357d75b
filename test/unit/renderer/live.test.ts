import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import { ServiceError } from '../../../renderer/api/client.ts';
import type { Connection } from '../../../renderer/api/connection.ts';
import { Drafts } from '../../../renderer/api/drafts.ts';
import { refreshList, createQueries, keepLive } from '../../../renderer/api/live.ts';

let tell: (change: ChangeEntry | null) => void;
let end: () => void;
let queries: ReturnType<typeof createQueries>;
beforeEach(() => {
  const connection = {
    status: () => 'reachable',
    subscribe: () => () => undefined,
    onChange: (listener: (change: ChangeEntry | null) => void) => {
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

const renamed = { type: 'card', id: 'a', action: 'updated' } as ChangeEntry;

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

test('what never changes is read again when the service is back, if it could not be read, and only then', async () => {
  const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve('file')];
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['attachment', 'a'],
    queryFn: () => (answers[reads++] ?? (() => Promise.reject(new Error('read too often'))))(),
    meta: { fixed: true },
  });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().status).toBe('error');
  tell(null);
  await expect.poll(() => observer.getCurrentResult().data).toBe('file');
  tell(null);
  expect([observer.getCurrentResult().fetchStatus, reads]).toEqual(['idle', 2]);
  leave();
});

/** An observer of a list that its feature keeps itself, and what the service answers to its readings, one after the other. */
function patchedList(answers: readonly Promise<string>[]) {
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['card', 'board', 'p'],
    queryFn: () => answers[reads++] ?? Promise.reject(new Error('read too often')),
    meta: { patched: true },
  });
  return { observer, shown: () => observer.getCurrentResult().data, reads: () => reads };
}
const bringInto = (patch: (list: string) => string): Promise<void> =>
  refreshList<string>(queries, ['card', 'board'], () => Promise.resolve(patch));

test('what is brought into a list that is being read for the first time has it read once more', async () => {
  const before = Promise.withResolvers<string>();
  const { observer, shown, reads } = patchedList([before.promise, Promise.resolve('after')]);
  const leave = observer.subscribe(() => undefined);
  const done = bringInto(() => 'patched');
  before.resolve('before');
  await done;
  expect(shown()).toBe('after');
  expect(reads()).toBe(2);
  leave();
});

test('what is brought into a list that is being read again is not taken back by an older answer', async () => {
  const before = Promise.withResolvers<string>();
  const { observer, shown } = patchedList([Promise.resolve('first'), before.promise, Promise.resolve('after')]);
  const leave = observer.subscribe(() => undefined);
  await expect.poll(shown).toBe('first');
  void observer.refetch();
  const done = bringInto((list) => `${list}, patched`);
  before.resolve('before');
  await done;
  expect(shown()).toBe('after');
  leave();
});

test('a list at rest is patched, and not read', async () => {
  const { observer, shown, reads } = patchedList([Promise.resolve('first')]);
  const leave = observer.subscribe(() => undefined);
  await expect.poll(shown).toBe('first');
  await bringInto((list) => `${list}, patched`);
  tell(renamed);
  await new Promise(setImmediate);
  expect(shown()).toBe('first, patched');
  expect(reads()).toBe(1);
  leave();
});

test('a list that its feature keeps is read anew when it is shown again, if what concerns it was told meanwhile', async () => {
  const { observer, shown, reads } = patchedList([Promise.resolve('first'), Promise.resolve('second')]);
  observer.subscribe(() => undefined)();
  const leave = observer.subscribe(() => undefined);
  await expect.poll(shown).toBe('first');
  leave();
  observer.subscribe(() => undefined)();
  expect(reads()).toBe(1);
  tell(renamed);
  const leaveAgain = observer.subscribe(() => undefined);
  await expect.poll(shown).toBe('second');
  leaveAgain();
});

/** An observer of what its feature keeps itself, shown and read once, that is not shown any more. */
async function leftList(answers: readonly Promise<string>[]) {
  const list = patchedList([Promise.resolve('first'), ...answers]);
  const leave = list.observer.subscribe(() => undefined);
  await expect.poll(list.shown).toBe('first');
  leave();
  return list;
}

test('a list that is out of date is read anew when it is shown again, also where a later change was brought into it', async () => {
  const { observer, shown } = await leftList([Promise.resolve('second')]);
  tell(renamed);
  // What a feature brings in knows nothing of what was told while none of its lists were shown.
  await bringInto((list) => `${list}, patched`);
  const leave = observer.subscribe(() => undefined);
  await expect.poll(shown).toBe('second');
  leave();
});

test('what is told while a list is read for nothing that is shown has it read anew when it is shown', async () => {
  const before = Promise.withResolvers<string>();
  const { observer, shown } = await leftList([Promise.resolve('after')]);
  const queryKey = ['card', 'board', 'p'];
  const reading = queries.fetchQuery({ queryKey, queryFn: () => before.promise, meta: { patched: true }, staleTime: 0 });
  tell(renamed);
  before.resolve('before');
  await reading;
  const leave = observer.subscribe(() => undefined);
  await expect.poll(shown).toBe('after');
  leave();
});

test('what is out of date stays so where a reading of it is given up', async () => {
  const queryKey = ['card', 'board', 'p'];
  const readings = [Promise.resolve('first'), new Promise<string>(() => undefined), Promise.resolve('after')];
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: ({ signal }) => (signal.aborted ? Promise.reject(new Error('aborted')) : (readings.shift() ?? Promise.reject(new Error()))),
    meta: { patched: true },
  });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  void observer.refetch();
  void queries.invalidateQueries({ queryKey, refetchType: 'none' });
  leave();
  const leaveAgain = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  leaveAgain();
});

describe('what is refused in passing', () => {
  const refused = (status: number, { isKeyed = true, retryAfter = 0 } = {}): ServiceError =>
    new ServiceError(status, null, retryAfter, isKeyed);

  test.each([
    ['is sent again under its Idempotency-Key', [refused(503), refused(500), refused(429)], 'made'],
    ['is told of when it lasts', [refused(500), refused(502), refused(504), refused(503)], 503],
    ['is told of at once when it may be done twice', [refused(503, { isKeyed: false })], 503],
    ['is told of at once when the service wants to be left in peace for long', [refused(429, { retryAfter: 60 })], 429],
    ['is another thing than what lasts', [refused(507)], 507],
  ])('%s', async (_, refusals, expected) => {
    const answers = [...refusals];
    const send = (): Promise<string> => {
      const refusal = answers.shift();
      return refusal === undefined ? Promise.resolve('made') : Promise.reject(refusal);
    };
    const sent = queries.getMutationCache().build(queries, { mutationFn: send }).execute(undefined);
    expect(await sent.catch((error: unknown) => (error as ServiceError).status)).toBe(expected);
    expect(answers).toEqual([]);
  });
});
