import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '../../../renderer/api/history.ts';
import type { Service } from '../../../renderer/api/service.ts';
import { notify, tellOfBatch, toasts, trashWithUndo } from '../../../renderer/ui/toasts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Tells of batches; gives the action that this has put into the history, and what has been shown and dropped by then. */
function told(batchIds: readonly string[] | Promise<readonly string[]>) {
  const add = vi.spyOn(toasts, 'add').mockReturnValue('message');
  const [pushed, dropped]: [HistoryEntry[], HistoryEntry[]] = [[], []];
  const client = { call: () => Promise.resolve({ batchId: null, restored: [{ type: 'event', id: 'a', version: 1 }], skipped: [] }) };
  const history = {
    push: (historyEntry: HistoryEntry) => pushed.push(historyEntry),
    drop: (historyEntry: HistoryEntry) => dropped.push(historyEntry),
  };
  const service = { client, history, queries: new QueryClient() } as unknown as Service;
  tellOfBatch(service, { what: 'Moved', batchIds, failed: '' });
  return { pushed, dropped, shown: () => add.mock.calls.map(([{ title }]) => title) };
}

test('a message that is shown again while it stands there stands there once, unless it offers something', () => {
  const add = vi.spyOn(toasts, 'add');
  const action = { name: 'Try again', perform: () => undefined };
  for (const notice of [
    { title: 'Not saved' },
    { title: 'Not saved' },
    { title: 'Not saved', text: 'Too long' },
    { title: 'Not saved', action },
  ])
    notify(notice);
  const [first, second, third, fourth] = add.mock.calls.map(([{ id }]) => id);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).toBeUndefined();
});

test('batches on their way are in the history at once, and are told of once they are done', async () => {
  const answer = Promise.withResolvers<readonly string[]>();
  const { pushed, shown } = told(answer.promise);
  expect([pushed.length, shown()]).toEqual([1, []]);
  answer.resolve(['1']);
  await expect.poll(shown).toEqual(['Moved']);
});

test('batches that are taken back before they are done are not told of', async () => {
  const answer = Promise.withResolvers<readonly string[]>();
  const { pushed, shown } = told(answer.promise);
  const undone = pushed[0]?.undo();
  answer.resolve(['1']);
  expect(await undone).toMatchObject({ done: true });
  expect(shown()).toEqual([]);
});

test('a change of which nothing came is dropped, and not told of', async () => {
  const { pushed, dropped, shown } = told(Promise.resolve([]));
  await expect.poll(() => dropped).toEqual(pushed);
  expect(shown()).toEqual([]);
});

test('a record that the service does not take into the trash is not said to be there', async () => {
  vi.spyOn(toasts, 'add').mockReturnValue('message');
  const close = vi.spyOn(toasts, 'close').mockReturnValue();
  const [pushed, dropped]: [HistoryEntry[], HistoryEntry[]] = [[], []];
  const history = {
    push: (historyEntry: HistoryEntry) => pushed.push(historyEntry),
    drop: (historyEntry: HistoryEntry) => dropped.push(historyEntry),
  };
  const removals = { hide: () => undefined, show: () => undefined };
  const client = { call: () => Promise.reject(new Error('The disk has a bad day')) };
  const service = { client, history, removals, queries: new QueryClient() } as unknown as Service;
  trashWithUndo(service, { type: 'event', id: 'a', message: 'Moved to the trash', failed: '' });
  await expect.poll(() => dropped).toEqual(pushed);
  expect(close).toHaveBeenCalledWith('message');
});
