// What the threads of `worker-pool.test.ts` do.

import { getHeapSpaceStatistics } from 'node:v8';
import { resourceLimits, threadId } from 'node:worker_threads';

export type Job = 'thread' | 'throw' | 'forever' | 'fill memory' | 'limits' | 'young' | 'environment' | 'wait';

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
