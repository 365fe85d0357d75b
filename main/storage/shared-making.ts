// A backup in the making, and those who wait for it: calls that come together get the same one.

import type { MakingProgress } from './make-backup.ts';

/** What one who waits for a backup has to say and to hear. */
export interface MakingOptions {
  /** Gives it up; one that others wait for too goes on for them. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: MakingProgress) => void;
}

export class SharedMaking<T> {
  readonly #abort = new AbortController();
  readonly #listeners = new Set<(progress: MakingProgress) => void>();
  readonly #made: Promise<T>;
  #waiting = 0;

  constructor(make: (options: Required<MakingOptions>) => Promise<T>) {
    const progress = (now: MakingProgress): void => {
      for (const listener of this.#listeners) listener(now);
    };
    this.#made = make({ signal: this.#abort.signal, progress });
    this.#made.catch(() => undefined);
  }

  get isGivenUp(): boolean {
    return this.#abort.signal.aborted;
  }

  /** What is made. Rejects when that fails, and with the reason of `signal`, once nothing of it is left if no other waits for it. */
  async wait({ signal, progress }: MakingOptions): Promise<T> {
    signal?.throwIfAborted();
    let giveUp = (): void => undefined;
    const givenUp = new Promise<never>((_, reject) => {
      giveUp = () => {
        this.#waiting -= 1;
        if (this.#waiting > 0) reject(signal?.reason as Error);
        else this.#abort.abort(signal?.reason);
      };
    });
    this.#waiting += 1;
    if (progress !== undefined) this.#listeners.add(progress);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([this.#made, givenUp]);
    } finally {
      if (progress !== undefined) this.#listeners.delete(progress);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}
