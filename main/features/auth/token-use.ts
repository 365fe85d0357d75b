// When each token for a program was last used: noted in memory with each request, written down by a timer.

import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { AccessTokenStore } from './access-token-store.ts';

export interface TokenUseOptions {
  readonly store: Pick<AccessTokenStore, 'used'>;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** How often it is written down, in milliseconds: a crash loses no more than this. Without a use nothing is written. */
const betweenWrites = 60_000;

export class TokenUse {
  readonly #options: TokenUseOptions;
  /** Not written down yet; holds no more than the tokens that there are. */
  readonly #noted = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TokenUseOptions) {
    this.#options = options;
  }

  /** Notes a request with this token. */
  note(tokenId: string): void {
    this.#noted.set(tokenId, this.#options.clock());
  }

  /** Unix milliseconds, where that is not written down yet; else null. */
  lastUse(tokenId: string): number | null {
    return this.#noted.get(tokenId) ?? null;
  }

  start(): void {
    this.#timer = setInterval(() => {
      void this.flush();
    }, betweenWrites).unref();
  }

  /** Settles once all is written down. To be called before the database is closed. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.flush();
  }

  /** Writes down what was noted; what fails is logged and tried again the next time. */
  async flush(): Promise<void> {
    const noted = [...this.#noted];
    if (noted.length === 0) return;
    const { store, write, log } = this.#options;
    try {
      await write(() => {
        for (const [id, at] of noted) store.used(id, at);
      });
    } catch (error) {
      log.error({ err: error }, 'when tokens were last used could not be written down; it is tried again in a minute');
      return;
    }
    for (const [id, at] of noted) if (this.#noted.get(id) === at) this.#noted.delete(id);
  }
}
