import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeSent } from '../../../main/features/imports/read-job.ts';
import type { JobAccess } from '../../../main/lib/job-kind.ts';
import { newFolder, newSmallDisk } from '../storage/fixture.ts';

test('what was sent is taken from another disk, that of the attachments', async ({ skip }) => {
  const disk = newSmallDisk() ?? skip('only root can mount a small disk');
  const folder = join(newFolder(), 'job');
  mkdirSync(folder);
  const jobs: Pick<JobAccess, 'reserve'> = { reserve: () => ({ id: 'job', folder, [Symbol.dispose]: () => undefined }) };
  const path = join(disk, 'upload');
  writeFileSync(path, '# Sent\n');
  using sent = await takeSent(jobs, 'auto', [{ path, field: 'file', filename: 'a.md', size: 7, sha256: '0'.repeat(64) }]);
  expect(sent.input).toEqual({ filename: 'a.md', source: 'auto' });
  expect(readFileSync(join(folder, 'sent'), 'utf8')).toBe('# Sent\n');
  // The request that brought it removes it.
  expect(existsSync(path)).toBe(true);
});
