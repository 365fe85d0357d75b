// What the indexes hold of records, written by one class for all kinds.

import { expect, test } from 'vitest';
import { everyWord } from '../../../main/lib/full-text/match.ts';
import type { Database } from '../../../main/storage/database.ts';
import { IndexEntries, whileIndexed } from '../../../main/storage/index-entries.ts';
import { newFolder, openNew, withEvents } from './fixture.ts';

/** A user with an event and a note of each title, and how they are found. */
async function setUp(kind: 'note' | 'event', titles: readonly string[]) {
  const database = openNew(newFolder());
  const { add } = await withEvents(database);
  const userId = database.prepare<[], string>('SELECT id FROM users').pluck().get() ?? '';
  const addNote = database.prepare<[string, string, string]>(`
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at)
    VALUES (?, ?, ?, '', 0, 0, 0, 0, 7)`);
  for (const title of titles) {
    await add(title);
    await database.write(() => addNote.run(`id-${title}`, userId, title));
  }
  const find = database
    .prepare<[string], string>(
      `SELECT ${kind}_id FROM ${kind}_index JOIN ${kind}_search ON row = ${kind}_index.rowid WHERE ${kind}_index MATCH ? ORDER BY row`,
    )
    .pluck();
  const runs: string[] = [];
  const counted: Pick<Database, 'prepare' | 'inTransaction'> = {
    inTransaction: () => database.inTransaction(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      const { run } = statement;
      statement.run = (...values: Parameters<typeof run>) => {
        runs.push(sql);
        return run.apply(statement, values);
      };
      return statement as never;
    },
  };
  const entry = (title: string, body: string) => ({ userId, id: `id-${title}`, title, body });
  return { database, userId, entry, entries: new IndexEntries(counted, kind), runs, found: (words: string) => find.all(words) };
}

test.each(['note', 'event'] as const)('a %s that is put again is found by its new words alone, and is the newest', async (kind) => {
  const { database, userId, entry, entries, found } = await setUp(kind, ['one', 'two', 'three']);
  expect(entries.maybeNumbers(userId)).toBeNull();
  const all = [entry('one', 'tree'), entry('two', 'tree'), entry('three', 'tree')];
  const numbers = await database.write(() => entries.putAll(all));
  expect(found('tree')).toEqual(['id-one', 'id-two', 'id-three']);
  const again = await database.write(() => entries.putAll([entry('two', 'bush tree'), entry('one', 'bush')]));
  expect([found('tree'), found('bush')]).toEqual([
    ['id-three', 'id-two'],
    ['id-two', 'id-one'],
  ]);
  const first = entries.maybeNumbers(userId)?.first ?? NaN;
  expect([...numbers, ...again]).toEqual([0, 1, 2, 3, 4].map((number) => first + number));
  await database.write(() => {
    entries.remove('id-two');
  });
  expect(found('bush')).toEqual(['id-one']);
});

test('what was there of many is removed by one statement, before the first words; nothing to put runs none', async () => {
  const { database, entry, entries, runs } = await setUp('note', ['one', 'two', 'three']);
  await database.write(() => entries.putAll(['one', 'two', 'three'].map((title) => entry(title, title))));
  expect(runs.filter((sql) => sql.includes('DELETE'))).toHaveLength(1);
  expect(runs.slice(-3).every((sql) => sql.startsWith('INSERT INTO note_index'))).toBe(true);
  const before = runs.length;
  await database.write(() => entries.putAll([]));
  expect(runs.length).toBe(before);
});

test('beside the entry of a note stands when it was changed; the title of an event holds a word that all entries have', async () => {
  const notes = await setUp('note', ['one']);
  await notes.database.write(() => notes.entries.putAll([notes.entry('one', '')]));
  expect(notes.database.prepare<[], number>('SELECT changed_at FROM note_search').pluck().all()).toEqual([7]);
  expect(notes.found(`"${everyWord}"`)).toEqual([]);
  const events = await setUp('event', ['one']);
  await events.database.write(() => events.entries.putAll([events.entry('one', '')]));
  expect(events.found(`"${everyWord}"`)).toEqual(['id-one']);
});

test('a user whose numbers are used up is told so, and keeps what was there', async () => {
  const { database, userId, entry, entries } = await setUp('event', ['one', 'two']);
  const numbers = await database.write(() => entries.putAll([entry('one', 'tree')]));
  const last = entries.maybeNumbers(userId)?.last ?? NaN;
  const move = database.prepare<[number]>('UPDATE event_search SET row = CAST(? AS INTEGER)');
  await database.write(() => move.run(last));
  await expect(database.write(() => entries.putAll([entry('two', 'tree')]))).rejects.toThrow('no number left');
  expect(database.prepare<[], string>('SELECT event_id FROM event_search').pluck().all()).toEqual(['id-one']);
  const indexed = database.prepare<[], number>("SELECT rowid FROM event_index WHERE event_index MATCH 'tree'").pluck();
  expect(indexed.all()).toEqual(numbers);
});

test('what is tried out is found meanwhile and not after; where it cannot be, what is indexed is', async () => {
  const { database, entry, entries, found } = await setUp('event', ['one', 'two']);
  await database.write(() => entries.putAll([entry('one', 'tree')]));
  const put = (): void => {
    entries.putAll([entry('two', 'tree')]);
  };
  const look = (): string[] => found('tree');
  expect(whileIndexed(database, put, look)).toEqual(['id-one', 'id-two']);
  expect(look()).toEqual(['id-one']);
  const fails = (): void => {
    throw new Error('no room');
  };
  expect(whileIndexed(database, fails, look)).toEqual(['id-one']);
  // Within another it is undone with that.
  expect(database.tryOut(() => whileIndexed(database, put, look))).toEqual(['id-one', 'id-two']);
  expect(look()).toEqual(['id-one']);
});
