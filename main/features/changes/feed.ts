// The change feed: entries are written with the change itself, readers are woken after the commit.

import { setImmediate as nextRound } from 'node:timers/promises';
import { maxPageSize, type ChangeEntry as Entry } from '../../contract/changes.ts';
import { dayMs } from '../../contract/days.ts';
import type { EventSink } from '../../lib/answer.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { systemActor } from '../../lib/caller.ts';
import type { Change, ChangeOrigin } from '../../lib/change.ts';
import { follow, Followers } from '../../lib/follow.ts';
import type { ChangeStore } from './store.ts';

/** A follower reads this many entries at a time, so that the past is never in memory whole. */
const stride = 200;

/** What the feed keeps of each user: all entries younger than an age in milliseconds, and a number of entries in any case. */
interface FeedLimits {
  readonly age: number;
  readonly entries: number;
}

const usualLimits: FeedLimits = { age: 90 * dayMs, entries: 100_000 };
/** How many entries of a user one write removes. */
const prunedAtOnce = 500;

/** The mark that no `seq` may fall behind; see `storage/change-sequence.ts`. */
interface HighMark {
  readonly highMark: number;
  given(seq: number): void;
}

interface FeedOptions {
  readonly store: ChangeStore;
  readonly clock: Clock;
  readonly sequence: HighMark;
  readonly limits?: FeedLimits;
}

/** What no caller has asked for at this moment. */
const ownWork: ChangeOrigin = { actor: systemActor, batchId: null };

export class Feed {
  readonly #store: ChangeStore;
  readonly #clock: Clock;
  readonly #sequence: HighMark;
  readonly #limits: FeedLimits;
  readonly #touched = new Set<string>();
  /** By user. */
  readonly #followers = new Followers();
  /** When the last of those that catch up is to go on. */
  #turn: Promise<void> = Promise.resolve();
  #origin = ownWork;

  constructor({ store, clock, sequence, limits = usualLimits }: FeedOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#sequence = sequence;
    this.#limits = limits;
  }

  /**
   * At the start: a restored database goes on after the last `seq` of the one that it replaced. To be called inside a write transaction.
   */
  resume(): void {
    this.#store.skipTo(this.#sequence.highMark);
  }

  /** The newest `seq` of all users; 0 before the first change. */
  lastGiven(): number {
    return this.#store.lastGiven();
  }

  /**
   * Runs `work`, which must be synchronous: entries that it appends are of this origin; those of no call are of the service itself. Inside
   * another call this one counts.
   */
  attribute<T>(origin: ChangeOrigin, work: () => T): T {
    const outer = this.#origin;
    this.#origin = origin;
    try {
      return work();
    } finally {
      this.#origin = outer;
    }
  }

  /** Appends an entry. To be called inside a write transaction. Throws the system's errors when the high mark cannot be written. */
  record(change: Change): void {
    this.#sequence.given(this.#store.append(change, this.#origin, this.#clock()));
    this.#touched.add(change.userId);
  }

  /** Appends an entry that belongs to no batch, also inside one: what it tells of is never undone by itself. As `record`. */
  recordAlone(change: Change): void {
    this.attribute({ ...this.#origin, batchId: null }, () => {
      this.record(change);
    });
  }

  /** Wakes followers after commit only: no reader may see a change that can still roll back. */
  committed(): void {
    for (const userId of this.#touched) this.#followers.tell(userId);
    this.#touched.clear();
  }

  /** Removes some entries that are old enough; true if there may be more of them. To be called inside a write transaction. */
  prune(): boolean {
    const { age, entries } = this.#limits;
    const page = { before: this.#clock() - age, kept: entries, limit: prunedAtOnce };
    return this.#store
      .userIds()
      .map((userId) => this.#store.prune(userId, page))
      .includes(prunedAtOnce);
  }

  /** Entries after `since` (null: all that are kept), oldest first, and the user's newest `seq`. Throws `history_gone`. */
  list(userId: string, since: number | null = null, limit = maxPageSize): { items: Entry[]; lastSeq: number } {
    const lastSeq = this.#lastFor(userId, since);
    return { items: limit === 0 ? [] : this.#store.after(userId, since ?? 0, limit), lastSeq };
  }

  /**
   * Sends every entry after `since` (null: all that are kept), those to come too, until the reader's signal aborts. Throws `history_gone`.
   * The place in the feed is all that is kept per reader, so a slow one costs no memory.
   */
  async follow(userId: string, since: number | null, reader: EventSink): Promise<void> {
    this.#lastFor(userId, since);
    let seq = since ?? 0;
    await follow(
      reader,
      (wake) => this.#followers.subscribe(userId, wake),
      async () => {
        const entries = this.#store.after(userId, seq, stride);
        let ready = true;
        for (const entry of entries) ready = reader.send({ id: entry.seq, data: entry });
        seq = entries.at(-1)?.seq ?? seq;
        if (!ready) await reader.drained();
        if (entries.length < stride) return 'news';
        await this.#nextTurn();
        return 'more';
      },
    );
  }

  /** Others run first, and of those that catch up one reads in each round of the event loop: a fast reader is never behind. */
  #nextTurn(): Promise<void> {
    return (this.#turn = this.#turn.then(() => nextRound()));
  }

  /** The user's newest `seq`. Throws `history_gone` unless every change after `since` is known. */
  #lastFor(userId: string, since: number | null): number {
    const { last, gone } = this.#store.place(userId, since ?? 0);
    if (since !== null && (since > last || gone)) {
      throw new AppError('history_gone', `The changes after ${since} are not known: read everything anew, and follow from lastSeq on`, {
        extra: { lastSeq: last },
      });
    }
    return last;
  }
}
