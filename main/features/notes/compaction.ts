// Keeps the history of a note within bounds: what lies before a snapshot is removed.

import { dayMs } from '../../contract/days.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ContentStore } from './content-store.ts';
import type { NoteHistoryMark, NoteKey, NoteStore, StoredNote } from './note-store.ts';
import type { StepStore } from './step-store.ts';

export interface HistoryLimits {
  /** How many of the newest steps are kept, */
  readonly steps: number;
  /** unless they have more characters than this, */
  readonly stepBytes: number;
  /** or are older than this many days: */
  readonly days: () => number;
  /** these newest steps are kept at any age. */
  readonly leastSteps: number;
}

interface CompactionOptions {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly steps: StepStore;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly clock: Clock;
  readonly limits: HistoryLimits;
}

/** The id of a delta is remembered for so long at least, in milliseconds; and so long its answer holds back what would be removed. */
const rememberedFor = dayMs;
/** Unless the history is this many times as large as it should be. */
const toleratedExcess = 2;
/** Steps that one write removes. */
const stepsPerWrite = 1_000;
/** How many notes at rest one write looks through, and how many of them, at most, it looks at closely. */
const lookedThrough = 500;
const lookedAt = 50;
/** How often all of them are looked through, in milliseconds. */
const betweenRounds = dayMs - 3_600_000;

export class Compaction {
  readonly #options: CompactionOptions;
  /** Up to which note those at rest are looked through, in the order of their ids; null between two rounds. */
  #place: string | null = null;
  #roundAt: number | null = null;

  constructor(options: CompactionOptions) {
    this.#options = options;
  }

  /** Removes what is too much of the note's history, in several writes. */
  async compact(key: NoteKey): Promise<void> {
    const row = this.#options.store.maybeNote(key);
    if (row === null || !this.#isDue(key, row)) return;
    const { steps, write } = this.#options;
    const first = await write(() => this.#cut(key));
    if (first === null) return;
    // The step that led to the first version stays: it tells who made it, and when.
    while ((await write(() => steps.dropBefore(key, first, stepsPerWrite))) === stepsPerWrite);
  }

  /**
   * Once a day looks through all notes, also those that are not changed, and removes what is too much of their histories, and what a kill
   * has left of that; true if there may be more. To be called inside a write.
   */
  compactSome(): boolean {
    const { store, clock } = this.#options;
    const now = clock();
    if (this.#place === null) {
      if (this.#roundAt !== null && Math.abs(now - this.#roundAt) < betweenRounds) return false;
      this.#place = '';
      this.#roundAt = now;
    }
    let left = lookedAt;
    const notes = store.historiesAfter(this.#place, lookedThrough);
    for (const note of notes) {
      const isLong = note.version - note.firstVersion > this.#options.limits.leastSteps;
      if (isLong || note.firstVersion > 0) {
        if (left === 0) return true;
        left -= 1;
        const dropped = this.#compactAtRest(note);
        // The same note again.
        if (dropped === stepsPerWrite) return true;
        if (dropped > 0) left = 0;
      }
      this.#place = note.id;
    }
    if (notes.length === lookedThrough) return true;
    this.#place = null;
    return false;
  }

  /** How many steps it has removed, at most as many as one write removes. */
  #compactAtRest({ userId, id, firstVersion }: NoteHistoryMark): number {
    const { store, steps } = this.#options;
    const key = { userId, id };
    const row = store.maybeNote(key);
    const cut = row === null || !this.#isDue(key, row) ? null : this.#cut(key);
    return steps.dropBefore(key, cut ?? firstVersion, stepsPerWrite);
  }

  #isDue(key: NoteKey, row: StoredNote): boolean {
    return this.#isTooLong(row) || this.#maybeAgedCut(key, row) !== null;
  }

  /** Cheap, and right unless bytes are in question: then `#cut` looks closer. */
  #isTooLong({ version, firstVersion, stepBytes }: StoredNote): boolean {
    const { limits } = this.#options;
    return version - firstVersion > limits.steps || stepBytes > limits.stepBytes;
  }

  /** Where the history begins from now on; null if it stays as it is. */
  #cut(key: NoteKey): number | null {
    const { store, contents, steps, clock } = this.#options;
    const row = store.maybeNote(key);
    const cut = row === null ? null : this.#maybeCut(key, row);
    if (row === null || cut === null || cut <= row.firstVersion) return null;
    store.forget(key, cut);
    contents.dropBefore(key, cut);
    steps.forgetBefore(key, cut, clock() - rememberedFor);
    return cut;
  }

  #maybeCut(key: NoteKey, row: StoredNote): number | null {
    const { contents, steps, clock, limits } = this.#options;
    const snapshots = contents.snapshots(key);
    const enough = snapshots.find(({ version }) => version <= row.version - limits.steps)?.version ?? 0;
    const first = snapshots.find(({ version }) => version === row.firstVersion)?.stepBytes ?? 0;
    const size = row.stepBytes - first;
    // The oldest from which no more than that is to be kept; the newest if that is too much still.
    const small =
      size <= limits.stepBytes
        ? 0
        : ((snapshots.findLast(({ stepBytes }) => row.stepBytes - stepBytes <= limits.stepBytes) ?? snapshots[0])?.version ?? 0);
    const wanted = Math.max(enough, small, this.#maybeAgedCut(key, row) ?? 0);
    const isExcessive = row.version - row.firstVersion > toleratedExcess * limits.steps || size > toleratedExcess * limits.stepBytes;
    const needed = isExcessive ? null : steps.maybeNeededFrom(key, wanted, clock() - rememberedFor);
    if (needed === null || needed >= wanted) return wanted;
    return snapshots.find(({ version }) => version <= needed)?.version ?? null;
  }

  /** The newest snapshot that is too old, and has enough steps after it; null if that is not past the beginning of the history. */
  #maybeAgedCut(key: NoteKey, { version, firstVersion }: StoredNote): number | null {
    const { contents, steps, clock, limits } = this.#options;
    const last = version - limits.leastSteps;
    if (last <= firstVersion) return null;
    const before = clock() - limits.days() * dayMs;
    const isOld = (at: number): boolean => (steps.maybeTime(key, at) ?? before) < before;
    if (!isOld(firstVersion + 1)) return null;
    const candidates = contents.snapshots(key).filter((snapshot) => snapshot.version <= last && snapshot.version > firstVersion);
    return candidates.find((snapshot) => isOld(snapshot.version))?.version ?? null;
  }
}
