import type { Change as Entry } from '../../contract/changes.ts';
import { toInstant } from '../../lib/clock.ts';
import type { Change } from '../../lib/change.ts';
import type { Database } from '../../storage/database.ts';

interface Row {
  readonly seq: number;
  readonly at: number;
  readonly type: Entry['type'];
  readonly action: Entry['action'];
  readonly record_id: string | null;
  readonly version: number | null;
}

/** The SQL of the change feed. */
export class ChangeStore {
  readonly #append;
  readonly #after;
  readonly #last;

  constructor(database: Database) {
    this.#append = database.prepare<[string, number, string, string, string | null, number | null]>(
      'INSERT INTO changes (user_id, at, type, action, record_id, version) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#after = database.prepare<[string, number, number], Row>(
      'SELECT seq, at, type, action, record_id, version FROM changes WHERE user_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    );
    this.#last = database.prepare<[string], { seq: number | null }>('SELECT max(seq) AS seq FROM changes WHERE user_id = ?');
  }

  append(change: Change, at: number): void {
    this.#append.run(change.userId, at, change.type, change.action, change.id, change.version);
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
    }));
  }

  /** The user's newest `seq`; 0 before the first change. */
  last(userId: string): number {
    return this.#last.get(userId)?.seq ?? 0;
  }
}
