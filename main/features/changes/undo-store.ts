import type { Change, Place } from '../../lib/change.ts';
import type { Database } from '../../storage/database.ts';

/** An entry of the change feed with what undoing it takes. */
export interface UndoEntry {
  readonly seq: number;
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly type: Change['type'];
  readonly action: Change['action'];
  readonly id: string | null;
  readonly version: number | null;
  readonly batchId: string | null;
  /** What the change replaced; null where there is nothing, or not any more. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The batch that has undone it; null while it stands. */
  readonly undoneBy: string | null;
  /** It has come back from the trash, by itself or along with others. */
  readonly isBack: 0 | 1;
  /** A link that has gone or come back with a record, as which it is undone. */
  readonly isAlong: 0 | 1;
  /** The entry of the trash that the record went under, of those of which the trash can hold several with one id; else null. */
  readonly trashEntryId: string | null;
  /** Of a card that has got or lost files: their ids. They have entries of their own, right before this one. */
  readonly fileIds: readonly string[];
  /** Where the record stood that has gone; null where that was not told. */
  readonly place: Place | null;
}

/** A change that came after others. */
export type LaterChange = Pick<UndoEntry, 'seq' | 'type' | 'action' | 'id' | 'batchId' | 'undoneBy'>;

/** A change with the names of the fields that it replaced. */
export type FieldChange = LaterChange & { readonly fields: readonly string[] };

export type BatchRecord = Pick<UndoEntry, 'seq' | 'type' | 'action' | 'id'>;

type Row = Omit<UndoEntry, 'before' | 'place' | 'fileIds'> & Readonly<Record<'before' | 'place' | 'fileIds', string | null>>;

/** A record that a batch has changed. */
type OfBatch = Pick<UndoEntry, 'type' | 'id' | 'batchId'>;

/**
 * Before the id of a batch in `undone_by`: what it has undone stands again, as it was undone itself, and is undone again as soon as it
 * stands. Greater than all that an id begins with.
 */
const released = '~';
/** The batch that has undone a change, which stands where this is null. */
export const undoneBy = `iif(undone_by < '${released}', undone_by, NULL)`;
const says = (key: 'isBack' | 'isAlong'): string => `told IS NOT NULL AND json_type(told, '$.${key}') IS NOT NULL AS ${key}`;
const columns = `
  seq, at, changes.type, action, record_id AS id, version, batch_id AS batchId, before, ${undoneBy} AS undoneBy, ${says('isBack')},
  ${says('isAlong')}, told ->> '$.trashEntryId' AS trashEntryId, told ->> '$.place' AS place,
  told ->> '$.fileIds' AS fileIds`;

/** How many entries of the user's feed are looked through for what came after a change. */
const maxLater = 10_000;

/** How many entries of the feed one write looks through for former fields that are to be forgotten. */
const lookedThroughAtOnce = 500;

/** The SQL of undoing. */
export class UndoStore {
  readonly #bySeq;
  readonly #ofBatch;
  readonly #isLarger;
  readonly #isUndo;
  readonly #recordsOfBatch;
  readonly #pageOfBatch;
  readonly #laterThan;
  readonly #between;
  readonly #hasUndone;
  readonly #deletedAt;
  readonly #mark;
  readonly #release;
  readonly #retake;
  readonly #after;
  readonly #forget;
  /** Up to this `seq` all is forgotten; a start begins anew. */
  #forgottenUpTo = 0;

  constructor(database: Database) {
    this.#bySeq = database.prepare<{ userId: string; seqs: string }, Row>(
      `SELECT ${columns} FROM json_each(@seqs) AS wanted CROSS JOIN changes ON seq = wanted.value AND user_id = @userId GROUP BY seq`,
    );
    this.#ofBatch = database.prepare<{ userId: string; batchId: string }, Row>(
      `SELECT ${columns} FROM changes INDEXED BY changes_by_batch WHERE user_id = @userId AND batch_id = @batchId`,
    );
    this.#isLarger = database
      .prepare<{ userId: string; batchId: string; entries: number }, 1>(
        'SELECT 1 FROM changes INDEXED BY changes_by_batch WHERE user_id = @userId AND batch_id = @batchId LIMIT 1 OFFSET @entries',
      )
      .pluck();
    this.#isUndo = database
      .prepare<[string], 0 | 1>('SELECT EXISTS (SELECT 1 FROM changes INDEXED BY changes_undone WHERE undone_by = ?)')
      .pluck();
    this.#recordsOfBatch = database.prepare<{ userId: string; batchId: string; after: number; limit: number }, BatchRecord>(
      `SELECT seq, type, action, record_id AS id FROM changes INDEXED BY changes_by_batch
       WHERE user_id = @userId AND batch_id = @batchId AND seq > @after ORDER BY seq LIMIT @limit`,
    );
    this.#pageOfBatch = database.prepare<{ userId: string; batchId: string; before: number; limit: number }, Row>(
      `SELECT ${columns} FROM changes INDEXED BY changes_by_batch
       WHERE user_id = @userId AND batch_id = @batchId AND seq < @before ORDER BY seq DESC LIMIT @limit`,
    );
    this.#laterThan = database.prepare<{ userId: string; after: number; ids: string }, LaterChange>(
      `SELECT seq, type, action, record_id AS id, batch_id AS batchId, ${undoneBy} AS undoneBy FROM changes INDEXED BY changes_by_user
       WHERE user_id = @userId AND seq > @after AND record_id IN (SELECT value FROM json_each(@ids))
       AND NOT EXISTS (
         SELECT 1 FROM changes AS own INDEXED BY changes_by_user
         WHERE own.user_id = @userId AND own.seq > @after LIMIT 1 OFFSET ${maxLater})
       ORDER BY seq`,
    );
    this.#between = database.prepare<{ userId: string; from: number; to: number; ids: string }, LaterChange & { fields: string }>(
      `SELECT seq, type, action, record_id AS id, batch_id AS batchId, ${undoneBy} AS undoneBy,
         (SELECT json_group_array(key) FROM json_each(coalesce(before, '{}'))) AS fields
       FROM changes INDEXED BY changes_by_user
       WHERE user_id = @userId AND seq BETWEEN @from AND @to AND record_id IN (SELECT value FROM json_each(@ids)) ORDER BY seq`,
    );
    this.#hasUndone = database
      .prepare<{ batchId: string; id: string; seq: number }, 0 | 1>(
        `SELECT EXISTS (SELECT 1 FROM changes INDEXED BY changes_undone
         WHERE undone_by = @batchId AND record_id = @id AND changes.seq <= @seq)`,
      )
      .pluck();
    this.#deletedAt = database
      .prepare<{ userId: string; batchId: string; id: string; type: string }, number | null>(
        `SELECT max(changes.seq) FROM changes INDEXED BY changes_undone
         WHERE undone_by = @batchId AND record_id = @id AND changes.type = @type AND user_id = @userId AND action = 'deleted'`,
      )
      .pluck();
    this.#mark = database.prepare<{ userId: string; seqs: string; by: string }>(
      `UPDATE changes SET undone_by = @by WHERE user_id = @userId AND (undone_by IS NULL OR undone_by >= '${released}')
       AND seq IN (SELECT value FROM json_each(@seqs))`,
    );
    const changeMarks = (from: string, to: string) =>
      database.prepare<{ userId: string; batchId: string; records: string }, OfBatch>(`
        UPDATE changes SET undone_by = ${to}
        WHERE seq IN (
          SELECT changes.seq FROM json_each(@records) AS record CROSS JOIN changes INDEXED BY changes_undone
            ON undone_by = ${from} AND record_id = record.value ->> 'id' AND changes.type = record.value ->> 'type'
          WHERE user_id = @userId)
        RETURNING type, record_id AS id, batch_id AS batchId`);
    this.#release = changeMarks('@batchId', `'${released}' || undone_by`);
    this.#retake = changeMarks(`'${released}' || @batchId`, 'substr(undone_by, 2)');
    this.#after = database.prepare<[number, number], { seq: number; at: number; hasBefore: 0 | 1 }>(
      'SELECT seq, at, before IS NOT NULL AS hasBefore FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
    );
    this.#forget = database.prepare<[number, number]>('UPDATE changes SET before = NULL WHERE seq > ? AND seq <= ? AND before IS NOT NULL');
  }

  /** Those of these entries that are the user's. */
  bySeq(userId: string, seqs: readonly number[]): UndoEntry[] {
    return this.#bySeq.all({ userId, seqs: JSON.stringify(seqs) }).map(toEntry);
  }

  /** Those that come right after one of them, as long as they are such entries, the oldest first. */
  following<T extends UndoEntry>(userId: string, seq: number, isSuch: (entry: UndoEntry) => entry is T): T[] {
    const found: T[] = [];
    for (;;) {
      const [next] = this.bySeq(userId, [seq + found.length + 1]);
      if (next === undefined || !isSuch(next)) return found;
      found.push(next);
    }
  }

  /** Of these entries, which `bySeq` has given, and those of the files that they tell of. */
  withFiles(userId: string, entries: readonly UndoEntry[]): UndoEntry[] {
    const known = new Set(entries.map(({ seq }) => seq));
    const ofFiles = entries.flatMap(({ seq, fileIds }) => {
      const before = fileIds.map((_, index) => seq - 1 - index).filter((each) => !known.has(each));
      return before.length === 0 ? [] : this.bySeq(userId, before).filter(({ type, id }) => type === 'file' && fileIds.includes(id ?? ''));
    });
    return [...entries, ...ofFiles];
  }

  ofBatch(userId: string, batchId: string): UndoEntry[] {
    return this.#ofBatch.all({ userId, batchId }).map(toEntry);
  }

  /** Whether a batch has more entries than this. */
  isLarger(userId: string, batchId: string, entries: number): boolean {
    return this.#isLarger.get({ userId, batchId, entries }) !== undefined;
  }

  /** Whether a batch has undone changes that still are. */
  isUndo(batchId: string): boolean {
    return this.#isUndo.get(batchId) === 1;
  }

  /** Up to `limit` entries of a batch after the one with this `seq`, the oldest first: which record each is about. */
  recordsOfBatch(userId: string, batchId: string, after: number, limit: number): BatchRecord[] {
    return this.#recordsOfBatch.all({ userId, batchId, after, limit });
  }

  /** Up to `limit` entries of a batch, the newest first, from before the one with this `seq`. */
  pageOfBatch(userId: string, batchId: string, before: number, limit: number): UndoEntry[] {
    return this.#pageOfBatch.all({ userId, batchId, before, limit }).map(toEntry);
  }

  /** The `seq` of the newest entry of a batch; null if it has none. */
  maybeLastOfBatch(userId: string, batchId: string): number | null {
    return this.#pageOfBatch.get({ userId, batchId, before: Number.MAX_SAFE_INTEGER, limit: 1 })?.seq ?? null;
  }

  /** What came after an entry of the feed and is about one of these records, the oldest first; nothing where over 10,000 have come. */
  laterThan(userId: string, after: number, ids: readonly string[]): LaterChange[] {
    return this.#laterThan.all({ userId, after, ids: JSON.stringify(ids) });
  }

  /** All changes of these records from one entry of the feed to another, the oldest first. */
  between(userId: string, from: number, to: number, ids: readonly string[]): FieldChange[] {
    const rows = this.#between.all({ userId, from, to, ids: JSON.stringify(ids) });
    return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as string[] }));
  }

  /** Whether a batch has undone changes of a record up to this entry of the feed. */
  hasUndone(batchId: string, id: string, seq: number): boolean {
    return this.#hasUndone.get({ batchId, id, seq }) === 1;
  }

  /** The `seq` of the newest deletion of a record that a batch has undone; null if it has undone none. */
  maybeDeletedAt(userId: string, { type, id, batchId }: OfBatch): number | null {
    return batchId === null || id === null ? null : (this.#deletedAt.get({ userId, batchId, id, type }) ?? null);
  }

  /** These changes of records are undone by a batch; where they were undoing others, those stand again, and so on. */
  mark(userId: string, entries: readonly UndoEntry[], by: string): void {
    this.#mark.run({ userId, seqs: JSON.stringify(entries.map(({ seq }) => seq)), by });
    let [changed, areUndone]: [readonly OfBatch[], boolean] = [entries, true];
    for (; changed.length > 0; areUndone = !areUndone) {
      const statement = areUndone ? this.#release : this.#retake;
      changed = [...Map.groupBy(changed, ({ batchId }) => batchId)].flatMap(([batchId, own]) =>
        batchId === null ? [] : statement.all({ userId, batchId, records: JSON.stringify(own.map(({ type, id }) => ({ type, id }))) }),
      );
    }
  }

  /**
   * Inside a write: forgets former fields from before a time, of all users; true if there may be more. It goes through the feed in its
   * order, up to the first entry that is younger: an index of what there is to forget would be written with each change.
   */
  forget(before: number): boolean {
    const entries = this.#after.all(this.#forgottenUpTo, lookedThroughAtOnce);
    const young = entries.findIndex(({ at }) => at >= before);
    const old = young === -1 ? entries : entries.slice(0, young);
    const last = old.at(-1)?.seq;
    if (last === undefined) return false;
    if (old.some(({ hasBefore }) => hasBefore === 1)) {
      this.#forget.run(this.#forgottenUpTo, last);
      return true;
    }
    // Seen in a later write than the one that forgot it: that can have been undone.
    this.#forgottenUpTo = last;
    return entries.length === lookedThroughAtOnce && young === -1;
  }
}

function toEntry(row: Row): UndoEntry {
  return {
    ...row,
    before: row.before === null ? null : (JSON.parse(row.before) as UndoEntry['before']),
    place: row.place === null ? null : (JSON.parse(row.place) as Place),
    fileIds: row.fileIds === null ? [] : (JSON.parse(row.fileIds) as string[]),
  };
}
