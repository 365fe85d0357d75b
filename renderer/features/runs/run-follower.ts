// Follows a run by its event stream, and comes back when that breaks off.

import type { RunEvent } from '../../../main/contract/runs.ts';
import { isSessionEnd, ServiceError, type Client } from '../../api/client.ts';
import { Store } from '../../api/store.ts';
import { Pauses } from '../../api/pauses.ts';
import { routes } from '../../api/routes.ts';
import { afterEvent, hasEnded, unknownRun, type ShownRun } from './run-state.ts';

export interface FollowedRun extends ShownRun {
  /**
   * `offline`: the stream broke off, and is opened again and again. `gone`: there is no such run. `refused`: see `error`; where the service
   * itself fails, the stream is opened again and again as well.
   */
  readonly status: 'connecting' | 'reachable' | 'offline' | 'gone' | 'refused';
  readonly error: ServiceError | null;
}

interface RunFollowerOptions {
  readonly client: Pick<Client, 'follow'>;
  readonly id: string;
  /** The token is not taken any more: another one may be. */
  readonly onSessionEnd: () => void;
  /** Waits between attempts, in milliseconds; the last one is repeated. */
  readonly pauses?: readonly number[];
  /** The page is drawn anew at this interval in milliseconds, not for each word. */
  readonly drawEvery?: number;
}

export class RunFollower {
  readonly #options: Required<Omit<RunFollowerOptions, 'pauses'>>;
  readonly #pauses: Pauses;
  /** What is drawn, and what has come since. */
  readonly #drawn = new Store<FollowedRun>({ ...unknownRun, status: 'connecting', error: null });
  #now: FollowedRun = this.#drawn.get();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** `again` was called since the stream was opened. */
  #isStale = false;

  constructor({ pauses = [300, 1_000, 3_000, 5_000], drawEvery = 50, ...options }: RunFollowerOptions) {
    this.#options = { ...options, drawEvery };
    this.#pauses = new Pauses(pauses);
  }

  readonly state = this.#drawn.get;

  readonly subscribe = this.#drawn.subscribe;

  /** Follows until the function that this gives is called. */
  open(): () => void {
    const closed = new AbortController();
    void this.#run(closed.signal);
    return () => {
      closed.abort();
      this.#pauses.wake();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /**
   * Looks again where it does not follow: the run may go on, or the service may be back. While a stream is open it does so once that has
   * ended: the stream of a run that is done may end without what has become of it since.
   */
  readonly again = (): void => {
    this.#isStale = true;
    this.#pauses.wake();
  };

  async #run(closed: AbortSignal): Promise<void> {
    while (!closed.aborted) {
      let isOver = false;
      this.#isStale = false;
      try {
        const { client, id } = this.#options;
        // The route's reply is one document; its stream has events, which `follow` has no type for.
        const events: AsyncGenerator<RunEvent, void> = client.follow(routes.readRun, { params: { id }, signal: closed });
        for await (const event of events) {
          this.#pauses.beginAnew();
          this.#become({ ...afterEvent(this.#now, event), status: 'reachable', error: null });
        }
        isOver = this.#now.run !== null && hasEnded(this.#now.run.status);
      } catch (error) {
        if (closed.aborted) return;
        isOver = this.#failed(error);
      }
      this.#draw();
      if (isOver && this.#isStale) continue;
      if (closed.aborted) return;
      await (isOver ? this.#pauses.untilWoken() : this.#pauses.next());
    }
  }

  /** Whether there is no use in another attempt. */
  #failed(error: unknown): boolean {
    if (isSessionEnd(error)) this.#options.onSessionEnd();
    // Another token, or a moment later: nothing of it is about the run.
    if (!(error instanceof ServiceError) || [401, 429, 503].includes(error.status)) {
      this.#become({ ...this.#now, status: 'offline', error: null });
      return false;
    }
    this.#become({ ...this.#now, status: error.status === 404 ? 'gone' : 'refused', error });
    return error.status < 500;
  }

  #become(now: FollowedRun): void {
    this.#now = now;
    this.#timer ??= setTimeout(() => {
      this.#draw();
    }, this.#options.drawEvery);
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drawn.set(this.#now);
  }
}
