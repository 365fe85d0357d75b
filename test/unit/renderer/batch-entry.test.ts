import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { batchEntry } from '../../../renderer/api/batch-entry.ts';
import { ServiceError, UnreachableError } from '../../../renderer/api/client.ts';
import type { Service } from '../../../renderer/api/service.ts';

test('an action that is done again before its undo is answered takes back what the undo was, once that is known', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const client = {
    call: (_route: unknown, { body }: { readonly body: { readonly batchId: string } }) => {
      asked.push(body.batchId);
      return new Promise((resolve) => {
        answers.push(() => {
          resolve({ batchId: `undo of ${body.batchId}`, restored: [{ type: 'event', id: 'a', version: 1 }], skipped: [] });
        });
      });
    },
  } as unknown as Service['client'];
  const historyEntry = batchEntry({ client, queries: new QueryClient() }, { what: 'Import', batchIds: ['batch'], failed: '' });
  const [undone, redone] = [historyEntry.undo(), historyEntry.redo?.()];
  await expect.poll(() => asked).toEqual(['batch']);
  answers[0]?.();
  expect(await undone).toEqual({ done: true, reasons: [] });
  await expect.poll(() => asked).toEqual(['batch', 'undo of batch']);
  answers[1]?.();
  expect(await redone).toEqual({ done: true, reasons: [] });
});

test('an action of several batches takes back the last one first, and then its undos in the same way', async () => {
  const asked: string[] = [];
  const gone = new Set<string>();
  const client = {
    call: (_route: unknown, { body: { batchId } }: { readonly body: { readonly batchId: string } }) => {
      asked.push(batchId);
      if (gone.has(batchId))
        return Promise.reject(
          new ServiceError(404, { type: 'about:blank', code: 'not_found', title: '', detail: '', status: 404, requestId: '' }),
        );
      return Promise.resolve({ batchId: `-${batchId}`, restored: [{ type: 'event', id: batchId, version: 1 }], skipped: [] });
    },
  } as unknown as Service['client'];
  const historyEntry = batchEntry({ client, queries: new QueryClient() }, { what: 'Move', batchIds: ['1', '2', '3'], failed: '' });
  await historyEntry.undo();
  await historyEntry.redo?.();
  expect(asked).toEqual(['3', '2', '1', '-1', '-2', '-3']);
  gone.add('--3');
  expect(await historyEntry.undo()).toEqual({ done: true, reasons: ['gone'] });
  expect(asked.slice(6)).toEqual(['--3', '--2', '--1']);
});

test('an action that is on its way is taken back once it has been answered, and there is nothing to take back if it has failed', async () => {
  const asked: string[] = [];
  const client = {
    call: (_route: unknown, { body: { batchId } }: { readonly body: { readonly batchId: string } }) => {
      asked.push(batchId);
      return Promise.resolve({ batchId: `-${batchId}`, restored: [{ type: 'event', id: batchId, version: 1 }], skipped: [] });
    },
  } as unknown as Service['client'];
  const service = { client, queries: new QueryClient() };
  const answer = Promise.withResolvers<readonly string[]>();
  const undone = batchEntry(service, { what: 'Move', batchIds: answer.promise, failed: '' }).undo();
  const failed = batchEntry(service, { what: 'Move', batchIds: Promise.resolve([]), failed: '' }).undo();
  expect(asked).toEqual([]);
  answer.resolve(['1']);
  expect([await undone, await failed, asked]).toEqual([{ done: true, reasons: [] }, null, ['1']]);
});

test('an undo whose answer was lost is asked for again under its key, and by another one the next time', async () => {
  const keys: string[] = [];
  let isAway = true;
  const client = {
    call: (_route: unknown, { idempotencyKey }: { readonly idempotencyKey: string }) => {
      keys.push(idempotencyKey);
      if (keys.length === 2 && isAway) {
        isAway = false;
        return Promise.reject(new UnreachableError({}));
      }
      return Promise.resolve({ batchId: 'x', restored: [{ type: 'event', id: 'a', version: 1 }], skipped: [] });
    },
  } as unknown as Service['client'];
  const queries = new QueryClient({ defaultOptions: { mutations: { retry: 1, retryDelay: 0 } } });
  const historyEntry = batchEntry({ client, queries }, { what: 'Move', batchIds: ['1', '2'], failed: '' });
  expect(await historyEntry.undo()).toMatchObject({ done: true });
  expect(keys.slice(2)).toEqual(keys.slice(0, 2));
  await historyEntry.redo?.();
  expect(new Set(keys).size).toBe(4);
});
