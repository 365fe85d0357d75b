import { expect, test } from 'vitest';
import { storageError } from '../../../main/storage/storage-error.ts';

const failed = (code: string): Error => Object.assign(new Error(code), { code });

test.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'])('%s is storage_full', (code) => {
  expect(storageError(failed(code))).toMatchObject({ code: 'storage_full' });
});

test.each(['SQLITE_BUSY', 'EMFILE', 'ERR_WORKER_INIT_FAILED'])('%s is unavailable', (code) => {
  expect(storageError(failed(code))).toMatchObject({ code: 'unavailable' });
});

test('what failed first counts where giving up has failed as well', () => {
  const first = new SuppressedError(failed('SQLITE_BUSY'), failed('ENOSPC'));
  expect(storageError(new SuppressedError(failed('SQLITE_IOERR'), first))).toMatchObject({ code: 'storage_full' });
  expect(storageError(new SuppressedError(failed('ENOSPC'), failed('SQLITE_BUSY')))).toMatchObject({ code: 'unavailable' });
});
