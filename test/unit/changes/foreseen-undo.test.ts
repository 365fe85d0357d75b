import { expect, test } from 'vitest';
import { foreseeUndo } from '../../../main/features/changes/foreseen-undo.ts';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import type { UndoOptions } from '../../../main/features/changes/undo.ts';
import { UndoStore } from '../../../main/features/changes/undo-store.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import { openNew } from '../storage/fixture.ts';

test('a link that has gone and come back, or come and gone, stays as it is', async () => {
  const database = openNew();
  const changes = new ChangeStore(database);
  await database.write(() => {
    database
      .prepare("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0)")
      .run();
    for (const [id, ...actions] of [
      ['made', 'created'],
      ['gone', 'deleted'],
      ['back', 'deleted', 'created'],
      ['short', 'created', 'deleted'],
    ] as const)
      for (const action of actions)
        changes.append({ userId: 'u', type: 'link', action, id, version: 0 }, { actor: windowActor, batchId: 'batch' }, 1);
  });
  const { records } = foreseeUndo({ store: new UndoStore(database), kinds: {} as UndoOptions['kinds'] }, 'u', 'batch');
  expect(Object.fromEntries(records.map(({ id, action }) => [id, action]))).toEqual({
    made: 'trash',
    gone: 'restore',
    back: 'keep',
    short: 'keep',
  });
  database.close();
});
