// The tags of very many notes are counted in parts, and give what they give in one go.

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { TagStore } from '../../../main/features/relations/tag-store.ts';
import { Tags } from '../../../main/features/relations/tags.ts';
import type { Database } from '../../../main/storage/database.ts';
import { openNew } from '../storage/fixture.ts';

const notes = 2_500;

/** Each has the tag `common`, and one of 7; of `common` the oldest note, which is in the last part, writes another. */
async function fill(database: Database): Promise<void> {
  const note = database.prepare(`
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at, trashed_at)
    VALUES (?, ?, '', '', 0, 0, 0, ?, 1, ?)`);
  const tag = database.prepare('INSERT INTO note_tags (note_id, user_id, tag, shown, is_own) VALUES (?, ?, ?, ?, 1)');
  await database.write(() => {
    for (const userId of ['many', 'few']) {
      new UserStore(database).insert({ id: userId, username: userId, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
      for (let index = 0; index < (userId === 'many' ? notes : 3); index += 1) {
        const id = `${userId} ${String(index).padStart(4, '0')}`;
        note.run(id, userId, 9_999 - index, index % 10 === 3 ? 1 : null);
        tag.run(id, userId, 'common', index === notes - 1 ? 'Common' : 'cOmmon');
        tag.run(id, userId, `tag${index % 7}`, `Tag${index % 7}`);
      }
    }
  });
}

const countOf = (isMeant: (index: number) => boolean): number =>
  Array.from({ length: notes }, (_, index) => index).filter((index) => index % 10 !== 3 && isMeant(index)).length;

test('list › all tags of very many notes, some at a time and of one moment; of a few at once', async () => {
  const database = openNew();
  await fill(database);
  let opened = 0;
  const store = new TagStore(database);
  const tags = new Tags({
    store,
    openReader: () => {
      opened += 1;
      const snapshot = database.snapshot();
      return { store: new TagStore(snapshot), [Symbol.dispose]: () => snapshot[Symbol.dispose]() };
    },
  });
  const parts = [...store.parts('many')].map((part) => part.reduce((sum, each) => sum + each.notes, 0));
  expect([parts.length, Math.max(...parts) <= 2_000]).toEqual([3, true]);

  const wanted = {
    items: [
      { tag: 'Common', notes: countOf(() => true) },
      ...Array.from({ length: 7 }, (_, tag) => ({ tag: `Tag${tag}`, notes: countOf((index) => index % 7 === tag) })),
    ],
    total: 8,
    limit: 10_000,
    offset: 0,
  };
  const listed = tags.list('many', {});
  await database.write(() => database.prepare('DELETE FROM note_tags').run());
  await setImmediate();
  expect(await listed).toEqual(wanted);
  expect([tags.list('many', {}), opened]).toEqual([{ items: [], total: 0, limit: 10_000, offset: 0 }, 1]);
  database.close();
});

test('list › of a few notes, without a moment of its own', async () => {
  const database = openNew();
  await fill(database);
  const tags = new Tags({ store: new TagStore(database), openReader: () => expect.fail('It takes one statement') });
  expect(tags.list('few', {})).toEqual({
    items: [{ tag: 'cOmmon', notes: 3 }, ...[0, 1, 2].map((tag) => ({ tag: `Tag${tag}`, notes: 1 }))],
    total: 4,
    limit: 10_000,
    offset: 0,
  });
  database.close();
});
