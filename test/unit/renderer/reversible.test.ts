import { expect, test } from 'vitest';
import type { ChangeEntry } from '../../../main/contract/changes.ts';
import { reversible, touchedByUndo } from '../../../renderer/api/reversible.ts';

const change = (seq: number, id: string, action: ChangeEntry['action'], version: number): ChangeEntry => ({
  seq,
  at: '2026-11-20T13:10:00.000Z',
  type: 'card',
  action,
  id,
  version,
  actor: { kind: 'window', id: null, name: 'window' },
  batchId: null,
});

const touched = [{ type: 'card', id: 'a', version: 2 }] as const;

test('a change is found by the version that it led to, among those of other records and ways through the trash', () => {
  const feed = [change(1, 'b', 'moved', 2), change(2, 'a', 'moved', 2), change(3, 'a', 'deleted', 2), change(4, 'a', 'created', 2)];
  expect(reversible(touched, feed, new Set())).toEqual({ changes: [2], force: false });
});

test('what came after it is passed over if it is nothing but ways back and there again', () => {
  const feed = [change(2, 'a', 'moved', 2), change(3, 'a', 'updated', 3), change(4, 'a', 'updated', 4)];
  expect(reversible(touched, feed, new Set(['card a 3', 'card a 4']))).toEqual({ changes: [2], force: true });
  // One of another page is among them: the service is to judge.
  expect(reversible(touched, feed, new Set(['card a 3']))).toEqual({ changes: [2], force: false });
});

test('several changes of one record are taken back together', () => {
  const feed = [change(2, 'a', 'moved', 2), change(3, 'a', 'moved', 3)];
  expect(reversible([...touched, { type: 'card', id: 'a', version: 3 }], feed, new Set())).toEqual({ changes: [2, 3], force: false });
});

test('what the feed does not tell of cannot be taken back', () => {
  expect(reversible(touched, [], new Set())).toEqual({ changes: [], force: false });
});

test('what was created is found by its creation, what went into the trash by that, and what came back by that', () => {
  const feed = [change(1, 'a', 'created', 1), change(2, 'a', 'updated', 2), change(3, 'a', 'deleted', 2), change(4, 'a', 'created', 2)];
  const own = new Set(['card a 2']);
  const made = { type: 'card', id: 'a', version: 1, how: 'created' } as const;
  // Its own later changes were taken back before.
  expect(reversible([made], feed, own)).toEqual({ changes: [1], force: true });
  expect(reversible([made], feed, new Set())).toEqual({ changes: [1], force: false });
  const away = touchedByUndo([made], [{ type: 'card', id: 'a', version: null }]);
  expect(reversible(away, feed, own)).toEqual({ changes: [3], force: false });
  const back = touchedByUndo(away, [{ type: 'card', id: 'a', version: 2 }]);
  expect(reversible(back, feed, own)).toEqual({ changes: [4], force: false });
  // Of fields that were given back nothing else is known.
  expect(touchedByUndo([{ type: 'card', id: 'a', version: 2 }], [{ type: 'card', id: 'a', version: 3 }])).toEqual([
    { type: 'card', id: 'a', version: 3 },
  ]);
});
