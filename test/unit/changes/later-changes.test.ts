// What has come between changes that are to be undone.

import { expect, test } from 'vitest';
import { LaterChanges } from '../../../main/features/changes/later-changes.ts';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import { touchedBy } from '../../../main/features/changes/touched.ts';
import { UndoStore } from '../../../main/features/changes/undo-store.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import { statementsOf } from '../../support/statements.ts';
import { openNew } from '../storage/fixture.ts';

test('standBetween › of many records is answered by one reading of the feed, for each by what came between its own changes', async () => {
  const database = openNew();
  const [changes, undo] = [new ChangeStore(database), new UndoStore(database)];
  const origin = { actor: windowActor, batchId: null };
  const change = (id: string, version: number, field: string): number =>
    changes.append({ userId: 'u', type: 'card', action: 'updated', id, version, before: { [field]: 'was' } }, origin, 1);
  const ids = Array.from({ length: 20 }, (_, index) => `card ${index}`);
  const seqs = await database.write(() => {
    database
      .prepare("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0)")
      .run();
    const first = ids.map((id) => change(id, 2, 'title'));
    for (const [index, id] of ids.entries()) change(id, 3, index === 7 ? 'title' : 'text');
    const last = ids.map((id) => change(id, 4, 'title'));
    // After the last of its own.
    change('card 9', 5, 'title');
    return [...first, ...last];
  });
  const touched = touchedBy(undo.bySeq('u', seqs));
  const later = new LaterChanges(undo, 'u', touched);
  const { answer, statements } = await statementsOf(() => Promise.resolve(touched.filter((each) => later.standBetween(each))));
  expect(answer.map(({ id }) => id)).toEqual(['card 7']);
  expect(statements).toHaveLength(1);
  database.close();
});
