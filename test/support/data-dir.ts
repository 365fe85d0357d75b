// Where the data of tests is.

import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of memory, where waiting for the disk takes no time. What a test writes fits into a part of it. */
const memoryDisk = '/dev/shm';
const memoryDiskBytes = 2 * 1024 ** 3;

/**
 * The folder that the folders of tests are made in: in memory where the system has room for it, else that of the system. The service asks
 * for the same as always; a test of what it does when a disk is full mounts one of its own.
 */
export function temporaryFolder(): string {
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    if (bavail * bsize >= memoryDiskBytes) return memoryDisk;
  } catch {
    // No such disk here.
  }
  return tmpdir();
}

/** An empty folder for the data of a test. */
export function makeDataDir(): string {
  return mkdtempSync(join(temporaryFolder(), 'daybook-test-'));
}
