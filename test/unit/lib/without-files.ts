// Stands for a service that has as many files open as it may: tells what comes of a child or a thread then, and ends by itself.

import { closeSync, openSync } from 'node:fs';
import { forkChild } from '../../../main/lib/child-process.ts';
import { WorkerPool } from '../../../main/lib/worker-pool.ts';
import type { Job } from './worker-jobs.ts';

const tell = (what: unknown): void => void process.stdout.write(`${String(what)}\n`);
const start = forkChild({});
const file = new URL('worker-jobs.ts', import.meta.url);
const pool = new WorkerPool<Job, number>({ file, task: 'work', timeoutMs: 600_000, memoryMb: 64 });
const opened: number[] = [];
try {
  for (;;) opened.push(openSync(import.meta.filename, 'r'));
} catch {
  // None is left.
}
if (process.argv[2] === 'child') {
  const child = start(new URL('child-jobs.ts', import.meta.url), 'a name');
  child.onLine(() => undefined);
  child.send('here');
  child.onExit(tell);
  child.kill();
} else {
  const refusal = (cause: unknown): Error => new Error('refused', { cause });
  await pool.run('thread', { refusal }).catch((error: unknown) => {
    tell((error as { code?: string }).code);
  });
  for (const descriptor of opened) closeSync(descriptor);
  tell((await pool.run('thread', { refusal })) > 0);
  await pool.stop();
}
