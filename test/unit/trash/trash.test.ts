// What the trash tells of entries that go by themselves.

import { expect, test } from 'vitest';
import { trashTypes, type TrashType } from '../../../main/contract/trash.ts';
import { TrashStore } from '../../../main/features/trash/store.ts';
import { Trash } from '../../../main/features/trash/trash.ts';
import { ClockWatch } from '../../../main/lib/clock.ts';
import { everyScope, windowActor, type Caller } from '../../../main/lib/caller.ts';
import type { Change } from '../../../main/lib/change.ts';
import type { TrashKind } from '../../../main/lib/record-kinds.ts';
import { openNew } from '../storage/fixture.ts';

const user = 'INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)';
const day = 86_400_000;

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

/** The trash of the users a and b, from the 100th day on. */
async function openTrash(more: Partial<TrashKind> = {}) {
  const database = openNew();
  await database.write(() => {
    for (const id of ['a', 'b']) database.prepare(user).run(id, id, id);
  });
  const state = { told: [] as Change[], purged: [] as string[], now: 100 * day, up: day };
  let count = 0;
  const kind: TrashKind = {
    put: (_userId, id) => ({ title: id, data: null }),
    restore: () => 1,
    purge: (_userId, { recordId }) => void state.purged.push(recordId),
    ...more,
  };
  const clock = (): number => state.now;
  const open = (lastNews: number | null): Trash =>
    new Trash({
      store: new TrashStore(database),
      kinds: Object.fromEntries(trashTypes.map((type) => [type, kind])) as Record<TrashType, TrashKind>,
      versionOf: () => null,
      record: (change) => void state.told.push(change),
      clock,
      watch: new ClockWatch({ clock, uptime: () => state.up, lastNews }),
      newId: () => `entry ${(count += 1)}`,
      days: () => 30,
      restored: () => undefined,
      manyLeft: () => undefined,
    });
  const trash = open(null);
  const pass = (ms: number): void => {
    state.now += ms;
    state.up += ms;
  };
  const put = (id: string): Promise<unknown> => database.write(() => trash.put(caller('a'), { type: 'note', id }));
  const round = async (of = trash): Promise<string[]> => {
    await database.write(() => of.removeSome());
    return state.purged.splice(0);
  };
  const held = (): unknown => trash.list(caller('a'), {}).items.map(({ title, trashedAt }) => [title, Date.parse(trashedAt) / day]);
  return { database, state, trash, open, pass, put, round, held };
}

test('an entry that has outlived its time is told of when it goes; the trash that was emptied was told of as a whole', async () => {
  const { database, state, trash, pass } = await openTrash();
  const { told, purged } = state;
  await database.write(() => {
    trash.put(caller('a'), { type: 'note', id: 'old' });
    trash.put(caller('b'), { type: 'card', id: 'emptied' });
  });
  pass(29 * day);
  await database.write(() => trash.put(caller('a'), { type: 'event', id: 'young' }));
  await database.write(() => trash.empty(caller('b')));
  expect(told.splice(0)).toEqual([{ userId: 'b', type: 'trash', action: 'deleted', id: null, version: null }]);
  pass(2 * day);
  expect(await database.write(() => trash.removeSome())).toBe(false);
  expect(purged).toEqual(['emptied', 'old']);
  expect(told).toEqual([{ userId: 'a', type: 'trash', action: 'deleted', id: 'entry 1', version: null }]);
});

test('a clock that is ahead for a while removes nothing, and what came meanwhile is as old as it is', async () => {
  const { state, pass, put, round, held } = await openTrash();
  await put('before');
  pass(day / 2);
  state.now += 40 * day;
  expect(await round()).toEqual([]);
  await put('meanwhile');
  pass(day / 2);
  expect(await round()).toEqual([]);
  state.now -= 40 * day;
  expect(await round()).toEqual([]);
  expect(held()).toEqual([
    ['meanwhile', 100.5],
    ['before', 100],
  ]);
  pass(29.2 * day);
  expect(await round()).toEqual(['before']);
  pass(day / 2);
  expect(await round()).toEqual(['meanwhile']);
});

test('what comes while the clock is behind is as old as it is once that is set', async () => {
  const { state, pass, put, round, held, open } = await openTrash();
  await put('earlier');
  state.now -= 50 * day;
  const trash = open(null);
  await put('behind');
  pass(day / 24);
  state.now += 50 * day;
  expect(await round(trash)).toEqual([]);
  expect(held()).toEqual([
    ['behind', 100],
    ['earlier', 100],
  ]);
  pass(2 * day);
  expect(await round(trash)).toEqual([]);
});

test('a start after weeks without any news waits for a day, but for what was emptied', async () => {
  const { database, state, trash, pass, put, round, open } = await openTrash();
  await put('old');
  await database.write(() => trash.put(caller('b'), { type: 'note', id: 'emptied' }));
  await database.write(() => trash.empty(caller('b')));
  state.now += 40 * day;
  const next = open(100 * day);
  expect(await round(next)).toEqual(['emptied']);
  pass(day);
  expect(await round(next)).toEqual(['old']);
  expect(await round(open(state.now - 6 * day))).toEqual([]);
});

test('a clock that goes back to its beginning takes nothing out of the trash', async () => {
  const { state, pass, put, round, held } = await openTrash();
  await put('one');
  state.now -= 101 * day;
  expect(await round()).toEqual([]);
  expect(held()).toEqual([['one', expect.closeTo(0, 5)]]);
  pass(29 * day);
  expect(await round()).toEqual([]);
});

test('a part that is in the trash already, or that its record still has, is not put there again', async () => {
  const part = { gone: true };
  const { database, trash, held } = await openTrash({ maybeGoneAgain: () => (part.gone ? {} : null) });
  const again = (): Promise<unknown> =>
    database.write(() => {
      trash.putPartAgain(caller('a'), { id: 'entry', type: 'event', recordId: 'series_1', title: 'series_1', data: '{}' });
    });
  part.gone = false;
  await again();
  expect(held()).toEqual([]);
  part.gone = true;
  await again();
  await again();
  expect(held()).toEqual([['series_1', 100]]);
});
