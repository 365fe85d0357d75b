// What an archive may hold. What is more is refused before it is unpacked.

import { AppError } from '../../../lib/app-error.ts';

export const archiveLimits = {
  entries: 100_000,
  /** Bytes, unpacked, of all entries together. */
  total: 8 * 1024 ** 3,
  /** Of one entry. */
  entry: 2 * 1024 ** 3,
  /** How many times larger than the archive its contents can be. */
  ratio: 200,
  /** Bytes, unpacked, up to which the ratio does not count: little text repeats itself. */
  smallTotal: 100 * 1024 ** 2,
} as const;

/** Counts what is found in an archive, nested ones included. */
export class ArchiveBudget {
  #entries = 0;
  #total = 0;
  readonly #packed: number;

  /** `packed`: the size of the file that was sent, in bytes. */
  constructor(packed: number) {
    this.#packed = packed;
  }

  /** The archive tells of this number of further entries: finding them one by one takes seconds. Throws `too_large`. */
  expect(entries: number): void {
    if (this.#entries + entries > archiveLimits.entries)
      throw new AppError('too_large', `The archive holds more than ${archiveLimits.entries.toLocaleString('en')} files and folders`);
  }

  /** An entry of this size. Throws `too_large`. */
  take(size: number): void {
    this.#entries += 1;
    this.#total += size;
    this.expect(0);
    if (size > archiveLimits.entry) throw new AppError('too_large', 'The archive holds a file of more than 2 GiB');
    if (this.#total > archiveLimits.total) throw new AppError('too_large', 'The archive holds more than 8 GiB');
    if (this.#total > archiveLimits.smallTotal && this.#total > this.#packed * archiveLimits.ratio)
      throw new AppError('too_large', `The archive would unpack to more than ${archiveLimits.ratio} times its size: it is not opened`);
  }
}
