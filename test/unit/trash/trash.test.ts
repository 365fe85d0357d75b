// What the trash tells of entries that go by themselves.

import { expect, test } from 'vitest';
import { trashTypes, type TrashType } from '../../../main/contract/trash.ts';
import { TrashStore } from '../../../main/features/trash/store.ts';
import { Trash } from '../../../main/features/trash/trash.ts';
import { everyScope, windowActor, type Caller } from '../../../main/lib/caller.ts';
import type { Change } from '../../../main/lib/change.ts';
import type { TrashKind } from '../../../main/lib/record-kinds.ts';
import { openNew } from '../storage/fixture.ts';

const user = 'INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)';
const day = 86_400_000;

test('an entry that has outlived its time is told of when it goes; the trash that was emptied was told of as a whole', async () => {
  const database = openNew();
  const told: Change[] = [];
  const purged: string[] = [];
  let now = 100 * day;
  let count = 0;
  const kind: TrashKind = {
    put: (_userId, id) => ({ title: id, data: null }),
    restore: () => 1,
    purge: (_userId, { recordId }) => void purged.push(recordId),
  };
  const trash = new Trash({
    store: new TrashStore(database),
    kinds: Object.fromEntries(trashTypes.map((type) => [type, kind])) as Record<TrashType, TrashKind>,
    versionOf: () => null,
    record: (change) => void told.push(change),
    clock: () => now,
    newId: () => `entry ${(count += 1)}`,
    days: () => 30,
    restored: () => undefined,
    manyLeft: () => undefined,
  });
  const caller = (userId: string): Caller => ({
    userId,
    username: userId,
    isOwner: false,
    tokenId: userId,
    expiresAt: null,
    isLogin: true,
    scopes: everyScope,
    actor: windowActor,
  });
  await database.write(() => {
    for (const id of ['a', 'b']) database.prepare(user).run(id, id, id);
    trash.put(caller('a'), { type: 'note', id: 'old' });
    trash.put(caller('b'), { type: 'card', id: 'emptied' });
  });
  now += 29 * day;
  await database.write(() => trash.put(caller('a'), { type: 'event', id: 'young' }));
  await database.write(() => trash.empty(caller('b')));
  expect(told.splice(0)).toEqual([{ userId: 'b', type: 'trash', action: 'deleted', id: null, version: null }]);
  now += 2 * day;
  expect(await database.write(() => trash.removeSome())).toBe(false);
  expect(purged).toEqual(['emptied', 'old']);
  expect(told).toEqual([{ userId: 'a', type: 'trash', action: 'deleted', id: 'entry 1', version: null }]);
});
