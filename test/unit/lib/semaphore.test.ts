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
