// The change feed: entries are written with the change itself, readers are woken after the commit.

import { longestPage, type Change as Entry } from '../../contract/changes.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Change } from '../../lib/change.ts';
import type { ChangeStore } from './store.ts';

/** What a follower needs of its reader. */
export interface Reader {
  /** False when the reader is behind: wait for `drained`. */
  send(event: { readonly id: number; readonly data: unknown }): boolean;
  drained(): Promise<void>;
  readonly signal: AbortSignal;
}

/** A follower reads this many entries at a time, so that the past is never in memory whole. */
const stride = 200;

export class Feed {
  readonly #store: ChangeStore;
  readonly #clock: Clock;
  readonly #touched = new Set<string>();
  readonly #sleepers = new Map<string, Set<() => void>>();

  constructor(store: ChangeStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Appends an entry. To be called inside a write transaction. */
  record(change: Change): void {
    this.#store.append(change, this.#clock());
    this.#touched.add(change.userId);
  }

  /** Wakes followers after commit only: nobody may see a change that can still roll back. */
  committed(): void {
    for (const userId of this.#touched) {
      for (const wake of this.#sleepers.get(userId) ?? []) wake();
    }
    this.#touched.clear();
  }

  /** Entries after `since`, oldest first, and the user's newest `seq`. */
  list(userId: string, since = 0, limit = longestPage): { items: Entry[]; lastSeq: number } {
    return { items: limit === 0 ? [] : this.#store.after(userId, since, limit), lastSeq: this.#store.last(userId) };
  }

  /**
   * Sends every entry after `since`, those to come too, until the reader's signal aborts.
   * The place in the feed is all that is kept per reader, so a slow one costs no memory.
   */
  async follow(userId: string, since: number, reader: Reader): Promise<void> {
    let seq = since;
    while (!reader.signal.aborted) {
      const entries = this.#store.after(userId, seq, stride);
      let ready = true;
      for (const entry of entries) ready = reader.send({ id: entry.seq, data: entry });
      seq = entries.at(-1)?.seq ?? seq;
      if (!ready) await reader.drained();
      else if (entries.length < stride) await this.#nextCommit(userId, reader.signal);
    }
  }

  /** Settles after the next commit that touches the user, or when the signal aborts. */
  #nextCommit(userId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleepers = this.#sleepers.get(userId) ?? new Set();
      this.#sleepers.set(userId, sleepers);
      const wake = (): void => {
        sleepers.delete(wake);
        if (sleepers.size === 0) this.#sleepers.delete(userId);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      sleepers.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
    });
  }
}
