import type { Database } from '../../storage/database.ts';
import type { Content, ContentNames } from '../../storage/blobs.ts';

const fileNameSql = {
  // Only names of files that the user has: no row is made for what merely looks like one.
  add: `
    INSERT INTO file_names (note_id, name) SELECT @noteId, files.name FROM json_each(@names) AS found
      CROSS JOIN files ON files.name = found.value AND files.user_id = @userId WHERE owner_type = 'note'
    ON CONFLICT (note_id, name) DO UPDATE SET until_version = NULL`,
  end: `
    UPDATE file_names SET until_version = @version
    WHERE note_id = @noteId AND until_version IS NULL AND name IN (SELECT value FROM json_each(@names))`,
  count: 'SELECT count(*) FROM file_names WHERE note_id = ? AND until_version IS NULL',
  // Of any name: the file can come later.
  addEmbedded: `
    INSERT INTO embedded_files (note_id, filename_key) SELECT @noteId, value FROM json_each(@names) WHERE true
    ON CONFLICT (note_id, filename_key) DO UPDATE SET until_version = NULL`,
  endEmbedded: `
    UPDATE embedded_files SET until_version = @version
    WHERE note_id = @noteId AND until_version IS NULL AND filename_key IN (SELECT value FROM json_each(@names))`,
  forget: 'DELETE FROM file_names WHERE name = ?',
} as const;

/** The SQL of which notes name which files. */
export class FileNameStore {
  readonly #add;
  readonly #end;
  readonly #count;
  readonly #addEmbedded;
  readonly #endEmbedded;
  readonly #forget;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#add = database.prepare<{ userId: string; noteId: string; names: string }>(fileNameSql.add);
    this.#end = database.prepare<{ noteId: string; names: string; version: number }>(fileNameSql.end);
    this.#count = database.prepare<[string], number>(fileNameSql.count).pluck();
    this.#addEmbedded = database.prepare<{ noteId: string; names: string }>(fileNameSql.addEmbedded);
    this.#endEmbedded = database.prepare<{ noteId: string; names: string; version: number }>(fileNameSql.endEmbedded);
    this.#forget = database.prepare<[string]>(fileNameSql.forget);
  }

  /** From now on the newest version of the note names those of these files that the user has; whether there is one. */
  add(userId: string, noteId: string, names: readonly string[]): boolean {
    return this.#add.run({ userId, noteId, names: JSON.stringify(names) }).changes > 0;
  }

  /** `version` was the last that named these. */
  end(noteId: string, names: readonly string[], version: number): void {
    this.#end.run({ noteId, names: JSON.stringify(names), version });
  }

  /** How many files the newest version of the note names. */
  count(noteId: string): number {
    return this.#count.get(noteId) ?? 0;
  }

  /** From now on the newest version of the note shows what is called so, by folded names, whether it has such files or not. */
  addEmbedded(noteId: string, names: readonly string[]): void {
    if (names.length > 0) this.#addEmbedded.run({ noteId, names: JSON.stringify(names) });
  }

  /** `version` was the last that showed these. */
  endEmbedded(noteId: string, names: readonly string[], version: number): void {
    if (names.length > 0) this.#endEmbedded.run({ noteId, names: JSON.stringify(names), version });
  }

  /** The file of this name is gone. */
  forget(name: string): void {
    this.#forget.run(name);
  }
}

/** Whose content it is does not matter: equal ones are kept once for all users. */
const contentNameSql = {
  isNamed: 'SELECT 1 FROM files WHERE sha256 = ? LIMIT 1',
  namedAfter: 'SELECT sha256, max(size) AS size FROM files WHERE sha256 > ? GROUP BY sha256 ORDER BY sha256 LIMIT ?',
} as const;

/** The contents that files of cards and notes have. */
export class ContentNameStore implements ContentNames {
  readonly #isNamed;
  readonly #namedAfter;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#isNamed = database.prepare<[string]>(contentNameSql.isNamed);
    this.#namedAfter = database.prepare<[string, number], Content>(contentNameSql.namedAfter);
  }

  isNamed(sha256: string): boolean {
    return this.#isNamed.get(sha256) !== undefined;
  }

  namedAfter(sha256: string, limit: number): Content[] {
    return this.#namedAfter.all(sha256, limit);
  }
}
