// The texts of hits, which lead to their notes by the numbers of rows.

import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { searchSql } from '../../../../main/features/notes/search/search-store.ts';
import { listBackups } from '../../../../main/storage/backup-files.ts';
import { anyVersion, openTestNotes, type TestNotes } from '../fixture.ts';
import { statementsOf } from '../../../support/statements.ts';

async function openPelicans(): Promise<TestNotes> {
  const notes = await openTestNotes();
  for (let at = 0; at < 6; at += 1) await notes.create(`${'a pelican '.repeat(at)}and pelican ${at}\n`, `Note ${at}`);
  await notes.flush();
  return notes;
}

const search = (notes: TestNotes) => notes.notes.list(notes.userId, { q: 'pelican', limit: 50 });

const run = (notes: TestNotes, sql: string) =>
  notes.database.write(() => {
    notes.database.prepare(sql).run();
  });

const texts = (notes: TestNotes): unknown[] => notes.database.prepare('SELECT * FROM note_texts ORDER BY row').all();

const schema = (notes: TestNotes): unknown[] =>
  notes.database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'note_texts' ORDER BY name").all();

describe('a search', () => {
  test('goes from hits to notes by numbers alone, in two statements', async () => {
    const notes = await openPelicans();
    const plan = notes.database
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${searchSql.rankedNotes}`)
      .all({ match: '"a"', first: 0, last: 1, limit: 1, offset: 0, userId: 'u' })
      .map(({ detail }) => detail);
    expect(plan).toContain('SEARCH notes USING INTEGER PRIMARY KEY (rowid=?)');
    expect(plan).toContain('SEARCH note_texts USING INTEGER PRIMARY KEY (rowid=?)');
    await search(notes);
    const { answer, statements } = await statementsOf(() => search(notes));
    expect([answer.total, statements.length]).toEqual([6, 2]);
  });

  test.each([
    ['rows have other numbers', 'UPDATE notes SET rowid = rowid + 1000'],
    ['rows have the numbers of each other', 'UPDATE notes SET rowid = -rowid; UPDATE notes SET rowid = 7 + rowid'],
    ['some texts are missing', 'DELETE FROM note_texts WHERE row % 2 = 0'],
    ['all texts are missing', 'DELETE FROM note_texts'],
  ])('finds the same when %s', async (_, sql) => {
    const notes = await openPelicans();
    const before = await search(notes);
    expect(before.items).toHaveLength(6);
    for (const statement of sql.split(';')) await run(notes, statement);
    expect(notes.database.prepare('SELECT min(rowid) FROM notes').pluck().get()).toBeGreaterThan(0);
    expect(await search(notes)).toEqual(before);
  });

  test('finds none of a note that is deleted, and none of another that gets the number of its row', async () => {
    const notes = await openPelicans();
    const { items } = await search(notes);
    const last = items.find(({ title }) => title === 'Note 5')?.id ?? '';
    await notes.database.write(() => {
      notes.notes.remove(notes.userId, last, anyVersion);
    });
    expect(texts(notes)).toHaveLength(5);
    await notes.create('no such bird\n', 'Another');
    expect((await search(notes)).items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).filter((id) => id !== last));
    await notes.flush();
    expect((await search(notes)).total).toBe(5);
  });
});

test('an upgrade gives the texts of entries the ids and rows of their notes; the search finds the same, and all else stays', async () => {
  const notes = await openPelicans();
  const before = { found: await search(notes), texts: texts(notes), schema: schema(notes) };
  notes.abandon();
  const old = new Sqlite(join(notes.dataDir, 'daybook.db'));
  old.exec(`
    CREATE TABLE old (row INTEGER PRIMARY KEY REFERENCES note_search (row) ON DELETE CASCADE, text TEXT NOT NULL) STRICT;
    INSERT INTO old SELECT row, text FROM note_texts;
    DROP TABLE note_texts;
    ALTER TABLE old RENAME TO note_texts;
    PRAGMA user_version = 40`);
  old.close();

  const upgraded = await openTestNotes({}, notes.dataDir);
  expect(listBackups(notes.dataDir)).toHaveLength(1);
  expect({ found: await search(upgraded), texts: texts(upgraded), schema: schema(upgraded) }).toEqual(before);
  expect(before.texts).toHaveLength(6);
  expect(upgraded.database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  await upgraded.database.write(() => {
    upgraded.notes.remove(upgraded.userId, before.found.items[0]?.id ?? '', anyVersion);
  });
  expect(texts(upgraded)).toHaveLength(5);
  expect((await search(upgraded)).total).toBe(5);
});
