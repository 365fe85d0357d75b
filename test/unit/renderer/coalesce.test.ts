import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { coalesce } from '../../../main/client/coalesce.ts';
import { coalesceInSight, untilInSight } from '../../../renderer/api/in-sight.ts';

/** A page that is out of sight; gives what brings it into sight. */
function hide(): () => void {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  return () => {
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a burst is answered at its first and after its last', async () => {
  const runs: (() => void)[] = [];
  const ask = coalesce(
    () =>
      new Promise((resolve) => {
        runs.push(resolve);
      }),
  );
  ask();
  ask();
  ask();
  expect(runs).toHaveLength(1);
  runs[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(2);
  runs[1]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toHaveLength(2);
  ask();
  expect(runs).toHaveLength(3);
});

/** Asks 20 times a second for ten seconds, for what takes `tookMs`; how often it ran, the rest included. */
async function runsOf(tookMs: number): Promise<number> {
  let runs = 0;
  let answered = 0;
  let asked = 0;
  const ask = coalesce(async () => {
    runs += 1;
    const of = asked;
    await new Promise((resolve) => {
      setTimeout(resolve, tookMs);
    });
    answered = of;
  });
  for (; asked < 200; await vi.advanceTimersByTimeAsync(50)) {
    asked += 1;
    ask();
  }
  await vi.advanceTimersByTimeAsync(20_000);
  expect(answered).toBe(200);
  return runs;
}

test('a stream is answered a few times, and then once a second; what takes long, more seldom', async () => {
  expect(await runsOf(5)).toBeLessThanOrEqual(3 + 10 + 1);
  expect(await runsOf(1_000)).toBeLessThanOrEqual(3 + 2 + 1);
});

test('what follows after a while is answered at once again', async () => {
  let runs = 0;
  const ask = coalesce(() => {
    runs += 1;
    return Promise.resolve();
  });
  for (let burst = 1; burst <= 3; burst += 1) {
    for (let each = 0; each < 3; each += 1) {
      ask();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(runs).toBe(3 * burst);
    await vi.advanceTimersByTimeAsync(3_000);
  }
});

describe('out of sight', () => {
  test('nothing is read, and all is answered at once when the page comes into sight', async () => {
    const show = hide();
    let runs = 0;
    const ask = coalesceInSight(() => {
      runs += 1;
      return Promise.resolve();
    });
    for (let asked = 0; asked < 200; asked += 1) {
      ask();
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(runs).toBe(0);
    show();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(1);
  });

  test('what must not wait for long waits for so long', async () => {
    hide();
    const ended = vi.fn<() => void>();
    void untilInSight(5_000)?.then(ended);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });
});
