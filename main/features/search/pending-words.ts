// Brings what cards and events say into their indexes, many at a time and in the background. A search sees what is pending all the same.

import { isDeepStrictEqual } from 'node:util';
import { BackgroundLoop } from '../../lib/background-loop.ts';
import { atMost } from '../../lib/clock.ts';
import { fold } from '../../lib/full-text/fold.ts';
import { everyWord } from '../../lib/full-text/match.ts';
import type { RecordText } from '../../lib/text-watchers.ts';
import { whileIndexed, type IndexEntries, type IndexTrial, type Words } from '../../storage/index-entries.ts';
import type { PendingRecord, PendingType, PendingWordsStore } from './pending-words-store.ts';

interface PendingWordsOptions {
  readonly store: PendingWordsStore;
  readonly indexes: Readonly<Record<PendingType, Pick<IndexEntries, 'putAll'>>>;
  readonly write: <T>(work: () => T) => Promise<T>;
  /** As `write`, after the writes of requests. */
  readonly writeInBackground: <T>(work: () => T) => Promise<T>;
  /** Where what is pending is tried out. */
  readonly trial: IndexTrial;
  /** Settles when that is possible; see `Database.whenFree`. */
  readonly whenFree: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds from a change until it is indexed; sooner once that many are pending. */
const delayMs = 1_000;
const maxPending = 1_000;
/** Up to how many records, and bytes of them, come into the index in one write, which other writes wait for. */
const batchSize = 256;
const maxBytes = 256 * 1024;
/** At how many a search looks besides the index: the newest ones. With more it first lets the index come nearer for so long. */
const maxLookedAt = 100;
const catchUpMs = 1_000;
const afterFailureMs = 30_000;
/** How long a stop goes on indexing: what a load of many records has left would slow down what the next start is asked for. */
const finishMs = 2_000;

export class PendingWords {
  readonly #options: PendingWordsOptions;
  readonly #loop: BackgroundLoop;
  #pending = 0;
  #isRunning = false;
  /** Until when a search waits, as `performance.now()`. */
  #awaitedUntil = -Infinity;

  constructor(options: PendingWordsOptions) {
    this.#options = options;
    this.#loop = new BackgroundLoop({
      work: () => {
        this.#pending = 0;
        return this.#write(() => this.#indexSome());
      },
      failed: options.failed,
      delayMs,
      retryMs: afterFailureMs,
    });
  }

  /** To be called inside the write that has stored the record; `before` is null for a new one, which its insertion has noted already. */
  changed(type: PendingType, userId: string, id: string, before: RecordText | null, after: RecordText): void {
    if (before !== null && isDeepStrictEqual(before, after)) return;
    if (before !== null) this.#options.store.add(userId, type, id);
    this.#pending += 1;
    if (this.#pending >= maxPending) void this.#loop.now();
    else this.#loop.wake();
  }

  /** Takes up what a stop has left as well. */
  start(): void {
    this.#isRunning = true;
    this.#loop.start();
  }

  /** Goes on for up to two seconds while something is pending; what is left then is indexed after the next start. */
  async stop(): Promise<void> {
    const wasRunning = this.#isRunning;
    this.#isRunning = false;
    if (wasRunning && this.#isAnyPending()) await atMost(finishMs, this.#loop.now(), () => undefined);
    await this.#loop.stop();
  }

  /** Settles when a search can look at all that the user has pending, or is not to be kept waiting; `whileIndexed` comes right after. */
  async catchUp(userId: string): Promise<void> {
    const { store, whenFree } = this.#options;
    if (this.#isRunning && store.newest(userId, maxLookedAt + 1).length > maxLookedAt) await this.#flushSoon();
    await whenFree();
  }

  /** Settles with whether all that the user has changed by now is in the indexes; false where that takes too long. */
  async isIndexed(userId: string): Promise<boolean> {
    const { store } = this.#options;
    const last = store.newest(userId, 1)[0];
    if (last === undefined) return true;
    if (this.#isRunning) await this.#flushSoon();
    const oldest = store.oldest(1)[0];
    return oldest === undefined || oldest.seq > last.seq;
  }

  /**
   * Runs `work`, which must not wait, while the indexes hold the user's records as they are now, or the newest of them. What is put there
   * for that is undone: numbers of entries are good for `work` alone.
   */
  whileIndexed<T>(userId: string, work: () => T): T {
    const { store, trial } = this.#options;
    const pending = someOf(store.newest(userId, maxLookedAt)).toReversed();
    if (pending.length === 0) return work();
    const put = (): void => {
      this.#index(pending);
    };
    return whileIndexed(trial, put, work);
  }

  #isAnyPending(): boolean {
    try {
      return this.#options.store.oldest(1).length > 0;
    } catch (error) {
      this.#options.failed(error);
      return false;
    }
  }

  /** Before other writes of the background; a search waits for it no longer than `catchUpMs`. */
  async #flushSoon(): Promise<void> {
    this.#awaitedUntil = performance.now() + catchUpMs;
    await atMost(catchUpMs, this.#loop.now(), () => undefined);
  }

  #write(work: () => boolean): Promise<boolean> {
    const { write, writeInBackground } = this.#options;
    return performance.now() < this.#awaitedUntil ? write(work) : writeInBackground(work);
  }

  /** Indexes some of what is pending; true if there is more. To be called inside a write. */
  #indexSome(): boolean {
    const { store } = this.#options;
    const some = someOf(store.oldest(batchSize));
    const last = some.at(-1);
    if (last === undefined) return false;
    store.removeUpTo(last.seq);
    this.#index(some);
    return store.oldest(1).length > 0;
  }

  /** In the order of change, oldest first. */
  #index(pending: readonly PendingRecord[]): void {
    for (const type of ['card', 'event'] as const) {
      // The last change of each, at its place.
      const newest = new Map<string, PendingRecord>();
      for (const record of pending) {
        if (record.type !== type) continue;
        newest.delete(record.id);
        newest.set(record.id, record);
      }
      if (newest.size === 0) continue;
      const texts = this.#options.store.texts(type, [...newest.keys()]);
      const entries = [...newest.values()].flatMap(({ userId, id }) => {
        const text = texts.get(id);
        return text === undefined ? [] : [{ userId, id, ...wordsOf(text) }];
      });
      if (entries.length > 0) this.#options.indexes[type].putAll(entries);
    }
  }
}

/** The first of these, as many as are not too much; at least one. */
function someOf(records: readonly PendingRecord[]): readonly PendingRecord[] {
  let bytes = 0;
  const end = records.findIndex(({ size }, index) => (bytes += size) > maxBytes && index > 0);
  return end === -1 ? records : records.slice(0, end);
}

/** The word between two texts keeps phrases from running on from one into the next. */
function wordsOf({ title, description, others }: RecordText): Words {
  const texts = [description ?? '', ...others].filter((text) => text !== '');
  return { title: fold(title), body: texts.map(fold).join(` ${everyWord} `) };
}
