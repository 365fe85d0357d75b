// Notes whose words the full-text index takes long for: a thread stores them, in a write that others wait for.

import Sqlite from 'better-sqlite3';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { statementsOf } from '../../support/statements.ts';
import { openTestNotes, type TestNotes } from './fixture.ts';

/** 170,000 characters, all words different. */
const words = (first: string): string => Array.from({ length: 20_000 }, (_, index) => `${first}${index}x`).join(' ');

/** How far the note is flushed, and indexed. */
const marks = ({ database }: TestNotes, id: string): unknown =>
  database.prepare('SELECT version, settled_version AS flushed, indexed_version AS indexed FROM notes WHERE id = ?').get(id);
const found = async ({ lists, userId }: TestNotes, q: string): Promise<string[]> =>
  (await lists.list(userId, { q })).items.map(({ id }) => id);
/** Of statements, those that write what a flush stores. */
const storing = (statements: readonly string[]): string[] =>
  statements.filter((text) => /^(?:INSERT INTO (?:note_index|note_texts|note_contents)|UPDATE notes)/.test(text));

/** Another program that holds the database, until the result is called. */
function hold({ dataDir }: TestNotes): () => void {
  const other = new Sqlite(join(dataDir, 'daybook.db'));
  other.exec('BEGIN IMMEDIATE');
  return () => {
    other.exec('ROLLBACK');
    other.close();
  };
}

/** Settles once a write goes on elsewhere. */
async function untilElsewhere({ database }: TestNotes): Promise<void> {
  for (let isFree = true; isFree; await nextTurn()) isFree = await Promise.race([database.whenFree().then(() => true), nextTurn(false)]);
}

test('it is stored by the thread, all of it: content, excerpt, snapshot and words', full, async () => {
  const notes = await openTestNotes({ snapshots: { versions: 1, stepBytes: 1e9 } });
  const { id } = await notes.create(words('was'));
  await notes.flush();
  const { version } = await notes.change(id, { version: 0, content: `Now\n\n${words('is')}` });
  const { statements } = await statementsOf(() => notes.flush());
  expect(storing(statements)).toEqual([]);
  expect(marks(notes, id)).toEqual({ version, flushed: version, indexed: version });
  expect([await found(notes, 'is777x'), await found(notes, 'was777x'), await found(notes, 'now')]).toEqual([[id], [], [id]]);
  const stored = notes.database.prepare('SELECT version, substr(content, 1, 3) AS start FROM note_contents WHERE note_id = ?').get(id);
  expect(stored).toEqual({ version, start: 'Now' });
  expect(notes.database.prepare('SELECT version FROM note_snapshots WHERE note_id = ?').all(id)).toEqual([{ version: 0 }]);
  const [item] = (await notes.lists.list(notes.userId, { q: 'is777x' })).items;
  expect(item?.excerpt).toBe('Now');
  expect(item?.match?.snippet).toContain('<mark>is777x</mark>');
});

test('while it is stored, writes wait, a search sees what else is pending, and what is read is as before', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(words('a'));
  const { id: short } = await notes.create('a pelican\n');
  const letGo = hold(notes);
  const flushing = notes.flush();
  await untilElsewhere(notes);
  const order: string[] = [];
  const deleting = notes.database.write(() => notes.trash.put(notes.userId, id)).then(() => order.push('deleted'));
  const searching = found(notes, 'pelican').then((ids) => order.push(`found ${ids.length}`));
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(order).toEqual([]);
  expect((await notes.notes.read(notes.userId, id, {})).content).toBe(words('a'));
  letGo();
  await Promise.all([flushing, deleting, searching]);
  expect(order.toSorted()).toEqual(['deleted', 'found 1']);
  expect(notes.failures).toEqual([]);
  expect([await found(notes, 'a777x'), await found(notes, 'pelican')]).toEqual([[], [short]]);
});

test("while another user's is stored, a search finds what is pending all the same", async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create('a pelican\n');
  const finished = Promise.withResolvers<void>();
  const storing = notes.database.writeElsewhere(async () => {
    const letGo = hold(notes);
    await finished.promise;
    letGo();
  }, false);
  await untilElsewhere(notes);
  const searching = found(notes, 'pelican');
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  finished.resolve();
  await storing;
  expect(await searching).toEqual([id]);
});

test('a search that it is pending for has it stored, and puts nothing into the index itself', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(words('a'));
  const first = await statementsOf(() => found(notes, 'a777x'));
  expect([first.answer, storing(first.statements)]).toEqual([[id], []]);
  const { version } = await notes.change(id, { version: 0, content: words('b') });
  const second = await statementsOf(async () => [await found(notes, 'a777x'), await found(notes, 'b777x')]);
  expect([second.answer, storing(second.statements)]).toEqual([[[], [id]], []]);
  expect(marks(notes, id)).toEqual({ version, flushed: version, indexed: version });
});

test('what the thread cannot store stays pending, is told of and found, and is stored once that can be', full, async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(words('a'));
  const sql = (text: string): Promise<unknown> => notes.database.write(() => notes.database.prepare(text).run());
  await sql("CREATE TRIGGER full BEFORE UPDATE OF indexed_version ON notes BEGIN SELECT RAISE(ABORT, 'no room'); END");
  await notes.flush();
  expect(marks(notes, id)).toEqual({ version: 0, flushed: 0, indexed: -1 });
  expect(notes.failures).toMatchObject([{ noteId: id, err: { cause: { message: 'no room' } } }]);
  expect(await found(notes, 'a777x')).toEqual([id]);
  await sql('DROP TRIGGER full');
  expect(await found(notes, 'a777x')).toEqual([id]);
  expect(marks(notes, id)).toEqual({ version: 0, flushed: 0, indexed: 0 });
});

test('a stop waits until it is stored', async () => {
  const notes = await openTestNotes();
  const { id } = await notes.create(words('a'));
  const letGo = hold(notes);
  const flushing = notes.flush();
  await untilElsewhere(notes);
  const stopping = notes.stop();
  letGo();
  await Promise.all([flushing, stopping]);
  expect(notes.failures).toEqual([]);
  const again = await openTestNotes({}, notes.dataDir);
  expect(marks(again, id)).toEqual({ version: 0, flushed: 0, indexed: 0 });
  expect(await found(again, 'a777x')).toEqual([id]);
});

test('several that are long together are flushed for a search, the older ones first, and the newest are tried out', async () => {
  const notes = await openTestNotes();
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await notes.create(`a pelican ${'y '.repeat(50_000)}`)).id);
  expect(await found(notes, 'pelican')).toEqual(ids.toReversed());
  expect(ids.map((id) => marks(notes, id))).toMatchObject([0, 0, 0, -1, -1].map((indexed) => ({ indexed })));
  await notes.flush();
  expect(await found(notes, 'pelican')).toEqual(ids.toReversed());
});
