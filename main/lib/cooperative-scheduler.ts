import { setImmediate as nextRound } from 'node:timers/promises';

/** How long work may go on before others get their turn, in milliseconds. */
const maxSliceMs = 10;

/** Long work on the main thread in slices: its code calls `yieldIfDue` between its steps. */
export class CooperativeScheduler {
  #since = performance.now();

  /** Lets everybody else run, if this slice has lasted long enough. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#since < maxSliceMs) return;
    await nextRound();
    this.#since = performance.now();
  }
}
