import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BackgroundLoop, type BackgroundLoopOptions } from '../../../main/lib/background-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loop that writes down its runs, at milliseconds from now; it has been started. */
function begin(options: Partial<BackgroundLoopOptions> = {}): { loop: BackgroundLoop; runs: number[]; failures: unknown[] } {
  const [runs, failures]: [number[], unknown[]] = [[], []];
  const start = Date.now();
  const { work = () => Promise.resolve(false), ...others } = options;
  const loop = new BackgroundLoop({
    failed: (error, count) => failures.push([(error as Error).message, count]),
    delayMs: 100,
    retryMs: 1_000,
    ...others,
    work: (signal) => {
      runs.push(Date.now() - start);
      return work(signal);
    },
  });
  loop.start();
  return { loop, runs, failures };
}

/** Work whose runs end one after the other as they are told to. */
function held(): { work: () => Promise<boolean>; end: (isMore?: boolean) => Promise<void>; fail: () => Promise<void> } {
  let run = Promise.withResolvers<boolean>();
  const settle = async (how: () => void): Promise<void> => {
    how();
    run = Promise.withResolvers<boolean>();
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    work: () => run.promise,
    end: (isMore = false) => {
      const { resolve } = run;
      return settle(() => {
        resolve(isMore);
      });
    },
    fail: () => {
      const { reject } = run;
      return settle(() => {
        reject(new Error('full'));
      });
    },
  };
}

test('nothing runs before the start; what has asked by then is done by one run', async () => {
  const runs: number[] = [];
  const loop = new BackgroundLoop({
    work: () => Promise.resolve(runs.push(1) < 0),
    failed: () => undefined,
    delayMs: 100,
    retryMs: 1_000,
  });
  loop.wake();
  await loop.now();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([runs, loop.isBusy]).toEqual([[], false]);
  loop.start();
  loop.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([runs, loop.isBusy]).toEqual([[1], false]);
});

test('several that ask share a run, some time after the first; one that asks during a run gets another', async () => {
  const { work, end } = held();
  const { loop, runs } = begin({ work });
  await vi.advanceTimersByTimeAsync(60);
  loop.wake();
  await vi.advanceTimersByTimeAsync(90);
  expect(runs).toEqual([100]);
  loop.wake();
  loop.wake();
  await end();
  await vi.advanceTimersByTimeAsync(99);
  expect(runs).toEqual([100]);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toEqual([100, 250]);
  await end();
  expect(loop.isBusy).toBe(false);
});

test('as long as there is more it goes on, after a pause', async () => {
  let left = 3;
  const { loop, runs } = begin({ work: () => Promise.resolve((left -= 1) > 0), pauseMs: 5 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([runs, loop.isBusy]).toEqual([[100, 105, 110], false]);
});

describe('after a failure', () => {
  test('it is tried again later, also where it is asked for meanwhile, and what was asked for is not forgotten', async () => {
    let isFull = true;
    const { loop, runs, failures } = begin({ work: () => (isFull ? Promise.reject(new Error('full')) : Promise.resolve(false)) });
    await vi.advanceTimersByTimeAsync(500);
    isFull = false;
    loop.wake();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([runs, failures]).toEqual([[100, 1_100], [['full', 1]]]);
  });

  test('it waits longer each time up to a limit, and as at first once a run went well', async () => {
    let isFull = true;
    const { loop, runs, failures } = begin({
      work: () => (isFull ? Promise.reject(new Error('full')) : Promise.resolve(false)),
      maxRetryMs: 3_000,
    });
    await vi.advanceTimersByTimeAsync(6_200);
    expect(runs).toEqual([100, 1_100, 3_100, 6_100]);
    isFull = false;
    await vi.advanceTimersByTimeAsync(3_000);
    isFull = true;
    loop.wake();
    await vi.advanceTimersByTimeAsync(1_200);
    expect(runs.slice(4)).toEqual([9_100, 9_300, 10_300]);
    expect(failures).toEqual([1, 2, 3, 4, 1, 2].map((count) => ['full', count]));
  });
});

describe('now', () => {
  test('begins at once, and settles when nothing is left', async () => {
    let left = 2;
    const { loop, runs } = begin({ work: () => Promise.resolve((left -= 1) > 0), pauseMs: 5 });
    let isOver = false;
    void loop.now().then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([runs, isOver]).toEqual([[0], false]);
    await vi.advanceTimersByTimeAsync(5);
    expect([runs, isOver]).toEqual([[0, 5], true]);
  });

  test('during a run has another one begin right after it', async () => {
    const { work, end } = held();
    const { loop, runs } = begin({ work });
    await vi.advanceTimersByTimeAsync(150);
    let isOver = false;
    void loop.now().then(() => {
      isOver = true;
    });
    await end();
    expect([runs, isOver]).toEqual([[100, 150], false]);
    await end();
    expect(isOver).toBe(true);
  });

  test('settles also when that has failed; the next one tries it at once', async () => {
    const { work, end, fail } = held();
    const { loop, runs } = begin({ work });
    const first = loop.now();
    await vi.advanceTimersByTimeAsync(0);
    await fail();
    await first;
    await vi.advanceTimersByTimeAsync(10);
    const second = loop.now();
    await vi.advanceTimersByTimeAsync(0);
    await end();
    await second;
    expect([runs, loop.isBusy]).toEqual([[0, 10], false]);
  });
});

describe('a stop', () => {
  test('ends what waits', async () => {
    const { loop, runs } = begin();
    await loop.stop();
    loop.wake();
    await loop.now();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([runs, loop.isBusy]).toEqual([[], false]);
  });

  test('during a run that ends well settles with it, also where there is more to do', async () => {
    for (const isMore of [false, true]) {
      const { work, end } = held();
      const { loop, runs } = begin({ work, pauseMs: 50 });
      await vi.advanceTimersByTimeAsync(100);
      loop.wake();
      let isOver = false;
      void loop.stop().then(() => {
        isOver = true;
      });
      await end(isMore);
      expect([runs, isOver, loop.isBusy]).toEqual([[100], true, false]);
    }
  });

  test('aborts a run, and waits until it has ended; that is no failure', async () => {
    const { work, fail } = held();
    let given: AbortSignal | undefined;
    const { loop, failures } = begin({
      work: (signal) => {
        given = signal;
        return work();
      },
    });
    const awaited = loop.now();
    await vi.advanceTimersByTimeAsync(0);
    let isOver = false;
    const stopped = loop.stop().then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([given?.aborted, isOver]).toEqual([true, false]);
    await fail();
    await Promise.all([stopped, awaited]);
    expect(failures).toEqual([]);
  });
});
