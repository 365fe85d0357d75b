// What is removed in time, and the room that it leaves: done by a timer, in slices that share the write queue with everybody's writes.

import { setTimeout as pause } from 'node:timers/promises';
import type { BackupLog } from './backups.ts';

export interface Chore {
  /** For the log, as in "The chore … failed". */
  readonly name: string;
  /** Does a few milliseconds of it, inside a write. True if there is more. */
  slice(): boolean;
}

export interface HousekeepingOptions {
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly chores: readonly Chore[];
  readonly log: Pick<BackupLog, 'error'>;
}

/** The first round waits until the start is over; then it is one an hour. Milliseconds. */
const firstRound = 60_000;
const betweenRounds = 60 * 60 * 1000;
/** So long the queue belongs to others between two slices, in milliseconds. */
const betweenSlices = 10;

export class Housekeeping {
  readonly #options: HousekeepingOptions;
  readonly #stopping = new AbortController();
  #timers: NodeJS.Timeout[] = [];
  #round: Promise<void> | null = null;

  constructor(options: HousekeepingOptions) {
    this.#options = options;
  }

  start(): void {
    const round = (): void => { void this.run(); };
    this.#timers = [setTimeout(round, firstRound), setInterval(round, betweenRounds)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Settles when every chore is done, or has failed and was logged. A call while a round goes on gets that round. */
  run(): Promise<void> {
    this.#round ??= this.#runAll().finally(() => { this.#round = null; });
    return this.#round;
  }

  /** Settles once no slice runs any more. To be called before the database is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#round;
  }

  async #runAll(): Promise<void> {
    const { chores, log } = this.#options;
    for (const chore of chores) {
      try {
        await this.#finish(chore);
      } catch (error) {
        if (!this.#stopping.signal.aborted) log.error({ err: error }, `The chore "${chore.name}" failed; it is tried again in an hour`);
      }
    }
  }

  async #finish(chore: Chore): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && (await this.#options.write(() => chore.slice()))) await pause(betweenSlices, undefined, { signal, ref: false });
  }
}
