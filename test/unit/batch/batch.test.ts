// How long the operations of a batch may take together.

import { expect, test } from 'vitest';
import { Batches } from '../../../main/features/batch/batch.ts';
import { everyScope, windowActor, type Caller } from '../../../main/lib/caller.ts';
import { anyVersion } from '../../../main/lib/precondition.ts';

const caller: Caller = {
  userId: 'u',
  username: 'u',
  isOwner: true,
  tokenId: 't',
  expiresAt: null,
  isLogin: true,
  scopes: everyScope,
  actor: windowActor,
};

test('operations that take more than two seconds of processor time together are ended: all others wait for them', async () => {
  let now = 5_000;
  let done = 0;
  const kept: boolean[] = [];
  const batches = new Batches<Disposable>({
    refusal: () => null,
    takesIfMatch: () => false,
    hasChanges: () => true,
    open: () => ({
      prepare: () => Promise.resolve(null),
      run: () => {
        now += 300;
        done += 1;
        return { status: 200, body: {} };
      },
    }),
    undoable: (work) => {
      const { keep, value } = work();
      kept.push(keep);
      return value;
    },
    attribute: (_asking, _batchId, work) => work(),
    preconditionOf: () => anyVersion,
    problemOf: ({ code, message }) => ({ type: 'about:blank', title: code, status: 413, code, detail: message }),
    newId: () => 'b',
    processorTime: () => now,
  });
  const asking = { caller, address: '', signal: new AbortController().signal };
  const run = async (length: number) => {
    const operations = Array.from({ length }, () => ({ method: 'POST' as const, path: '/api/notes/x/delta', body: {} }));
    using prepared = await batches.prepare(asking, { operations });
    return batches.run(asking, { operations }, prepared);
  };
  expect(await run(7)).toMatchObject({ applied: true, failed: null });
  expect(await run(30)).toMatchObject({ applied: false, failed: { index: 7, problem: { code: 'too_large' } } });
  expect([done, kept]).toEqual([14, [true, false]]);
});
