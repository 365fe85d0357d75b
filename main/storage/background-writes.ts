// Writes that no caller waits for: they let the writes of requests go first, and share no transaction with them.
//
// A request's write is hardly ever waiting at the very moment when another ends: its client has yet to read the answer and to send the
// next. So it is not enough to let those go first that wait already; one in the background waits until the queue was quiet for a while.
// Requests that read wait for the event loop, which a write keeps to itself: they count as well.

/** Milliseconds. */
interface BackgroundTiming {
  /** A write in the background begins once the last request came, and the last write of one was asked for or ended, so long ago, */
  readonly debounceMs: number;
  /** and in any case after so long: while requests come all the time, one in the background comes in between this often, */
  readonly maxWaitMs: number;
  /** or more seldom, where it takes long: all of them together take no more than this part of the time, */
  readonly maxShare: number;
  /** as long as one waits no longer than this for the one before. */
  readonly maxRestMs: number;
}

/** What of the queue this stands on. */
interface ForegroundQueue {
  /** When a write that is not of the background was asked for or has ended last, as `performance.now()`. */
  readonly lastActive: number;
  /** Runs `work` in a transaction of its own; see `WriteQueue.write`. */
  writeAlone<T>(work: () => T): Promise<T>;
  /** Runs `work`, which writes through a connection of its own, while no other write runs; see `WriteQueue.writeElsewhere`. */
  writeElsewhere(work: () => Promise<void>, inBackground: boolean): Promise<void>;
}

interface Waiting {
  /** When it was asked for, as `performance.now()`. */
  readonly since: number;
  /** Hands it to the queue; settles once it has ended, however. */
  readonly begin: () => Promise<void>;
}

const usualTiming: BackgroundTiming = { debounceMs: 15, maxWaitMs: 50, maxShare: 1 / 20, maxRestMs: 1_000 };

/** Hands writes to the queue one at a time, in their order: each once requests have paused, or it has waited for long enough. */
export class BackgroundWrites {
  readonly #queue: ForegroundQueue;
  readonly #timing: BackgroundTiming;
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isRunning = false;
  #isClosed = false;
  /** When the last one ended, as `performance.now()`. */
  #lastEnd = -Infinity;
  /** How long the next one is to wait after it at most, in milliseconds. */
  #rest = 0;
  /** When a request came last, whatever it is for, as `performance.now()`. */
  #lastRequest = -Infinity;

  constructor(queue: ForegroundQueue, timing = usualTiming) {
    this.#queue = queue;
    this.#timing = timing;
  }

  /** Whether requests have written just now: then one in the background should be short. */
  get isBusy(): boolean {
    return performance.now() - this.#queue.lastActive < this.#timing.debounceMs;
  }

  /** A request has come that is going to read, or to write. */
  requestCame(): void {
    this.#lastRequest = performance.now();
  }

  /** Runs `work` in a transaction of its own, one after the other; settles as `WriteQueue.write` does. */
  write<T>(work: () => T): Promise<T> {
    return this.#inTurn(() => this.#queue.writeAlone(work));
  }

  /** The same for `work` that writes through a connection of its own; see `WriteQueue.writeElsewhere`. */
  writeElsewhere(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(() => this.#queue.writeElsewhere(work, true));
  }

  /** Hands all that waits to the queue, which is about to be closed. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { begin } of this.#waiting.splice(0)) void begin();
  }

  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return write();
    return new Promise<T>((resolve, reject) => {
      const begin = (): Promise<void> => write().then(resolve, reject);
      this.#waiting.push({ since: performance.now(), begin });
      this.#next();
    });
  }

  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#isRunning || this.#timer !== null) return;
    const wait = this.#dueAt(next) - performance.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#next();
      }, wait);
      return;
    }
    this.#waiting.shift();
    this.#isRunning = true;
    const begin = performance.now();
    void next.begin().finally(() => {
      this.#lastEnd = performance.now();
      const { maxShare, maxRestMs } = this.#timing;
      this.#rest = Math.min((this.#lastEnd - begin) * (1 / maxShare - 1), maxRestMs);
      // In the next round of the event loop: requests that came during the write are not known before.
      setImmediate(() => {
        this.#isRunning = false;
        this.#next();
      });
    });
  }

  #dueAt({ since }: Waiting): number {
    const { debounceMs, maxWaitMs } = this.#timing;
    const lastActive = Math.max(this.#queue.lastActive, this.#lastRequest);
    return Math.min(lastActive + debounceMs, Math.max(since + maxWaitMs, this.#lastEnd + Math.max(maxWaitMs, this.#rest)));
  }
}
