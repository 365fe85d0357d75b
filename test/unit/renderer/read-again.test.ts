import { QueryObserver, type QueryMeta } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError, UnreachableError } from '../../../renderer/api/client.ts';
import type { Connection } from '../../../renderer/api/connection.ts';
import { Drafts } from '../../../renderer/api/drafts.ts';
import { createQueries } from '../../../renderer/api/live.ts';

const away = new UnreachableError({ cause: null });
const refused = (status: number, retryAfter = 0): ServiceError => new ServiceError(status, null, retryAfter);
const queryKey = ['card', 'board', 'p'];

let queries: ReturnType<typeof createQueries>;
beforeEach(() => {
  vi.useFakeTimers();
  const connection = { retry: () => undefined } as unknown as Connection;
  queries = createQueries(connection, new Drafts({ userId: null, storage: null }), () => undefined);
});
afterEach(() => {
  queries.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A query that is shown, whose readings give these answers, one after the other. */
async function shown(answers: readonly (Error | string)[], meta: QueryMeta = {}) {
  const left = [...answers];
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => {
      const answer = left.shift() ?? new Error('read too often');
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer);
    },
    meta,
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { data: () => observer.getCurrentResult().data, left: () => left.length, leave };
}
const change = (): Promise<void> => queries.invalidateQueries({ queryKey });

test.each([
  ['does not come', away],
  ['is refused in passing', refused(500)],
])('what is shown is read again where the answer %s, and the pauses grow', async (_, failure) => {
  const { data, left, leave } = await shown(['first', failure, failure, 'second', failure, 'third']);
  await change();
  await vi.advanceTimersByTimeAsync(999);
  expect(left()).toBe(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(left()).toBe(3);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(data()).toBe('first');
  await vi.advanceTimersByTimeAsync(1);
  expect(data()).toBe('second');
  await change();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(data()).toBe('third');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(data()).toBe('third');
  leave();
});

test('changes that go on while readings fail do not have it read more and more often', async () => {
  const { left, leave } = await shown(['first', ...Array.from({ length: 100 }, () => away)]);
  for (let round = 0; round < 20; round += 1) await change();
  const before = left();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(before - left()).toBe(2);
  leave();
});

test('a service that wants to be left in peace for a while is', async () => {
  const { data, leave } = await shown(['first', refused(429, 20), 'second']);
  await change();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(data()).toBe('first');
  await vi.advanceTimersByTimeAsync(1);
  expect(data()).toBe('second');
  leave();
});

test.each([
  ['what is gone is not read again', ['first', refused(404), 'second'], {}, 'first'],
  ['what was read meanwhile is not read again', ['first', away, 'second', 'third'], {}, 'second'],
  ['what could not be read for the first time is not read again, as the user is told', [away, 'first'], {}, undefined],
  ['it is where nothing tells of it', [away, 'first'], { untold: true } as const, 'first'],
])('%s', async (name, answers, meta, expected) => {
  const { data, leave } = await shown(answers, meta);
  if (answers[0] === 'first') await change();
  if (name === 'what was read meanwhile is not read again') await change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(data()).toBe(expected);
  leave();
});

test('what is not shown any more is read when it is shown again, and not before', async () => {
  const { left, leave } = await shown(['first', away, 'second']);
  await change();
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(left()).toBe(1);
  const again = await shown(['second']);
  expect(again.data()).toBe('second');
  again.leave();
});

test('out of sight nothing is read, and once when the page comes into sight', async () => {
  const { data, leave } = await shown(['first', away, 'second']);
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  await change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(data()).toBe('first');
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(data()).toBe('second');
  leave();
});
