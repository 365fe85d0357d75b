// A database with users and notes for the tests of the search.

import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { UserStore } from '../../../../main/features/auth/store.ts';
import { newId } from '../../../../main/lib/ids.ts';
import { parseQuery } from '../../../../main/lib/full-text/query.ts';
import { indexEntry } from '../../../../main/features/notes/search/index-entry.ts';
import { NoteSearchStore, type NoteSearchResult } from '../../../../main/features/notes/search/search-store.ts';
import { openDatabase, type Database } from '../../../../main/storage/database.ts';
import { makeDataDir } from '../../../support/data-dir.ts';
import { withNewDatabase } from '../../../support/new-database.ts';

export interface TestIndex {
  readonly database: Database;
  readonly store: NoteSearchStore;
  newUser(): Promise<string>;
  removeUser(id: string): Promise<void>;
  /** Makes and indexes notes in one write; their ids. */
  add(userId: string, notes: readonly { readonly title: string; readonly content: string }[]): Promise<string[]>;
  change(userId: string, id: string, note: { readonly title: string; readonly content: string }): Promise<void>;
  removeNote(id: string): Promise<void>;
  search(userId: string, q: string, page?: { readonly limit?: number; readonly offset?: number }): NoteSearchResult;
  /** The ids of all hits. */
  found(userId: string, q: string): string[];
}

/** Opened now, closed and removed after the tests of the file. */
export function openIndex(): TestIndex {
  const folder = makeDataDir();
  const database = openDatabase(withNewDatabase(folder));
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const users = new UserStore(database);
  const store = new NoteSearchStore(database);
  const addNote = database.prepare(
    "INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at) VALUES (?, ?, ?, '', 0, 0, 0, 0, 0)",
  );
  const dropNote = database.prepare('DELETE FROM notes WHERE id = ?');
  const dropUser = database.prepare('DELETE FROM users WHERE id = ?');
  const search = (
    userId: string,
    q: string,
    { limit, offset = 0 }: { readonly limit?: number; readonly offset?: number } = {},
  ): NoteSearchResult => {
    const query = parseQuery(q);
    if (query === null) throw new Error('A blank query is no search');
    return store.search(userId, query, { limit: limit ?? null, offset });
  };
  return {
    database,
    store,
    search,
    found: (userId, q) => search(userId, q).hits.map(({ id }) => id),
    newUser: () =>
      database.write(() => {
        const id = newId();
        users.insert({ id, username: id, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
        return id;
      }),
    removeUser: (id) =>
      database.write(() => {
        dropUser.run(id);
      }),
    add: (userId, notes) =>
      database.write(() =>
        notes.map((note) => {
          const id = newId();
          addNote.run(id, userId, note.title);
          store.put({ userId, id }, indexEntry(note));
          return id;
        }),
      ),
    change: (userId, id, note) =>
      database.write(() => {
        store.put({ userId, id }, indexEntry(note));
      }),
    removeNote: (id) =>
      database.write(() => {
        dropNote.run(id);
      }),
  };
}

/** The words of the index, with how many entries have each; throws if the index is damaged. */
export async function wordsOf({ database }: TestIndex): Promise<unknown[]> {
  await database.write(() => {
    database.prepare("INSERT INTO note_index (note_index) VALUES ('integrity-check')").run();
    database.prepare('CREATE VIRTUAL TABLE IF NOT EXISTS temp.index_words USING fts5vocab (main, note_index, instance)').run();
  });
  return database.prepare('SELECT doc, term, col, offset FROM temp.index_words ORDER BY doc, col, offset, term').all();
}
