import { unavailable } from '../lib/app-error.ts';

/** Lets a few tasks run at once; the others wait their turn. */
export class Turns {
  readonly #longestQueue: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number, longestQueue: number) {
    this.#free = atOnce;
    this.#longestQueue = longestQueue;
  }

  /** Runs the task when its turn comes, and settles as it does. Throws `unavailable` when too many wait already. */
  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#queue();
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The turn is handed on, not given back: nobody who comes now may slip in between.
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #queue(): Promise<void> {
    if (this.#waiting.length >= this.#longestQueue) {
      throw unavailable('Too many passwords are being checked at the moment');
    }
    return new Promise((resolve) => { this.#waiting.push(resolve); });
  }
}
