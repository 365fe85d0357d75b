// The SQL of notes themselves. Every statement names the user, so that another user's note is one that never was.

import { foldName } from '../../contract/mentions.ts';
import type { Database } from '../../storage/database.ts';

/** A note without its content; times in milliseconds since the Unix epoch. */
export interface StoredNote {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly version: number;
  /** As far as `excerpt` and the stored content go; -1 before the first time. */
  readonly flushedVersion: number;
  /** As far as the full-text index goes; -1 before the first time. */
  readonly indexedVersion: number;
  /** The oldest version that can still be reached. */
  readonly firstVersion: number;
  /** The size of all steps that were ever stored, in characters. */
  readonly stepBytes: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A note as far as a list tells of it. */
export type ListedNote = Pick<StoredNote, 'id' | 'title' | 'excerpt' | 'version' | 'flushedVersion' | 'createdAt' | 'updatedAt'>;

/** Which note, and whose it must be. */
export interface NoteKey {
  readonly userId: string;
  readonly id: string;
}

/** A note that was found, and its text as it is read; null where that is not stored, or of another version. */
export interface FoundRow extends StoredNote {
  readonly text: string | null;
}

/** The columns of a `StoredNote`, of the table `notes`. */
export const noteColumns = `notes.id, notes.title, excerpt, notes.version, settled_version AS flushedVersion, indexed_version AS
  indexedVersion, first_version AS firstVersion,
  notes.step_bytes AS stepBytes, created_at AS createdAt, updated_at AS updatedAt`;

const ofTags = `note_tags.user_id = @userId AND note_tags.tag = @tag AND NOT EXISTS (
  SELECT 1 FROM json_each(@others) AS other
  WHERE NOT EXISTS (SELECT 1 FROM note_tags AS own WHERE own.note_id = note_tags.note_id AND own.tag = other.value))`;

/** The statements, to be explained in tests. */
export const noteSql = {
  byId: `SELECT ${noteColumns} FROM notes WHERE id = @id AND user_id = @userId AND trashed_at IS NULL`,
  // Each column of ten thousand rows takes milliseconds.
  list: `
    SELECT id, title, excerpt, version, settled_version AS flushedVersion, created_at AS createdAt, updated_at AS updatedAt
    FROM notes WHERE user_id = @userId AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  total: 'SELECT notes FROM note_totals WHERE user_id = ?',
  // By the first tag, whose parents have rows of their own; the others are looked for in each of its notes.
  tagged: `
    SELECT id, title, excerpt, version, settled_version AS flushedVersion, created_at AS createdAt, updated_at AS updatedAt
    FROM note_tags CROSS JOIN notes ON notes.id = note_tags.note_id AND trashed_at IS NULL
    WHERE ${ofTags} ORDER BY updated_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  taggedIds: `SELECT note_tags.note_id FROM note_tags WHERE ${ofTags}`,
  taggedTotal: `
    SELECT count(*) FROM note_tags CROSS JOIN notes ON notes.id = note_tags.note_id AND trashed_at IS NULL WHERE ${ofTags}`,
  // The stored text counts only where the index is as far as the note. In no order: sorting would copy the texts.
  found: `
    SELECT ${noteColumns}, CASE WHEN indexed_version = version THEN text END AS text
    FROM json_each(@ids) AS hit CROSS JOIN notes ON notes.id = hit.value AND user_id = @userId AND trashed_at IS NULL
      LEFT JOIN note_search ON note_search.note_id = notes.id LEFT JOIN note_texts ON note_texts.row = note_search.row`,
  // By the number in the index, which is found sooner than the id.
  hits: `
    SELECT ${noteColumns}, CASE WHEN indexed_version = version THEN text END AS text
    FROM json_each(@numbers) AS hit CROSS JOIN note_search ON note_search.row = hit.value
      CROSS JOIN notes ON notes.id = note_search.note_id AND user_id = @userId LEFT JOIN note_texts ON note_texts.row = note_search.row`,
  // What is indexed is flushed: so a note that is not flushed is pending too.
  newestPending: `
    SELECT ${noteColumns} FROM notes INDEXED BY notes_pending
    WHERE indexed_version < version AND user_id = @userId ORDER BY updated_at DESC, id DESC LIMIT @limit`,
  pendingAfter: `
    SELECT user_id AS userId, id, updated_at AS updatedAt FROM notes INDEXED BY notes_pending
    WHERE indexed_version < version AND (updated_at, id) > (@updatedAt, @id) ORDER BY updated_at, id LIMIT @limit`,
  insert: `
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at, title_key)
    VALUES (@id, @userId, @title, @excerpt, 0, 0, -1, @at, @at, @titleKey)`,
  change:
    'UPDATE notes SET title = @title, version = @version, step_bytes = @stepBytes, updated_at = @updatedAt WHERE id = @id AND user_id ' +
    '= @userId',
  markFlushed:
    'UPDATE notes SET excerpt = @excerpt, settled_version = @version, indexed_version = @version WHERE id = @id AND user_id = @userId',
  forget: 'UPDATE notes SET first_version = @version WHERE id = @id AND user_id = @userId',
  // What counts as indexed is not pending.
  putAside: 'UPDATE notes SET trashed_at = @at, indexed_version = version WHERE id = @id AND user_id = @userId',
  takeBack: 'UPDATE notes SET trashed_at = NULL, indexed_version = -1 WHERE id = @id AND user_id = @userId',
  remove: 'DELETE FROM notes WHERE id = @id AND user_id = @userId',
} as const;

/** A pending note and its place in the order of change. */
export interface PendingMark extends NoteKey {
  readonly updatedAt: number;
}

interface Page {
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

export class NoteStore {
  readonly #database: Database;
  readonly #byId;
  readonly #list;
  readonly #total;
  readonly #tagged;
  readonly #taggedIds;
  readonly #taggedTotal;
  readonly #found;
  readonly #hits;
  readonly #newestPending;
  readonly #pendingAfter;
  readonly #insert;
  readonly #change;
  readonly #markFlushed;
  readonly #forget;
  readonly #putAside;
  readonly #takeBack;
  readonly #remove;

  constructor(database: Database) {
    this.#database = database;
    this.#byId = database.prepare<NoteKey, StoredNote>(noteSql.byId);
    this.#list = database.prepare<{ userId: string; limit: number; offset: number }, ListedNote>(noteSql.list);
    this.#tagged = database.prepare<Tagged & { limit: number; offset: number }, ListedNote>(noteSql.tagged);
    this.#taggedIds = database.prepare<Tagged, string>(noteSql.taggedIds).pluck();
    this.#taggedTotal = database.prepare<Tagged, number>(noteSql.taggedTotal).pluck();
    this.#total = database.prepare<[string], number>(noteSql.total).pluck();
    this.#found = database.prepare<{ userId: string; ids: string }, FoundRow>(noteSql.found);
    this.#hits = database.prepare<{ userId: string; numbers: string }, FoundRow>(noteSql.hits);
    this.#newestPending = database.prepare<{ userId: string; limit: number }, StoredNote>(noteSql.newestPending);
    this.#pendingAfter = database.prepare<Omit<PendingMark, 'userId'> & { limit: number }, PendingMark>(noteSql.pendingAfter);
    this.#insert = database.prepare<NoteKey & { title: string; excerpt: string; at: number; titleKey: string }>(noteSql.insert);
    this.#change = database.prepare<NoteKey & { title: string; version: number; stepBytes: number; updatedAt: number }>(noteSql.change);
    this.#markFlushed = database.prepare<NoteKey & { excerpt: string; version: number }>(noteSql.markFlushed);
    this.#forget = database.prepare<NoteKey & { version: number }>(noteSql.forget);
    this.#putAside = database.prepare<NoteKey & { at: number }>(noteSql.putAside);
    this.#takeBack = database.prepare<NoteKey>(noteSql.takeBack);
    this.#remove = database.prepare<NoteKey>(noteSql.remove);
  }

  /** Null if the user has no such note. */
  maybeNote({ userId, id }: NoteKey): StoredNote | null {
    return this.#byId.get({ userId, id }) ?? null;
  }

  /** Newest change first; without `limit` all after the first `offset`. */
  list(userId: string, { limit, offset }: Page): ListedNote[] {
    return this.#list.all({ userId, limit: limit ?? -1, offset });
  }

  /** Those with all of these folded tags, of which there is at least one: newest change first. */
  tagged(userId: string, tags: readonly string[], { limit, offset }: Page): ListedNote[] {
    return this.#tagged.all({ ...tagged(userId, tags), limit: limit ?? -1, offset });
  }

  /** Those in the trash are among them. */
  taggedIds(userId: string, tags: readonly string[]): ReadonlySet<string> {
    return new Set(this.#taggedIds.all(tagged(userId, tags)));
  }

  taggedTotal(userId: string, tags: readonly string[]): number {
    return this.#taggedTotal.get(tagged(userId, tags)) ?? 0;
  }

  /** The same in slices, and all of one moment, whatever is written while they are read. */
  longList(userId: string, { limit, offset }: Page): LongNoteList {
    const snapshot = this.#database.snapshot();
    const rows = snapshot.prepare<{ userId: string; limit: number; offset: number }, ListedNote>(noteSql.list);
    return {
      total: snapshot.prepare<[string], number>(noteSql.total).pluck().get(userId) ?? 0,
      slices: inSlices(rows.iterate({ userId, limit: limit ?? -1, offset })),
      [Symbol.dispose]: () => {
        snapshot[Symbol.dispose]();
      },
    };
  }

  /** How many notes the user has. */
  total(userId: string): number {
    return this.#total.get(userId) ?? 0;
  }

  /** Those of these notes that the user has, by id. */
  found(userId: string, ids: readonly string[]): ReadonlyMap<string, FoundRow> {
    return new Map(this.#found.all({ userId, ids: JSON.stringify(ids) }).map((row) => [row.id, row]));
  }

  /** What `found` gives for hits of a search; one whose number is no longer its own is looked for by its id. */
  hits(userId: string, hits: readonly { readonly id: string; readonly number: number }[]): ReadonlyMap<string, FoundRow> {
    const numbers = JSON.stringify(hits.map(({ number }) => number));
    const rows = new Map(this.#hits.all({ userId, numbers }).map((row) => [row.id, row]));
    const others = hits.filter(({ id }) => !rows.has(id)).map(({ id }) => id);
    return others.length === 0 ? rows : new Map([...rows, ...this.found(userId, others)]);
  }

  /** The user's notes that the full-text index does not have as they are, newest change first. */
  newestPending(userId: string, limit: number): StoredNote[] {
    return this.#newestPending.all({ userId, limit });
  }

  /** Such notes of all users after a place in their order, oldest change first: what is indexed last counts as the newest. */
  pendingAfter({ updatedAt, id }: Omit<PendingMark, 'userId'>, limit: number): PendingMark[] {
    return this.#pendingAfter.all({ updatedAt, id, limit });
  }

  /** A new note at version 0, whose content is stored in the same write. */
  insert({ userId, id }: NoteKey, { title, excerpt, at }: { readonly title: string; readonly excerpt: string; readonly at: number }): void {
    this.#insert.run({ userId, id, title, excerpt, at, titleKey: foldName(title) });
  }

  /** Stores what a delta changes. */
  change(
    { userId, id }: NoteKey,
    { title, version, stepBytes, updatedAt }: Pick<StoredNote, 'title' | 'version' | 'stepBytes' | 'updatedAt'>,
  ): void {
    this.#change.run({ userId, id, title, version, stepBytes, updatedAt });
  }

  /** Content, excerpt and full-text index are as far as `version`. */
  markFlushed({ userId, id }: NoteKey, version: number, excerpt: string): void {
    this.#markFlushed.run({ userId, id, version, excerpt });
  }

  /** From now on `version` is the oldest that can be reached. */
  forget({ userId, id }: NoteKey, version: number): void {
    this.#forget.run({ userId, id, version });
  }

  /** From now on nothing here finds the note, but `takeBack` and `remove`. Its entry of the full-text index is the caller's to remove. */
  putAside({ userId, id }: NoteKey, at: number): void {
    this.#putAside.run({ userId, id, at });
  }

  /** The note is found again, and waits to be indexed. */
  takeBack({ userId, id }: NoteKey): void {
    this.#takeBack.run({ userId, id });
  }

  /** Everything that belongs to the note goes with the row, by its foreign keys. */
  remove({ userId, id }: NoteKey): void {
    this.#remove.run({ userId, id });
  }
}

interface Tagged {
  readonly userId: string;
  readonly tag: string;
  readonly others: string;
}

function tagged(userId: string, [tag = '', ...others]: readonly string[]): Tagged {
  return { userId, tag, others: JSON.stringify(others) };
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
