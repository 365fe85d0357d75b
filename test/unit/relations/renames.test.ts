import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allScopes } from '../../../main/contract/scopes.ts';
import { Renames, type RenamesOptions } from '../../../main/features/relations/renames.ts';
import { windowActor } from '../../../main/lib/caller.ts';

const login = { username: 'ada', isOwner: true, tokenId: 'token', expiresAt: null, isLogin: true };
const caller = { ...login, userId: 'ada', scopes: new Set(allScopes), actor: windowActor };

test('the notes of a tag are looked up some at a time, and others have their turn in between', async () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `note-${index}`);
  const asked: number[] = [];
  let turns = 0;
  const changed: string[] = [];
  const options = {
    texts: { tagged: () => ids },
    store: {
      records: (_userId: string, _type: string, some: readonly string[]) => {
        asked.push(some.length);
        return new Map(some.map((id) => [id, { id, title: id, updatedAt: 0, notebookId: null }]));
      },
    },
    prepare: {
      note: (_userId: string, id: string) => {
        changed.push(id);
        return Promise.resolve(null);
      },
    },
    allRead: () => Promise.resolve(),
    newId: () => 'batch',
  };
  const timer = setInterval(() => (turns += 1), 0);
  await new Renames(options as unknown as RenamesOptions).tag(caller, { from: 'old', to: 'new' });
  clearInterval(timer);
  expect([Math.max(...asked), changed]).toEqual([500, ids]);
  expect(turns).toBeGreaterThan(0);
});

test('texts are written 24 at a time, for which the disk is waited for once', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `note-${index}`);
  let waiting = 0;
  const together: number[] = [];
  const options = {
    texts: { tagged: () => ids },
    store: {
      records: (_userId: string, _type: string, some: readonly string[]) =>
        new Map(some.map((id) => [id, { id, title: id, updatedAt: 0, notebookId: null }])),
    },
    prepare: { note: () => Promise.resolve(() => 1) },
    allRead: () => Promise.resolve(),
    newId: () => 'batch',
    attribute: (_as: unknown, work: () => number) => work(),
    write: async <T>(work: () => T): Promise<T> => {
      waiting += 1;
      together.push(waiting);
      await setImmediate();
      waiting -= 1;
      return work();
    },
  };
  const renamed = await new Renames(options as unknown as RenamesOptions).tag(caller, { from: 'old', to: 'new' });
  expect(renamed.changed).toHaveLength(60);
  expect(Math.max(...together)).toBe(24);
});
