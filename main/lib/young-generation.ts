// Bounds the memory that V8 takes for young objects.

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the space for young objects, both halves together. V8 would double it up to 128 MB, and hardly gives any of it back. */
const maxBytes = 16 * 1024 * 1024;

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/**
 * From now on the space for young objects of this process grows to 16 MB and no further; V8 reads `--max-semi-space-size` at its own start
 * alone, but how much the space may grow at each collection. Does nothing in Electron, which need not allow flags to change.
 */
export function boundYoungGeneration(): void {
  if (process.versions['electron'] !== undefined) return;
  let factor = 2;
  const observer = new PerformanceObserver(() => {
    // It shrinks while there is little to do, and may grow again.
    const next = youngBytes() >= maxBytes ? 1 : 2;
    if (next === factor) return;
    factor = next;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}
