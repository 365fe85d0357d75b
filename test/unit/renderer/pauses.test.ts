import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pauses } from '../../../renderer/api/pauses.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How long it waits, in milliseconds. */
async function lengthOf(pause: Promise<void>): Promise<number> {
  const began = Date.now();
  await vi.runAllTimersAsync();
  await pause;
  return Date.now() - began;
}

it('waits longer after each attempt, up to the last length, and anew after a success', async () => {
  const pauses = new Pauses([100, 200]);
  expect([await lengthOf(pauses.next()), await lengthOf(pauses.next()), await lengthOf(pauses.next())]).toEqual([100, 200, 200]);
  pauses.beginAnew();
  expect(await lengthOf(pauses.next())).toBe(100);
});

it('ends at once when it is woken, and leaves no timer', async () => {
  const pauses = new Pauses([60_000]);
  const pause = pauses.next();
  pauses.wake();
  await pause;
  expect(vi.getTimerCount()).toBe(0);
});

it('has no end of its own where there is no use in another attempt', async () => {
  const pauses = new Pauses([1]);
  const onEnd = vi.fn<() => void>();
  void pauses.untilWoken().then(onEnd);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  pauses.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
