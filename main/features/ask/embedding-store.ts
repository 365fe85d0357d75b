import type { AskSource } from '../../contract/ask.ts';
import type { Database } from '../../storage/database.ts';

export type EmbeddedType = AskSource['type'];

export interface RecordKey {
  readonly userId: string;
  readonly type: EmbeddedType;
  readonly id: string;
}

/** One of a record's pieces, by its place in the text. */
interface StoredPiece {
  readonly piece: number;
  readonly digest: Uint8Array;
}

/** How far the index goes. */
export interface IndexProgress {
  readonly model: string;
  /** Of the change feed. */
  readonly seq: number;
  /** While the records from before are gone through: the last that was, null before the first; null when all were. */
  readonly scan: { readonly type: EmbeddedType; readonly id: string } | null;
}

/** In this order they are gone through; the empty id comes before all. */
export const scannedTypes = ['card', 'event', 'note'] as const satisfies readonly EmbeddedType[];

interface ProgressRow {
  readonly model: string;
  readonly seq: number;
  readonly scanType: EmbeddedType | null;
  readonly scanId: string | null;
}

const shown = {
  note: 'notes WHERE trashed_at IS NULL AND',
  // A card in the trash stands in a hidden column.
  card: 'cards WHERE column_id IN (SELECT id FROM board_columns WHERE deleted_at IS NULL) AND',
  event: 'events WHERE',
} as const satisfies Record<EmbeddedType, string>;

const statements = {
  progress: 'SELECT model, seq, scan_type AS scanType, scan_id AS scanId FROM embedding_progress',
  begin:
    'INSERT INTO embedding_progress (one, model, seq, scan_type, scan_id) VALUES (1, @model, @seq, @type, @id) ' +
    'ON CONFLICT (one) DO UPDATE SET model = @model, seq = @seq, scan_type = @type, scan_id = @id',
  forget: 'DELETE FROM embedding_progress',
  clear: 'DELETE FROM embeddings WHERE rowid IN (SELECT rowid FROM embeddings LIMIT ?)',
  lastSeq: 'SELECT coalesce(max(seq), 0) FROM changes',
  isGone: 'SELECT EXISTS (SELECT 1 FROM change_floors WHERE seq > ?)',
  changes: `
    SELECT seq, user_id AS userId, type, record_id AS id FROM changes WHERE seq > ? ORDER BY seq LIMIT ?`,
  pieces: 'SELECT piece, digest FROM embeddings WHERE record_id = ? ORDER BY piece',
  count: 'SELECT count(*) FROM embeddings WHERE user_id = ?',
  put:
    'INSERT INTO embeddings (user_id, type, record_id, piece, digest, vector) VALUES (@userId, @type, @id, @piece, @digest, @vector) ' +
    'ON CONFLICT (record_id, piece) DO UPDATE SET digest = excluded.digest, vector = excluded.vector',
  cut: 'DELETE FROM embeddings WHERE record_id = ? AND piece >= ?',
} as const;

/** The SQL of the index by meaning; what looks through the vectors themselves is `nearest-store.ts`. */
export class EmbeddingStore {
  readonly #database: Database;
  readonly #progress;
  readonly #begin;
  readonly #forget;
  readonly #clear;
  readonly #lastSeq;
  readonly #isGone;
  readonly #changes;
  readonly #pieces;
  readonly #count;
  readonly #put;
  readonly #cut;
  readonly #exists;
  readonly #scan;

  constructor(database: Database) {
    this.#database = database;
    this.#progress = database.prepare<[], ProgressRow>(statements.progress);
    this.#begin = database.prepare<{ model: string; seq: number; type: EmbeddedType | null; id: string | null }>(statements.begin);
    this.#forget = database.prepare<[]>(statements.forget);
    this.#clear = database.prepare<[number]>(statements.clear);
    this.#lastSeq = database.prepare<[], number>(statements.lastSeq).pluck();
    this.#isGone = database.prepare<[number], number>(statements.isGone).pluck();
    this.#changes = database.prepare<[number, number], { seq: number; userId: string; type: string; id: string | null }>(
      statements.changes,
    );
    this.#pieces = database.prepare<[string], StoredPiece>(statements.pieces);
    this.#count = database.prepare<[string], number>(statements.count).pluck();
    this.#put = database.prepare<{
      userId: string;
      type: string;
      id: string;
      piece: number;
      digest: Uint8Array;
      vector: Uint8Array;
    }>(statements.put);
    this.#cut = database.prepare<[string, number]>(statements.cut);
    const perType = <T>(make: (type: EmbeddedType) => T): Record<EmbeddedType, T> => ({
      note: make('note'),
      card: make('card'),
      event: make('event'),
    });
    this.#exists = perType((type) =>
      database.prepare<[string, string], number>(`SELECT EXISTS (SELECT 1 FROM ${shown[type]} id = ? AND user_id = ?)`).pluck(),
    );
    this.#scan = perType((type) =>
      database.prepare<[string, number], { userId: string; id: string }>(
        `SELECT id, user_id AS userId FROM ${shown[type]} id > ? ORDER BY id LIMIT ?`,
      ),
    );
  }

  write<T>(work: () => T): Promise<T> {
    return this.#database.write(work);
  }

  /** Null while nothing is indexed. */
  progress(): IndexProgress | null {
    const row = this.#progress.get();
    if (row === undefined) return null;
    const { model, seq, scanType, scanId } = row;
    return { model, seq, scan: scanType === null ? null : { type: scanType, id: scanId ?? '' } };
  }

  /** Inside a write. */
  setProgress({ model, seq, scan }: IndexProgress): void {
    this.#begin.run({ model, seq, type: scan?.type ?? null, id: scan?.id ?? null });
  }

  /** Inside a write: nothing is indexed any more. */
  forgetProgress(): void {
    this.#forget.run();
  }

  /** Inside a write: removes at most `limit` vectors, of all users; how many it removed. */
  clear(limit: number): number {
    return this.#clear.run(limit).changes;
  }

  /** The newest `seq` of all users; 0 before the first change. */
  lastSeq(): number {
    return this.#lastSeq.get() ?? 0;
  }

  /** Whether changes after this one are not in the feed any more. */
  isGone(seq: number): boolean {
    return this.#isGone.get(seq) === 1;
  }

  /** The records of at most `limit` changes after `seq`, each once, and how far they go. */
  changedAfter(seq: number, limit: number): { readonly records: readonly RecordKey[]; readonly seq: number; readonly isAll: boolean } {
    const rows = this.#changes.all(seq, limit);
    const records = new Map<string, RecordKey>();
    for (const { userId, type, id } of rows)
      if (id !== null && (type === 'note' || type === 'card' || type === 'event')) records.set(id, { userId, type, id });
    return { records: [...records.values()], seq: rows.at(-1)?.seq ?? seq, isAll: rows.length < limit };
  }

  /** Records of all users that nothing hides, of this type, after this id. */
  after(type: EmbeddedType, id: string, limit: number): RecordKey[] {
    return this.#scan[type].all(id, limit).map((row) => ({ ...row, type }));
  }

  /** Whether the record is there, and not in the trash. */
  exists({ userId, type, id }: RecordKey): boolean {
    return this.#exists[type].get(id, userId) === 1;
  }

  piecesOf(id: string): StoredPiece[] {
    return this.#pieces.all(id);
  }

  /** How many pieces of the user are indexed. */
  count(userId: string): number {
    return this.#count.get(userId) ?? 0;
  }

  /** Inside a write. */
  put({ userId, type, id }: RecordKey, piece: number, digest: Uint8Array, vector: Uint8Array): void {
    this.#put.run({ userId, type, id, piece, digest, vector });
  }

  /** Inside a write: removes the record's pieces from this one on. */
  cut(id: string, from: number): void {
    this.#cut.run(id, from);
  }
}
