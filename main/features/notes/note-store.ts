// The SQL of notes themselves. Every statement names the user, so that another user's note is one that never was.

import { foldName } from '../../contract/mentions.ts';
import type { Database } from '../../storage/database.ts';

/** What a note is besides its text, as it is stored. */
export interface StoredAttributes {
  /** Null for a note that is in none. */
  readonly notebookId: string | null;
  readonly isPinned: 0 | 1;
  readonly isArchived: 0 | 1;
}

/** A note without its content; times in milliseconds since the Unix epoch. */
export interface StoredNote extends StoredAttributes {
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

/** Which note, and whose it must be. */
export interface NoteKey {
  readonly userId: string;
  readonly id: string;
}

/** How long the history of a note is. */
export interface NoteHistoryMark extends NoteKey, Pick<StoredNote, 'version' | 'firstVersion'> {}

/** Several notes, whose they must be, and their ids as JSON. */
export interface NoteIds {
  readonly userId: string;
  readonly ids: string;
}

/** Which notebook, and whose it must be. */
export interface NotebookKey {
  readonly userId: string;
  readonly notebookId: string;
}

/** A note that was found, and its text as it is read; null where that is not stored, or of another version. */
interface FoundNoteRow extends StoredNote {
  readonly text: string | null;
}

/** The columns of a `StoredNote`, of the table `notes`. */
export const noteColumns = `notes.id, notes.title, excerpt, notes.version, settled_version AS flushedVersion, indexed_version AS
  indexedVersion, first_version AS firstVersion,
  notes.step_bytes AS stepBytes, created_at AS createdAt, updated_at AS updatedAt, notebook_id AS notebookId, is_pinned AS isPinned,
  is_archived AS isArchived`;

/** What `NotebookKey` names of the table `notes`: archived notes as well, but none in the trash. */
const inNotebook = 'notes.user_id = @userId AND notes.notebook_id = @notebookId AND notes.trashed_at IS NULL';
/** What `NoteIds` names of it. */
export const ofIds = 'notes.id IN (SELECT value FROM json_each(@ids)) AND +notes.user_id = @userId';

/** The statements, to be explained in tests. */
export const noteSql = {
  byId: `SELECT ${noteColumns} FROM notes WHERE id = @id AND user_id = @userId AND trashed_at IS NULL`,
  trashed: `SELECT ${noteColumns} FROM notes WHERE id = @id AND user_id = @userId AND trashed_at IS NOT NULL`,
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
  historiesAfter: 'SELECT id, user_id AS userId, version, first_version AS firstVersion FROM notes WHERE id > @id ORDER BY id LIMIT @limit',
  insert: `
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at, title_key,
      notebook_id, is_pinned, is_archived)
    VALUES (@id, @userId, @title, @excerpt, 0, 0, -1, @at, @changedAt, @titleKey, @notebookId, @isPinned, @isArchived)`,
  change:
    'UPDATE notes SET title = @title, version = @version, step_bytes = @stepBytes, updated_at = @updatedAt WHERE id = @id AND user_id ' +
    '= @userId',
  // The text stays: what is written and indexed of it goes along.
  changeAttributes: `
    UPDATE notes SET notebook_id = @notebookId, is_pinned = @isPinned, is_archived = @isArchived, step_bytes = @stepBytes,
      updated_at = @updatedAt, settled_version = iif(settled_version = version, @version, settled_version),
      indexed_version = iif(indexed_version = version, @version, indexed_version), version = @version
    WHERE id = @id AND user_id = @userId`,
  inNotebook: `SELECT id, version FROM notes WHERE ${inNotebook} LIMIT @limit`,
  hasMore: `SELECT 1 FROM notes WHERE ${inNotebook} LIMIT 1 OFFSET @limit`,
  // As `changeAttributes`, of several notes.
  moveEach: `
    UPDATE notes SET notebook_id = @to, is_pinned = is_pinned, step_bytes = step_bytes + @stepSize, updated_at = @at,
      settled_version = iif(settled_version = version, version + 1, settled_version),
      indexed_version = iif(indexed_version = version, version + 1, indexed_version), version = version + 1
    WHERE ${ofIds}`,
  moveTrashed: `
    UPDATE notes SET notebook_id = @to WHERE user_id = @userId AND notebook_id = @notebookId AND trashed_at IS NOT NULL RETURNING id`,
  moveTrashedBack: `
    UPDATE notes SET notebook_id = @notebookId WHERE id IN (SELECT value FROM json_each(@ids)) AND +user_id = @userId
      AND notebook_id IS @from AND trashed_at IS NOT NULL`,
  byTitle: `
    SELECT id FROM notes WHERE user_id = @userId AND is_archived IN (0, 1) AND is_pinned IN (0, 1) AND title_key = @key
      AND trashed_at IS NULL
    ORDER BY created_at, id LIMIT 1`,
  // Of templates there are few.
  template: `
    SELECT notes.id FROM notebooks CROSS JOIN notes ON notes.user_id = notebooks.user_id AND notes.notebook_id = notebooks.id
    WHERE notebooks.user_id = @userId AND is_templates = 1 AND trashed_at IS NULL AND (
      title_key = @key OR EXISTS (SELECT 1 FROM note_tags WHERE note_tags.note_id = notes.id AND tag = @key))
    ORDER BY title_key = @key DESC, notes.updated_at DESC, notes.id DESC LIMIT 1`,
  markFlushed:
    'UPDATE notes SET excerpt = @excerpt, settled_version = @version, indexed_version = @version WHERE id = @id AND user_id = @userId',
  forget: 'UPDATE notes SET first_version = @version WHERE id = @id AND user_id = @userId',
  // What counts as indexed is not pending.
  putAside: 'UPDATE notes SET trashed_at = @at, indexed_version = version WHERE id = @id AND user_id = @userId',
  takeBack: 'UPDATE notes SET trashed_at = NULL, indexed_version = -1 WHERE id = @id AND user_id = @userId',
  remove: 'DELETE FROM notes WHERE id = @id AND user_id = @userId',
} as const;

interface NewNote extends StoredAttributes {
  readonly title: string;
  readonly excerpt: string;
  readonly at: number;
  /** Of one that comes in from elsewhere; `at` if absent. */
  readonly changedAt?: number;
}

type AttributeChange = StoredAttributes & Pick<StoredNote, 'version' | 'stepBytes' | 'updatedAt'>;

/** A pending note and its place in the order of change. */
export interface PendingMark extends NoteKey {
  readonly updatedAt: number;
}

export class NoteStore {
  readonly #database;
  /** Users of whom it is known that no note of theirs is pending, until the next commit: a search asks each time. */
  readonly #withoutPending = new Set<string>();
  readonly #byId;
  readonly #trashed;
  readonly #found;
  readonly #hits;
  readonly #newestPending;
  readonly #pendingAfter;
  readonly #historiesAfter;
  readonly #insert;
  readonly #change;
  readonly #changeAttributes;
  readonly #inNotebook;
  readonly #hasMore;
  readonly #moveEach;
  readonly #moveTrashed;
  readonly #moveTrashedBack;
  readonly #byTitle;
  readonly #template;
  readonly #markFlushed;
  readonly #forget;
  readonly #putAside;
  readonly #takeBack;
  readonly #remove;

  constructor(database: Pick<Database, 'prepare' | 'inTransaction' | 'onCommit'>) {
    this.#database = database;
    database.onCommit(() => {
      this.#withoutPending.clear();
    });
    this.#byId = database.prepare<NoteKey, StoredNote>(noteSql.byId);
    this.#trashed = database.prepare<NoteKey, StoredNote>(noteSql.trashed);
    this.#found = database.prepare<{ userId: string; ids: string }, FoundNoteRow>(noteSql.found);
    this.#hits = database.prepare<{ userId: string; numbers: string }, FoundNoteRow>(noteSql.hits);
    this.#newestPending = database.prepare<{ userId: string; limit: number }, StoredNote>(noteSql.newestPending);
    this.#pendingAfter = database.prepare<Omit<PendingMark, 'userId'> & { limit: number }, PendingMark>(noteSql.pendingAfter);
    this.#historiesAfter = database.prepare<{ id: string; limit: number }, NoteHistoryMark>(noteSql.historiesAfter);
    this.#insert = database.prepare<NoteKey & NewNote & { titleKey: string }>(noteSql.insert);
    this.#change = database.prepare<NoteKey & { title: string; version: number; stepBytes: number; updatedAt: number }>(noteSql.change);
    this.#changeAttributes = database.prepare<NoteKey & AttributeChange>(noteSql.changeAttributes);
    this.#inNotebook = database.prepare<NotebookKey & { limit: number }, Pick<StoredNote, 'id' | 'version'>>(noteSql.inNotebook);
    this.#hasMore = database.prepare<NotebookKey & { limit: number }, 1>(noteSql.hasMore).pluck();
    this.#moveEach = database.prepare<NoteIds & { to: string | null; stepSize: number; at: number }>(noteSql.moveEach);
    this.#moveTrashed = database.prepare<NotebookKey & { to: string | null }, string>(noteSql.moveTrashed).pluck();
    this.#moveTrashedBack = database.prepare<NotebookKey & { ids: string; from: string | null }>(noteSql.moveTrashedBack);
    this.#byTitle = database.prepare<{ userId: string; key: string }, string>(noteSql.byTitle).pluck();
    this.#template = database.prepare<{ userId: string; key: string }, string>(noteSql.template).pluck();
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

  /** Null if the user has no such note in the trash. */
  maybeTrashed({ userId, id }: NoteKey): StoredNote | null {
    return this.#trashed.get({ userId, id }) ?? null;
  }

  /** Those of these notes that the user has, by id. */
  found(userId: string, ids: readonly string[]): ReadonlyMap<string, FoundNoteRow> {
    return new Map(this.#found.all({ userId, ids: JSON.stringify(ids) }).map((row) => [row.id, row]));
  }

  /** What `found` gives for hits of a search; one whose number is no longer its own is looked for by its id. */
  hits(userId: string, hits: readonly { readonly id: string; readonly number: number }[]): ReadonlyMap<string, FoundNoteRow> {
    const numbers = JSON.stringify(hits.map(({ number }) => number));
    const rows = new Map(this.#hits.all({ userId, numbers }).map((row) => [row.id, row]));
    const others = hits.filter(({ id }) => !rows.has(id)).map(({ id }) => id);
    return others.length === 0 ? rows : new Map([...rows, ...this.found(userId, others)]);
  }

  /** The user's notes that the full-text index does not have as they are, newest change first. */
  newestPending(userId: string, limit: number): StoredNote[] {
    const isInWrite = this.#database.inTransaction();
    if (!isInWrite && this.#withoutPending.has(userId)) return [];
    const pending = this.#newestPending.all({ userId, limit });
    if (!isInWrite && limit > 0 && pending.length === 0) this.#withoutPending.add(userId);
    return pending;
  }

  /** Such notes of all users after a place in their order, oldest change first: what is indexed last counts as the newest. */
  pendingAfter({ updatedAt, id }: Omit<PendingMark, 'userId'>, limit: number): PendingMark[] {
    return this.#pendingAfter.all({ updatedAt, id, limit });
  }

  /** Of notes of all users after an id, by their ids; also of those in the trash. */
  historiesAfter(id: string, limit: number): NoteHistoryMark[] {
    return this.#historiesAfter.all({ id, limit });
  }

  /** A new note at version 0, whose content is stored in the same write. */
  insert({ userId, id }: NoteKey, { title, excerpt, at, changedAt = at, notebookId, isPinned, isArchived }: NewNote): void {
    this.#insert.run({ userId, id, title, excerpt, at, changedAt, titleKey: foldName(title), notebookId, isPinned, isArchived });
  }

  /** Stores what a delta changes. */
  change(
    { userId, id }: NoteKey,
    { title, version, stepBytes, updatedAt }: Pick<StoredNote, 'title' | 'version' | 'stepBytes' | 'updatedAt'>,
  ): void {
    this.#change.run({ userId, id, title, version, stepBytes, updatedAt });
  }

  /** Stores what changes nothing of the text. */
  changeAttributes({ userId, id }: NoteKey, { notebookId, isPinned, isArchived, version, stepBytes, updatedAt }: AttributeChange): void {
    this.#changeAttributes.run({ userId, id, notebookId, isPinned, isArchived, version, stepBytes, updatedAt });
  }

  /** At most `limit` of them, all of them for -1; archived ones as well. */
  inNotebook({ userId, notebookId }: NotebookKey, limit: number): Pick<StoredNote, 'id' | 'version'>[] {
    return this.#inNotebook.all({ userId, notebookId, limit });
  }

  /** Whether more than `limit` are in it. */
  hasMore({ userId, notebookId }: NotebookKey, limit: number): boolean {
    return this.#hasMore.get({ userId, notebookId, limit }) !== undefined;
  }

  /** Each changes by one step of `stepSize` characters. */
  moveEach(notes: NoteIds, to: string | null, { stepSize, at }: { readonly stepSize: number; readonly at: number }): void {
    this.#moveEach.run({ ...notes, to, stepSize, at });
  }

  /** The ids of those that it has moved. */
  moveTrashed({ userId, notebookId }: NotebookKey, to: string | null): string[] {
    return this.#moveTrashed.all({ userId, notebookId, to });
  }

  /** Those of these notes that are in the trash, and still belong to `from`. */
  moveTrashedBack({ userId, notebookId }: NotebookKey, ids: readonly string[], from: string | null): void {
    this.#moveTrashedBack.run({ userId, notebookId, ids: JSON.stringify(ids), from });
  }

  /** The oldest note with this title, whatever its case; null if there is none. */
  maybeIdOfTitle(userId: string, title: string): string | null {
    return this.#byTitle.get({ userId, key: foldName(title) }) ?? null;
  }

  /** The template with this title, or else this tag; null if there is none. */
  maybeTemplate(userId: string, name: string): string | null {
    return this.#template.get({ userId, key: foldName(name) }) ?? null;
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
