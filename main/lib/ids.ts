import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { systemClock, type Clock } from './clock.ts';

const bytesOfId = 16;
/** The number of ids that random bytes are drawn for at a time: to draw a few takes longer than all else of an id. */
const drawnAtOnce = 256;

/** Makes UUIDs of version 7 (RFC 9562): unique, and in the order of creation, also while the clock stands or after it is put back. */
export function createIds(clock: Clock): () => string {
  const random = Buffer.alloc(drawnAtOnce * bytesOfId);
  let used = random.length;
  let milliseconds = -Infinity;
  /** Counts the ids of a millisecond, from a random number of 31 bits on; 32 bits. */
  let count = 0;
  return () => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const own = random.subarray(used, (used += bytesOfId));
    const now = clock();
    if (now > milliseconds) {
      milliseconds = now;
      count = own.readUInt32BE(6) >>> 1;
    } else {
      count = (count + 1) >>> 0;
      // All numbers are used: those that follow are of the next millisecond.
      if (count === 0) milliseconds += 1;
    }
    return v7({ random: own, msecs: milliseconds, seq: count });
  };
}

/** A new UUIDv7, in the order of creation. */
export const newId = createIds(systemClock);
