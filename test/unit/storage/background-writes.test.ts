// What the write of a request waits for when others write in the background: counted in transactions, on a clock that stands still.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openNew } from './fixture.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database that tells, for each of its commits, whose writes were in it. */
function setUp() {
  const database = openNew();
  const commits: string[][] = [];
  let now: string[] = [];
  database.onCommit(() => {
    commits.push(now);
    now = [];
  });
  const work = (name: string) => (): void => {
    now.push(name);
  };
  return {
    database,
    commits,
    request: (name: string) => database.write(work(name)),
    background: (name: string) => database.writeInBackground(work(name)),
    fail: () =>
      database.writeInBackground((): never => {
        throw new Error('own reason');
      }),
  };
}

describe('a write in the background', () => {
  test('begins at once where no request writes', async () => {
    const { background, commits } = setUp();
    await background('a');
    await background('b');
    expect(commits).toEqual([['a'], ['b']]);
  });

  test('shares no transaction, neither with requests nor with another of its kind', async () => {
    const { request, background, commits } = setUp();
    const all = [background('a'), background('b'), request('1'), request('2')];
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(all);
    expect(commits.filter((names) => names.includes('a') || names.includes('b'))).toEqual([['a'], ['b']]);
    expect(commits).toContainEqual(['1', '2']);
  });

  test('waits until requests have written nothing for a while', async () => {
    const { database, request, background, commits } = setUp();
    await request('1');
    expect(database.isBusy()).toBe(true);
    const waiting = background('a');
    await vi.advanceTimersByTimeAsync(10);
    expect(commits).toEqual([['1']]);
    await vi.advanceTimersByTimeAsync(10);
    await waiting;
    expect(commits).toEqual([['1'], ['a']]);
    expect(database.isBusy()).toBe(false);
  });

  test('comes in between only now and then while requests write one after the other, and is not forgotten', async () => {
    const { request, background, commits } = setUp();
    const waiting = Array.from({ length: 20 }, (_, index) => background(`background ${index}`));
    for (let at = 0; at < 300; at += 1) {
      await request('request');
      await vi.advanceTimersByTimeAsync(1);
    }
    // A request's write waits for one of them every 50 ms, and each time for one alone.
    const late = commits.filter(([name]) => name !== 'request');
    expect(late.length).toBeGreaterThanOrEqual(4);
    expect(late.length).toBeLessThanOrEqual(8);
    expect(late.every(({ length }) => length === 1)).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(waiting);
  });

  test('takes no more than a twentieth of the time while requests write, and none is put off for more than a second', async () => {
    const { database, request } = setUp();
    const begun: number[] = [];
    const waiting = [10, 10, 10, 200, 10, 10].map((ms) =>
      database.writeInBackground(() => {
        begun.push(performance.now());
        // As long as the write takes: the clock stands still otherwise.
        vi.advanceTimersByTime(ms);
      }),
    );
    for (let at = 0; at < 3_000; at += 1) {
      await request('request');
      await vi.advanceTimersByTimeAsync(1);
    }
    await Promise.all(waiting);
    const between = begun.slice(1).map((time, index) => time - (begun[index] ?? 0));
    // 10 ms are 190 of rest, and 200 ms would be 3,800.
    const expected = [200, 200, 200, 1_200, 200];
    for (const [index, ms] of between.entries()) {
      expect(ms).toBeGreaterThanOrEqual(expected[index] ?? 0);
      expect(ms).toBeLessThan((expected[index] ?? 0) + 20);
    }
  });

  test('waits for requests that read as well, and comes in between now and then', async () => {
    const { database, background, commits } = setUp();
    database.requestCame();
    expect(database.isBusy()).toBe(false);
    const first = background('a');
    await vi.advanceTimersByTimeAsync(10);
    expect(commits).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    await first;
    const waiting = Array.from({ length: 20 }, (_, index) => background(`background ${index}`));
    const before = commits.length;
    for (let at = 0; at < 300; at += 1) {
      database.requestCame();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(commits.length - before).toBeGreaterThanOrEqual(4);
    expect(commits.length - before).toBeLessThanOrEqual(8);
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(waiting);
  });

  test('that throws rejects alone, and the next one begins', async () => {
    const { background, fail, commits } = setUp();
    await expect(fail()).rejects.toThrow('own reason');
    await background('a');
    expect(commits).toEqual([['a']]);
  });

  test('is made before the database is closed', async () => {
    const { database, request, background, commits } = setUp();
    await request('1');
    const waiting = [background('a'), background('b')];
    database.close();
    await Promise.all(waiting);
    expect(commits).toEqual([['1'], ['a'], ['b']]);
    await expect(background('c')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
