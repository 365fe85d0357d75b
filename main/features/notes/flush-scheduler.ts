// When notes are flushed: once no note has been changed for a while, so that the time of requests is left to requests. No reader waits
// for it.

import type { Log } from '../../lib/log.ts';
import type { Compaction } from './compaction.ts';
import type { NoteKey, NoteStore, PendingMark } from './note-store.ts';
import { inWrites, isLong, type NoteFlusher } from './note-flusher.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { PreparedFlush } from './stored-flush.ts';

/** Milliseconds. */
export interface FlushTiming {
  /** Notes are flushed when none was changed for so long, */
  readonly debounceMs: number;
  /** and a note after so long in any case. */
  readonly maxWaitMs: number;
}

interface FlushSchedulerOptions {
  readonly store: NoteStore;
  readonly flusher: NoteFlusher;
  readonly compaction: Compaction;
  readonly write: <T>(work: () => T) => Promise<T>;
  /** As `write`, after the writes of requests. */
  readonly writeInBackground: <T>(work: () => T) => Promise<T>;
  /** Stores a long note in a thread; `inBackground`: after the writes of requests. See `FlushThread`. */
  readonly storeInThread: (flush: PreparedFlush, inBackground: boolean) => Promise<void>;
  /** Whether requests write at present. */
  readonly isBusy: () => boolean;
  /** Whether the full-text index has more segments than merging has kept up with, and it should come first. */
  readonly isIndexCrowded: () => boolean;
  readonly log: Pick<Log, 'error'>;
  readonly timing?: FlushTiming;
}

interface DirtyNote {
  readonly key: NoteKey;
  /** When it was changed first since it was flushed, as `performance.now()`. */
  readonly since: number;
  /** It is left alone until then: after a failure. */
  readonly notBefore: number;
}

const defaultTiming: FlushTiming = { debounceMs: 1_000, maxWaitMs: 5_000 };
/** How often it is looked at what is due, as a part of `debounceMs`. */
const looksPerDebounce = 4;
/** Of more notes than this the first to be changed are flushed at once, as fast as can be: how many are remembered has a limit. */
const maxDirty = 10_000;
/** How many notes are flushed at a time: their writes share a transaction, which other writes wait for. */
const batchSize = 8;
/** How many while requests write. */
const togetherWhenBusy = 2;
/** After each of these writes in the background the event loop belongs to others, or to merging, for this time in milliseconds. */
const restMs = 4;
const restWhileCrowdedMs = 50;
/** How many notes that a kill or a bulk load has left are taken up at a time, and the milliseconds in between. */
const backlogPage = 256;
const backlogPause = 10;
/** After a failure a note is left alone for this many milliseconds; all are where it cannot even be read which notes there are. */
const pauseAfterFailure = 30_000;

const beforeAll = { updatedAt: Number.MIN_SAFE_INTEGER, id: '' };

export class FlushScheduler {
  readonly #store: NoteStore;
  readonly #flusher: NoteFlusher;
  readonly #compaction: Compaction;
  readonly #write: FlushSchedulerOptions['write'];
  readonly #writeInBackground: FlushSchedulerOptions['write'];
  readonly #storeInThread: FlushSchedulerOptions['storeInThread'];
  readonly #isBusy: () => boolean;
  readonly #isIndexCrowded: () => boolean;
  readonly #log: Pick<Log, 'error'>;
  readonly #timing: FlushTiming;
  /** In the order of their last change: what is indexed last counts as the newest. */
  readonly #dirty = new Map<string, DirtyNote>();
  #lastChange = -Infinity;
  /** How far the notes that were pending at the start are flushed; null when all are. */
  #backlog: Omit<PendingMark, 'userId'> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> | null = null;
  /** Nothing is flushed in the background before: after a failure. As `performance.now()`. */
  #notBefore = -Infinity;
  #stopped = false;

  constructor(options: FlushSchedulerOptions) {
    this.#store = options.store;
    this.#flusher = options.flusher;
    this.#compaction = options.compaction;
    this.#write = options.write;
    this.#writeInBackground = options.writeInBackground;
    this.#storeInThread = options.storeInThread;
    this.#isBusy = options.isBusy;
    this.#isIndexCrowded = options.isIndexCrowded;
    this.#log = options.log;
    this.#timing = options.timing ?? defaultTiming;
  }

  /** Flushes what a kill has left, in the background. */
  start(): void {
    this.#backlog = beforeAll;
    this.#schedule();
  }

  /** The note was changed. This may be said of a write that is undone later: then there is nothing to flush. */
  markDirty(key: NoteKey): void {
    if (this.#stopped) return;
    const now = performance.now();
    const since = this.#dirty.get(key.id)?.since ?? now;
    this.#dirty.delete(key.id);
    this.#dirty.set(key.id, { key, since, notBefore: now });
    this.#lastChange = now;
    this.#schedule();
  }

  /**
   * Flushes and indexes all notes as they are now, as long as `goOn` says so: a search or a stop waits for it, so it has its turn among the
   * writes of requests. Unless told otherwise it ends early at a stop. What cannot be flushed stays as it was, and is logged.
   */
  async flushPending(goOn: () => boolean = () => !this.#stopped): Promise<void> {
    let place: Omit<PendingMark, 'userId'> | null = beforeAll;
    while (place !== null && goOn()) place = await this.#flushPage(place, goOn, this.#write);
  }

  /** The same for some notes: a search waits for them. */
  async flush(keys: readonly NoteKey[]): Promise<void> {
    await this.#flushAll(keys, () => true, this.#write);
  }

  /** Flushes everything, as far as it can be begun within that many milliseconds; nothing is flushed in the background any more. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#working;
    const end = performance.now() + timeoutMs;
    await this.flushPending(() => performance.now() < end);
  }

  #schedule(): void {
    if (this.#timer !== null || this.#working !== null || this.#stopped || (this.#dirty.size === 0 && this.#backlog === null)) return;
    const ms = this.#backlog === null ? this.#timing.debounceMs / looksPerDebounce : backlogPause;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#working = this.#flushDue()
          .catch((error: unknown) => {
            this.#log.error({ err: error }, 'notes could not be flushed; it is tried again in half a minute');
            this.#notBefore = performance.now() + pauseAfterFailure;
          })
          .finally(() => {
            this.#working = null;
            this.#schedule();
          });
      },
      Math.max(ms, this.#notBefore - performance.now()),
    ).unref();
  }

  async #flushDue(): Promise<void> {
    // A few at a time: as soon as notes are changed again, those that can wait do.
    for (let due = this.#takeDue(); due.length > 0; due = this.#takeDue())
      await this.#flushAll(due, () => true, this.#dirty.size >= maxDirty ? this.#write : this.#writeInBackground);
    if (this.#backlog !== null) this.#backlog = await this.#flushPage(this.#backlog, () => !this.#stopped, this.#writeInBackground);
  }

  /** How many notes one write flushes. */
  #together(write: FlushSchedulerOptions['write']): number {
    return write === this.#writeInBackground && this.#isBusy() ? togetherWhenBusy : batchSize;
  }

  /** The next few notes to flush, which count as flushed from now on. */
  #takeDue(): NoteKey[] {
    if (this.#stopped) return [];
    const now = performance.now();
    const isQuiet = this.#lastChange <= now - this.#timing.debounceMs;
    let excess = this.#dirty.size - maxDirty;
    const most = excess > 0 ? batchSize : this.#together(this.#writeInBackground);
    const due: NoteKey[] = [];
    for (const [id, { key, since, notBefore }] of this.#dirty) {
      const isDue = isQuiet || since <= now - this.#timing.maxWaitMs || excess > 0;
      if (!isDue || notBefore > now) continue;
      this.#dirty.delete(id);
      excess -= 1;
      if (due.push(key) === most) break;
    }
    return due;
  }

  /** Flushes the next few pending notes after a place; gives the place after them, null when none are left. */
  async #flushPage(
    place: Omit<PendingMark, 'userId'>,
    goOn: () => boolean,
    write: FlushSchedulerOptions['write'],
  ): Promise<PendingMark | null> {
    const page = this.#store.pendingAfter(place, backlogPage);
    await this.#flushAll(page, goOn, write);
    return page.at(-1) ?? null;
  }

  async #flushAll(keys: readonly NoteKey[], goOn: () => boolean, write: FlushSchedulerOptions['write']): Promise<void> {
    for (let at = 0; at < keys.length && goOn();) {
      const some = keys.slice(at, at + this.#together(write));
      at += some.length;
      await this.#flushTogether(some, write);
      await this.#each(some, (key) => this.#compaction.compact(key));
      if (write === this.#writeInBackground) await this.#rest();
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, this.#isIndexCrowded() ? restWhileCrowdedMs : restMs);
    });
  }

  /** In as few writes as their length lets; where one fails, in a write for each, so that one note does not hold the others up. */
  async #flushTogether(keys: readonly NoteKey[], write: FlushSchedulerOptions['write']): Promise<void> {
    const flushes = new Map<NoteKey, PreparedFlush | null>();
    await this.#each(keys, async (key) => {
      flushes.set(key, await this.#flusher.prepare(key));
    });
    // In the order of the keys, whichever was prepared first: what is indexed last counts as the newest.
    const prepared = keys.map((key) => flushes.get(key) ?? null).filter((flush) => flush !== null);
    for (const some of inWrites(prepared)) await this.#storeTogether(some, write);
  }

  async #storeTogether(flushes: readonly PreparedFlush[], write: FlushSchedulerOptions['write']): Promise<void> {
    const [first] = flushes;
    // It is alone then.
    if (first !== undefined && isLong(first.entry.body)) {
      await this.#each([first.key], () => this.#storeInThread(first, write === this.#writeInBackground));
      return;
    }
    const storeIn = (some: readonly PreparedFlush[]): Promise<void> =>
      write(() => {
        this.#flusher.store(some);
      });
    try {
      await storeIn(flushes);
    } catch {
      const byKey = new Map(flushes.map((flush) => [flush.key, flush]));
      await this.#each([...byKey.keys()], async (key) => {
        const flush = byKey.get(key);
        if (flush !== undefined) await storeIn([flush]);
      });
    }
  }

  async #each(keys: readonly NoteKey[], flush: (key: NoteKey) => Promise<void>): Promise<void> {
    const scheduler = new CooperativeScheduler();
    for (let at = 0; at < keys.length; at += batchSize) {
      const flushed: Promise<void>[] = [];
      for (const key of keys.slice(at, at + batchSize)) {
        flushed.push(
          flush(key).catch((error: unknown) => {
            this.#failed(key, error);
          }),
        );
        await scheduler.yieldIfDue();
      }
      await Promise.all(flushed);
    }
  }

  #failed(key: NoteKey, error: unknown): void {
    this.#log.error({ err: error, noteId: key.id }, 'a note could not be flushed');
    if (this.#stopped) return;
    const now = performance.now();
    this.#dirty.set(key.id, { key, since: now, notBefore: now + pauseAfterFailure });
    this.#schedule();
  }
}
