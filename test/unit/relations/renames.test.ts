import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { allScopes } from '../../../main/contract/scopes.ts';
import { UserStore } from '../../../main/features/auth/store.ts';
import { LinkStore } from '../../../main/features/relations/link-store.ts';
import { Links } from '../../../main/features/relations/links.ts';
import { Renames, type RenamesOptions } from '../../../main/features/relations/renames.ts';
import { TextStore } from '../../../main/features/relations/text-store.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import type { Database } from '../../../main/storage/database.ts';
import { openNew } from '../storage/fixture.ts';

const login = { username: 'ada', isOwner: true, tokenId: 'token', expiresAt: null, isLogin: true };
const caller = { ...login, userId: 'ada', scopes: new Set(allScopes), actor: windowActor };

/** A database with `count` notes that have the tag `old`, and their ids. */
async function tagged(count: number): Promise<{ readonly database: Database; readonly ids: readonly string[] }> {
  const database = openNew();
  const ids = Array.from({ length: count }, (_, index) => `note-${String(index).padStart(4, '0')}`);
  const note = database.prepare(`
    INSERT INTO notes (id, user_id, title, excerpt, version, settled_version, indexed_version, created_at, updated_at)
    VALUES (?, 'ada', '', '', 0, 0, 0, 0, 0)`);
  const tag = database.prepare("INSERT INTO note_tags (note_id, user_id, tag, shown, is_own) VALUES (?, 'ada', 'old', 'old', 1)");
  await database.write(() => {
    new UserStore(database).insert({ id: 'ada', username: 'ada', passwordHash: null, isOwner: true, createdAt: 0, updatedAt: 0 });
    for (const id of ids) {
      note.run(id);
      tag.run(id);
    }
  });
  return { database, ids };
}

/** What is handed in for texts: `prepare` says what becomes of each note, `write` how it is written. */
function renamesOf(database: Database, prepare: RenamesOptions['prepare']['note'], write: RenamesOptions['write']): Renames {
  const [store, texts] = [new LinkStore(database), new TextStore(database)];
  const none = (): Promise<null> => Promise.resolve(null);
  const markdown = (): Promise<string> => Promise.resolve('');
  const links = new Links({
    store,
    texts,
    recordId: (_type, id) => id,
    markdown: { note: markdown, card: markdown, event: markdown },
    maybeParse: () => [],
  });
  return new Renames({
    store,
    texts,
    links,
    prepare: { note: prepare, card: none, event: none },
    prepareTitle: () => Promise.resolve(() => 1),
    allRead: () => Promise.resolve(),
    newId: () => 'batch',
    attribute: (_origin, work) => work(),
    write,
  });
}

test('the notes of a tag are looked up some at a time, and others have their turn in between', async () => {
  const { database, ids } = await tagged(2_000);
  const changed: string[] = [];
  let turns = 0;
  const records = vi.spyOn(LinkStore.prototype, 'records');
  const timer = setInterval(() => (turns += 1), 0);
  const prepare = (_userId: string, id: string): Promise<null> => {
    changed.push(id);
    return Promise.resolve(null);
  };
  await renamesOf(database, prepare, (work) => database.write(work)).tag(caller, { from: 'old', to: 'new' });
  clearInterval(timer);
  const asked = records.mock.calls.map(([, , some]) => some.length);
  records.mockRestore();
  expect([Math.max(...asked), changed.toSorted()]).toEqual([500, ids]);
  expect(turns).toBeGreaterThan(0);
});

test('texts are written 24 at a time, for which the disk is waited for once', async () => {
  const { database } = await tagged(60);
  let waiting = 0;
  const together: number[] = [];
  const write = async <T>(work: () => T): Promise<T> => {
    waiting += 1;
    together.push(waiting);
    await setImmediate();
    waiting -= 1;
    return work();
  };
  const renamed = await renamesOf(database, () => Promise.resolve(() => 1), write).tag(caller, { from: 'old', to: 'new' });
  expect(renamed.changed).toHaveLength(60);
  expect(Math.max(...together)).toBe(24);
});

test('a full disk is told as that where it has kept all from being changed, and as what is left where it has not', async () => {
  const { database, ids } = await tagged(30);
  let [writes, last] = [0, 0];
  const write = async <T>(work: () => T): Promise<T> => {
    await setImmediate();
    if ((writes += 1) > last) throw new AppError('storage_full', 'There is no room');
    return work();
  };
  const rename = renamesOf(database, () => Promise.resolve(() => 1), write);
  await expect(rename.tag(caller, { from: 'old', to: 'new' })).rejects.toMatchObject({ code: 'storage_full' });
  [writes, last] = [0, 10];
  const { batchId, changed, skipped } = await rename.tag(caller, { from: 'old', to: 'new' });
  expect([batchId, changed.length, skipped.length]).toEqual(['batch', 10, ids.length - 10]);
});
