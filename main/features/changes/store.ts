import type { Actor, ChangeEntry as Entry } from '../../contract/changes.ts';
import { windowActor } from '../../lib/caller.ts';
import { toInstant } from '../../lib/clock.ts';
import type { Change, ChangeOrigin } from '../../lib/change.ts';
import type { Database } from '../../storage/database.ts';

interface Row {
  readonly seq: number;
  readonly at: number;
  readonly type: Entry['type'];
  readonly action: Entry['action'];
  readonly record_id: string | null;
  readonly version: number | null;
  /** JSON; null for the window, whose changes are most. */
  readonly actor: string | null;
  readonly batch_id: string | null;
}

/** Where a reader stands: `last` is the user's newest `seq`, `gone` whether what came after `since` is not known whole. */
interface FeedPosition {
  readonly last: number;
  readonly gone: boolean;
}

/** How many gaps are told apart; a restore leaves one. */
export const maxGaps = 100;

/** The SQL of the change feed. */
export class ChangeStore {
  readonly #append;
  readonly #after;
  readonly #place;
  readonly #lastGiven;
  readonly #lastAt;
  readonly #giveFrom;
  readonly #giveFirst;
  readonly #addGap;
  readonly #firstGap;
  readonly #gapBefore;
  readonly #removeGapsBefore;
  readonly #widenGap;
  readonly #users;
  readonly #newestBut;
  readonly #oldest;
  readonly #remove;
  readonly #raiseFloor;

  constructor(database: Database) {
    this.#append = database.prepare(
      'INSERT INTO changes (user_id, at, type, action, record_id, version, actor, batch_id, before, told) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#after = database.prepare<[string, number, number], Row>(
      'SELECT seq, at, type, action, record_id, version, actor, batch_id FROM changes WHERE user_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    );
    this.#place = database.prepare<{ userId: string; since: number }, { last: number; gone: 0 | 1 }>(`
      SELECT coalesce((SELECT max(seq) FROM changes WHERE user_id = @userId), 0) AS last,
        EXISTS (SELECT 1 FROM change_floors WHERE user_id = @userId AND seq > @since)
        OR EXISTS (SELECT 1 FROM (SELECT last FROM change_gaps WHERE first <= @since ORDER BY first DESC LIMIT 1) WHERE last >= @since)
          AS gone`);
    this.#lastGiven = database.prepare<[], { seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
    this.#lastAt = database.prepare<[], number>('SELECT at FROM changes ORDER BY seq DESC LIMIT 1').pluck();
    this.#giveFrom = database.prepare<[number]>("UPDATE sqlite_sequence SET seq = ? WHERE name = 'changes'");
    this.#giveFirst = database.prepare<[number]>("INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', ?)");
    this.#addGap = database.prepare<[number, number]>('INSERT INTO change_gaps (first, last) VALUES (?, ?)');
    this.#firstGap = database.prepare<[], number>('SELECT min(first) FROM change_gaps').pluck();
    this.#gapBefore = database.prepare<[number], number>('SELECT first FROM change_gaps ORDER BY first DESC LIMIT 1 OFFSET ?').pluck();
    this.#removeGapsBefore = database.prepare<[number]>('DELETE FROM change_gaps WHERE first < ?');
    this.#widenGap = database.prepare<[number, number]>('UPDATE change_gaps SET first = ? WHERE first = ?');
    this.#users = database.prepare<[], string>('SELECT id FROM users').pluck();
    this.#newestBut = database
      .prepare<[string, number], number>('SELECT seq FROM changes WHERE user_id = ? ORDER BY seq DESC LIMIT 1 OFFSET ?')
      .pluck();
    this.#oldest = database.prepare<[string, number, number], { seq: number; at: number }>(
      'SELECT seq, at FROM changes WHERE user_id = ? AND seq <= ? ORDER BY seq LIMIT ?',
    );
    this.#remove = database.prepare<[string, number]>('DELETE FROM changes WHERE user_id = ? AND seq <= ?');
    this.#raiseFloor = database.prepare<[string, number]>(
      'INSERT INTO change_floors (user_id, seq) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq',
    );
  }

  /** The `seq` of the new entry. */
  append({ userId, type, action, id, version, before, told }: Change, { actor, batchId }: ChangeOrigin, at: number): number {
    const named = actor.kind === 'window' ? null : JSON.stringify(actor);
    const replaced = before === undefined ? null : JSON.stringify(before);
    const more = told === undefined ? null : JSON.stringify(told);
    return Number(this.#append.run(userId, at, type, action, id, version, named, batchId, replaced, more).lastInsertRowid);
  }

  /** At most `limit` entries after `seq`, oldest first. */
  after(userId: string, seq: number, limit: number): Entry[] {
    return this.#after.all(userId, seq, limit).map((row) => ({
      seq: row.seq,
      at: toInstant(row.at),
      type: row.type,
      action: row.action,
      id: row.record_id,
      version: row.version,
      actor: row.actor === null ? windowActor : (JSON.parse(row.actor) as Actor),
      batchId: row.batch_id,
    }));
  }

  /** Where a reader stands who has seen everything up to `since`; `last` is 0 before the user's first change. */
  place(userId: string, since: number): FeedPosition {
    const { last, gone } = this.#place.get({ userId, since }) ?? { last: 0, gone: 0 };
    return { last, gone: gone === 1 };
  }

  /** The newest `seq` of all users, also of entries that are removed by now; 0 before the first. */
  lastGiven(): number {
    return this.#lastGiven.get()?.seq ?? 0;
  }

  /** When the newest entry of all users was made, in milliseconds since the epoch; null if there is none. */
  maybeLastAt(): number | null {
    return this.#lastAt.get() ?? null;
  }

  /**
   * The next entry comes after `seq`; the numbers in between were given out by a database that is no longer this one. To be called inside
   * a write.
   */
  skipTo(seq: number): void {
    const last = this.lastGiven();
    if (seq <= last) return;
    this.#addGap.run(last + 1, seq);
    this.#joinOldGaps();
    // Before the very first entry there is no row yet.
    if (this.#giveFrom.run(seq).changes === 0) this.#giveFirst.run(seq);
  }

  /** The oldest gaps become one, and what lies between them part of it: who has read up to there reads anew. */
  #joinOldGaps(): void {
    const first = this.#firstGap.get() ?? 0;
    const kept = this.#gapBefore.get(maxGaps - 1);
    if (kept === undefined || first >= kept) return;
    this.#removeGapsBefore.run(kept);
    this.#widenGap.run(first, kept);
  }

  userIds(): string[] {
    return this.#users.all();
  }

  /**
   * Removes at most `limit` of the user's oldest entries: those from before `before`, except the newest `kept`. Tells how many it
   * removed. To be called inside a write.
   */
  prune(userId: string, { before, kept, limit }: { readonly before: number; readonly kept: number; readonly limit: number }): number {
    const newest = this.#newestBut.get(userId, kept);
    if (newest === undefined) return 0;
    const oldest = this.#oldest.all(userId, newest, limit);
    // Only a beginning without a gap: a clock that was wrong for a while holds the later ones back.
    const end = oldest.findIndex(({ at }) => at >= before);
    const old = end === -1 ? oldest : oldest.slice(0, end);
    const last = old.at(-1);
    if (last === undefined) return 0;
    this.#remove.run(userId, last.seq);
    this.#raiseFloor.run(userId, last.seq);
    return old.length;
  }
}
