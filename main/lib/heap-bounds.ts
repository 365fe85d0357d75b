// Bounds the memory that V8 takes for young objects, and what it lets its heap grow by before it collects.

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

/** How much is allocated among old objects before they are collected, in percent of what was left the last time. */
const growthPercent = 100;

/**
 * From now on V8 collects old objects once they take twice what was left of them, not up to four times: of 40 MB that the service needs
 * while notes are changed, 170 MB became, nearly all of it garbage. It takes 2 % more processor time (the mean of three runs, which
 * differed by 10 %). Does nothing in Electron, which need not allow flags to change.
 */
export function boundHeapGrowth(): void {
  if (process.versions['electron'] !== undefined) return;
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}

/**
 * Threads that start from now on have this space for young objects at once, in megabytes, as far as they may have it; null: V8's own size,
 * 1 MB, which it doubles as it collects. Does nothing in Electron, which need not allow flags to change.
 */
export function startThreadsWithYoung(megabytes: number | null): void {
  if (process.versions['electron'] !== undefined) return;
  setFlagsFromString(`--min-semi-space-size=${megabytes ?? 0}`);
}
