import { expect, test } from 'vitest';
import { Semaphore } from '../../../main/lib/semaphore.ts';

test('as many run at once as are allowed, in the order in which they came', async () => {
  const semaphore = new Semaphore(2, 10, 'Too many');
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [0, 1, 2, 3, 4, 5].map((number) =>
      semaphore.run(async () => {
        started.push(number);
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => {
          setTimeout(resolve, 2);
        });
        running -= 1;
      }),
    ),
  );
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('a task that fails gives its turn on', async () => {
  const semaphore = new Semaphore(1, 10, 'Too many');
  const failing = semaphore.run(() => Promise.reject(new Error('no')));
  const next = semaphore.run(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
  await expect(semaphore.run(() => Promise.resolve('again'))).resolves.toBe('again');
});

test('a full queue refuses with `unavailable`, and takes again once it is shorter', async () => {
  const semaphore = new Semaphore(1, 1, 'Too many');
  let finish = (): void => undefined;
  const first = semaphore.run(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const second = semaphore.run(() => Promise.resolve());
  await expect(semaphore.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
  finish();
  await Promise.all([first, second]);
  await expect(semaphore.run(() => Promise.resolve('free'))).resolves.toBe('free');
});

test('a caller that gives up while it waits gets its own reason, and its place is free', async () => {
  const semaphore = new Semaphore(1, 1, 'Too many');
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = semaphore.run(() => promise);
  const leaving = new AbortController();
  const left = semaphore.run(() => Promise.resolve('left'), leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const next = semaphore.run(() => Promise.resolve('next'));
  resolve();
  await first;
  expect(await next).toBe('next');
  await expect(semaphore.run(() => Promise.resolve('free'), leaving.signal)).rejects.toThrow('gone');
});

test('a full queue refuses with an error of its own where there is one', async () => {
  const semaphore = new Semaphore(1, 0, () => new RangeError('full'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = semaphore.run(() => promise);
  await expect(semaphore.run(() => Promise.resolve())).rejects.toThrow(RangeError);
  resolve();
  await first;
});
