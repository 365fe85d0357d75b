// Lets V8 give back what it holds once there is nothing to do.

import { PerformanceObserver, constants } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/**
 * A process in which nothing was collected during this time is quiet; milliseconds. Longer than notes are kept in memory without a request:
 * what is let go of later would stay.
 */
const defaultDebounceMs = 20_000;

/**
 * After heavy work most of V8's heap is garbage that is collected only when the heap has grown by a share. Its memory reducer looks every
 * 8 seconds whether little is allocated and would collect then, in slices; but it takes no allocation at all for a lot of it, so that it
 * began 100 seconds after the last collection. While it is told to prefer a small heap it does not ask how much is allocated. At work it is
 * not told so: it would collect more often. Does nothing in Electron, which need not allow flags to change.
 */
export function reduceHeapWhenQuiet({ debounceMs = defaultDebounceMs }: { readonly debounceMs?: number } = {}): void {
  if (process.versions['electron'] !== undefined) return;
  let isQuiet = false;
  const become = (quiet: boolean): void => {
    if (quiet === isQuiet) return;
    isQuiet = quiet;
    setFlagsFromString(quiet ? '--optimize-for-size' : '--no-optimize-for-size');
  };
  const timer = setTimeout(() => {
    become(true);
  }, debounceMs).unref();
  const observer = new PerformanceObserver((list) => {
    // A collection of young objects means that some were made. The others can be those of the reducer.
    const isAtWork = list.getEntries().some(isMinor);
    if (isAtWork) become(false);
    if (!isQuiet) timer.refresh();
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** Node's types do not know what an entry of its own tells. */
function isMinor(entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): boolean {
  return entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR;
}
