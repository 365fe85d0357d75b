// Who may use the model now, and who waits.

import { ApiError } from './api-error.ts';

/** Seconds after which a refused request may come again. */
const comeBackAfter = 2;

interface Waiting<T> {
  readonly choose: (free: readonly T[]) => T;
  readonly take: (slot: T) => void;
}

/** A few things that one user each may have at a time, with a queue of bounded length before them. */
export class Slots<T> {
  readonly #free: Set<T>;
  readonly #maxWaiting: number;
  readonly #queue = new Set<Waiting<T>>();

  constructor(slots: Iterable<T>, maxWaiting: number) {
    this.#free = new Set(slots);
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs `work` with a slot that is free, or as soon as one is; `choose` picks one of several. Throws an `ApiError` of status
   * 429 when too many wait, what `signal` was aborted with when that happens before its turn, and what `work` throws.
   */
  async use<R>(signal: AbortSignal, choose: (free: readonly T[]) => T, work: (slot: T) => Promise<R>): Promise<R> {
    signal.throwIfAborted();
    const slot = this.#free.size > 0 ? this.#take(choose) : await this.#wait(signal, choose);
    try {
      return await work(slot);
    } finally {
      this.#release(slot);
    }
  }

  #take(choose: (free: readonly T[]) => T): T {
    const slot = choose([...this.#free]);
    this.#free.delete(slot);
    return slot;
  }

  #wait(signal: AbortSignal, choose: (free: readonly T[]) => T): Promise<T> {
    if (this.#queue.size >= this.#maxWaiting) {
      throw new ApiError(429, 'The model has too much to do; ask again in a moment', {
        code: 'rate_limit_exceeded',
        headers: { 'Retry-After': String(comeBackAfter) },
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const leave = (): void => {
      this.#queue.delete(entry);
      reject(signal.reason as Error);
    };
    const entry: Waiting<T> = {
      choose,
      take: (slot) => {
        signal.removeEventListener('abort', leave);
        resolve(slot);
      },
    };
    this.#queue.add(entry);
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  }

  #release(slot: T): void {
    this.#free.add(slot);
    const [next] = this.#queue;
    if (next === undefined) return;
    this.#queue.delete(next);
    next.take(this.#take(next.choose));
  }
}
