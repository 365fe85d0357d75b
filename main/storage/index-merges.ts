// Merges the segments of the full-text indexes in the background, a few pages in a write. FTS5 would merge them inside the write that adds
// one, which is then long (SQLite FTS5, 6.1 automerge and 6.7 merge); migration 33 turns that off.

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Milliseconds and numbers of segments. */
export interface MergeTiming {
  /** Indexes are merged when nothing was written for this long, */
  readonly debounceMs: number;
  /** and in any case once one of them has more segments: a search looks at each. With many times as many, no merge waits any more. */
  readonly maxSegments: number;
  /** The write queue belongs to others for this long between two steps. */
  readonly pauseMs: number;
}

interface IndexMergesOptions {
  readonly database: Pick<Database, 'prepare' | 'write' | 'writeInBackground' | 'onCommit'>;
  readonly failed: (error: unknown) => void;
  readonly timing?: MergeTiming;
}

const defaultTiming: MergeTiming = { debounceMs: 1_000, maxSegments: 32, pauseMs: 10 };
/** With more segments what adds some in the background is to wait for merging. */
export const crowdedSegments = 2 * defaultTiming.maxSegments;
const indexes = ['note_index', 'card_index', 'event_index', 'file_index'] as const;
/** How many pages one step writes, about: a few milliseconds. */
const pagesPerStep = 16;
/** With a multiple of `maxSegments` a step writes as many times the usual pages, so that merging keeps up; at most this multiple. */
const maxHaste = 4;
/** FTS5 merges this many segments of one level (its `usermerge`); with fewer there is nothing to do. */
const leastSegments = 4;
/** How long a stop goes on merging, in milliseconds. */
const finishMs = 1_000;
/** A merge with nothing to do changes fewer rows than this (SQLite FTS5, 6.7). */
const leastChanges = 2;

type Index = (typeof indexes)[number];

interface Segments {
  readonly name: Index;
  readonly segments: number;
}

/** How many segments an index has. Leaps from one to the next. */
export const segmentsSql = (index: Index): string => `
    WITH RECURSIVE found (id) AS (
      SELECT min(segid) FROM ${index}_idx
      UNION ALL SELECT (SELECT min(segid) FROM ${index}_idx WHERE segid > found.id) FROM found WHERE found.id IS NOT NULL
    )
    SELECT count(id) FROM found`;

export class IndexMerges {
  readonly #options: IndexMergesOptions;
  readonly #timing: MergeTiming;
  readonly #merges;
  readonly #segments;
  readonly #changes;
  /** The indexes that are being merged. */
  #merged: readonly Index[] = [];
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> | null = null;
  #isRunning = false;
  /** As `performance.now()`. */
  #lastWrite = -Infinity;
  /** The commit that comes next has a step of this class. */
  #isOwn = false;

  constructor(options: IndexMergesOptions) {
    const { database, timing = defaultTiming } = options;
    this.#options = options;
    this.#timing = timing;
    this.#merges = new Map(
      indexes.map((index) => [index, database.prepare<[number]>(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`)]),
    );
    this.#segments = database.prepare<[], Segments>(
      indexes.map((index) => `SELECT '${index}' AS name, (${segmentsSql(index)}) AS segments`).join(' UNION ALL '),
    );
    this.#changes = database.prepare<[], number>('SELECT total_changes()').pluck();
    database.onCommit(() => {
      this.#committed();
    });
  }

  /** Merges what an earlier run has left, and from now on what is written. */
  start(): void {
    this.#isRunning = true;
    this.#schedule(this.#timing.debounceMs);
  }

  /**
   * Goes on for up to a second where an index has more than `maxSegments`, which the next start would begin with; settles once no step runs
   * any more. To be called before the database is closed.
   */
  async stop(): Promise<void> {
    const wasRunning = this.#isRunning;
    this.#isRunning = false;
    this.#stopping.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#working;
    if (!wasRunning) return;
    try {
      await this.#finish();
    } catch (error) {
      this.#options.failed(error);
    }
  }

  async #finish(): Promise<void> {
    const end = performance.now() + finishMs;
    const crowded = this.#segments.all().filter(({ segments }) => segments > this.#timing.maxSegments);
    this.#merged = crowded.map(({ name }) => name);
    let isMore = crowded.length > 0;
    while (isMore && performance.now() < end) isMore = await this.#options.database.write(() => this.#step(maxHaste));
  }

  #committed(): void {
    const isOwn = this.#isOwn;
    this.#isOwn = false;
    if (isOwn) return;
    this.#lastWrite = performance.now();
    this.#schedule(this.#timing.debounceMs);
  }

  #schedule(ms: number): void {
    if (!this.#isRunning || this.#working !== null) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      try {
        this.#look();
      } catch (error) {
        this.#options.failed(error);
      }
    }, ms).unref();
  }

  #look(): void {
    const mergeable = this.#segments.all().filter(({ segments }) => segments >= leastSegments);
    // Without a write then: the next commit lets this look again.
    if (mergeable.length === 0) return;
    if (!this.#isDue(mergeable)) {
      this.#schedule(this.#timing.debounceMs);
      return;
    }
    this.#merged = mergeable.map(({ name }) => name);
    this.#working = this.#merge()
      .then((isDone) => !isDone)
      .catch((error: unknown) => {
        if (this.#isRunning) this.#options.failed(error);
        return false;
      })
      .then((isMore) => {
        this.#working = null;
        if (isMore) this.#schedule(this.#timing.debounceMs);
      });
  }

  #isDue(indexes: readonly Segments[]): boolean {
    if (performance.now() - this.#lastWrite >= this.#timing.debounceMs) return true;
    return indexes.some(({ segments }) => segments > this.#timing.maxSegments);
  }

  /** True when nothing is left to merge; false when writes have come in between that go first. */
  async #merge(): Promise<boolean> {
    const { signal } = this.#stopping;
    const { database } = this.#options;
    for (let haste = this.#haste(this.#segments.all()); ;) {
      const step = (): boolean => this.#step(haste);
      // Where the writes of requests bring more than the background comes to merge, they wait for it.
      if (!(await (haste < maxHaste ? database.writeInBackground(step) : database.write(step)))) return true;
      await pause(this.#timing.pauseMs, undefined, { signal, ref: false });
      const found = this.#segments.all();
      if (!this.#isDue(found)) return false;
      haste = this.#haste(found);
    }
  }

  /** How many times as fast as usual it has to go: 1 to `maxHaste`. */
  #haste(indexes: readonly Segments[]): number {
    const most = Math.max(...indexes.map(({ segments }) => segments));
    return Math.min(maxHaste, Math.max(1, most / this.#timing.maxSegments));
  }

  /** Inside a write: true if there was something to merge. */
  #step(haste: number): boolean {
    this.#isOwn = true;
    return this.#merged.some((index) => {
      const before = this.#changes.get() ?? 0;
      this.#merges.get(index)?.run(Math.floor(haste * pagesPerStep));
      return (this.#changes.get() ?? 0) - before >= leastChanges;
    });
  }
}
