// The SQL of links between records, and of the records that links lead to: those in the trash are not there.

import { notebookPaths } from '../../contract/link-titles.ts';
import { foldName, linkedTypes, type LinkedType } from '../../contract/mentions.ts';
import type { Database } from '../../storage/database.ts';

export interface StoredLink {
  readonly id: string;
  readonly fromType: LinkedType;
  readonly fromId: string;
  readonly toType: LinkedType;
  readonly toId: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** A record as far as a link shows it. */
export interface LinkedRecord {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number;
  /** Of a note; null where it is in none. */
  readonly notebookId: string | null;
}

interface LinkFilter {
  /** Of which the links are; null for those of all records. */
  readonly id: string | null;
  readonly types: readonly LinkedType[];
}

/** A link as the change feed tells of it. */
interface ToldLink {
  readonly id: string;
  /** Whether both of its records are there. */
  readonly isShown: 0 | 1;
}

/** A record of whose links the change feed does not tell all yet. */
interface UntoldRecord {
  readonly id: string;
  readonly userId: string;
  /** The id of the last link that was told of; '' for none. */
  readonly after: string;
}

interface StoredNotebook {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

interface Pair {
  readonly userId: string;
  readonly fromId: string;
  readonly toId: string;
}

const columns = 'id, from_type AS fromType, from_id AS fromId, to_type AS toType, to_id AS toId, created_at AS createdAt';

/** Rows of records that are there, to be followed by a condition. */
const endExistsSql = {
  note: 'FROM notes AS record WHERE trashed_at IS NULL',
  // A card in the trash stands in a hidden column.
  card: 'FROM cards AS record JOIN board_columns ON board_columns.id = column_id AND deleted_at IS NULL WHERE true',
  event:
    'FROM events AS record JOIN calendars ON calendars.id = calendar_id AND ' +
    '(calendars.deleted_at IS NULL OR moved_to IS NOT NULL) WHERE true',
} as const satisfies Record<LinkedType, string>;

// With the plus a record is found by its id, and not among all of the user.
const isThere = (end: 'from' | 'to'): string =>
  `CASE ${end}_type ${linkedTypes
    .map((type) => `WHEN '${type}' THEN EXISTS (SELECT 1 ${endExistsSql[type]} AND record.id = ${end}_id AND +record.user_id = @userId)`)
    .join(' ')} END`;

const wanted = (end: 'from' | 'to'): string => `${end}_type IN (SELECT value FROM json_each(@types))`;

const shown = `user_id = @userId AND ${wanted('from')} AND ${wanted('to')} AND ${isThere('from')} AND ${isThere('to')}`;
const ofRecord = `SELECT ${columns} FROM record_links WHERE from_id = @id AND ${shown}
  UNION SELECT ${columns} FROM record_links WHERE to_id = @id AND ${shown}`;

const toldOf = (end: 'from' | 'to'): string =>
  `SELECT id, ${isThere('from')} AND ${isThere('to')} AS isShown FROM record_links
    WHERE user_id = @userId AND ${end}_id = @id AND id > @after`;

/** The statements that list links, and those that find notes by their titles. */
export const linkSql = {
  ofRecord: `SELECT * FROM (${ofRecord}) ORDER BY createdAt DESC, id DESC LIMIT @limit OFFSET @offset`,
  countOfRecord: `SELECT count(*) FROM (${ofRecord})`,
  all: `SELECT ${columns} FROM record_links WHERE ${shown} ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM record_links WHERE ${shown}`,
  toldOf: `SELECT * FROM (${toldOf('from')} UNION ${toldOf('to')}) ORDER BY id LIMIT @limit`,
  // Those whose title is that, or its part before a section.
  titled: `
    SELECT record.id, title, updated_at AS updatedAt, notebook_id AS notebookId, title_key AS key FROM json_each(@keys) AS wanted
      CROSS JOIN notes AS record ON record.user_id = @userId AND is_archived IN (0, 1) AND is_pinned IN (0, 1)
        AND title_key = wanted.value AND trashed_at IS NULL
    ORDER BY updated_at DESC, record.id DESC`,
} as const;

type Filter = { userId: string; id: string | null; types: string };
type Page = Filter & { limit: number; offset: number };

export class LinkStore {
  readonly #byId;
  readonly #byPair;
  readonly #insert;
  readonly #remove;
  readonly #count;
  readonly #countOfRecord;
  readonly #all;
  readonly #ofRecord;
  readonly #countAny;
  readonly #titled;
  readonly #notebooks;
  readonly #filenames;
  readonly #records;
  readonly #sweep;
  readonly #idAfter;
  readonly #toldOf;
  readonly #untold;
  readonly #setUntold;
  readonly #removeUntold;

  constructor(database: Database) {
    this.#byId = database.prepare<{ userId: string; id: string }, StoredLink>(
      `SELECT ${columns} FROM record_links WHERE id = @id AND user_id = @userId`,
    );
    this.#byPair = database.prepare<Pair, StoredLink>(
      `SELECT ${columns} FROM record_links WHERE user_id = @userId AND from_id = @fromId AND to_id = @toId`,
    );
    this.#insert = database.prepare<StoredLink & { userId: string }>(`
      INSERT INTO record_links (id, user_id, from_type, from_id, to_type, to_id, created_at)
      VALUES (@id, @userId, @fromType, @fromId, @toType, @toId, @createdAt)`);
    this.#remove = database.prepare<{ userId: string; id: string }>('DELETE FROM record_links WHERE id = @id AND user_id = @userId');
    this.#count = database.prepare<Filter, number>(linkSql.count).pluck();
    this.#countOfRecord = database.prepare<Filter, number>(linkSql.countOfRecord).pluck();
    this.#all = database.prepare<Page, StoredLink>(linkSql.all);
    this.#ofRecord = database.prepare<Page, StoredLink>(linkSql.ofRecord);
    this.#countAny = database
      .prepare<{ userId: string; id: string }, number>(
        'SELECT (SELECT count(*) FROM record_links WHERE user_id = @userId AND from_id = @id) + ' +
          '(SELECT count(*) FROM record_links WHERE user_id = @userId AND to_id = @id)',
      )
      .pluck();
    this.#filenames = database
      .prepare<{ userId: string; id: string }, string>('SELECT filename FROM files WHERE owner_id = @id AND +user_id = @userId')
      .pluck();
    this.#titled = database.prepare<{ userId: string; keys: string }, LinkedRecord & { key: string }>(linkSql.titled);
    this.#notebooks = database.prepare<[string], StoredNotebook>('SELECT id, name, parent_id AS parentId FROM notebooks WHERE user_id = ?');
    const records = (type: LinkedType) =>
      database.prepare<{ userId: string; ids: string }, LinkedRecord>(
        `SELECT record.id, record.title, record.updated_at AS updatedAt, ${type === 'note' ? 'notebook_id' : 'NULL'} AS notebookId
        ${endExistsSql[type]} AND +record.user_id = @userId
        AND record.id IN (SELECT value FROM json_each(@ids))`,
      );
    this.#records = { note: records('note'), card: records('card'), event: records('event') };
    const isGone = (end: 'from' | 'to'): string =>
      `(NOT EXISTS (SELECT 1 FROM notes WHERE id = ${end}_id) AND NOT EXISTS (SELECT 1 FROM cards WHERE id = ${end}_id)
        AND NOT EXISTS (SELECT 1 FROM events WHERE id = ${end}_id) AND NOT EXISTS (SELECT 1 FROM trash WHERE record_id = ${end}_id))`;
    this.#sweep = database.prepare<{ after: string; until: string }>(
      `DELETE FROM record_links WHERE id > @after AND id <= @until AND (${isGone('from')} OR ${isGone('to')})
       AND NOT EXISTS (SELECT 1 FROM untold_links WHERE record_id IN (from_id, to_id))`,
    );
    this.#idAfter = database
      .prepare<{ after: string; offset: number }, string>(
        'SELECT id FROM record_links WHERE id > @after ORDER BY id LIMIT 1 OFFSET @offset',
      )
      .pluck();
    this.#toldOf = database.prepare<UntoldRecord & { limit: number }, ToldLink>(linkSql.toldOf);
    this.#untold = database.prepare<[], UntoldRecord>('SELECT record_id AS id, user_id AS userId, after FROM untold_links LIMIT 1');
    this.#setUntold = database.prepare<UntoldRecord>(
      'INSERT INTO untold_links (record_id, user_id, after) VALUES (@id, @userId, @after) ' +
        'ON CONFLICT (record_id) DO UPDATE SET after = excluded.after',
    );
    this.#removeUntold = database.prepare<[string, string]>('DELETE FROM untold_links WHERE record_id = ? AND user_id = ?');
  }

  maybeLink(userId: string, id: string): StoredLink | null {
    return this.#byId.get({ userId, id }) ?? null;
  }

  /** The link from the one to the other. */
  maybeBetween(userId: string, fromId: string, toId: string): StoredLink | null {
    return this.#byPair.get({ userId, fromId, toId }) ?? null;
  }

  insert(userId: string, link: StoredLink): void {
    this.#insert.run({ userId, ...link });
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }

  /** Newest first, without those of records that are not there. */
  page(userId: string, { id, types }: LinkFilter, { limit, offset }: { readonly limit: number; readonly offset: number }): StoredLink[] {
    return (id === null ? this.#all : this.#ofRecord).all({ userId, id, types: JSON.stringify(types), limit, offset });
  }

  /** What the files of a record are called, folded. */
  filenames(userId: string, id: string): ReadonlySet<string> {
    return new Set(this.#filenames.all({ userId, id }).map(foldName));
  }

  count(userId: string, { id, types }: LinkFilter): number {
    return (id === null ? this.#count : this.#countOfRecord).get({ userId, id, types: JSON.stringify(types) }) ?? 0;
  }

  /** How many links a record has, those of the trash among them. */
  countOf(userId: string, id: string): number {
    return this.#countAny.get({ userId, id }) ?? 0;
  }

  /** Those of these records that are there, by id. */
  records(userId: string, type: LinkedType, ids: readonly string[]): ReadonlyMap<string, LinkedRecord> {
    if (ids.length === 0) return new Map();
    return new Map(this.#records[type].all({ userId, ids: JSON.stringify(ids) }).map((record) => [record.id, record]));
  }

  /** The notes that have one of these folded titles, by that, those changed last first. */
  titled(userId: string, keys: readonly string[]): ReadonlyMap<string, readonly LinkedRecord[]> {
    if (keys.length === 0) return new Map();
    return Map.groupBy(this.#titled.all({ userId, keys: JSON.stringify(keys) }), ({ key }) => key);
  }

  /** Gives the folded path of the notebook that a record is in, '' for none. The notebooks are read when that is first asked. */
  folders(userId: string): (record: Pick<LinkedRecord, 'notebookId'>) => string {
    let paths: ReadonlyMap<string, string> | null = null;
    return ({ notebookId }) => {
      if (notebookId === null) return '';
      paths ??= notebookPaths(this.#notebooks.all(userId));
      return paths.get(notebookId) ?? '';
    };
  }

  /** The id of the link that comes `count` after one, of all users; null if there are fewer. */
  maybeIdAfter(after: string, count: number): string | null {
    return this.#idAfter.get({ after, offset: count - 1 }) ?? null;
  }

  /** Up to `limit` links of a record after one, by id, those that are not shown among them. */
  toldOf(record: UntoldRecord, limit: number): ToldLink[] {
    return this.#toldOf.all({ ...record, limit });
  }

  /** A record of any user of whose links the change feed does not tell all yet; null if there is none. */
  maybeUntold(): UntoldRecord | null {
    return this.#untold.get() ?? null;
  }

  setUntold(record: UntoldRecord): void {
    this.#setUntold.run(record);
  }

  /** All links of the record are told of. */
  removeUntold({ userId, id }: UntoldRecord): void {
    this.#removeUntold.run(id, userId);
  }

  /** Removes the links of records that are gone for good, among those after one up to another. Those that are to be told of stay. */
  sweep(after: string, until: string): void {
    this.#sweep.run({ after, until });
  }
}
