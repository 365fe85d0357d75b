import { describe, expect, test } from 'vitest';
import { Slots } from '../../../main/features/ai/server/slots.ts';

const never = new AbortController().signal;
const first = <T>(free: readonly T[]): T => free[0] as T;

/** Work that lasts until it is told to end. */
function lasting(): { work: (slot: string) => Promise<string>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    work: async (slot) => {
      await promise;
      return slot;
    },
    end: resolve,
  };
}

describe('Slots', () => {
  test('each slot has one user; the next comes when one is free, in the order of coming', async () => {
    const slots = new Slots(['a', 'b'], 5);
    const [one, two] = [lasting(), lasting()];
    const running = [slots.use(never, first, one.work), slots.use(never, first, two.work)];
    const order: string[] = [];
    const waiting = ['x', 'y'].map((name) =>
      slots.use(never, first, (slot) => {
        order.push(name + slot);
        return Promise.resolve(slot);
      }),
    );
    two.end();
    expect(await Promise.all(waiting)).toEqual(['b', 'b']);
    expect(order).toEqual(['xb', 'yb']);
    one.end();
    expect(await Promise.all(running)).toEqual(['a', 'b']);
  });

  test('the user chooses among those that are free', async () => {
    expect(
      await new Slots(['a', 'b'], 0).use(
        never,
        (free) => free.at(-1) ?? '',
        (slot) => Promise.resolve(slot),
      ),
    ).toBe('b');
  });

  test('too many are refused with 429 and Retry-After', async () => {
    const slots = new Slots(['a'], 1);
    const one = lasting();
    const running = slots.use(never, first, one.work);
    const waiting = slots.use(never, first, (slot) => Promise.resolve(slot));
    await expect(slots.use(never, first, (slot) => Promise.resolve(slot))).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': expect.stringMatching(/^\d+$/) as unknown },
    });
    one.end();
    await Promise.all([running, waiting]);
  });

  test('who leaves while waiting takes no place and runs nothing', async () => {
    const slots = new Slots(['a'], 1);
    const one = lasting();
    const running = slots.use(never, first, one.work);
    const leaving = new AbortController();
    let ran = false;
    const left = slots.use(leaving.signal, first, () => {
      ran = true;
      return Promise.resolve();
    });
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const next = slots.use(never, first, (slot) => Promise.resolve(slot));
    one.end();
    await running;
    expect(await next).toBe('a');
    expect(ran).toBe(false);
    await expect(slots.use(leaving.signal, first, () => Promise.resolve())).rejects.toThrow('gone');
  });

  test('work that fails gives its slot back', async () => {
    const slots = new Slots(['a'], 0);
    await expect(slots.use(never, first, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.use(never, first, (slot) => Promise.resolve(slot))).toBe('a');
  });
});
