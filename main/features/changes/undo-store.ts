import type { Change } from '../../lib/change.ts';
import type { Database } from '../../storage/database.ts';

/** An entry of the change feed with what undoing it takes. */
export interface UndoEntry {
  readonly seq: number;
  readonly type: Change['type'];
  readonly action: Change['action'];
  readonly id: string | null;
  readonly version: number | null;
  readonly batchId: string | null;
  /** What the change replaced; null where there is nothing, or not any more. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The batch that has undone it; null while it stands. */
  readonly undoneBy: string | null;
}

type Row = Omit<UndoEntry, 'before'> & { readonly before: string | null };

const columns = 'seq, changes.type, action, record_id AS id, version, batch_id AS batchId, before, undone_by AS undoneBy';

/** How many entries one write forgets the former fields of. */
const forgottenAtOnce = 500;

/** The SQL of undoing. */
export class UndoStore {
  readonly #bySeq;
  readonly #ofBatch;
  readonly #mark;
  readonly #unmark;
  readonly #forget;

  constructor(database: Database) {
    this.#bySeq = database.prepare<{ userId: string; seqs: string }, Row>(
      `SELECT ${columns} FROM json_each(@seqs) AS wanted CROSS JOIN changes ON seq = wanted.value AND user_id = @userId GROUP BY seq`,
    );
    this.#ofBatch = database.prepare<{ userId: string; batchId: string }, Row>(
      `SELECT ${columns} FROM changes INDEXED BY changes_by_batch WHERE user_id = @userId AND batch_id = @batchId`,
    );
    this.#mark = database.prepare<{ userId: string; seqs: string; by: string }>(
      'UPDATE changes SET undone_by = @by WHERE user_id = @userId AND undone_by IS NULL AND seq IN (SELECT value FROM json_each(@seqs))',
    );
    this.#unmark = database.prepare<{ userId: string; batchId: string; type: string; id: string | null }>(`
      UPDATE changes SET undone_by = NULL
      WHERE user_id = @userId AND undone_by = @batchId AND type = @type AND record_id = @id`);
    this.#forget = database.prepare<[number, number]>(`
      UPDATE changes SET before = NULL
      WHERE seq IN (SELECT seq FROM changes INDEXED BY changes_with_before WHERE before IS NOT NULL AND at < ? LIMIT ?)`);
  }

  /** Those of these entries that are the user's. */
  bySeq(userId: string, seqs: readonly number[]): UndoEntry[] {
    return this.#bySeq.all({ userId, seqs: JSON.stringify(seqs) }).map(toEntry);
  }

  ofBatch(userId: string, batchId: string): UndoEntry[] {
    return this.#ofBatch.all({ userId, batchId }).map(toEntry);
  }

  /** The changes of a record are undone by a batch; where they were undoing others, those stand again. */
  mark(userId: string, entries: readonly UndoEntry[], by: string): void {
    this.#mark.run({ userId, seqs: JSON.stringify(entries.map(({ seq }) => seq)), by });
    for (const { batchId, type, id } of entries) if (batchId !== null) this.#unmark.run({ userId, batchId, type, id });
  }

  /** Forgets former fields from before a time, of all users; true if there may be more. */
  forget(before: number): boolean {
    return this.#forget.run(before, forgottenAtOnce).changes === forgottenAtOnce;
  }
}

function toEntry(row: Row): UndoEntry {
  return { ...row, before: row.before === null ? null : (JSON.parse(row.before) as UndoEntry['before']) };
}
