// What the page takes back, with a service that answers as the real one does.

import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import type { Client } from '../../../renderer/api/client.ts';
import type { Connection } from '../../../renderer/api/connection.ts';
import { UndoHistory, maxOwnVersions } from '../../../renderer/api/history.ts';
import { routes } from '../../../renderer/api/routes.ts';
import { full } from '../../support/tiers.ts';

const change = (seq: number, id: string, version: number): ChangeEntry => ({
  seq,
  at: '2026-11-20T13:10:00.000Z',
  type: 'card',
  action: 'updated',
  id,
  version,
  actor: { kind: 'window', id: null, name: 'window' },
  batchId: null,
});

/** A page that has changed card `a` to version 2. `feed` is that of the service, `forced` what the page has asked of it. */
function page() {
  const feed: ChangeEntry[] = [change(1, 'a', 2)];
  const forced: boolean[] = [];
  const call = (
    route: unknown,
    {
      body,
      query,
    }: { readonly body?: { readonly changes: number[]; readonly force: boolean }; readonly query?: { readonly since: string } },
  ): unknown => {
    if (route === routes.listChanges) return { items: feed.filter(({ seq }) => seq > Number(query?.since)), lastSeq: feed.length };
    forced.push(body?.force === true);
    const ids = (body?.changes ?? []).map((seq) => feed.find((each) => each.seq === seq)?.id ?? '');
    const restored = ids.map((id) => {
      const version = Math.max(...feed.filter((each) => each.id === id).map((each) => each.version ?? 0)) + 1;
      feed.push(change(feed.length + 1, id, version));
      return { type: 'card', id, version };
    });
    return { restored, skipped: [] };
  };
  const told = vi.fn<(direction: string, what: string, outcome: object) => void>();
  const connection = { lastSeq: 0 };
  const history = new UndoHistory({
    client: { call: (...given: Parameters<typeof call>) => Promise.resolve(call(...given)) } as unknown as Client,
    connection: connection as Connection,
    queries: new QueryClient(),
    voice: { told, failed: 'Failed' },
  });
  return { feed, forced, history, told, connection };
}

test('an action is taken back above a later one that was taken back and done again, as long as their versions are remembered', async () => {
  const { feed, forced, history, told } = page();
  history.made('First', 0, [{ type: 'card', id: 'a', version: 2 }]);
  feed.push(change(2, 'a', 3));
  history.made('Second', 0, [{ type: 'card', id: 'a', version: 3 }]);
  history.undo();
  await expect.poll(() => told.mock.calls.length).toBe(1);
  history.undo();
  await expect.poll(() => told.mock.calls.length).toBe(2);
  expect(forced).toEqual([false, true]);
});

test('the versions that are remembered have a limit: the oldest are forgotten', full, async () => {
  const { feed, forced, history, told } = page();
  history.made('First', 0, [{ type: 'card', id: 'a', version: 2 }]);
  feed.push(change(2, 'a', 3));
  history.made('Second', 0, [{ type: 'card', id: 'a', version: 3 }]);
  history.undo();
  await expect.poll(() => told.mock.calls.length).toBe(1);
  const many = Array.from({ length: maxOwnVersions / 2 }, (_, index) => `b${index}`);
  for (const id of many) feed.push(change(feed.length + 1, id, 2));
  history.made(
    'Many',
    0,
    many.map((id) => ({ type: 'card', id, version: 2 })),
  );
  history.undo();
  await expect.poll(() => told.mock.calls.length).toBe(2);
  history.undo();
  await expect.poll(() => told.mock.calls.length).toBe(3);
  // That the later versions of the first card were the page's own is not known any more: the service is to judge.
  expect(forced).toEqual([false, false, false]);
});

test('an action whose first answer was lost is taken back, though the page has heard of its change before it was answered again', async () => {
  const { feed, history, told, connection } = page();
  connection.lastSeq = 1;
  const historyEntry = history.begin('Lost');
  const make = (send: () => Promise<number>) => historyEntry.make(send, (version) => [{ type: 'card', id: 'a', version }]);
  const lost = make(() => {
    feed.push(change(2, 'a', 3));
    return Promise.reject(new Error('Lost'));
  });
  await expect(lost).rejects.toThrow('Lost');
  connection.lastSeq = 2;
  await make(() => Promise.resolve(3));
  historyEntry.settle();
  history.undo();
  await expect.poll(() => told.mock.calls.length).toBe(1);
  expect(told.mock.calls[0]?.[2]).toMatchObject({ done: true });
});
