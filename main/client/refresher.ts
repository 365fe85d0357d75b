// Reads something anew whenever it may have changed, one reading at a time.

export class Refresher {
  readonly #read: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | null = null;
  #isStale = false;
  #isStopped = false;

  /** `read` never rejects. What changes during one reading is read by the next. */
  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Reads anew now, or after the reading that is on its way. Settles when all that was asked for has been read, and never rejects. */
  readonly refresh = async (): Promise<void> => {
    this.#isStale = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  };

  /** Reads anew in `delayMs` milliseconds, unless a reading begins earlier; in place of an earlier such time. Keeps no process running. */
  refreshIn(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.refresh();
    }, delayMs);
    // In a browser it is a number.
    const timer = this.#timer as number | { unref(): unknown };
    if (typeof timer === 'object') timer.unref();
  }

  /** Begins no further reading. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #readAll(): Promise<void> {
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false;
      clearTimeout(this.#timer);
      await this.#read();
    }
  }
}
