// A large batch is undone in several writes, each record in one of them.

import { expect, test } from 'vitest';
import { ChangeStore } from '../../../main/features/changes/store.ts';
import { BatchUndo, type UndoOptions } from '../../../main/features/changes/undo.ts';
import { UndoStore } from '../../../main/features/changes/undo-store.ts';
import { allScopes } from '../../../main/contract/scopes.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import type { ChangeOrigin } from '../../../main/lib/change.ts';
import { replacedFields } from '../../../main/lib/record-kinds.ts';
import { full } from '../../support/tiers.ts';
import { openNew } from '../storage/fixture.ts';

const login = { username: 'u', isOwner: true, tokenId: 'token', expiresAt: null, isLogin: true };
const caller = { ...login, userId: 'u', scopes: new Set(allScopes), actor: windowActor };

interface Card {
  readonly version: number;
  readonly title: string;
  readonly text: string;
}

test('a large batch with several changes of one record is undone in steps, and so is that', full, async () => {
  const database = openNew();
  const changes = new ChangeStore(database);
  const cards = new Map<string, Card>();
  let origin: ChangeOrigin = { actor: windowActor, batchId: 'rename' };
  const change = (id: string, fields: Partial<Card>): number => {
    const card = cards.get(id) ?? { version: 0, title: 'old', text: 'old' };
    const after = { ...card, ...fields, version: card.version + 1 };
    const before = replacedFields(card, after, ['title', 'text']);
    cards.set(id, after);
    changes.append({ userId: 'u', type: 'card', action: 'updated', id, version: after.version, before }, origin, 1);
    return after.version;
  };
  const ids = Array.from({ length: 1_010 }, (_, index) => `card ${index}`);
  await database.write(() => {
    database
      .prepare("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0)")
      .run();
    // The title of one is changed before the texts of all, and its text twice.
    change('card 500', { title: 'new' });
    for (const id of ids) change(id, { text: 'new' });
    change('card 500', { text: 'newest' });
  });

  let writes = 0;
  let [given, most]: [string[], number] = [[], 0];
  let failsAt = Infinity;
  const options = {
    store: new UndoStore(database),
    kinds: {
      card: {
        maybeVersion: (_userId: string, id: string) => cards.get(id)?.version ?? null,
        apply: (_userId: string, records: readonly { readonly id: string; readonly fields: object }[]) =>
          records.map(({ id, fields }) => (given.push(id), change(id, fields))),
      },
    },
    attribute: <T>(as: ChangeOrigin, work: () => T): T => ((origin = as), work()),
    undone: () => undefined,
    newId: () => `undo after ${origin.batchId}`,
    write: async <T>(work: () => T): Promise<T> => {
      if ((writes += 1) === failsAt) throw new AppError('storage_full', 'There is no room; nothing was changed');
      const before = given.length;
      const result = await database.write(work);
      most = Math.max(most, given.length - before);
      return result;
    },
  };
  const undo = new BatchUndo(options as unknown as UndoOptions);
  const undone = async (batchId: string): Promise<object> => {
    [writes, given, most] = [0, [], 0];
    const { done } = await undo.prepare(caller, { batchId }, new AbortController().signal);
    return { ...done, restored: done?.restored.length };
  };
  const states = (): Set<string> => new Set([...cards].map(([id, { title, text }]) => `${id === 'card 500'} ${title} ${text}`));

  // What was undone before a fault stays so; asked for again, the rest follows.
  failsAt = 30;
  await expect(undone('rename')).rejects.toMatchObject({
    code: 'storage_full',
    message: 'There is no room; 579 records are what they were; undo it again for the others',
  });
  expect([given.includes('card 500'), given.length]).toEqual([true, 579]);
  failsAt = Infinity;
  const told = { restored: 1_000, skipped: [], total: { restored: 1_010, skipped: 0 } };
  expect(await undone('rename')).toEqual({ ...told, batchId: 'undo after rename' });
  expect([writes, given.length, most]).toEqual([51, 431, 20]);
  expect(states()).toEqual(new Set(['false old old', 'true old old']));

  expect(await undone('undo after rename')).toEqual({ ...told, batchId: 'undo after undo after rename' });
  expect([writes, given.length, most]).toEqual([51, 1_010, 20]);
  expect(states()).toEqual(new Set(['false old new', 'true new newest']));
  database.close();
});
