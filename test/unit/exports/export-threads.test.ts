// The threads that make documents: they keep what they have read for the next document, and end when there is none.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DocumentThreads } from '../../../main/features/exports/document-threads.ts';
import { workerFile } from '../../../main/lib/worker-file.ts';
import { exportNote } from '../../support/export-notes.ts';
import { full } from '../../support/tiers.ts';

const parser = workerFile('../../../main/contract/markdown/parse', import.meta.url);
const never = new AbortController().signal;

let ends: Promise<unknown>[];
let youngMb: (number | undefined)[];

function watch(message: unknown): void {
  const { worker } = message as { worker: Worker };
  if (worker.threadName !== 'daybook-exports') return;
  ends.push(once(worker, 'exit'));
  youngMb.push(worker.resourceLimits?.maxYoungGenerationSizeMb);
}

beforeEach(() => {
  ends = [];
  youngMb = [];
  subscribe('worker_threads', watch);
});
afterEach(() => {
  unsubscribe('worker_threads', watch);
});

test('one small thread makes one document after the other, and ends when there is nothing to do', full, async () => {
  const threads = new DocumentThreads({ parser: parser.href, maxProcessorMs: 60_000, memory: 1_024, idle: 300 });
  const make = async (): Promise<void> => {
    const job = { format: 'docx', note: exportNote('text', { files: new Map() }) } as const;
    expect((await threads.make(job, never)).made?.byteLength).toBeGreaterThan(1_000);
  };
  for (let count = 0; count < 3; count += 1) await make();
  expect(ends).toHaveLength(1);
  await Promise.all(ends);
  await make();
  expect(ends).toHaveLength(2);
  expect(youngMb).toEqual([24, 24]);
  await Promise.all(ends);
});
