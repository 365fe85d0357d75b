// Keeps a line to the service open: says whether it answers, passes on what has changed, and comes back by itself.

import type { ChangeEntry } from '../../main/contract/changes.ts';
import { Listeners, Store } from './store.ts';
import { isSessionEnd, ServiceError, type Client } from './client.ts';
import { Pauses } from './pauses.ts';
import { routes } from './routes.ts';

/** `offline`: it does not answer, and is asked again and again. `unauthorized`: it does not take the token; `retry` tries another one. */
export type ConnectionStatus = 'connecting' | 'reachable' | 'offline' | 'unauthorized';

/** Gets each change; `null` when some may have been missed, so that everything has to be read anew. */
type ChangeListener = (change: ChangeEntry | null) => void;

/** Between attempts, in milliseconds. */
const pauses = [200, 400, 800, 1500, 3000, 5000] as const;
/** A stream that lasted for this many milliseconds was a good one: the pauses begin anew. */
const goodStream = 5_000;
/** A page that was hidden for this many milliseconds gives its connection back: browsers allow six to one host, over all tabs. */
const hiddenFor = 60_000;

export class Connection {
  readonly #client: Client;
  readonly #status = new Store<ConnectionStatus>('connecting');
  readonly #changes = new Listeners<Parameters<ChangeListener>>();
  #wasReachable = false;
  #lastSeq = 0;
  /** The page is hidden: no attempt is made. */
  #resting = false;
  #attempt = new AbortController();
  readonly #pauses = new Pauses(pauses);

  constructor(client: Client) {
    this.#client = client;
  }

  /** Stays open until it is closed with the function that this gives. */
  open(): () => void {
    const closed = new AbortController();
    onVisibility(closed.signal, (visible) => {
      this.#resting = !visible;
      if (visible) this.#pauses.wake();
      else this.#attempt.abort();
    });
    window.addEventListener('online', this.retry, { signal: closed.signal });
    void this.#run(closed.signal);
    return () => {
      closed.abort();
      this.retry();
    };
  }

  readonly status = this.#status.get;

  /** Whether the service has ever taken the token. */
  get wasReachable(): boolean {
    return this.#wasReachable;
  }

  /** The place in the feed up to which changes have been passed on. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Calls `listener` whenever `status` has changed; gives the function that ends this. */
  readonly subscribe = this.#status.subscribe;

  /** Calls `listener` with changes as they come; gives the function that ends this. */
  readonly onChange = this.#changes.subscribe;

  /** Tries at once instead of waiting; looks again if it is connected. */
  readonly retry = (): void => {
    this.#attempt.abort();
    this.#pauses.wake();
  };

  async #run(closed: AbortSignal): Promise<void> {
    let isGone = false;
    while (!closed.aborted) {
      if (this.#resting) {
        await this.#pauses.untilWoken();
        continue;
      }
      this.#attempt = new AbortController();
      const { signal } = this.#attempt;
      const began = performance.now();
      try {
        await this.#follow(await this.#open(signal), signal);
      } catch (error) {
        if (isSessionEnd(error)) {
          this.#status.set('unauthorized');
          await this.#pauses.untilWoken();
          continue;
        }
        const wasGone = isGone;
        isGone = isHistoryGone(error);
        // Once, without a pause: the service answers, only not from that place on.
        if (isGone && !wasGone && !signal.aborted) continue;
        if (!signal.aborted) this.#status.set('offline');
      }
      if (signal.aborted || performance.now() - began > goodStream) this.#pauses.beginAnew();
      if (!signal.aborted) await this.#pauses.next();
    }
  }

  /** The place in the feed from which to follow. It is read before any data, so that no change can fall between the two. */
  async #open(signal: AbortSignal): Promise<number> {
    const { lastSeq } = await this.#client.call(routes.listChanges, { query: { limit: '0' }, signal });
    this.#lastSeq = lastSeq;
    this.#wasReachable = true;
    this.#status.set('reachable');
    this.#tell(null);
    return lastSeq;
  }

  /** Passes on changes until the stream ends. That it breaks off says little: whether the service is away, the next attempt shows. */
  async #follow(since: number, signal: AbortSignal): Promise<void> {
    try {
      for await (const change of this.#client.follow(routes.listChanges, { query: { since: String(since) }, signal })) this.#tell(change);
    } catch (error) {
      if (isSessionEnd(error) || isHistoryGone(error)) throw error;
    }
  }

  #tell(change: ChangeEntry | null): void {
    if (change !== null) this.#lastSeq = change.seq;
    this.#changes.tell(change);
  }
}

/** The feed cannot be followed from there, as after a restored backup: everything is to be read anew. */
function isHistoryGone(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'history_gone';
}

/** Until `signal` aborts: tells when the page has been out of sight for `hiddenFor`, and when it comes into sight. */
function onVisibility(signal: AbortSignal, tell: (visible: boolean) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (document.hidden)
      timer = setTimeout(() => {
        tell(false);
      }, hiddenFor);
    else tell(true);
  };
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
  });
}
