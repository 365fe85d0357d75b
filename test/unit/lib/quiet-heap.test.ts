import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { cleanEnvironment } from '../../support/process.ts';

/** Leaves 60 MB of garbage among old objects, then does nothing, and tells how many megabytes are left once they are few or it is late. */
const work = (maxWaitMs: number): string => `
  const megabytes = () => Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
  globalThis.kept = [];
  for (let at = 0; at < 1_500_000; at += 1) globalThis.kept.push({ at });
  gc();
  globalThis.kept = null;
  const since = performance.now();
  const look = setInterval(() => {
    if (megabytes() >= 20 && performance.now() - since < ${maxWaitMs}) return;
    clearInterval(look);
    process.stdout.write(String(megabytes()));
  }, 100);`;

async function megabytesLeft(setUp: string, maxWaitMs: number): Promise<number> {
  // V8 collects when it is told alone, and looks sooner than 8 seconds after that whether it should do it again.
  const flags = ['--expose-gc', '--initial-old-space-size=400', '--gc-memory-reducer-start-delay-ms=1500'];
  const source = `${setUp} ${work(maxWaitMs)}`;
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', source], {
    env: cleanEnvironment(),
  });
  return Number(stdout);
}

test('a process that has become quiet collects what its work has left, long before V8 itself would', full, async () => {
  const file = new URL('../../../main/lib/quiet-heap.ts', import.meta.url).href;
  const setUp = `import { reduceHeapWhenQuiet } from ${JSON.stringify(file)}; reduceHeapWhenQuiet({ debounceMs: 50 });`;
  const [reduced, without] = await Promise.all([megabytesLeft(setUp, 80_000), megabytesLeft('', 3_000)]);
  expect(reduced).toBeLessThan(20);
  expect(without).toBeGreaterThan(40);
});
