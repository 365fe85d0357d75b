// How often properties are tried. For a push: few times and with fixed seeds, so that a failure is the change's and not the day's luck.
// In a long run (`npm run test:long`): many times more, from a seed that is drawn anew and printed. `DAYBOOK_SEED` repeats it.

const longSeed = process.env['DAYBOOK_LONG_SEED'];

/** Whether this is a long run. */
export const isLong = longSeed !== undefined;

/** Of the tries that a test names, a push makes this part, */
const pushShare = 1 / 4;
/** but as many as this, or all. */
const pushLeast = 15;
/** How many times as often a long run tries. */
const longFactor = 50;
/** When a property of a long run has been tried often enough, in milliseconds: less than any test may take. */
const longLimit = 20_000;

/** The seed of one property: the same for every push, another one for each long run. */
export function seeded(seed: number): number {
  return isLong ? (Math.imul(Number(longSeed), 0x9e37_79b1) + seed) | 0 : seed;
}

/** `count`, or in a long run `most`. For what is repeated without fast-check. */
export function times(count: number, most: number): number {
  return isLong ? most : count;
}

/** What `fc.assert` takes of its parameters. */
export interface Runs {
  readonly numRuns: number;
  readonly seed: number;
  /** In milliseconds. */
  readonly interruptAfterTimeLimit?: number;
}

const forPush = (count: number): number => Math.min(count, Math.max(pushLeast, Math.ceil(count * pushShare)));

/** What `fc.assert` is to be called with: a part of `count` tries for a push, many times `count` in a long run. */
export function runs(count: number, seed: number, push = forPush(count)): Runs {
  if (isLong) return { numRuns: count * longFactor, seed: seeded(seed), interruptAfterTimeLimit: longLimit };
  return { numRuns: push, seed };
}
