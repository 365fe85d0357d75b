// What is removed in time, and the room that it leaves: done by a timer, in slices that share the write queue with the writes of requests.

import { setTimeout as pause } from 'node:timers/promises';
import type { ClockWatch } from '../lib/clock.ts';
import type { BackupLog } from './backups.ts';

export interface MaintenanceTask {
  /** For the log, as in "The task … failed". */
  readonly name: string;
  /** Whether it removes what is old: by a clock that may be wrong nothing is, and it waits. */
  readonly isByAge?: boolean;
  /** Does a few milliseconds of it, inside a write. True if there is more. */
  slice(): boolean;
}

interface MaintenanceOptions {
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly tasks?: readonly MaintenanceTask[];
  readonly watch: Pick<ClockWatch, 'isEven'>;
  readonly log: Pick<BackupLog, 'error'>;
}

/** The first round waits until the start is over; then it is one an hour. Milliseconds. */
const firstRound = 60_000;
const betweenRounds = 60 * 60 * 1000;
/** So long the queue belongs to others between two slices, in milliseconds. */
const betweenSlices = 10;

/** Runs tasks one after the other, once an hour and when it is told to. One that fails is logged, and harms no other. */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #stopping = new AbortController();
  #timers: NodeJS.Timeout[] = [];
  #round: Promise<void> | null = null;
  #hurried: Promise<void> = Promise.resolve();
  readonly #tasks: MaintenanceTask[];

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#tasks = [...(options.tasks ?? [])];
  }

  /** One more task, for all rounds from the next on. */
  add(task: MaintenanceTask): void {
    this.#tasks.push(task);
  }

  /** Does this task now, beside the rounds: to be called when much has come up, also inside the write that left it. */
  hurry(task: MaintenanceTask): void {
    this.#hurried = this.#hurried
      .then(() => this.#finish(task))
      .catch((error: unknown) => {
        this.#failed(task, error);
      });
  }

  start(): void {
    const round = (): void => {
      void this.run();
    };
    this.#timers = [setTimeout(round, firstRound), setInterval(round, betweenRounds)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Settles when every task is done, or has failed and was logged. A call while a round goes on gets that round. */
  run(): Promise<void> {
    this.#round ??= this.#runAll().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  /** Settles once no slice runs any more. To be called before the database is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([this.#round, this.#hurried]);
  }

  async #runAll(): Promise<void> {
    for (const task of this.#tasks) {
      try {
        await this.#finish(task);
      } catch (error) {
        this.#failed(task, error);
      }
    }
  }

  #failed({ name }: MaintenanceTask, error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#options.log.error({ err: error }, `The task "${name}" failed; it is tried again in an hour`);
  }

  async #finish(task: MaintenanceTask): Promise<void> {
    const { signal } = this.#stopping;
    const { write, watch } = this.#options;
    const slice = (): boolean => (task.isByAge !== true || watch.isEven) && task.slice();
    while (!signal.aborted && (await write(slice))) await pause(betweenSlices, undefined, { signal, ref: false });
  }
}
