import { expect, test } from 'vitest';
import { Turns } from '../../../main/lib/turns.ts';

test('so many run at once and no more, in the order in which they came', async () => {
  const turns = new Turns(2, 10, 'Too many');
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [0, 1, 2, 3, 4, 5].map((number) =>
      turns.take(async () => {
        started.push(number);
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => { setTimeout(resolve, 2); });
        running -= 1;
      }),
    ),
  );
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('a task that fails gives its turn on', async () => {
  const turns = new Turns(1, 10, 'Too many');
  const failing = turns.take(() => Promise.reject(new Error('no')));
  const next = turns.take(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
  await expect(turns.take(() => Promise.resolve('again'))).resolves.toBe('again');
});

test('a full queue refuses with `unavailable`, and takes again once it is shorter', async () => {
  const turns = new Turns(1, 1, 'Too many');
  let finish = (): void => undefined;
  const first = turns.take(() => new Promise<void>((resolve) => { finish = resolve; }));
  const second = turns.take(() => Promise.resolve());
  await expect(turns.take(() => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
  finish();
  await Promise.all([first, second]);
  await expect(turns.take(() => Promise.resolve('free'))).resolves.toBe('free');
});
