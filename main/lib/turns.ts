import { unavailable } from './app-error.ts';

/** Lets a few tasks run at once. The others wait their turn, which whoever waits can give up. */
export class Turns {
  readonly #maxQueueLength: number;
  readonly #refusal: string;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** `refusal` is what somebody is told for whom the queue is too long. */
  constructor(atOnce: number, maxQueueLength: number, refusal: string) {
    this.#free = atOnce;
    this.#maxQueueLength = maxQueueLength;
    this.#refusal = refusal;
  }

  /** Runs the task when its turn comes, and settles as it does. Throws `unavailable` when too many wait already, or when `signal` is aborted first. */
  async take<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#queue(signal);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** The turn is handed on, not given back: nobody who comes now may slip in between. */
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
