import { unavailable } from './app-error.ts';

/** Lets up to `permits` tasks run at once. The others wait, first come first served; a caller can stop waiting by its signal. */
export class Semaphore {
  readonly #maxQueueLength: number;
  readonly #refusal: () => Error;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** `refusal` is what a caller gets for whom the queue is too long, or what an `unavailable` tells it. */
  constructor(permits: number, maxQueueLength: number, refusal: string | (() => Error)) {
    this.#free = permits;
    this.#maxQueueLength = maxQueueLength;
    this.#refusal = typeof refusal === 'string' ? () => unavailable(refusal) : refusal;
  }

  /**
   * Runs the task once a permit is free, and settles as it does. Throws the refusal when too many wait already, and the reason of `signal`
   * when that is aborted before the task has begun.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#queue(signal);
    try {
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.#next();
    }
  }

  /** The permit is handed on, not given back: a caller that comes now must not get it before those that wait. */
  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next();
  }

  #queue(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxQueueLength) throw this.#refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#waiting.delete(start);
      reject(signal?.reason as Error);
    };
    const start = (): void => {
      this.#waiting.delete(start);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.add(start);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }
}
