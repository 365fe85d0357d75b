// The SQL of whole notes at one version: the newest that was written out, and earlier ones from which history is replayed.

import type { Database } from '../../storage/database.ts';
import { noteColumns, ofIds, type NoteIds, type NoteKey, type StoredNote } from './note-store.ts';

/** A note at a version, from which it can be loaded. */
export interface StoredContent {
  readonly version: number;
  /** The size of all steps up to there, in characters. */
  readonly stepBytes: number;
  readonly title: string;
  readonly content: string;
  /** What the content does not tell of the document (`NoteSource.state`); null when it tells all, and where it is packed. */
  readonly state: string | null;
  /** The same where it is long. */
  readonly packedState: Uint8Array | null;
}

/** A text of a note, and of which version it is. */
export type VersionContent = Pick<StoredContent, 'version' | 'content'>;

/** The contents of some notes, and the ids of those that are not among them yet. */
interface SeveralContents {
  readonly contents: ReadonlyMap<string, VersionContent>;
  readonly unread: readonly string[];
}

/** A content that is to be stored. */
export type NewContent = Omit<StoredContent, 'packedState'> & Partial<Pick<StoredContent, 'packedState'>>;

/** A note together with its newest content that was written out, which can be of an earlier version. */
interface NoteWithContent extends StoredNote {
  readonly contentVersion: number;
  readonly content: string;
}

/** A snapshot without what it is of. */
export interface SnapshotMark {
  readonly version: number;
  readonly stepBytes: number;
}

/** The current content without what it is of. */
interface CurrentMark extends SnapshotMark {
  /** The version from which on it has been as it is. */
  readonly textVersion: number;
}

/** Characters of contents that are read together. */
const togetherLength = 4 * 1024 * 1024;

const columns =
  'content.version, content.step_bytes AS stepBytes, content.title, content.content, content.state, content.state_packed AS packedState';
const owned = 'JOIN notes ON notes.id = content.note_id WHERE notes.id = @id AND notes.user_id = @userId';
/** For statements on a table that is not joined. */
const ownedId = '(SELECT id FROM notes WHERE id = @id AND user_id = @userId)';

export class ContentStore {
  readonly #current;
  readonly #note;
  readonly #several;
  readonly #version;
  readonly #beginning;
  readonly #put;
  readonly #carryOn;
  readonly #carryOnEach;
  readonly #snapshot;
  readonly #nearest;
  readonly #marks;
  readonly #drop;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#current = database.prepare<NoteKey, StoredContent>(`SELECT ${columns} FROM note_contents AS content ${owned}`);
    this.#note = database.prepare<NoteKey, NoteWithContent>(`
      SELECT ${noteColumns}, note_contents.version AS contentVersion, content
      FROM notes JOIN note_contents ON note_id = notes.id WHERE notes.id = @id AND user_id = @userId AND trashed_at IS NULL`);
    this.#several = database.prepare<{ userId: string; ids: string }, { id: string; version: number; content: string }>(`
      SELECT notes.id, content.version, content.content FROM json_each(@ids) AS wanted
        CROSS JOIN notes ON notes.id = wanted.value AND user_id = @userId JOIN note_contents AS content ON note_id = notes.id`);
    this.#version = database.prepare<NoteKey, CurrentMark>(`
      SELECT content.version, content.step_bytes AS stepBytes, coalesce(content.text_version, content.version) AS textVersion
      FROM note_contents AS content ${owned}`);
    this.#beginning = database.prepare<NoteKey & { length: number }, { content: string }>(
      `SELECT substr(content.content, 1, @length) AS content FROM note_contents AS content ${owned}`,
    );
    this.#put = database.prepare<NoteKey & StoredContent>(`
      INSERT INTO note_contents (note_id, version, step_bytes, title, content, state, state_packed)
      SELECT id, @version, @stepBytes, @title, @content, @state, @packedState FROM notes WHERE id = @id AND user_id = @userId
      ON CONFLICT (note_id) DO UPDATE SET version = excluded.version, step_bytes = excluded.step_bytes, title = excluded.title, content
        = excluded.content, state = excluded.state, state_packed = excluded.state_packed, text_version = NULL`);
    this.#carryOn = database.prepare<NoteKey & SnapshotMark & { from: number }>(`
      UPDATE note_contents SET version = @version, step_bytes = @stepBytes, text_version = coalesce(text_version, version)
      WHERE note_id = ${ownedId} AND version = @from`);
    this.#carryOnEach = database.prepare<NoteIds & { stepSize: number }>(`
      UPDATE note_contents SET version = notes.version + 1, step_bytes = notes.step_bytes + @stepSize,
        text_version = coalesce(text_version, note_contents.version)
      FROM notes WHERE ${ofIds} AND notes.id = note_id AND note_contents.version = notes.version AND settled_version = notes.version`);
    this.#snapshot = database.prepare<NoteKey>(`
      INSERT OR IGNORE INTO note_snapshots (note_id, version, step_bytes, title, content, state, state_packed)
      SELECT note_id, coalesce(content.text_version, content.version), content.step_bytes, content.title, content.content, content.state,
        content.state_packed
      FROM note_contents AS content ${owned}`);
    this.#nearest = database.prepare<NoteKey & { version: number }, StoredContent>(
      `SELECT ${columns} FROM note_snapshots AS content ${owned} AND content.version <= @version ORDER BY content.version DESC LIMIT 1`,
    );
    this.#marks = database.prepare<NoteKey, SnapshotMark>(
      `SELECT content.version, content.step_bytes AS stepBytes FROM note_snapshots AS content ${owned} ORDER BY content.version DESC`,
    );
    this.#drop = database.prepare<NoteKey & { version: number }>(
      `DELETE FROM note_snapshots WHERE note_id = ${ownedId} AND version < @version`,
    );
  }

  /** Null if the user has no such note. */
  maybeCurrent({ userId, id }: NoteKey): StoredContent | null {
    return this.#current.get({ userId, id }) ?? null;
  }

  /** Null if the user has no such note. */
  maybeNote({ userId, id }: NoteKey): NoteWithContent | null {
    return this.#note.get({ userId, id }) ?? null;
  }

  /**
   * What `maybeCurrent` would give for each of these notes, by id: of the first of them, if others would wait long for the texts of all;
   * and those that are not read.
   */
  several(userId: string, ids: readonly string[]): SeveralContents {
    const contents = new Map<string, VersionContent>();
    let length = 0;
    for (const { id, ...content } of this.#several.iterate({ userId, ids: JSON.stringify(ids) })) {
      contents.set(id, content);
      length += content.content.length;
      if (length >= togetherLength) return { contents, unread: ids.slice(ids.indexOf(id) + 1) };
    }
    return { contents, unread: [] };
  }

  /** Which version `maybeCurrent` would give, without reading it. */
  maybeCurrentMark({ userId, id }: NoteKey): CurrentMark | null {
    return this.#version.get({ userId, id }) ?? null;
  }

  /** The first `length` characters of what `maybeCurrent` would give; '' without one. */
  beginning({ userId, id }: NoteKey, length: number): string {
    return this.#beginning.get({ userId, id, length })?.content ?? '';
  }

  /** Replaces the current content. */
  put({ userId, id }: NoteKey, { version, stepBytes, title, content, state, packedState = null }: NewContent): void {
    this.#put.run({ userId, id, version, stepBytes, title, content, state, packedState });
  }

  /** The content of version `from`, if it is the current one, is that of a later version too. */
  carryOn({ userId, id }: NoteKey, from: number, { version, stepBytes }: SnapshotMark): void {
    this.#carryOn.run({ userId, id, from, version, stepBytes });
  }

  /** The same of several notes, whose version is to grow by one step of `stepSize` characters. */
  carryOnEach(notes: NoteIds, stepSize: number): void {
    this.#carryOnEach.run({ ...notes, stepSize });
  }

  /** Keeps a copy of the current content as a snapshot, of the version in which it came about. */
  snapshot({ userId, id }: NoteKey): void {
    this.#snapshot.run({ userId, id });
  }

  /** The newest snapshot that is not newer than `version`. */
  maybeSnapshot({ userId, id }: NoteKey, version: number): StoredContent | null {
    return this.#nearest.get({ userId, id, version }) ?? null;
  }

  /** Which snapshots there are, newest first. */
  snapshots({ userId, id }: NoteKey): SnapshotMark[] {
    return this.#marks.all({ userId, id });
  }

  /** Removes the snapshots before `version`. */
  dropBefore({ userId, id }: NoteKey, version: number): void {
    this.#drop.run({ userId, id, version });
  }
}
