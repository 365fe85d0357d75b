import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { cleanEnvironment } from '../../support/process.ts';

/** Makes objects that live for a while, as requests do, and tells how many bytes V8 has for young ones then. */
const churnYoung = `
  let bytes = 0;
  const kept = [];
  for (let round = 0; round < 100; round += 1) {
    for (let at = 0; at < 20_000; at += 1) kept[at] = { at, list: [at] };
    await new Promise((resolve) => setImmediate(resolve));
    bytes = Math.max(bytes, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
  }
  process.stdout.write(String(bytes));`;

async function youngBytes(setUp: string): Promise<number> {
  const source = `import { getHeapSpaceStatistics } from 'node:v8'; ${setUp} ${churnYoung}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], { env: cleanEnvironment() });
  return Number(stdout);
}

test('V8 takes 16 MB for young objects where it would take more', full, async () => {
  const file = new URL('../../../main/lib/heap-bounds.ts', import.meta.url).href;
  const bounded = await youngBytes(`import { boundYoungGeneration } from ${JSON.stringify(file)}; boundYoungGeneration();`);
  expect(await youngBytes('')).toBeGreaterThan(32 * 1024 * 1024);
  expect(bounded).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(bounded).toBeGreaterThanOrEqual(8 * 1024 * 1024);
});

/** Keeps 20 MB of old objects, and replaces each again and again once it is old; tells how many megabytes there are at most. */
const churnOld = `
  const make = (at) => ({ at, list: new Array(250).fill(at + 0.5) });
  const kept = Array.from({ length: 10_000 }, (_, at) => make(at));
  // V8 goes by what is left from the first collection on.
  gc();
  let most = 0;
  for (let at = 0; at < 150_000; at += 1) {
    kept[at % kept.length] = make(at);
    if (at % 500 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  process.stdout.write(String(Math.round(most / 1024 / 1024)));`;

async function mostMegabytes(setUp: string): Promise<number> {
  // All of a collection at once, and few young objects: how far other threads, or slices, have come would decide when one ends.
  const flags = ['--expose-gc', '--single-threaded-gc', '--no-incremental-marking', '--max-semi-space-size=1', '--input-type=module'];
  const options = { env: cleanEnvironment() };
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', `${setUp} ${churnOld}`], options);
  return Number(stdout);
}

test('old objects are collected at twice what is in use, where V8 lets them become four times that', full, async () => {
  const file = new URL('../../../main/lib/heap-bounds.ts', import.meta.url).href;
  const [bounded, without] = await Promise.all([
    mostMegabytes(`import { boundHeapGrowth } from ${JSON.stringify(file)}; boundHeapGrowth();`),
    mostMegabytes(''),
  ]);
  expect(bounded).toBeGreaterThan(20);
  expect(bounded).toBeLessThan(0.8 * without);
});
