// The SQL of lists of notes: what is listed, in which order, and how many there are.

import type { Database } from '../../storage/database.ts';
import type { StoredAttributes, StoredNote } from './note-store.ts';

/** A note as far as a list tells of it. */
export type ListedNote = Pick<StoredNote, 'id' | 'title' | 'excerpt' | 'version' | 'flushedVersion' | 'createdAt' | 'updatedAt'> &
  StoredAttributes;

/** Which notes a list holds. */
export interface NoteFilter {
  /** Folded; null where none are asked for. */
  readonly tags: readonly string[] | null;
  /** Null: those in no notebook; absent: wherever they are. */
  readonly notebookId?: string | null;
  /** Archived notes: none of them, these alone, or these as well. */
  readonly archived: 'none' | 'only' | 'all';
}

export interface NoteOrder {
  readonly sort: 'updated' | 'created' | 'title';
  readonly direction: 'asc' | 'desc';
  readonly isPinnedFirst: boolean;
}

export interface Page {
  readonly limit: number | undefined;
  readonly offset: number;
}

/** A list that is read while others write. To be disposed of. */
export interface LongNoteList extends Disposable {
  readonly total: number;
  readonly slices: Iterable<ListedNote[]>;
}

/** Notes of a long list that are read together. */
const sliceLength = 150;

// Each column of ten thousand rows takes milliseconds.
const listed = `
  notes.id, title, excerpt, version, settled_version AS flushedVersion, created_at AS createdAt, updated_at AS updatedAt,
  notebook_id AS notebookId, is_pinned AS isPinned, is_archived AS isArchived`;

// By the first tag, whose parents have rows of their own; the others are looked for in each of its notes.
const ofTags = `note_tags.user_id = @userId AND note_tags.tag = @tag AND NOT EXISTS (
  SELECT 1 FROM json_each(@others) AS other
  WHERE NOT EXISTS (SELECT 1 FROM note_tags AS own WHERE own.note_id = note_tags.note_id AND own.tag = other.value))`;

const ofTag = `FROM note_tags CROSS JOIN notes ON notes.id = note_tags.note_id WHERE ${ofTags} AND`;
const ofUser = 'FROM notes WHERE user_id = @userId AND';

const columnOf = { updated: 'updated_at', created: 'created_at', title: 'title_key' } as const;
const usualDirection = { updated: 'desc', created: 'desc', title: 'asc' } as const;
const archivedOf = { none: [0], only: [1], all: [0, 1] } as const;

/** What is asked of each note, but for its tags. */
function conditions({ notebookId, archived }: NoteFilter): string[] {
  return [
    'trashed_at IS NULL',
    ...(archived === 'all' ? [] : [`is_archived = ${archivedOf[archived].join()}`]),
    ...(notebookId === undefined ? [] : [notebookId === null ? 'notebook_id IS NULL' : 'notebook_id = @notebookId']),
  ];
}

/** The statement of a list. Each part of it is read in the order of an index, and SQLite merges them. */
export function listSql(filter: NoteFilter, { sort, direction, isPinnedFirst }: NoteOrder): string {
  const order = `${isPinnedFirst ? 'is_pinned DESC, ' : ''}${columnOf[sort]} ${direction}, id ${direction}`;
  const page = `ORDER BY ${order} LIMIT @limit OFFSET @offset`;
  if (filter.tags !== null) return `SELECT ${listed} ${ofTag} ${conditions(filter).join(' AND ')} ${page.replace(', id ', ', notes.id ')}`;
  // Of one notebook there are few: they are sorted.
  if (typeof filter.notebookId === 'string') return `SELECT ${listed} ${ofUser} ${conditions(filter).join(' AND ')} ${page}`;
  const pinned = isPinnedFirst && direction === usualDirection[sort] ? [''] : ['AND is_pinned = 1', 'AND is_pinned = 0'];
  const parts = archivedOf[filter.archived].flatMap((archived) =>
    pinned.map((which) => {
      const wanted = [...conditions({ ...filter, archived: 'all' }), `is_archived = ${archived}`].join(' AND ');
      // A compound sorts by columns that it gives.
      return `SELECT ${listed}${sort === 'title' ? ', title_key' : ''} ${ofUser} ${wanted} ${which}`;
    }),
  );
  return `${parts.join(' UNION ALL ')} ${page}`;
}

const totals = { none: 'notes - archived', only: 'archived', all: 'notes' } as const;

/** The statement that counts what the list holds. */
export function totalSql(filter: NoteFilter): string {
  const all = `SELECT ${totals[filter.archived]} FROM note_totals WHERE user_id = @userId`;
  if (filter.tags !== null) return `SELECT count(*) ${ofTag} ${conditions(filter).join(' AND ')}`;
  if (filter.notebookId === undefined) return all;
  if (filter.notebookId !== null) return `SELECT count(*) ${ofUser} ${conditions(filter).join(' AND ')}`;
  const inSome = [...conditions({ tags: null, archived: filter.archived }), 'notebook_id IS NOT NULL'].join(' AND ');
  return `SELECT (${all}) - (SELECT count(*) FROM notes INDEXED BY notes_by_notebook WHERE user_id = @userId AND ${inSome})`;
}

/** The ids of what the list holds. */
export function idsSql(filter: NoteFilter): string {
  return `SELECT notes.id ${filter.tags === null ? ofUser : ofTag} ${conditions(filter).join(' AND ')}`;
}

/** Every list, newest change first, pinned notes before the others. */
export const usualOrder: NoteOrder = { sort: 'updated', direction: 'desc', isPinnedFirst: true };

interface Parameters {
  readonly userId: string;
  readonly tag: string;
  readonly others: string;
  readonly notebookId: string | null;
}

function parameters(userId: string, { tags, notebookId = null }: NoteFilter): Parameters {
  const [tag = '', ...others] = tags ?? [];
  return { userId, tag, others: JSON.stringify(others), notebookId };
}

type Statement<Row> = ReturnType<typeof prepareRows<Row>>;

function prepareRows<Row>(database: Pick<Database, 'prepare'>, sql: string) {
  return database.prepare<Parameters & { limit: number; offset: number }, Row>(sql);
}

export class NoteListStore {
  readonly #database: Database;
  /** By their text: there are some dozens, of which few are used. */
  readonly #lists = new Map<string, Statement<ListedNote>>();
  readonly #numbers = new Map<string, Statement<number>>();
  readonly #ids = new Map<string, Statement<string>>();
  /** Users of whom it is known that no note of theirs is archived. */
  readonly #withoutArchived = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
    this.#rowsOf(listSql({ tags: null, archived: 'none' }, usualOrder));
    this.#totalOf(totalSql({ tags: null, archived: 'none' }));
  }

  /** Without `limit` all after the first `offset`. */
  list(userId: string, filter: NoteFilter, order: NoteOrder, { limit, offset }: Page): ListedNote[] {
    return this.#rowsOf(listSql(filter, order)).all({ ...parameters(userId, filter), limit: limit ?? -1, offset });
  }

  total(userId: string, filter: NoteFilter): number {
    return this.#totalOf(totalSql(filter)).get({ ...parameters(userId, filter), limit: -1, offset: 0 }) ?? 0;
  }

  /** Whether some note of the user is archived. */
  hasArchived(userId: string): boolean {
    if (this.#withoutArchived.has(userId)) return false;
    if (this.total(userId, { tags: null, archived: 'only' }) > 0) return true;
    if (!this.#database.inTransaction()) this.#withoutArchived.add(userId);
    return false;
  }

  /** To be called inside a write that can lead to an archived note. */
  mayArchive(userId: string): void {
    this.#withoutArchived.delete(userId);
  }

  ids(userId: string, filter: NoteFilter): ReadonlySet<string> {
    const sql = idsSql(filter);
    const statement = this.#ids.get(sql) ?? prepareRows<string>(this.#database, sql).pluck();
    this.#ids.set(sql, statement);
    return new Set(statement.all({ ...parameters(userId, filter), limit: -1, offset: 0 }));
  }

  /** The list in slices, and all of one moment, whatever is written while they are read. */
  long(userId: string, filter: NoteFilter, order: NoteOrder, { limit, offset }: Page): LongNoteList {
    const snapshot = this.#database.snapshot();
    const given = { ...parameters(userId, filter), limit: limit ?? -1, offset };
    return {
      total: prepareRows<number>(snapshot, totalSql(filter)).pluck().get(given) ?? 0,
      slices: inSlices(prepareRows<ListedNote>(snapshot, listSql(filter, order)).iterate(given)),
      [Symbol.dispose]: () => {
        snapshot[Symbol.dispose]();
      },
    };
  }

  #rowsOf(sql: string): Statement<ListedNote> {
    const statement = this.#lists.get(sql) ?? prepareRows<ListedNote>(this.#database, sql);
    this.#lists.set(sql, statement);
    return statement;
  }

  #totalOf(sql: string): Statement<number> {
    const statement = this.#numbers.get(sql) ?? prepareRows<number>(this.#database, sql).pluck();
    this.#numbers.set(sql, statement);
    return statement;
  }
}

function* inSlices(rows: Iterable<ListedNote>): Generator<ListedNote[]> {
  let slice: ListedNote[] = [];
  for (const row of rows) {
    slice.push(row);
    if (slice.length < sliceLength) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
