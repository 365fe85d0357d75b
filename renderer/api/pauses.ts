// Waiting between attempts to reach the service: longer after each one, and until something says that it is worth another.

export class Pauses {
  readonly #lengths: readonly number[];
  /** How many there have been since the last success. */
  #count = 0;
  #wake = (): void => {};

  /** In milliseconds, one after the other; the last one is repeated. */
  constructor(lengths: readonly number[]) {
    this.#lengths = lengths;
  }

  /** The next attempt is made at once, where one is waited for. */
  readonly wake = (): void => {
    this.#wake();
  };

  /** It has succeeded: the next pause is the first one again. */
  beginAnew(): void {
    this.#count = 0;
  }

  /** Waits for the length of the next pause, or until `wake`. */
  async next(): Promise<void> {
    const length = this.#lengths[Math.min(this.#count, this.#lengths.length - 1)] ?? 0;
    this.#count += 1;
    const timer = setTimeout(this.wake, length);
    await this.untilWoken();
    clearTimeout(timer);
  }

  /** Waits until `wake`. */
  untilWoken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }
}
