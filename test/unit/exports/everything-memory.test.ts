// How much memory an export of everything takes, whatever there is to export.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { isLong } from '../../support/property.ts';

let folder: string;
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Megabytes of what is exported: far more than the limit. */
const fileMegabytes = isLong ? 5_000 : 120;
const notes = isLong ? 10_000 : 1_000;

test('notes and a large file are streamed to the disk', full, async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-export-memory-'));
  const program = join(import.meta.dirname, 'everything-memory.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, `${notes}`, `${fileMegabytes}`]);
  const { megabytes, report } = JSON.parse(stdout) as { megabytes: number; report: { written: { size: number; counts: object } } };
  expect(report.written).toMatchObject({ counts: { notes, noteFiles: 1 } });
  expect(report.written.size).toBeGreaterThan(fileMegabytes * 2 ** 20);
  expect(megabytes).toBeLessThan(150);
});
