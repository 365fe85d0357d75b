import { expect, test } from 'vitest';
import { allScopes } from '../../../main/contract/scopes.ts';
import { Renames, type RenamesOptions } from '../../../main/features/relations/renames.ts';
import { windowActor } from '../../../main/lib/caller.ts';

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
  const login = { username: 'ada', isOwner: true, tokenId: 'token', expiresAt: null, isLogin: true };
  const caller = { ...login, userId: 'ada', scopes: new Set(allScopes), actor: windowActor };
  await new Renames(options as unknown as RenamesOptions).tag(caller, { from: 'old', to: 'new' });
  clearInterval(timer);
  expect([Math.max(...asked), changed]).toEqual([500, ids]);
  expect(turns).toBeGreaterThan(0);
});
