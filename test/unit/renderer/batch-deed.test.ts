import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { batchDeed } from '../../../renderer/api/batch-deed.ts';
import type { Service } from '../../../renderer/api/service.ts';

test('a deed that is done again before its undo is answered takes back what the undo was, once that is known', async () => {
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
  const deed = batchDeed({ client, queries: new QueryClient() }, { what: 'Import', batchId: 'batch', failed: '' });
  const [undone, redone] = [deed.undo(), deed.redo?.()];
  await expect.poll(() => asked).toEqual(['batch']);
  answers[0]?.();
  expect(await undone).toEqual({ done: true, reasons: [] });
  await expect.poll(() => asked).toEqual(['batch', 'undo of batch']);
  answers[1]?.();
  expect(await redone).toEqual({ done: true, reasons: [] });
});
