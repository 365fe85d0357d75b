// When notes are settled: a while after their last change, and before anybody reads what depends on it.

import type { Log } from '../../lib/log.ts';
import type { Compaction } from './compaction.ts';
import type { NoteKey, NoteStore } from './note-store.ts';
import type { Settlement } from './settlement.ts';
import { Slices } from './slices.ts';

/** Milliseconds. */
export interface SettlingPace {
  /** A note is settled when it was not changed for so long, */
  readonly quiet: number;
  /** or after so long if it is changed all the time. */
  readonly latest: number;
}

export interface SettlingOptions {
  readonly store: NoteStore;
  readonly settlement: Settlement;
  readonly compaction: Compaction;
  readonly log: Pick<Log, 'error'>;
  readonly pace?: SettlingPace;
}

interface Touched {
  readonly key: NoteKey;
  readonly first: number;
  readonly last: number;
}

const usualPace: SettlingPace = { quiet: 1_000, latest: 5_000 };
/** How often it is looked at what is due, as a part of `quiet`. */
const looksPerQuiet = 4;
/** So many notes are settled at a time: their writes share a transaction. */
const together = 32;
/** After a failure a note is left alone for so many milliseconds. */
const pauseAfterFailure = 30_000;

export class Settling {
  readonly #store: NoteStore;
  readonly #settlement: Settlement;
  readonly #compaction: Compaction;
  readonly #log: Pick<Log, 'error'>;
  readonly #pace: SettlingPace;
  readonly #touched = new Map<string, Touched>();
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> | null = null;
  #stopped = false;

  constructor({ store, settlement, compaction, log, pace = usualPace }: SettlingOptions) {
    this.#store = store;
    this.#settlement = settlement;
    this.#compaction = compaction;
    this.#log = log;
    this.#pace = pace;
  }

  /** Settles what a kill has left, in the background. */
  start(): void {
    for (const key of this.#store.allUnsettled()) this.touched(key);
  }

  /** The note was changed. This may be said of a write that is undone later: then there is nothing to settle. */
  touched(key: NoteKey): void {
    if (this.#stopped) return;
    const now = performance.now();
    const first = this.#touched.get(key.id)?.first ?? now;
    // In the order of their last change: what is indexed last counts as the newest.
    this.#touched.delete(key.id);
    this.#touched.set(key.id, { key, first: Math.min(first, now), last: now });
    this.#schedule();
  }

  /** Settles content and excerpt of the user's notes as they are now. What cannot be settled stays as it was, and is logged. */
  async settleUser(userId: string): Promise<void> {
    await this.#each(this.#store.unsettled(userId), (key) => this.#settlement.settle(key));
  }

  /** Brings the full-text index to where the user's notes are now. What cannot be indexed stays as it was, and is logged. */
  async indexUser(userId: string): Promise<void> {
    await this.#each(this.#store.unindexed(userId), (key) => this.#settlement.index(key));
  }

  /** Settles everything, as far as it can be begun within so many milliseconds; nothing is settled in the background any more. */
  async stop(patience: number): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#working;
    const end = performance.now() + patience;
    await this.#settleAll(this.#store.allUnsettled(), () => performance.now() < end);
  }

  #schedule(): void {
    if (this.#timer !== null || this.#working !== null || this.#stopped || this.#touched.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#working = this.#settleDue().finally(() => {
        this.#working = null;
        this.#schedule();
      });
    }, this.#pace.quiet / looksPerQuiet).unref();
  }

  async #settleDue(): Promise<void> {
    const now = performance.now();
    const due = [...this.#touched.values()].filter(({ first, last }) => last <= now - this.#pace.quiet || first <= now - this.#pace.latest);
    for (const { key } of due) this.#touched.delete(key.id);
    await this.#settleAll(due.map(({ key }) => key), () => !this.#stopped);
  }

  async #settleAll(keys: readonly NoteKey[], goOn: () => boolean): Promise<void> {
    for (let at = 0; at < keys.length && goOn(); at += together) {
      const some = keys.slice(at, at + together);
      await this.#each(some, (key) => this.#settlement.settle(key));
      await this.#each(some, (key) => this.#settlement.index(key));
      await this.#each(some, (key) => this.#compaction.compact(key));
    }
  }

  async #each(keys: readonly NoteKey[], settle: (key: NoteKey) => Promise<void>): Promise<void> {
    const slices = new Slices();
    for (let at = 0; at < keys.length; at += together) {
      const settled: Promise<void>[] = [];
      for (const key of keys.slice(at, at + together)) {
        settled.push(settle(key).catch((error: unknown) => { this.#failed(key, error); }));
        await slices.breathe();
      }
      await Promise.all(settled);
    }
  }

  #failed(key: NoteKey, error: unknown): void {
    this.#log.error({ err: error, noteId: key.id }, 'a note could not be settled');
    if (this.#stopped) return;
    const later = performance.now() + pauseAfterFailure;
    this.#touched.set(key.id, { key, first: later, last: later });
    this.#schedule();
  }
}
