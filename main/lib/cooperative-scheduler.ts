import { setImmediate as nextRound, setTimeout as rest } from 'node:timers/promises';

/** How long work may go on before others get their turn, in milliseconds. */
const maxSliceMs = 10;

/** What the generator returns, without letting others run where it yields. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Long work on the main thread in slices: its code calls `yieldIfDue` between its steps. */
export class CooperativeScheduler {
  readonly #restMs: number;
  #since = performance.now();

  /** `restMs`: a pause after each slice, in milliseconds, for work that no caller waits for; one round of the event loop if absent. */
  constructor({ restMs = 0 }: { readonly restMs?: number } = {}) {
    this.#restMs = restMs;
  }

  /** Lets all other work run, if this slice has lasted long enough. */
  async yieldIfDue(): Promise<void> {
    if (!this.isDue) return;
    await (this.#restMs > 0 ? rest(this.#restMs) : nextRound());
    this.#since = performance.now();
  }

  /** What the generator returns; wherever it yields, others may get their turn. */
  async run<Result>(work: Generator<void, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      if (this.isDue) await this.yieldIfDue();
    }
  }

  /** Works for one slice at once; what is left of the work, null if that was all of it. */
  maybeRest(work: Generator<void, void>): Promise<void> | null {
    while (!this.isDue) if (work.next().done === true) return null;
    return this.yieldIfDue().then(() => this.run(work));
  }

  /** Whether this slice has lasted long enough: to ask that costs a loop of small steps less than `yieldIfDue`, which is a promise. */
  get isDue(): boolean {
    return performance.now() - this.#since >= maxSliceMs;
  }
}
