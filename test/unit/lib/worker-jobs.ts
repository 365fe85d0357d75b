// What the threads of `worker-pool.test.ts` do.

import { getHeapSpaceStatistics } from 'node:v8';
import { resourceLimits, threadId } from 'node:worker_threads';

export type Job = 'thread' | 'throw' | 'forever' | 'fill memory' | 'fill buffers' | 'limits' | 'young' | 'environment' | 'wait';

export async function work(job: Job): Promise<unknown> {
  switch (job) {
    case 'thread':
      return threadId;
    case 'throw':
      throw new Error('as told');
    case 'forever':
      // As an endless loop, without the processor.
      return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    case 'fill memory': {
      const kept: object[] = [];
      for (;;) kept.push(Array.from({ length: 1_000 }, (_, index) => ({ index })));
    }
    case 'fill buffers': {
      const kept: Uint8Array[] = [];
      // Not without end: where nothing ends it, the test is to fail, and not the machine.
      for (let count = 0; count < 400; count += 1) kept.push(new Uint8Array(1024 * 1024).fill(1));
      return new Promise((resolve) => {
        setTimeout(resolve, 10_000, kept.length);
      });
    }
    case 'limits':
      return resourceLimits;
    case 'young':
      return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size;
    case 'environment':
      return { ...process.env };
    case 'wait':
      return new Promise((resolve) => {
        setTimeout(resolve, 60_000);
      });
  }
}

/** Takes longer than the jobs beside it may. */
export function start(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1_500);
  });
}
