// Who may use the model now, and who waits.

import { Semaphore } from '../../../lib/semaphore.ts';
import { ApiError } from './api-error.ts';

/** Seconds after which a refused request may come again. */
const comeBackAfter = 2;

/** A few things that one user each may have at a time, with a queue of bounded length before them. */
export class Slots<T> {
  readonly #free: Set<T>;
  readonly #semaphore: Semaphore;

  constructor(slots: Iterable<T>, maxWaiting: number) {
    this.#free = new Set(slots);
    this.#semaphore = new Semaphore(
      this.#free.size,
      maxWaiting,
      () =>
        new ApiError(429, 'The model has too much to do; ask again in a moment', {
          code: 'rate_limit_exceeded',
          headers: { 'Retry-After': String(comeBackAfter) },
        }),
    );
  }

  /**
   * Runs `work` with a slot that is free, or as soon as one is; `choose` picks one of several. Throws an `ApiError` of status
   * 429 when too many wait, what `signal` was aborted with when that happens before its turn, and what `work` throws.
   */
  use<R>(signal: AbortSignal, choose: (free: readonly T[]) => T, work: (slot: T) => Promise<R>): Promise<R> {
    return this.#semaphore.run(async () => {
      const slot = choose([...this.#free]);
      this.#free.delete(slot);
      try {
        return await work(slot);
      } finally {
        this.#free.add(slot);
      }
    }, signal);
  }
}
