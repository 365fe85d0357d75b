import type { LocalModel } from '../../contract/ai.ts';
import { untilAborted } from '../../lib/clock.ts';

/** The state of the model server, and a way to wait until it is another one. */
export class ModelState {
  #now: LocalModel['state'] = 'stopped';
  #changed = Promise.withResolvers<void>();

  get now(): LocalModel['state'] {
    return this.#now;
  }

  become(state: LocalModel['state']): void {
    this.#now = state;
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }

  /** Settles at the next change. Throws what `signal` is aborted with. */
  async change(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await untilAborted(this.#changed.promise, signal);
  }
}
