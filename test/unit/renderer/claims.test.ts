import { expect, onTestFinished, test, vi } from 'vitest';
import { claim, doAlone } from '../../../renderer/api/claims.ts';

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

test('where the browser forbids storage, and locks with it, the page does what it would have asked for', async () => {
  const forbidden = vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('The request was denied.', 'SecurityError'));
  onTestFinished(() => {
    forbidden.mockRestore();
  });
  expect(await claim('note.d')).toBe(true);
  let done = 0;
  await doAlone('renew', async () => {
    done += 1;
    return Promise.resolve();
  });
  expect(done).toBe(1);
});

test('what another page is at is not done here', async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  void navigator.locks.request('daybook.e', () => gone);
  await doAlone('e', () => Promise.reject(new Error('is done twice')));
  leave();
});
