import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../../support/process.ts';

/** Makes objects that live for a while, as requests do, and tells how many bytes V8 has for young ones then. */
const churn = `
  let bytes = 0;
  const kept = [];
  for (let round = 0; round < 100; round += 1) {
    for (let at = 0; at < 20_000; at += 1) kept[at] = { at, list: [at] };
    await new Promise((resolve) => setImmediate(resolve));
    bytes = Math.max(bytes, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
  }
  process.stdout.write(String(bytes));`;

async function youngBytes(setUp: string): Promise<number> {
  const source = `import { getHeapSpaceStatistics } from 'node:v8'; ${setUp} ${churn}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], { env: cleanEnvironment() });
  return Number(stdout);
}

test('V8 takes 16 MB for young objects where it would take more', async () => {
  const file = new URL('../../../main/lib/young-generation.ts', import.meta.url).href;
  const bounded = await youngBytes(`import { boundYoungGeneration } from ${JSON.stringify(file)}; boundYoungGeneration();`);
  expect(await youngBytes('')).toBeGreaterThan(32 * 1024 * 1024);
  expect(bounded).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(bounded).toBeGreaterThanOrEqual(8 * 1024 * 1024);
});
