import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../../support/process.ts';

/** Keeps 60 MB of old objects, and replaces each five times once it is old; tells how often old objects were collected. */
const churn = `
  import { PerformanceObserver, constants } from 'node:perf_hooks';
  const make = (at) => ({ at, list: new Array(250).fill(at + 0.5) });
  const kept = Array.from({ length: 30_000 }, (_, at) => make(at));
  // V8 goes by what is left from the first collection on.
  gc();
  let collections = 0;
  new PerformanceObserver((list) => {
    collections += list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
  }).observe({ entryTypes: ['gc'] });
  for (let round = 0; round < 300; round += 1) {
    for (let at = 0; at < 500; at += 1) kept[(round * 500 + at) % kept.length] = make(at);
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.stdout.write(String(collections));`;

async function collections(setUp: string): Promise<number> {
  // In one thread: how far the others have come would decide when a collection ends.
  const flags = ['--expose-gc', '--single-threaded-gc', '--input-type=module', '--eval'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, `${setUp} ${churn}`], { env: cleanEnvironment() });
  return Number(stdout);
}

test('old objects are collected sooner than V8 would, which lets them become four times what is in use', async () => {
  const file = new URL('../../../main/lib/heap-growth.ts', import.meta.url).href;
  const [bounded, without] = await Promise.all([
    collections(`import { boundHeapGrowth } from ${JSON.stringify(file)}; boundHeapGrowth();`),
    collections(''),
  ]);
  expect(bounded).toBeGreaterThan(without);
});
