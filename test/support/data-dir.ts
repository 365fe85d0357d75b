// Where the data of tests is.

import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of memory, where waiting for the disk takes no time. What a test writes fits into a part of it. */
const memoryDisk = '/dev/shm';
const memoryDiskBytes = 2 * 1024 ** 3;

/**
 * An empty folder for the data of a test: in memory where the system has room for it. The service asks for the same as always; a test
 * of what a disk keeps, or does when it is full, makes a folder of its own.
 */
export function makeDataDir(): string {
  const prefix = 'daybook-test-';
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    if (bavail * bsize >= memoryDiskBytes) return mkdtempSync(join(memoryDisk, prefix));
  } catch {
    // No such disk here.
  }
  return mkdtempSync(join(tmpdir(), prefix));
}
