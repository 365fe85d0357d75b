// Work in the background that others ask for: one run at a time, some time after the first that asks, again while there is more, and later
// after a failure.

export interface BackgroundLoopOptions {
  /** One run; resolves to whether there is more to do. What it throws once `signal` is aborted is not told. */
  readonly work: (signal: AbortSignal) => Promise<boolean>;
  /** `failures`: how many in a row. */
  readonly failed: (error: unknown, failures: number) => void;
  /** From a wake to its run, in milliseconds: what comes in between is done by that run as well. */
  readonly delayMs: number;
  /** Between two runs while there is more; 0 if absent. */
  readonly pauseMs?: number;
  /** After a failure; each further one in a row waits twice as long, up to `maxRetryMs`, which is the same if absent. */
  readonly retryMs: number;
  readonly maxRetryMs?: number;
}

export class BackgroundLoop {
  readonly #options: BackgroundLoopOptions;
  readonly #stopping = new AbortController();
  #isStarted = false;
  /** Since the last run began. */
  #isAsked = false;
  #isHurried = false;
  #running: Promise<void> | null = null;
  #endPause: (() => void) | null = null;
  /** Of callers of `now`: until nothing is left, or a run has failed. */
  #round: PromiseWithResolvers<void> | null = null;

  constructor(options: BackgroundLoopOptions) {
    this.#options = options;
  }

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Whether something runs or is going to. */
  get isBusy(): boolean {
    return this.#running !== null;
  }

  /** Nothing runs before; wakes itself. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** There may be something to do. After a failure this waits like what has failed. */
  wake(): void {
    this.#isAsked = true;
    if (this.#isStarted && !this.signal.aborted) this.#running ??= this.#run();
  }

  /** Begins at once, also after a failure; settles when nothing is left to do, when a run has failed, and at a stop. */
  now(): Promise<void> {
    this.wake();
    if (this.#running === null) return Promise.resolve();
    this.#isHurried = true;
    this.#endPause?.();
    return (this.#round ??= Promise.withResolvers<void>()).promise;
  }

  /** Settles once nothing runs any more, and never will again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endPause?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { work, failed, delayMs, pauseMs = 0, retryMs, maxRetryMs = retryMs } = this.#options;
    let ms = delayMs;
    let failures = 0;
    // What is asked for after the last look here finds `#running` null: nothing is awaited in between.
    while (this.#isAsked && !this.signal.aborted) {
      await this.#pause(ms);
      if (this.signal.aborted) break;
      this.#isAsked = false;
      this.#isHurried = false;
      try {
        const isMore = await work(this.signal);
        failures = 0;
        ms = isMore ? pauseMs : this.#isHurried ? 0 : delayMs;
        this.#isAsked ||= isMore;
        if (!isMore && !this.#isHurried) this.#endRound();
      } catch (error) {
        if (this.signal.aborted) break;
        failures += 1;
        failed(error, failures);
        ms = Math.min(maxRetryMs, retryMs * 2 ** (failures - 1));
        this.#isAsked = true;
        this.#endRound();
      }
    }
    this.#running = null;
    this.#endRound();
  }

  #endRound(): void {
    this.#round?.resolve();
    this.#round = null;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#endPause = null;
        resolve();
      };
      const timer = setTimeout(end, ms).unref();
      this.#endPause = end;
    });
  }
}
