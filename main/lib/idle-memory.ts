// A service that runs all day must not keep what its start or one large request once needed.
// V8 collects garbage when new memory is asked for, which an idle service never does.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked at, in milliseconds. */
const pollIntervalMs = 2_000;
/** Less than this much computing time between two looks is idleness, in microseconds. */
const idle = 10_000;
/** Only when so many bytes more are in use than after the start is there enough to give back. */
const worthwhile = 64 * 1024 * 1024;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void;

/** From now on, gives memory back to the system in idle moments: once after the start, later only after requests that needed much. */
export function collectWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  const computed = (): number => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  let atLastLook = computed();
  let afterStart: number | null = null;
  setInterval(() => {
    const now = computed();
    if (now - atLastLook < idle) {
      if (afterStart === null) {
        // The thorough kind also throws away compiled code; nothing is compiled for good yet.
        collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
        afterStart = process.memoryUsage.rss();
      } else if (process.memoryUsage.rss() - afterStart > worthwhile) {
        collect({ type: 'major', execution: 'sync' });
        afterStart = Math.max(afterStart, process.memoryUsage.rss() - worthwhile / 2);
      }
    }
    atLastLook = computed();
  }, pollIntervalMs).unref();
}
