// An index that was made by an earlier version is made anew.

import { expect, test } from 'vitest';
import { searchWords } from '../../../../main/storage/migrations/0004-search-words.ts';
import { openTestNotes } from '../fixture.ts';

test('notes of a database from before the index held whole words are indexed again', async () => {
  const before = await openTestNotes();
  const { id } = await before.create('a foot**note**\n');
  const { id: changed } = await before.create('b foot**note**\n');
  await before.change(changed, { edits: [{ append: 'more\n' }] });
  await before.flush();
  expect((await before.lists.list(before.userId, { q: 'footnote' })).total).toBe(2);
  await before.database.write(() => {
    before.database.prepare('DELETE FROM note_search').run();
  });
  expect((await before.lists.list(before.userId, { q: 'footnote' })).total).toBe(0);
  // What the upgrade from format 3 does.
  await before.database.write(() => {
    before.database.prepare(searchWords.sql).run();
  });
  before.abandon();
  const after = await openTestNotes({}, before.dataDir);
  const { items } = await after.lists.list(after.userId, { q: 'footnote' });
  expect(items.map((item) => item.id).toSorted()).toEqual([id, changed].toSorted());
});
