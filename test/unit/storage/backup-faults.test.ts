import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeBackup } from '../../../main/storage/make-backup.ts';
import { newFolder } from './fixture.ts';

test('a backup that fails is told as what it failed of, also where nothing of it can be removed', async () => {
  const folder = newFolder();
  const target = join(folder, 'daybook-20260101-000000.db');
  const work = `${target}.unfinished-parts`;
  const spies = [
    vi.spyOn(fs, 'mkdirSync').mockImplementation(() => {
      throw Object.assign(new Error('EMFILE: too many open files, mkdir'), { code: 'EMFILE', syscall: 'mkdir' });
    }),
    // As Node has it then.
    vi.spyOn(fs, 'rmSync').mockImplementation(() => {
      throw Object.assign(new Error(', Unknown error: Too many open files'), { code: '' });
    }),
  ];
  syncBuiltinESMExports();
  try {
    const source = { database: { path: join(folder, 'daybook.db') } } as unknown as Parameters<typeof makeBackup>[0]['source'];
    const making = { source, attachments: join(folder, 'attachments'), target, work, madeAt: 0, passphrase: null, isListed: false };
    await expect(makeBackup(making)).rejects.toMatchObject({ code: 'EMFILE' });
  } finally {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  }
});
