// The SQL of what was imported.

import type { UndoneChange } from '../../lib/record-kinds.ts';
import type { Database } from '../../storage/database.ts';

/** What a record was called where it came from, and what it was like. */
export interface ImportedRecord {
  readonly recordId: string;
  readonly hash: string;
  /** Of the record when it came in; null where it has none. */
  readonly version: number | null;
}

interface ImportKey {
  readonly userId: string;
  /** The program, and within what its ids are unique. */
  readonly source: string;
  readonly type: string;
  readonly sourceId: string;
}

/** In which table a record of a type lies, and under which name its id. */
const tables = {
  note: ['notes', 'id'],
  notebook: ['notebooks', 'id'],
  saved_search: ['saved_searches', 'id'],
  project: ['projects', 'id'],
  label: ['labels', 'id'],
  column: ['board_columns', 'id'],
  card: ['cards', 'id'],
  calendar: ['calendars', 'id'],
  event: ['events', 'id'],
  link: ['record_links', 'id'],
  file: ['files', 'id'],
} as const;

export type ImportedType = keyof typeof tables;

/** How many rows one write looks at. */
const lookedAt = 200;

export class ImportStore {
  readonly #byKey;
  readonly #sources;
  readonly #count;
  readonly #page;
  readonly #put;
  readonly #placed;
  readonly #after;
  readonly #remove;
  readonly #undone;
  readonly #titled;
  readonly #isThere: Readonly<Record<ImportedType, (id: string, userId: string) => boolean>>;
  #last = 0;

  constructor(database: Database) {
    this.#byKey = database.prepare<ImportKey, ImportedRecord>(`
      SELECT record_id AS recordId, hash, version FROM import_sources
      WHERE user_id = @userId AND source = @source AND type = @type AND source_id = @sourceId`);
    this.#sources = database
      .prepare<{ userId: string; from: string; until: string }, string>(
        'SELECT DISTINCT source FROM import_sources WHERE user_id = @userId AND source >= @from AND source < @until ORDER BY source DESC',
      )
      .pluck();
    this.#count = database
      .prepare<Omit<ImportKey, 'sourceId'>, number>(
        'SELECT count(*) FROM import_sources WHERE user_id = @userId AND source = @source AND type = @type',
      )
      .pluck();
    this.#page = database.prepare<ImportKey & { limit: number }, ImportedRecord & { sourceId: string }>(`
      SELECT source_id AS sourceId, record_id AS recordId, hash, version FROM import_sources
      WHERE user_id = @userId AND source = @source AND type = @type AND source_id > @sourceId ORDER BY source_id LIMIT @limit`);
    this.#put = database.prepare<ImportKey & ImportedRecord & { batchId: string | null; formerHash: string | null }>(`
      INSERT INTO import_sources (user_id, source, type, source_id, record_id, hash, version, batch_id, former_hash)
      VALUES (@userId, @source, @type, @sourceId, @recordId, @hash, @version, @batchId, @formerHash)
      ON CONFLICT (user_id, source, type, source_id) DO UPDATE SET record_id = excluded.record_id, hash = excluded.hash,
        version = excluded.version, batch_id = excluded.batch_id,
        former_hash = iif(@batchId IS NULL OR import_sources.record_id <> excluded.record_id, @formerHash, import_sources.hash)`);
    this.#placed = database.prepare<ImportKey & { version: number; batchId: string | null }>(`
      UPDATE import_sources SET version = @version, former_hash = iif(batch_id IS @batchId, former_hash, hash), batch_id = @batchId
      WHERE user_id = @userId AND source = @source AND type = @type AND source_id = @sourceId`);
    this.#after = database.prepare<{ last: number; limit: number }, { row: number; userId: string; type: ImportedType; id: string }>(
      'SELECT rowid AS row, user_id AS userId, type, record_id AS id FROM import_sources WHERE rowid > @last ORDER BY rowid LIMIT @limit',
    );
    // What has come in as a second record is known as long as the first one is: its key is that of the first, a sign, and a hash.
    this.#remove = database.prepare<[number]>(`
      DELETE FROM import_sources WHERE rowid = ? AND NOT EXISTS (
        SELECT 1 FROM import_sources AS first
        WHERE first.user_id = import_sources.user_id AND first.source = import_sources.source AND first.type = import_sources.type
          AND first.source_id = substr(import_sources.source_id, 1, length(import_sources.source_id) - 65))`);
    // The hashes change places, so that undoing the undo puts them back. What has gone has no version, nor has a second record at first.
    this.#undone = database.prepare<UndoneChange>(`
      UPDATE import_sources INDEXED BY import_sources_by_batch
      SET hash = former_hash, former_hash = hash, version = @to, batch_id = @by
      WHERE batch_id = @batchId AND record_id = @id AND user_id = @userId AND type = @type AND (version IS NULL OR version = @from)
        AND former_hash IS NOT NULL`);
    this.#titled = database
      .prepare<{ userId: string; key: string }, string>(
        `SELECT id FROM notes WHERE user_id = @userId AND is_archived IN (0, 1) AND is_pinned IN (0, 1) AND title_key = @key
          AND trashed_at IS NULL LIMIT 2`,
      )
      .pluck();
    const there = (type: ImportedType): ((id: string, userId: string) => boolean) => {
      const [table, column] = tables[type];
      // Of an event in the trash its entry there is all that there is.
      const trashed = type === 'event' ? ` UNION ALL SELECT 1 FROM trash WHERE record_id = @id AND type = 'event'` : '';
      // Users can have projects of the same id.
      const own = type === 'project' ? ' AND user_id = @userId' : '';
      const found = database.prepare<{ id: string; userId: string }>(`SELECT 1 FROM ${table} WHERE ${column} = @id${own}${trashed}`);
      return (id, userId) => found.get({ id, userId }) !== undefined;
    };
    this.#isThere = Object.fromEntries((Object.keys(tables) as ImportedType[]).map((type) => [type, there(type)])) as Record<
      ImportedType,
      (id: string, userId: string) => boolean
    >;
  }

  /** Null for what has not come in yet. */
  maybeRecord({ userId, source, type, sourceId }: ImportKey): ImportedRecord | null {
    return this.#byKey.get({ userId, source, type, sourceId }) ?? null;
  }

  /** All of a user within which ids of a program are unique, the last by name first. `program`: with the colon. */
  sourcesOf(userId: string, program: `${string}:`): readonly string[] {
    return this.#sources.all({ userId, from: program, until: `${program.slice(0, -1)};` });
  }

  /** Some of the records of a type, those behind a source id, in the order of these. */
  page({ userId, source, type, sourceId }: ImportKey): (ImportedRecord & { readonly sourceId: string })[] {
    return this.#page.all({ userId, source, type, sourceId, limit: lookedAt });
  }

  /** How many records of a type have come in. */
  count({ userId, source, type }: Omit<ImportKey, 'sourceId'>): number {
    return this.#count.get({ userId, source, type }) ?? 0;
  }

  /**
   * `batchId`: of the write of the record; null where it was not written. `formerHash`: what an undo gives back where the record was not
   * known by this key; it stays known by it as it is where this is null.
   */
  put(
    { userId, source, type, sourceId }: ImportKey,
    { recordId, hash, version }: ImportedRecord,
    batchId: string | null,
    formerHash: string | null = null,
  ): void {
    this.#put.run({ userId, source, type, sourceId, recordId, hash, version, batchId, formerHash });
  }

  /** The same for a record that is put elsewhere, and else stays what it came in as; false where it is not known by this key. */
  placed({ userId, source, type, sourceId }: ImportKey, version: number, batchId: string | null): boolean {
    return this.#placed.run({ userId, source, type, sourceId, version, batchId }).changes > 0;
  }

  /** The same for a record that came in beside another: undone, it is as if it had none of this content. */
  putSecond(
    { userId, source, type, sourceId }: ImportKey,
    { recordId, hash }: Omit<ImportedRecord, 'version'>,
    batchId: string | null,
  ): void {
    this.#put.run({ userId, source, type, sourceId, recordId, hash, version: null, batchId, formerHash: '' });
  }

  /** Whether this id has one already, also in the trash: of projects one of the user, of other records one of any user. */
  isTaken(userId: string, type: ImportedType, id: string): boolean {
    return this.#isThere[type](id, userId);
  }

  /** Of the notes of a user with this folded title, up to two. */
  notesTitled(userId: string, key: string): readonly string[] {
    return this.#titled.all({ userId, key });
  }

  /** Inside the write that undoes: what is again as it was before an import can be brought in once more. */
  undone({ userId, type, id, batchId, from, to, by }: UndoneChange): void {
    this.#undone.run({ userId, type, id, batchId, from, to, by });
  }

  /** Forgets some of those whose record is gone for good; true if there may be more. To be called inside a write. */
  forgetSome(): boolean {
    const rows = this.#after.all({ last: this.#last, limit: lookedAt });
    for (const { row, userId, type, id } of rows) if (!this.isTaken(userId, type, id)) this.#remove.run(row);
    this.#last = rows.at(-1)?.row ?? 0;
    return rows.length === lookedAt;
  }
}
