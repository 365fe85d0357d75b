// What undoing takes is kept for as long as the trash keeps records.

import { expect, test } from 'vitest';
import { repeatedInSteps } from '../../../main/features/changes/large-batch.ts';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import { UndoStore } from '../../../main/features/changes/undo-store.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import { statementsOf } from '../../support/statements.ts';
import { openNew } from '../storage/fixture.ts';

const day = 86_400_000;
const windowOrigin = { actor: windowActor, batchId: null };

test('forget › takes what was replaced before a time, some of it in each write, and leaves the entries', async () => {
  const database = openNew();
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
      seqs.push(changes.append(change, windowOrigin, version > count ? 2 * day : day));
    }
  });
  const kept = (): number => undo.bySeq('u', seqs).filter(({ before }) => before !== null).length;
  expect(kept()).toBe(count + 1);
  const forget = (): Promise<boolean> => database.write(() => undo.forget(2 * day));
  expect(await forget()).toBe(true);
  expect([kept() > 1, kept() < count]).toEqual([true, true]);
  await expect.poll(forget).toBe(false);
  expect(undo.bySeq('u', seqs).filter(({ before }) => before !== null)).toMatchObject([{ before: { title: `Title ${count + 1}` } }]);
  expect(changes.after('u', 0, 1_000)).toHaveLength(count + 1);
  // What is forgotten is not looked through again.
  const { statements } = await statementsOf(forget);
  expect(statements.filter((text) => text.startsWith('UPDATE'))).toEqual([]);
  await database.write(() =>
    changes.append({ userId: 'u', type: 'card', action: 'updated', id: 'c', version: 900 }, windowOrigin, 4 * day),
  );
  await expect.poll(() => database.write(() => undo.forget(3 * day))).toBe(false);
  expect(kept()).toBe(0);
  database.close();
});

test('forget › what a write has forgotten that is undone is forgotten by the next one', async () => {
  const database = openNew();
  const [changes, undo] = [new ChangeStore(database), new UndoStore(database)];
  const seq = await database.write(() => {
    database
      .prepare("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0)")
      .run();
    return changes.append({ userId: 'u', type: 'card', action: 'updated', id: 'c', version: 2, before: { title: 'A' } }, windowOrigin, day);
  });
  const failing = database.write((): never => {
    undo.forget(2 * day);
    throw new Error('own reason');
  });
  await expect(failing).rejects.toThrow('own reason');
  expect(undo.bySeq('u', [seq])).toMatchObject([{ before: { title: 'A' } }]);
  await expect.poll(() => database.write(() => undo.forget(2 * day))).toBe(false);
  expect(undo.bySeq('u', [seq])).toMatchObject([{ before: null }]);
  database.close();
});

test('a change that replaces something is written into no more indexes of the feed than one that makes something', () => {
  const database = openNew();
  const partial = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE tbl_name = 'changes' AND type = 'index' AND sql LIKE '%before%'")
    .pluck();
  expect(partial.all()).toEqual([]);
  database.close();
});

test('mark › what these changes were undoing stands again, found by its record; a large undo can itself be undone in parts', async () => {
  const database = openNew();
  const [changes, undo] = [new ChangeStore(database), new UndoStore(database)];
  const append = (userId: string, type: 'note' | 'card', id: string, action: 'created' | 'updated' | 'deleted', batchId: string): number =>
    changes.append({ userId, type, action, id, version: 0 }, { actor: windowActor, batchId }, 1);
  const undoneBy = (userId: string, seq: number): string | null | undefined => undo.bySeq(userId, [seq])[0]?.undoneBy;
  const { made, others, gone } = await database.write(() => {
    for (const id of ['u', 'v'])
      database
        .prepare('INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0)')
        .run(id, id, id);
    const own = [append('u', 'note', '1', 'created', 'do'), append('u', 'card', '1', 'created', 'do')];
    const foreign = append('v', 'note', '1', 'created', 'do');
    undo.mark('u', undo.bySeq('u', own), 'undo');
    undo.mark('v', undo.bySeq('v', [foreign]), 'undo');
    for (const id of ['2', '3']) append('u', 'note', id, 'deleted', 'delete');
    for (const action of ['created', 'deleted'] as const) append('u', 'note', '4', action, 'twice');
    for (const id of ['5', '6', '5', '7', '5']) append('u', 'note', id, 'updated', 'rename');
    for (const action of ['created', 'updated'] as const) append('u', 'note', '8', action, 'made');
    const deleted = [append('u', 'note', '1', 'deleted', 'undo'), append('u', 'card', '1', 'deleted', 'undo')];
    return { made: own, others: foreign, gone: deleted };
  });
  const batches = ['do', 'undo', 'rename', 'delete', 'twice', 'made'];
  const inParts = await Promise.all(batches.map((batchId) => repeatedInSteps(undo, 'u', batchId, 1)));
  const [first = 0] = undo.ofBatch('u', 'rename').map(({ seq }) => seq);
  expect(inParts).toEqual([new Map(), new Map(), new Map([['note 5', [first, first + 2, first + 4]]]), null, null, null]);
  expect(await repeatedInSteps(undo, 'u', 'undo', 2)).toBeNull();

  const { statements } = await statementsOf(() => database.write(() => undo.mark('u', undo.bySeq('u', gone.slice(0, 1)), 'redo')));
  expect([...made.map((seq) => undoneBy('u', seq)), undoneBy('v', others)]).toEqual([null, 'undo', 'undo']);
  const unmarks = statements.filter((text) => text.includes('INDEXED BY changes_undone'));
  expect(unmarks).toHaveLength(2);
  for (const unmark of unmarks) {
    const plan = database
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${unmark}`)
      .all({ userId: '', batchId: '', records: '[]' });
    expect(plan.map(({ detail }) => detail)).toContain('SEARCH changes USING INDEX changes_undone (undone_by=? AND record_id=?)');
  }
  database.close();
});

test('laterThan › looks through 10,000 entries of the user, however many numbers of the feed lie between them', async () => {
  const database = openNew();
  const [changes, undo] = [new ChangeStore(database), new UndoStore(database)];
  const append = (userId: string, id: string): number =>
    changes.append({ userId, type: 'card', action: 'updated', id, version: 2 }, windowOrigin, day);
  const [first, last] = await database.write(() => {
    for (const user of ['u', 'v'])
      database
        .prepare('INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES (?, ?, ?, ?, 0, 0)')
        .run(user, user, user, user === 'u' ? 1 : 0);
    const seq = append('u', 'c');
    // As a start does after a crash.
    changes.skipTo(seq + 10_000);
    append('v', 'c');
    return [seq, append('u', 'c')];
  });
  const later = (): readonly number[] => undo.laterThan('u', first, ['c']).map(({ seq }) => seq);
  expect(later()).toEqual([last]);
  await database.write(() => {
    for (let count = 1; count < 10_000; count += 1) append('u', 'other');
  });
  expect(later()).toEqual([last]);
  await database.write(() => append('u', 'other'));
  expect(later()).toEqual([]);
  database.close();
});
