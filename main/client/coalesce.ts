// Answers a burst of changes with few readings.

/** How many readings follow one another at once, as after what a user does; milliseconds from one to the next while changes go on. */
const atOnce = 3;
const eachMs = 1_000;
/** Which part of the time may be spent on readings that take long, and for how many milliseconds they are kept waiting at most. */
const maxShare = 1 / 3;
const maxRestMs = 10_000;

/** How long to rest before the next reading. */
class Pace {
  /** How many may begin now; less than 1: none. */
  #left = atOnce;
  #countedAt = performance.now();

  /** 0 where it may begin. */
  get restMs(): number {
    this.#count();
    return Math.max(0, (1 - this.#left) * eachMs);
  }

  /** Does `work`, which counts as one, and as several if it takes long. */
  async run(work: () => Promise<void>): Promise<void> {
    const since = performance.now();
    await work();
    const counts = Math.max(1, (performance.now() - since) / maxShare / eachMs);
    this.#count();
    this.#left = Math.max(this.#left - counts, 1 - maxRestMs / eachMs);
  }

  #count(): void {
    const now = performance.now();
    this.#left = Math.min(atOnce, this.#left + (now - this.#countedAt) / eachMs);
    this.#countedAt = now;
  }
}

/**
 * A function that runs `work` at once; asked again meanwhile, it runs once more afterwards, however often it was asked. So a burst of
 * changes is answered at its first and after its last, without a request for each; one that goes on is answered about once a second.
 * `whenFree` is asked before each run: what it gives is awaited, null is at once. Neither may reject.
 */
export function coalesce(work: () => Promise<void>, whenFree: () => Promise<void> | null = () => null): () => void {
  const pace = new Pace();
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      const rest = pace.restMs;
      if (rest > 0)
        await new Promise((resolve) => {
          setTimeout(resolve, rest);
        });
      const free = whenFree();
      if (free !== null) await free;
      // What was told while this waited is answered by this run.
      again = false;
      await pace.run(work);
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
