// A service that runs all day must not keep what a start or a busy minute once needed.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked at, in milliseconds. */
const lookEvery = 2_000;
/** Less than this much computing time between two looks is idleness, in microseconds. */
const idle = 10_000;
/** Only after this much computing time is there anything worth giving back, in microseconds. */
const worthwhile = 150_000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * From now on, collects garbage in moments of idleness that follow work, and gives the freed memory back to the system.
 * V8 by itself does so only when new memory is asked for, which an idle service never does.
 */
export function collectWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  const computed = (): number => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  let atLastLook = computed();
  let atLastCollection = 0;
  setInterval(() => {
    const now = computed();
    if (now - atLastLook < idle && now - atLastCollection > worthwhile) {
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      atLastCollection = computed();
      atLastLook = atLastCollection;
    } else {
      atLastLook = now;
    }
  }, lookEvery).unref();
}
