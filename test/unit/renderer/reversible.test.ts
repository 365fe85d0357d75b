import { expect, test } from 'vitest';
import type { Change } from '../../../main/contract/changes.ts';
import { reversible } from '../../../renderer/api/reversible.ts';

const change = (seq: number, id: string, action: Change['action'], version: number): Change => ({
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
  // Somebody else's is among them: the service is to judge.
  expect(reversible(touched, feed, new Set(['card a 3']))).toEqual({ changes: [2], force: false });
});

test('several changes of one record are taken back together', () => {
  const feed = [change(2, 'a', 'moved', 2), change(3, 'a', 'moved', 3)];
  expect(reversible([...touched, { type: 'card', id: 'a', version: 3 }], feed, new Set())).toEqual({ changes: [2, 3], force: false });
});

test('what the feed does not tell of cannot be taken back', () => {
  expect(reversible(touched, [], new Set())).toEqual({ changes: [], force: false });
});
