import { foldName } from '../../contract/mentions.ts';
import type { Database } from '../../storage/database.ts';

/** What is known of a file of a note; `createdAt` in milliseconds since the epoch. */
export interface StoredNoteFile {
  readonly id: string;
  readonly noteId: string;
  readonly name: string;
  readonly filename: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels of a picture; null where they are not known. */
  readonly width: number | null;
  readonly height: number | null;
  readonly sha256: string;
  readonly createdAt: number;
  /** Why what it says could not be read; absent of a new one. */
  readonly textError?: string | null;
}

interface OfNote {
  readonly userId: string;
  readonly noteId: string;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list, and how many files there are in all. */
export interface FoundFiles {
  readonly files: readonly StoredNoteFile[];
  readonly total: number;
}

const columns = `files.id, owner_id AS noteId, files.name, filename, mime_type AS mimeType, size, width, height, sha256,
  files.created_at AS createdAt, (SELECT error FROM file_texts WHERE file_id = files.id) AS textError`;

/** A file in the trash belongs to the entry that keeps it. */
const ofNotes = "owner_type = 'note' AND NOT EXISTS (SELECT 1 FROM trash WHERE trash.id = owner_id)";
const ofUser = `files.user_id = @userId AND ${ofNotes}`;
/** Of one that is found by its id, its name or its note. With the plus, all files of the user are not walked for it. */
const ofThisUser = `+files.user_id = @userId AND ${ofNotes}`;

/** Whether a version that the history of a note still has names the file, or shows it by what it is called; also of a note in the trash. */
const isNamed = `(EXISTS (SELECT 1 FROM file_names JOIN notes ON notes.id = note_id
  WHERE file_names.name = files.name AND (until_version IS NULL OR until_version >= first_version))
  OR EXISTS (SELECT 1 FROM embedded_files JOIN notes ON notes.id = note_id WHERE note_id = files.owner_id
    AND embedded_files.filename_key = files.filename_key AND (until_version IS NULL OR until_version >= first_version)))`;

const ownedOrNamed = `(owner_id = @noteId OR EXISTS (SELECT 1 FROM file_names JOIN notes ON notes.id = note_id AND notes.user_id = @userId
  WHERE file_names.name = files.name AND note_id = @noteId))`;

/** By ids, which are in the order of creation. The two halves of a note's files come of two indexes. */
const filesOfNote = `
  FROM files WHERE files.id IN (
    SELECT id FROM files WHERE owner_id = @noteId AND ${ofThisUser}
    UNION SELECT files.id FROM file_names JOIN files ON files.name = file_names.name AND ${ofThisUser}
      WHERE note_id = @noteId AND until_version IS NULL)`;

const noteFileSql = {
  isNote: 'SELECT 1 FROM notes WHERE id = @noteId AND user_id = @userId AND trashed_at IS NULL',
  byId: `SELECT ${columns} FROM files WHERE id = @id AND owner_id = @noteId AND ${ofThisUser}`,
  byName: `SELECT ${columns} FROM files WHERE files.name = @name AND ${ofThisUser} AND ${ownedOrNamed}`,
  isNameTaken: 'SELECT 1 FROM files WHERE name = ?',
  isNamed: `SELECT 1 FROM files WHERE id = @id AND ${ofThisUser} AND ${isNamed}`,
  countOfNote: `SELECT count(*) FROM files WHERE owner_id = @noteId AND ${ofThisUser}`,
  ofNote: `SELECT ${columns} ${filesOfNote} ORDER BY files.id LIMIT @limit OFFSET @offset`,
  totalOfNote: `SELECT count(*) ${filesOfNote}`,
  all: `SELECT ${columns} FROM files WHERE ${ofUser} ORDER BY files.id DESC LIMIT @limit OFFSET @offset`,
  totalOfAll: `SELECT count(*) FROM files WHERE ${ofUser}`,
  byUse: `SELECT ${columns} FROM files WHERE ${ofUser} AND ${isNamed} = @isUsed ORDER BY files.id DESC LIMIT @limit OFFSET @offset`,
  totalByUse: `SELECT count(*) FROM files WHERE ${ofUser} AND ${isNamed} = @isUsed`,
  insert: `
    INSERT INTO files (id, owner_type, owner_id, user_id, name, filename, filename_key, mime_type, size, width, height, sha256, created_at)
    VALUES (@id, 'note', @noteId, @userId, @name, @filename, @filenameKey, @mimeType, @size, @width, @height, @sha256, @createdAt)`,
  remove: `DELETE FROM files WHERE id = @id AND ${ofThisUser}`,
} as const;

type Condition = OfNote & Page;

/** The SQL of files of notes. */
export class NoteFileStore {
  readonly #isNote;
  readonly #byId;
  readonly #byName;
  readonly #isNameTaken;
  readonly #isNamed;
  readonly #countOfNote;
  readonly #ofNote;
  readonly #totalOfNote;
  readonly #all;
  readonly #totalOfAll;
  readonly #byUse;
  readonly #totalByUse;
  readonly #insert;
  readonly #remove;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#isNote = database.prepare<OfNote>(noteFileSql.isNote);
    this.#byId = database.prepare<OfNote & { id: string }, StoredNoteFile>(noteFileSql.byId);
    this.#byName = database.prepare<OfNote & { name: string }, StoredNoteFile>(noteFileSql.byName);
    this.#isNameTaken = database.prepare<[string]>(noteFileSql.isNameTaken);
    this.#isNamed = database.prepare<{ userId: string; id: string }>(noteFileSql.isNamed);
    this.#countOfNote = database.prepare<OfNote, number>(noteFileSql.countOfNote).pluck();
    this.#ofNote = database.prepare<Condition, StoredNoteFile>(noteFileSql.ofNote);
    this.#totalOfNote = database.prepare<OfNote, number>(noteFileSql.totalOfNote).pluck();
    this.#all = database.prepare<{ userId: string } & Page, StoredNoteFile>(noteFileSql.all);
    this.#totalOfAll = database.prepare<{ userId: string }, number>(noteFileSql.totalOfAll).pluck();
    this.#byUse = database.prepare<{ userId: string; isUsed: 0 | 1 } & Page, StoredNoteFile>(noteFileSql.byUse);
    this.#totalByUse = database.prepare<{ userId: string; isUsed: 0 | 1 }, number>(noteFileSql.totalByUse).pluck();
    this.#insert = database.prepare<object>(noteFileSql.insert);
    this.#remove = database.prepare<{ userId: string; id: string }>(noteFileSql.remove);
  }

  /** Whether the user has this note; false for one in the trash. */
  isNote(userId: string, noteId: string): boolean {
    return this.#isNote.get({ userId, noteId }) !== undefined;
  }

  /** Null unless this very file was added to this note of the user; the note may be gone. */
  maybeFile(userId: string, noteId: string, id: string): StoredNoteFile | null {
    return this.#byId.get({ userId, noteId, id }) ?? null;
  }

  /** Null unless the file of this name was added to this note of the user, or some version of the note names it. */
  maybeFileNamed(userId: string, noteId: string, name: string): StoredNoteFile | null {
    return this.#byName.get({ userId, noteId, name }) ?? null;
  }

  /** Whether any file has this name, whichever user it belongs to. */
  isNameTaken(name: string): boolean {
    return this.#isNameTaken.get(name) !== undefined;
  }

  /** Whether a version of a note that is kept names the file. */
  isNamed(userId: string, id: string): boolean {
    return this.#isNamed.get({ userId, id }) !== undefined;
  }

  /** How many files were added to the note. */
  countOfNote(userId: string, noteId: string): number {
    return this.#countOfNote.get({ userId, noteId }) ?? 0;
  }

  /** The files that were added to the note, and those that its text names; oldest first. */
  ofNote(userId: string, noteId: string, page: Page): FoundFiles {
    return { files: this.#ofNote.all({ userId, noteId, ...page }), total: this.#totalOfNote.get({ userId, noteId }) ?? 0 };
  }

  /** Newest first. */
  all(userId: string, page: Page): FoundFiles {
    return { files: this.#all.all({ userId, ...page }), total: this.#totalOfAll.get({ userId }) ?? 0 };
  }

  /** Those that a kept version of a note names, or those that none does; newest first. */
  byUse(userId: string, isUsed: boolean, page: Page): FoundFiles {
    const use = { userId, isUsed: isUsed ? 1 : 0 } as const;
    return { files: this.#byUse.all({ ...use, ...page }), total: this.#totalByUse.get(use) ?? 0 };
  }

  insert(userId: string, file: StoredNoteFile): void {
    this.#insert.run({ ...file, filenameKey: foldName(file.filename), userId });
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }
}
