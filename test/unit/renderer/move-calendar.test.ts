import { expect, test } from 'vitest';
import type { Client } from '../../../renderer/api/client.ts';
import { routes } from '../../../renderer/api/routes.ts';
import { moveAndTrash } from '../../../renderer/features/calendar/layers/move-calendar.ts';

interface Operation {
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
}

/** A service that holds events in the calendar `old`; `fails` tells what a batch, counted from 1, is answered with instead. */
function serviceWith(count: number, fails: (batch: number) => number | null = () => null) {
  const calendarOf = new Map(Array.from({ length: count }, (_, index) => [`e${index}`, 'old']));
  const [trashed, undone]: [string[], string[]] = [[], []];
  let batches = 0;
  const call = (route: unknown, { body }: { readonly body?: { readonly operations: readonly Operation[]; readonly batchId: string } }) => {
    if (route === routes.listEvents) {
      const left = [...calendarOf].filter(([, calendar]) => calendar === 'old');
      return { items: left.slice(0, 200).map(([id]) => ({ id })), total: left.length };
    }
    if (route === routes.undoChanges) {
      undone.push(body?.batchId ?? '');
      return {};
    }
    batches += 1;
    const status = fails(batches);
    if (status !== null) return { batchId: null, failed: { index: 0, problem: { status, code: 'x', title: 'x' } } };
    for (const { path, body: sent } of body?.operations ?? []) {
      if (path === '/api/trash') trashed.push(sent['id'] ?? '');
      else calendarOf.set(path.split('/').at(-1) ?? '', sent['calendarId'] ?? '');
    }
    return { batchId: `batch ${batches}`, failed: null };
  };
  const client = { call: (...args: Parameters<typeof call>) => Promise.resolve(call(...args)) } as unknown as Client;
  return { client, trashed, undone, left: () => [...calendarOf.values()].filter((calendar) => calendar === 'old').length };
}

const moving = { id: 'old', moveTo: 'new' };

test.each([
  [0, 1],
  [199, 1],
  [200, 2],
  [650, 4],
])('%d events are moved in %d batches, the last of which puts the calendar aside', async (count, batches) => {
  const service = serviceWith(count);
  expect(await moveAndTrash(service.client, moving)).toHaveLength(batches);
  expect([service.left(), service.trashed]).toEqual([0, ['old']]);
});

test('a batch that fails because an event was deleted meanwhile is tried anew, and only so often', async () => {
  const service = serviceWith(450, (batch) => (batch === 2 ? 404 : null));
  expect(await moveAndTrash(service.client, moving)).toEqual(['batch 1', 'batch 3', 'batch 4']);
  const never = serviceWith(450, (batch) => (batch > 1 ? 404 : null));
  await expect(moveAndTrash(never.client, moving)).rejects.toThrow();
  expect(never.undone).toEqual(['batch 1']);
});

test('what was moved goes back, the last batch first, where another one is refused', async () => {
  const service = serviceWith(650, (batch) => (batch === 3 ? 409 : null));
  await expect(moveAndTrash(service.client, moving)).rejects.toMatchObject({ status: 409 });
  expect([service.undone, service.trashed]).toEqual([['batch 2', 'batch 1'], []]);
});
