// What undoing takes is kept for as long as the trash keeps records.

import { expect, test } from 'vitest';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import { UndoStore } from '../../../main/features/changes/undo-store.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import { newFolder, open } from '../storage/fixture.ts';

const day = 86_400_000;

test('forget › takes what was replaced before a time, some of it in each write, and leaves the entries', async () => {
  const database = open(newFolder());
  const [changes, undo] = [new ChangeStore(database), new UndoStore(database)];
  const count = 700;
  const seqs: number[] = [];
  await database.write(() => {
    database
      .prepare("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0)")
      .run();
    for (let version = 1; version <= count + 1; version += 1) {
      const change = { userId: 'u', type: 'card', action: 'updated', id: 'c', version, before: { title: `Title ${version}` } } as const;
      // The last one is a day younger.
      seqs.push(changes.append(change, { actor: windowActor, batchId: null }, version > count ? 2 * day : day));
    }
  });
  const kept = (): number => undo.bySeq('u', seqs).filter(({ before }) => before !== null).length;
  expect(kept()).toBe(count + 1);
  expect(await database.write(() => undo.forget(2 * day))).toBe(true);
  expect([kept() > 1, kept() < count]).toEqual([true, true]);
  expect(await database.write(() => undo.forget(2 * day))).toBe(false);
  expect(undo.bySeq('u', seqs).filter(({ before }) => before !== null)).toMatchObject([{ before: { title: `Title ${count + 1}` } }]);
  expect(changes.after('u', 0, 1_000)).toHaveLength(count + 1);
  database.close();
});
