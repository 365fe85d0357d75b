// The runs that work now: one loop at a time works on each, until it ends or waits, or is cut off.

import type { AppError } from '../../lib/app-error.ts';
import { onceAfter, type Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { RunStore } from './store.ts';

/** What works on a run until it ends or waits, or the signal is aborted. */
export interface Drive {
  drive(id: string, signal: AbortSignal): Promise<void>;
}

interface ActiveRunsOptions {
  readonly runs: Pick<RunStore, 'maybeRun'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Made when the first run works. */
  readonly loop: () => Promise<Drive>;
  /** The token of a run that works has ended. */
  readonly expired: (id: string) => void;
  /** Nothing works on a run any more. */
  readonly ended: (id: string) => void;
}

interface Active {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** It is to be looked at once more: something has changed since it was read. */
  again: boolean;
}

export class ActiveRuns {
  readonly #options: ActiveRunsOptions;
  readonly #active = new Map<string, Active>();
  #isStopped = false;

  constructor(options: ActiveRunsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#active.size;
  }

  get ids(): string[] {
    return [...this.#active.keys()];
  }

  has(id: string): boolean {
    return this.#active.has(id);
  }

  /** Works on the run, or looks at it once more where that is under way. */
  start(id: string): void {
    if (this.#isStopped) return;
    const working = this.#active.get(id);
    if (working !== undefined && !working.abort.signal.aborted) {
      working.again = true;
      return;
    }
    const abort = new AbortController();
    const { runs, clock, expired } = this.#options;
    // The run ends with its token.
    const stopWaiting = onceAfter(runs.maybeRun(id)?.tokenEndsAt ?? Infinity, clock, () => {
      expired(id);
    });
    // One that was cut off may not have come to its end yet.
    const before = working?.done ?? Promise.resolve();
    const active: Active = {
      abort,
      again: false,
      done: before
        .then(() => this.#work(id, abort.signal))
        .finally(() => {
          stopWaiting();
          this.#ended(id, active);
        }),
    };
    this.#active.set(id, active);
  }

  cutOff(id: string, reason: AppError): void {
    this.#active.get(id)?.abort.abort(reason);
  }

  /** Cuts off all of them, for good; false if there are none. Settles when nothing works any more. */
  async stop(reason: AppError): Promise<boolean> {
    this.#isStopped = true;
    const working = [...this.#active.values()];
    for (const { abort } of working) abort.abort(reason);
    await Promise.all(working.map(({ done }) => done));
    return working.length > 0;
  }

  async #work(id: string, signal: AbortSignal): Promise<void> {
    try {
      const loop = await this.#options.loop();
      await loop.drive(id, signal);
    } catch (error) {
      this.#options.log.error({ err: error }, 'a run of an agent could not work');
    }
  }

  #ended(id: string, active: Active): void {
    if (this.#active.get(id) !== active) return;
    this.#active.delete(id);
    if (active.again && this.#options.runs.maybeRun(id)?.status === 'running') this.start(id);
    else this.#options.ended(id);
  }
}
