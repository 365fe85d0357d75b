import { expect, test } from 'vitest';
import { SharedWork } from '../../../main/lib/shared-work.ts';

/** Work that the test ends; `begun` has the signal of each time that it was begun. */
function openWork() {
  const begun: { readonly signal: AbortSignal; readonly tell: (progress: number) => void; readonly end: PromiseWithResolvers<string> }[] =
    [];
  const work = new SharedWork<string, number>();
  const run = (key: string, options: Parameters<typeof work.run>[2] = {}): Promise<string> =>
    work.run(
      key,
      ({ signal, progress }) => {
        const end = Promise.withResolvers<string>();
        begun.push({ signal, tell: progress, end });
        return end.promise;
      },
      options,
    );
  return { work, run, begun };
}

test('callers of one key at the same time share the work, those of another have their own; what comes later begins anew', async () => {
  const { work, run, begun } = openWork();
  const all = [run('a'), run('a'), run('b')];
  expect([begun.length, work.size, work.has('a'), work.has('c')]).toEqual([2, 2, true, false]);
  begun[0]?.end.resolve('A');
  begun[1]?.end.resolve('B');
  expect(await Promise.all(all)).toEqual(['A', 'A', 'B']);
  expect(work.size).toBe(0);
  const later = run('a');
  begun[2]?.end.resolve('again');
  expect(await later).toBe('again');
});

test('a failure is one for all who wait, and for none who comes later', async () => {
  const { run, begun } = openWork();
  const both = Promise.allSettled([run('a'), run('a')]);
  begun[0]?.end.reject(new Error('no'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const later = run('a');
  begun[1]?.end.resolve('yes');
  expect(await later).toBe('yes');
});

test('a caller who leaves while others wait is let go at once; the work goes on', async () => {
  const { run, begun } = openWork();
  const leaving = new AbortController();
  const left = run('a', { signal: leaving.signal });
  const stays = run('a', { signal: new AbortController().signal });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(begun[0]?.signal.aborted).toBe(false);
  begun[0]?.end.resolve('A');
  expect(await stays).toBe('A');
});

test('the last who leaves has the work end, and waits for that; who comes meanwhile begins anew, also once that has ended', async () => {
  const { work, run, begun } = openWork();
  const leaving = new AbortController();
  let isOver = false;
  const left = run('a', { signal: leaving.signal }).finally(() => {
    isOver = true;
  });
  leaving.abort(new Error('gone'));
  expect(begun[0]?.signal.reason).toEqual(new Error('gone'));
  const next = run('a');
  expect(begun.length).toBe(2);
  await Promise.resolve();
  expect(isOver).toBe(false);
  begun[0]?.end.reject(begun[0].signal.reason);
  await expect(left).rejects.toThrow('gone');
  expect(work.has('a')).toBe(true);
  const joined = run('a');
  begun[1]?.end.resolve('A');
  expect([await next, await joined, begun.length]).toEqual(['A', 'A', 2]);
});

test('a caller who has left before begins nothing', async () => {
  const { run, begun } = openWork();
  await expect(run('a', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  expect(begun).toEqual([]);
});

test('all who wait are told how far it is', async () => {
  const { run, begun } = openWork();
  const told: [string, number][] = [];
  const waiting = ['first', 'second'].map((name) => run('a', { progress: (now) => told.push([name, now]) }));
  begun[0]?.tell(1);
  begun[0]?.end.resolve('A');
  await Promise.all(waiting);
  expect(told).toEqual([
    ['first', 1],
    ['second', 1],
  ]);
});

test('all of it is told to end, and waited for', async () => {
  const { work, run, begun } = openWork();
  const all = Promise.allSettled([run('a'), run('b')]);
  work.abort((key) => new Error(`no ${key}`));
  for (const { signal, end } of begun) end.reject(signal.reason);
  await work.ended();
  expect((await all).map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual(['no a', 'no b']);
  expect(work.size).toBe(0);
});
