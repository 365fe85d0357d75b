import { expect, test } from 'vitest';
import { claim } from '../../../renderer/api/claims.ts';

test('what another page does is left to it, and taken up once when that page is gone', async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  void navigator.locks.request('daybook.note.a', () => gone);
  let freed = 0;
  const whenFree = (): void => {
    freed += 1;
  };
  expect(await Promise.all([claim('note.a', whenFree), claim('note.a', whenFree), claim('note.b')])).toEqual([false, false, true]);
  expect(freed).toBe(0);
  leave();
  await expect.poll(() => freed).toBe(1);
  expect(await claim('note.a')).toBe(true);
});

test('a page that is being left is waited for', async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  void navigator.locks.request('daybook.note.c', () => gone);
  setTimeout(leave, 50);
  // Also by two parts of this page at once.
  expect(await Promise.all([claim('note.c'), claim('note.c')])).toEqual([true, true]);
});
