import { unavailable } from '../../lib/app-error.ts';

/** Lets a few tasks run at once. The others wait their turn, which whoever waits can give up. */
export class Turns {
  readonly #longestQueue: number;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(atOnce: number, longestQueue: number) {
    this.#free = atOnce;
    this.#longestQueue = longestQueue;
  }

  /** Runs the task when its turn comes, and settles as it does. Throws `unavailable` when too many wait already, or when `signal` is aborted first. */
  async take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
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

  #queue(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        this.#waiting.delete(start);
        reject(unavailable('Too many web pages are being looked at at the moment'));
      };
      const start = (): void => {
        this.#waiting.delete(start);
        signal.removeEventListener('abort', refuse);
        resolve();
      };
      if (signal.aborted || this.#waiting.size >= this.#longestQueue) {
        refuse();
        return;
      }
      this.#waiting.add(start);
      signal.addEventListener('abort', refuse, { once: true });
    });
  }
}
