import { expect, test } from 'vitest';
import { Everything } from '../../../main/features/exports/everything/everything.ts';
import { everyScope, type Caller } from '../../../main/lib/caller.ts';
import { JobCancelled } from '../../../main/lib/job-kind.ts';

test('an export that is cancelled while notes are still being written out ends at once', async () => {
  const refused = (): never => {
    throw new Error('not asked for here');
  };
  const { kind } = new Everything({
    jobs: { reserve: refused, create: refused, read: refused, ended: refused, folderOf: refused, hold: refused },
    pool: { run: refused },
    databaseFiles: refused,
    contents: '/nowhere/attachments',
    version: '0.0.0',
    clock: () => 0,
    flush: () => new Promise(() => undefined),
    contentAt: refused,
    hold: refused,
  });
  const abort = new AbortController();
  const caller: Caller = {
    ...{ userId: 'u', username: 'u', isOwner: true, tokenId: 't', expiresAt: null, isLogin: true },
    ...{ scopes: everyScope, actor: { kind: 'window', id: null, name: 'window' } },
  };
  const work = { jobId: 'j', userId: 'u', caller, batchId: null, input: null, folder: '/nowhere', progress: refused, keep: refused };
  const outcome = kind.run({ ...work, signal: abort.signal });
  abort.abort(new JobCancelled());
  await expect(outcome).rejects.toBeInstanceOf(JobCancelled);
});
