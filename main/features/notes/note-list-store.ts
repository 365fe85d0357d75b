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

interface ListPage {
  readonly limit: number | undefined;
  readonly offset: number;
}

/** A list that is read while others write. To be disposed of; until then its slices can be read. */
interface LongNoteList extends Disposable {
  total(): number;
  readonly slices: Iterable<ListedSlice>;
}

/** Some notes of a long list, in its order. */
interface ListedSlice {
  rows(): ListedNote[];
  /** The JSON text, in UTF-8, of the array of what `summary` gives of each; null where one is not flushed yet. */
  maybeJson(): Uint8Array | null;
}

/** Notes of a long list that are read together. */
const sliceLength = 150;

/** The columns of a `ListedNote`, of the table `notes`. Each one of ten thousand rows takes milliseconds. */
export const listedColumns = `
  notes.id, title, excerpt, version, settled_version AS flushedVersion, created_at AS createdAt, updated_at AS updatedAt,
  notebook_id AS notebookId, is_pinned AS isPinned, is_archived AS isArchived`;

// SQLite writes the JSON of ten thousand notes in half the time that it takes to hand out the rows and to write it here.
const instantOf = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
const truthOf = (column: string): string => `json(iif(${column}, 'true', 'false'))`;
const summaryJson = `json_object('id', notes.id, 'title', title, 'notebookId', notebook_id, 'isPinned', ${truthOf('is_pinned')},
  'isArchived', ${truthOf('is_archived')}, 'excerpt', excerpt, 'version', version, 'createdAt', ${instantOf('created_at')},
  'updatedAt', ${instantOf('updated_at')})`;

// One loop, in the order of the numbers: that the answer keeps it is tested. To have it sorted would take a quarter of the time.
const ofNumbers = 'FROM json_each(?) AS wanted CROSS JOIN notes ON notes.rowid = wanted.value';
const sliceSql = {
  rows: `SELECT ${listedColumns} ${ofNumbers} ORDER BY wanted.key`,
  json: `SELECT iif(total(settled_version <> version) = 0, CAST(json_group_array(${summaryJson}) AS BLOB), NULL) ${ofNumbers}`,
} as const;

// By the first tag, whose parents have rows of their own; the others are looked for in each of its notes.
const ofTags = `note_tags.user_id = @userId AND note_tags.tag = @tag AND NOT EXISTS (
  SELECT 1 FROM json_each(@others) AS other
  WHERE NOT EXISTS (SELECT 1 FROM note_tags AS own WHERE own.note_id = note_tags.note_id AND own.tag = other.value))`;

const ofTag = `FROM note_tags CROSS JOIN notes ON notes.id = note_tags.note_id WHERE ${ofTags} AND`;
const ofUser = 'FROM notes WHERE user_id = @userId AND';

const columnOf = { updated: 'updated_at', created: 'created_at', title: 'title_key' } as const;
const usualDirection = { updated: 'desc', created: 'desc', title: 'asc' } as const;
const archivedOf = { none: [0], only: [1], all: [0, 1] } as const;

/** What is asked of each note, but for its tags; `column` is `+notebook_id` where the index of notebooks is not to be taken. */
function conditions({ notebookId, archived }: NoteFilter, column = 'notebook_id'): string[] {
  return [
    'trashed_at IS NULL',
    ...(archived === 'all' ? [] : [`is_archived = ${archivedOf[archived].join()}`]),
    ...(notebookId === undefined ? [] : [notebookId === null ? 'notebook_id IS NULL' : `${column} = @notebookId`]),
  ];
}

const orderBy = ({ sort, direction, isPinnedFirst }: NoteOrder, id = 'notes.id'): string =>
  `ORDER BY ${isPinnedFirst ? 'is_pinned DESC, ' : ''}${columnOf[sort]} ${direction}, ${id} ${direction}`;

const ofPage = 'LIMIT @limit OFFSET @offset';

/** What the parts of a list ask for, each of which an index has in the order of the list. */
function partsOf(filter: NoteFilter, { sort, direction, isPinnedFirst }: NoteOrder): string[] {
  const pinned = isPinnedFirst && direction === usualDirection[sort] ? [''] : [' AND is_pinned = 1', ' AND is_pinned = 0'];
  return archivedOf[filter.archived].flatMap((archived) => {
    // The index of notebooks has another order.
    const wanted = [...conditions({ ...filter, archived: 'all' }, '+notebook_id'), `is_archived = ${archived}`].join(' AND ');
    return pinned.map((which) => `${ofUser} ${wanted}${which}`);
  });
}

/**
 * The statement of a list. Those of tags and notebooks are sorted; others are read in the order of an index, or merged from parts of one.
 * `isLarge`: of a notebook that holds most of what there is, and is read in that order where one part has it.
 */
export function listSql(filter: NoteFilter, order: NoteOrder, isLarge = false): string {
  const isRead = filter.tags === null && (isLarge || typeof filter.notebookId !== 'string');
  const [part, ...others] = isRead ? partsOf(filter, order) : [];
  if (part !== undefined && others.length === 0) return `SELECT ${listedColumns} ${part} ${orderBy(order)} ${ofPage}`;
  // The rest of the rows is read of one page: to sort all of it takes twice as long, and to pass over it ten times.
  return `SELECT ${listedColumns} FROM (${numbersSql(filter, order)}) AS page CROSS JOIN notes ON notes.rowid = page.number
    ${orderBy(order)}`;
}

/** The statement that gives the row numbers of a list, in its order, which the limit keeps from being lost. */
export function numbersSql(filter: NoteFilter, order: NoteOrder): string {
  const wanted = conditions(filter).join(' AND ');
  if (filter.tags !== null) return `SELECT notes.rowid AS number ${ofTag} ${wanted} ${orderBy(order)} ${ofPage}`;
  if (typeof filter.notebookId === 'string')
    return `
      SELECT rowid AS number FROM notes INDEXED BY notes_by_notebook WHERE user_id = @userId AND ${wanted} ${orderBy(order)} ${ofPage}`;
  // A compound sorts by columns that it gives; its indexes have these.
  const columns = `rowid AS number, id, is_pinned, ${columnOf[order.sort]}`;
  const parts = partsOf(filter, order).map((part) => `SELECT ${columns} ${part}`);
  return `SELECT number FROM (${parts.join(' UNION ALL ')} ${orderBy(order, 'id')} ${ofPage})`;
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
function idsSql(filter: NoteFilter): string {
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

  /** Without `limit` all after the first `offset`; `total`: as by `total`. */
  list(userId: string, filter: NoteFilter, order: NoteOrder, { limit, offset }: ListPage, total: number): ListedNote[] {
    return this.#rowsOf(listSql(filter, order, this.#isLarge(userId, filter, total))).all({
      ...parameters(userId, filter),
      limit: limit ?? -1,
      offset,
    });
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
  long(userId: string, filter: NoteFilter, order: NoteOrder, { limit, offset }: ListPage): LongNoteList {
    const snapshot = this.#database.snapshot();
    const given = { ...parameters(userId, filter), limit: limit ?? -1, offset };
    return {
      total: () => prepareRows<number>(snapshot, totalSql(filter)).pluck().get(given) ?? 0,
      slices: inSlices(snapshot, prepareRows<number>(snapshot, numbersSql(filter, order)).pluck().iterate(given)),
      [Symbol.dispose]: () => {
        snapshot[Symbol.dispose]();
      },
    };
  }

  /** The notes of a smaller one are sooner sorted than found in the order of all: the newest of all may lie elsewhere. */
  #isLarge(userId: string, filter: NoteFilter, total: number): boolean {
    if (filter.tags !== null || typeof filter.notebookId !== 'string') return false;
    return 2 * total > this.total(userId, { tags: null, archived: filter.archived });
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

function* inSlices(snapshot: Pick<Database, 'prepare'>, numbers: Iterable<number>): Generator<ListedSlice> {
  const rows = snapshot.prepare<[string], ListedNote>(sliceSql.rows);
  const json = snapshot.prepare<[string], Buffer | null>(sliceSql.json).pluck();
  const sliceOf = (some: readonly number[]): ListedSlice => ({
    rows: () => rows.all(JSON.stringify(some)),
    maybeJson: () => json.get(JSON.stringify(some)) ?? null,
  });
  let some: number[] = [];
  for (const number of numbers) {
    some.push(number);
    if (some.length < sliceLength) continue;
    yield sliceOf(some);
    some = [];
  }
  if (some.length > 0) yield sliceOf(some);
}
