// Work that several callers want at the same time: it is done once, and each of them gets what comes of it.

/** What a caller that waits has to say and to hear. */
export interface SharedOptions<Progress = never> {
  /** Gives it up; work that others wait for too goes on for them. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: Progress) => void;
}

interface Going<T, Progress> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  readonly listeners: Set<(progress: Progress) => void>;
  waiting: number;
}

/** By keys, such as an address or an id. */
export class SharedWork<T, Progress = never> {
  readonly #going = new Map<string, Going<T, Progress>>();

  /** Of how many keys work is under way. */
  get size(): number {
    return this.#going.size;
  }

  has(key: string): boolean {
    return this.#going.has(key);
  }

  /**
   * What the work of this key gives, which `begin` begins unless it is under way. Rejects as it does, and for one who gives up with the
   * reason of `signal`: at once while others wait for the work, else when that has ended, which its own signal tells it to.
   */
  async run(
    key: string,
    begin: (options: Required<SharedOptions<Progress>>) => Promise<T>,
    { signal, progress }: SharedOptions<Progress> = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    const known = this.#going.get(key);
    // What was given up may take a while to end.
    const going = known === undefined || known.abort.signal.aborted ? this.#begun(key, begin) : known;
    going.waiting += 1;
    if (progress !== undefined) going.listeners.add(progress);
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = (): void => {
      going.waiting -= 1;
      if (going.waiting > 0) reject(signal?.reason as Error);
      else going.abort.abort(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([going.result, left]);
    } finally {
      if (progress !== undefined) going.listeners.delete(progress);
      signal?.removeEventListener('abort', leave);
    }
  }

  /** `begin` is told when none waits for it any more, and tells how far it is. */
  #begun(key: string, begin: (options: Required<SharedOptions<Progress>>) => Promise<T>): Going<T, Progress> {
    const abort = new AbortController();
    const listeners = new Set<(progress: Progress) => void>();
    const progress = (now: Progress): void => {
      for (const listener of listeners) listener(now);
    };
    const result = begin({ signal: abort.signal, progress }).finally(() => {
      if (this.#going.get(key) === going) this.#going.delete(key);
    });
    // All that wait for it may have left.
    result.catch(() => undefined);
    const going: Going<T, Progress> = { result, abort, listeners, waiting: 0 };
    this.#going.set(key, going);
    return going;
  }

  /** Tells all that is under way to end, each with a reason. */
  abort(reasonOf: (key: string) => Error): void {
    for (const [key, { abort }] of this.#going) abort.abort(reasonOf(key));
  }

  /** Settles once nothing is under way of what is now. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#going.values()].map(({ result }) => result));
  }
}
