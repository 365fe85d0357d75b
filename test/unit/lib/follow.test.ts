import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EventSink } from '../../../main/lib/answer.ts';
import { follow, Followers } from '../../../main/lib/follow.ts';

/** A reader that takes all, at once. */
const idle = (signal: AbortSignal = new AbortController().signal): EventSink => ({
  open: () => undefined,
  nothing: () => undefined,
  send: () => true,
  drained: () => Promise.resolve(),
  signal,
  lastEventId: null,
});

/** A reader that follows numbers, up to `last`, which come in with `add`. */
function followNumbers(numbers: number[], last = 100) {
  const followers = new Followers();
  const left = new AbortController();
  const told: number[] = [];
  let looks = 0;
  const reader: EventSink = { ...idle(left.signal), send: ({ id }) => told.push(id) > 0 };
  const done = follow(
    reader,
    (wake) => followers.subscribe('numbers', wake),
    async () => {
      looks += 1;
      const next = numbers[told.length];
      if (next === undefined) return 'news';
      reader.send({ id: next, data: next });
      await Promise.resolve();
      return next === last ? 'nothing' : 'more';
    },
  );
  const add = (number: number): void => {
    numbers.push(number);
    followers.tell('numbers');
  };
  return { followers, left, told, add, done, looks: () => looks };
}

test('what is there is told at once, then what comes, up to the end; nothing is subscribed to after it', async () => {
  const { followers, told, add, done } = followNumbers([1, 2]);
  await expect.poll(() => told).toEqual([1, 2]);
  add(3);
  await expect.poll(() => told).toEqual([1, 2, 3]);
  add(100);
  await done;
  expect([told, followers.has('numbers')]).toEqual([[1, 2, 3, 100], false]);
});

test('without news nothing is looked at', async () => {
  const { told, add, done, looks } = followNumbers([1]);
  await expect.poll(() => told).toEqual([1]);
  await nextTurn();
  const before = looks();
  await nextTurn();
  expect(looks()).toBe(before);
  add(100);
  await done;
});

test('what comes after a look, while the reader is still being told of it, is not lost', async () => {
  const followers = new Followers();
  const slow = Promise.withResolvers<void>();
  let looks = 0;
  const done = follow(
    idle(),
    (wake) => followers.subscribe('a', wake),
    async () => {
      looks += 1;
      if (looks > 1) return 'nothing';
      await slow.promise;
      return 'news';
    },
  );
  followers.tell('a');
  slow.resolve();
  await done;
  expect(looks).toBe(2);
});

test('a reader who leaves ends it, while it waits as well as before', async () => {
  const { followers, left, told, done } = followNumbers([1]);
  await expect.poll(() => told).toEqual([1]);
  left.abort();
  await done;
  expect(followers.has('numbers')).toBe(false);
});

test('what telling fails with is thrown, and nothing is subscribed to after it', async () => {
  const followers = new Followers();
  const subscribe = (wake: () => void): (() => void) => followers.subscribe('a', wake);
  await expect(follow(idle(), subscribe, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(followers.has('a')).toBe(false);
});

test('news is told to those that follow this id; one that has left twice takes no other with it', () => {
  const followers = new Followers<string>();
  const told: string[] = [];
  const leave = followers.subscribe('a', (news) => told.push(`first ${news}`));
  leave();
  followers.subscribe('a', (news) => told.push(`second ${news}`));
  leave();
  followers.subscribe('b', (news) => told.push(`other ${news}`));
  followers.tell('a', 'now');
  followers.tell('c', 'never');
  expect(told).toEqual(['second now']);
});
