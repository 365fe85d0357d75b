// What an import makes of a storage that fails amid its items.

import { expect, test } from 'vitest';
import { withWhatCame } from '../../../main/features/imports/apply-job.ts';
import { isOfItem } from '../../../main/features/imports/item-changes.ts';
import { AppError, inPart, RetryableConflict, unavailable } from '../../../main/lib/app-error.ts';
import { storageError } from '../../../main/storage/storage-error.ts';

const failed = (code: string): Error => Object.assign(new Error(code), { code });
const { signal } = new AbortController();

test.each(['SQLITE_BUSY', 'SQLITE_IOERR_FSYNC', 'EIO', 'EMFILE', 'SQLITE_FULL', 'ENOSPC'])(
  '%s ends it: no item is left out as one that cannot come in',
  (code) => {
    expect(isOfItem(storageError(failed(code)), signal)).toBe(false);
    expect(isOfItem(inPart(storageError(failed(code)), '3 events have come in'), signal)).toBe(false);
  },
);

test('what an item is refused for leaves out that item', () => {
  const refusals = [
    new AppError('validation_failed', 'title is too long'),
    new RetryableConflict('Another import has brought this in'),
    unavailable('The note is too large to be read in time', 10, failed('ERR_WORKER_OUT_OF_MEMORY')),
  ];
  for (const each of refusals) expect(isOfItem(each, signal)).toBe(true);
});

test('its end says how much came in before', () => {
  const message = (error: unknown, changed = 7): string => (withWhatCame(error, changed, 20) as Error).message;
  expect(message(failed('ENOSPC'))).toMatch(/^There is no room left on the disk: 7 of 20 came in before it was full\. /);
  const busy = storageError(failed('SQLITE_BUSY'));
  const rest = 'Import the file again for the others, or take back what has come in';
  expect(message(busy)).toBe(`The storage cannot be used at the moment; 7 of 20 came in. ${rest}`);
  expect(message(busy, 0)).toBe('The storage cannot be used at the moment; nothing was changed');
  expect(message(new AppError('conflict', 'What was read is gone'))).toBe('What was read is gone');
});
