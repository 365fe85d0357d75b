// The notes of a notebook that is deleted move together, as each of them does that is moved by a change of its own.

import { expect, test } from 'vitest';
import type { NoteDelta } from '../../../main/contract/note-delta.ts';
import { Notebooks } from '../../../main/features/notes/notebooks.ts';
import { allScopes } from '../../../main/contract/scopes.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { windowActor } from '../../../main/lib/caller.ts';
import { statementsOf } from '../../support/statements.ts';
import { anyVersion, openTestNotes, type TestNotes } from './fixture.ts';

const parent = 'home';

const states: readonly NoteDelta[] = [{}, { isArchived: true }, { isPinned: true }, { edits: [{ append: 'more\n' }] }];

/** Notes of each kind in both notebooks, half of them flushed before the last change; their ids. */
async function fill(notes: TestNotes): Promise<{ readonly single: string[]; readonly joined: string[] }> {
  const ids = { single: [] as string[], joined: [] as string[] };
  for (const isFlushed of [true, false]) {
    const made: (readonly [string, NoteDelta])[] = [];
    for (const name of ['single', 'joined'] as const)
      for (const state of states) {
        const { id } = await notes.create('text\n');
        await notes.change(id, { notebookId: name });
        ids[name].push(id);
        made.push([id, state]);
      }
    if (isFlushed) await notes.flush();
    for (const [id, state] of made) if (Object.keys(state).length > 0) await notes.change(id, state);
  }
  return ids;
}

/** All that is stored of a note, but for when, and its own names. */
function rowsOf({ database }: TestNotes, id: string): unknown {
  const rows = (sql: string): unknown => database.prepare(sql).all(id);
  return {
    note: rows(`SELECT excerpt, version, settled_version, indexed_version, first_version, step_bytes, notebook_id, is_pinned, is_archived
      FROM notes WHERE id = ?`),
    contents: rows('SELECT version, text_version, step_bytes, content, state FROM note_contents WHERE note_id = ?'),
    steps: rows(`SELECT version, delta, author, client_id, replace(step, 'single', 'joined') AS step, step_packed, splices
      FROM note_steps WHERE note_id = ?`),
    search: rows('SELECT changed_at = updated_at AS isOfChange FROM note_search JOIN notes ON notes.id = note_id WHERE note_id = ?'),
  };
}

async function withNotebooks(): Promise<TestNotes> {
  const notes = await openTestNotes();
  const insert = notes.database.prepare(`
    INSERT INTO notebooks (id, user_id, parent_id, name, order_key, is_templates, version, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, 0, 1, 0, 0)`);
  await notes.database.write(() => {
    insert.run(parent, notes.userId, null, 'Home', 'a0');
    for (const [index, id] of ['single', 'joined'].entries()) insert.run(id, notes.userId, parent, id, `a${index}`);
  });
  return notes;
}

test('what is stored and told of each is the same; in the trash they move without a trace', async () => {
  const notes = await withNotebooks();
  const { database, userId, recorded } = notes;
  const { single, joined } = await fill(notes);
  const trashed = await notes.create('gone\n');
  await notes.change(trashed.id, { notebookId: 'joined' });
  await database.write(() => database.prepare('UPDATE notes SET trashed_at = 1 WHERE id = ?').run(trashed.id));
  recorded.length = 0;
  for (const id of single) await notes.change(id, { notebookId: parent });
  const told = recorded.splice(0);
  await database.write(() => {
    notes.notebooks.remove(userId, 'joined', anyVersion);
  });

  expect(joined.map((id) => rowsOf(notes, id))).toEqual(single.map((id) => rowsOf(notes, id)));
  const ofNotes = recorded.filter(({ type }) => type === 'note');
  const inOrder = joined.map((id) => ofNotes.find((change) => change.id === id));
  expect(ofNotes).toHaveLength(joined.length);
  expect(inOrder).toEqual(told.map((change, index) => ({ ...change, id: joined[index], before: { notebookId: 'joined' } })));
  expect(database.prepare('SELECT notebook_id, version FROM notes WHERE id = ?').get(trashed.id)).toEqual({
    notebook_id: parent,
    version: 1,
  });
  // What is in memory is as far as what is stored.
  for (const [index, id] of joined.entries()) expect(await notes.content(id)).toBe(await notes.content(single[index] ?? ''));
  for (const id of joined) expect((await notes.change(id, { edits: [{ append: 'last\n' }] })).version).toBeGreaterThan(2);
});

test('takes as many statements for many notes as for one', async () => {
  const counts: number[] = [];
  for (const count of [1, 20]) {
    const notes = await withNotebooks();
    for (let index = 0; index < count; index += 1) {
      const { id } = await notes.create('text\n');
      await notes.change(id, { notebookId: 'joined' });
    }
    const { statements } = await statementsOf(() =>
      notes.database.write(() => {
        notes.notebooks.remove(notes.userId, 'joined', anyVersion);
      }),
    );
    counts.push(statements.length);
    await notes.stop();
  }
  expect(counts[0]).toBe(counts[1]);
});

test('a fault amid the writes of a large notebook says how much has left it', async () => {
  const notebook = { id: 'large', name: 'Large', parentId: null, orderKey: 'a0', isTemplates: 0, version: 1, createdAt: 0, updatedAt: 0 };
  let writes = 0;
  const notebooks = new Notebooks({
    store: { all: () => [notebook] },
    newId: () => 'batch',
    attribute: (_origin: unknown, work: () => unknown) => work(),
    notes: { areMore: () => true, moveSome: () => 100 },
    write: (work: () => unknown) =>
      (writes += 1) === failsAt ? Promise.reject(new AppError('storage_full', 'There is no room; nothing was changed')) : work(),
  } as unknown as ConstructorParameters<typeof Notebooks>[0]);
  const login = { username: 'u', isOwner: true, tokenId: 'token', expiresAt: null, isLogin: true };
  const caller = { ...login, userId: 'u', scopes: new Set(allScopes), actor: windowActor };
  const removal = (): unknown => notebooks.prepareRemoval(caller, 'large', anyVersion, new AbortController().signal);
  let failsAt = 1;
  await expect(removal()).rejects.toMatchObject({ message: 'There is no room; nothing was changed' });
  [writes, failsAt] = [0, 3];
  await expect(removal()).rejects.toMatchObject({
    code: 'storage_full',
    message: 'There is no room; 200 notes have left the notebook; delete it again for the others',
  });
});
