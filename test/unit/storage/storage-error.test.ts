import { mkdirSync, symlinkSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storageError } from '../../../main/storage/storage-error.ts';
import { newFolder } from './fixture.ts';

const failed = (code: string): Error => Object.assign(new Error(code), { code });

test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'])('%s is storage_full', (code) => {
  expect(storageError(failed(code))).toMatchObject({ code: 'storage_full' });
});

test.each(['SQLITE_BUSY', 'EMFILE', 'ERR_WORKER_INIT_FAILED', 'ENOTCONN', 'Unknown system error -116'])('%s is unavailable', (code) => {
  expect(storageError(failed(code))).toMatchObject({ code: 'unavailable' });
});

test('a folder that cannot be made, as below a link to a disk that is not there, is unavailable', async () => {
  const folder = newFolder();
  symlinkSync(join(folder, 'unplugged'), join(folder, 'jobs'));
  const sync = (): unknown => mkdirSync(join(folder, 'jobs', '1'), { recursive: true });
  expect(await Promise.resolve().then(sync).catch(storageError)).toMatchObject({ code: 'unavailable' });
  expect(await mkdir(join(folder, 'jobs'), { recursive: true }).catch(storageError)).toMatchObject({ code: 'unavailable' });
  // A file that is not there says nothing of the disk.
  expect(await readFile(join(folder, 'none')).catch(storageError)).toMatchObject({ code: 'ENOENT' });
});

test('what failed first counts where giving up has failed as well', () => {
  const first = new SuppressedError(failed('SQLITE_BUSY'), failed('ENOSPC'));
  expect(storageError(new SuppressedError(failed('SQLITE_IOERR'), first))).toMatchObject({ code: 'storage_full' });
  expect(storageError(new SuppressedError(failed('ENOSPC'), failed('SQLITE_BUSY')))).toMatchObject({ code: 'unavailable' });
});
