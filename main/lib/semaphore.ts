import { unavailable } from './app-error.ts';

/** Lets up to `permits` tasks run at once. The others wait, first come first served; a caller can stop waiting by its signal. */
export class Semaphore {
  readonly #maxQueueLength: number;
  readonly #refusal: string;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** `refusal` is told to the caller for whom the queue is too long. */
  constructor(permits: number, maxQueueLength: number, refusal: string) {
    this.#free = permits;
    this.#maxQueueLength = maxQueueLength;
    this.#refusal = refusal;
  }

  /**
   * Runs the task once a permit is free, and settles as it does. Throws `unavailable` when too many wait already, or when `signal` is
   * aborted first.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#queue(signal);
    try {
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
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        this.#waiting.delete(start);
        reject(unavailable(this.#refusal));
      };
      const start = (): void => {
        this.#waiting.delete(start);
        signal?.removeEventListener('abort', refuse);
        resolve();
      };
      if (signal?.aborted === true || this.#waiting.size >= this.#maxQueueLength) {
        refuse();
        return;
      }
      this.#waiting.add(start);
      signal?.addEventListener('abort', refuse, { once: true });
    });
  }
}
