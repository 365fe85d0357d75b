import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import type { Notebook } from '../../main/contract/notebooks.ts';
import type { Note, NoteSummary } from '../../main/contract/notes.ts';
import { noId, refused } from '../support/boards.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let berta: string;
let users = 0;

beforeAll(async () => {
  service = await startTestService();
  berta = await service.signUp('berta');
});

afterAll(() => service.dispose());

/** Requests of a user of its own, so that no other test changes what it reads. */
interface Desk {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  must<T>(method: string, path: string, body?: unknown): Promise<T>;
  notebook(name: string, more?: object): Promise<Notebook>;
  note(title: string, more?: object): Promise<Note>;
  titles(query?: string): Promise<string[]>;
  tree(): Promise<string[]>;
  read(id: string): Promise<Note>;
}

async function desk(): Promise<Desk> {
  const token = await service.signUp(`user-${(users += 1)}`);
  const send: Desk['send'] = (method, path, body, headers = {}) =>
    service.request(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  const must: Desk['must'] = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body as T;
  };
  const notebooks = async (): Promise<Notebook[]> => (await must<{ items: Notebook[] }>('GET', '/api/notebooks')).items;
  return {
    send,
    must,
    notebook: (name, more = {}) => must('POST', '/api/notebooks', { name, ...more }),
    note: (title, more = {}) => must('POST', '/api/notes', { title, ...more }),
    titles: async (query = '') => (await must<{ items: NoteSummary[] }>('GET', `/api/notes${query}`)).items.map(({ title }) => title),
    tree: async () => {
      const all = await notebooks();
      const depth = ({ parentId }: Notebook): string =>
        parentId === null
          ? ''
          : `-${depth(
              at(
                all.filter(({ id }) => id === parentId),
                0,
              ),
            )}`;
      return all.map((each) => `${depth(each)}${each.name} ${each.position}`);
    },
    read: (id) => must('GET', `/api/notes/${id}`),
  };
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`There is no ${index} in the list`);
  return found;
}

const delta = (id: string): string => `/api/notes/${id}/delta`;

describe('POST /api/notebooks', () => {
  test('201 with the notebook, at its place, which the list tells as a tree', async () => {
    const { send, notebook, tree } = await desk();
    const made = await send('POST', '/api/notebooks', { name: 'Travel' });
    expect([made.status, made.headers.get('Location'), made.headers.get('ETag')]).toEqual([201, `/api/notebooks/${made.body.id}`, '"1"']);
    expect(made.body).toMatchObject({ name: 'Travel', parentId: null, position: 0, isTemplates: false, noteCount: 0, version: 1 });
    const { id } = made.body as Notebook;
    await notebook('Italy', { parentId: id });
    await notebook('Austria', { parentId: id, position: 0 });
    await notebook('Work', { position: 0 });
    await notebook('Templates', { isTemplates: true, position: 9 });
    expect(await tree()).toEqual(['Work 0', 'Travel 1', '-Austria 0', '-Italy 1', 'Templates 2']);
    expect((await send('GET', '/api/notebooks?limit=2&offset=1')).body).toMatchObject({ total: 5, limit: 2, items: [{}, {}] });
  });

  test.each<[string, object, string]>([
    ['the name is missing', {}, 'name'],
    ['the name is blank', { name: ' ' }, 'name'],
    ['the name is too long', { name: 'x'.repeat(201) }, 'name'],
    ['the parent is no notebook', { name: 'x', parentId: noId }, 'parentId'],
    ['a place is none', { name: 'x', position: -1 }, 'position'],
    ['a field is unknown', { name: 'x', icon: 'y' }, 'icon'],
  ])('400 when %s', async (_, body, path) => {
    expect(refused(await service.request('POST', '/api/notebooks', { body }))).toEqual([path]);
  });

  test('409 where notebooks would lie in each other more than 20 levels deep, also by a move', async () => {
    const { send, notebook } = await desk();
    let parentId: string | null = null;
    for (let level = 0; level < 20; level += 1) ({ id: parentId } = await notebook(`${level}`, { parentId }));
    expect((await send('POST', '/api/notebooks', { name: 'x', parentId })).body).toMatchObject({ status: 409, code: 'conflict' });
    const other = await notebook('other');
    expect((await send('PUT', `/api/notebooks/${other.id}`, { parentId })).body).toMatchObject({ status: 409, code: 'conflict' });
  });
});

describe('PUT /api/notebooks/:id', () => {
  test('200 renames and moves, and tells the feed with what it replaced; nothing new keeps the version', async () => {
    const { must, notebook, tree, send } = await desk();
    const [a, b, c] = [await notebook('a'), await notebook('b'), await notebook('c')];
    expect(await must('PUT', `/api/notebooks/${c.id}`, { position: 0 })).toMatchObject({ position: 0, version: 2 });
    expect(await must('PUT', `/api/notebooks/${c.id}`, { position: 0, name: 'c' })).toMatchObject({ version: 2 });
    expect(await must('PUT', `/api/notebooks/${a.id}`, { parentId: b.id, name: 'A' })).toMatchObject({ position: 0, version: 2 });
    expect(await tree()).toEqual(['c 0', 'b 1', '-A 0']);
    expect(await must('PUT', `/api/notebooks/${a.id}`, { parentId: null, position: 1 })).toMatchObject({ position: 1 });
    expect(await tree()).toEqual(['c 0', 'A 1', 'b 2']);
    const { items } = (await send('GET', '/api/changes')).body as { items: { type: string; action: string; version: number }[] };
    expect(items.at(-1)).toMatchObject({ type: 'notebook', action: 'updated', id: a.id, version: 3 });
  });

  test('once a key has become long, all of the same parent get short ones: the order holds, and of the moved one alone it is told', async () => {
    const { must, notebook, tree } = await desk();
    const all = [await notebook('0'), await notebook('1'), await notebook('2'), await notebook('3')];
    const [first, second, , last] = all.map(({ id }) => id);
    const inside = await notebook('in', { parentId: first });
    const database = new Sqlite(join(service.dataDir, 'daybook.db'));
    const keys = (): unknown[] => all.map(({ id }) => database.prepare('SELECT order_key FROM notebooks WHERE id = ?').pluck().get(id));
    // As after some hundred moves to between these two.
    database.prepare('UPDATE notebooks SET order_key = ? WHERE id = ?').run(`a0${'0'.repeat(45)}1`, second);
    const { lastSeq } = await must<{ lastSeq: number }>('GET', '/api/changes');
    await must('PUT', `/api/notebooks/${last}`, { position: 1 });
    expect(await tree()).toEqual(['0 0', '-in 0', '3 1', '1 2', '2 3']);
    expect(keys()).toEqual(['a0', 'a2', 'a3', 'a1']);
    database.close();
    const { items } = await must<{ items: ChangeEntry[] }>('GET', `/api/changes?since=${lastSeq}`);
    expect(items.map(({ id, version }) => [id, version])).toEqual([[last, 2]]);
    for (const { id } of [...all.slice(0, 3), inside]) expect(await must('GET', `/api/notebooks/${id}`)).toMatchObject({ version: 1 });
  });

  test('one whose deletion or move is undone shares its place with none that has come there: others can be put between them', async () => {
    const { must, notebook, tree } = await desk();
    const [, b, c] = [await notebook('a'), await notebook('b'), await notebook('c')];
    const { lastSeq } = await must<{ lastSeq: number }>('GET', '/api/changes');
    await must('DELETE', `/api/notebooks/${b.id}`);
    const x = await notebook('x', { position: 1 });
    await must('POST', '/api/undo', { changes: [lastSeq + 1] });
    expect(await tree()).toEqual(['a 0', 'x 1', 'b 2', 'c 3']);
    expect(await must('PUT', `/api/notebooks/${c.id}`, { position: 2 })).toMatchObject({ position: 2 });
    const moved = await must<{ lastSeq: number }>('GET', '/api/changes');
    await must('PUT', `/api/notebooks/${x.id}`, { position: 3 });
    const y = await notebook('y', { position: 1 });
    await must('POST', '/api/undo', { changes: [moved.lastSeq + 1] });
    expect(await tree()).toEqual(['a 0', 'y 1', 'x 2', 'c 3', 'b 4']);
    expect(await must('PUT', `/api/notebooks/${c.id}`, { position: 2 })).toMatchObject({ position: 2 });
    expect(await must('PUT', `/api/notebooks/${y.id}`, { position: 1 })).toMatchObject({ version: 1 });
  });

  test.each([
    ['itself', 0],
    ['its child', 1],
    ['what lies in its child', 2],
  ])('400 for a circle: into %s', async (_, index) => {
    const { notebook, send, tree } = await desk();
    const a = await notebook('a');
    const b = await notebook('b', { parentId: a.id });
    const c = await notebook('c', { parentId: b.id });
    expect(refused(await send('PUT', `/api/notebooks/${a.id}`, { parentId: at([a, b, c], index).id }))).toEqual(['parentId']);
    expect(await tree()).toEqual(['a 0', '-b 0', '--c 0']);
  });

  test('412 when If-Match names another version, 404 for one that is not there', async () => {
    const { notebook, send } = await desk();
    const { id } = await notebook('a');
    expect((await send('PUT', `/api/notebooks/${id}`, { name: 'b' }, { 'If-Match': '"7"' })).body).toMatchObject({
      status: 412,
      version: 1,
    });
    expect((await send('PUT', `/api/notebooks/${id}`, { name: 'b' }, { 'If-Match': '"1"' })).status).toBe(200);
    expect((await send('PUT', `/api/notebooks/${noId}`, { name: 'b' })).body.code).toBe('not_found');
  });
});

describe("another user's notebook", () => {
  test('is a missing one, for reads, writes, notes, lists and parents', async () => {
    const { notebook, note } = await desk();
    const { id } = await notebook('mine');
    await note('in it', { notebookId: id });
    const as = (method: string, path: string, body?: unknown): Promise<Answer> =>
      service.request(method, path, { token: berta, ...(body === undefined ? {} : { body }) });
    for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as [string, object?][])
      expect((await as(method, `/api/notebooks/${id}`, body)).status, method).toBe(404);
    expect(refused(await as('POST', '/api/notebooks', { name: 'x', parentId: id }))).toEqual(['parentId']);
    expect(refused(await as('POST', '/api/notes', { title: 'x', notebookId: id }))).toEqual(['notebookId']);
    const own = (await as('POST', '/api/notes', { title: 'own' })).body as Note;
    expect(refused(await as('POST', delta(own.id), { notebookId: id }))).toEqual(['notebookId']);
    expect((await as('GET', `/api/notes?notebookId=${id}`)).body).toMatchObject({ total: 0, items: [] });
    expect((await as('GET', '/api/notebooks')).body.total).toBe(0);
  });
});

describe('DELETE /api/notebooks/:id', () => {
  test('204 and its notes, archived ones too, and its notebooks are in its parent, with new versions; undone as a batch and again', async () => {
    const { send, must, notebook, note, tree, read } = await desk();
    const a = await notebook('a');
    const b = await notebook('b', { parentId: a.id });
    await notebook('z', { parentId: a.id });
    await notebook('c', { parentId: b.id });
    await notebook('d', { parentId: b.id });
    const one = await note('one', { notebookId: b.id, content: 'text\n' });
    const two = await note('two', { notebookId: b.id, isArchived: true });
    const gone = await note('gone', { notebookId: b.id });
    const entry = await must<{ id: string }>('POST', '/api/trash', { type: 'note', id: gone.id });
    const body = { operations: [{ method: 'DELETE', path: `/api/notebooks/${b.id}` }] };
    const { batchId } = await must<{ batchId: string }>('POST', '/api/batch', body);
    expect(await tree()).toEqual(['a 0', '-c 0', '-d 1', '-z 2']);
    expect(await read(one.id)).toMatchObject({ notebookId: a.id, version: 1, content: 'text\n' });
    expect(await read(two.id)).toMatchObject({ notebookId: a.id, version: 1, isArchived: true });
    await must('POST', `/api/trash/${entry.id}/restore`);
    expect(await read(gone.id)).toMatchObject({ notebookId: a.id });
    expect((await send('GET', `/api/notebooks/${b.id}`)).status).toBe(404);

    const undone = await must<{ batchId: string; skipped: unknown[] }>('POST', '/api/undo', { batchId });
    expect(undone.skipped).toEqual([]);
    expect(await tree()).toEqual(['a 0', '-b 0', '--c 0', '--d 1', '-z 1']);
    expect(await read(one.id)).toMatchObject({ notebookId: b.id, version: 2 });
    expect(await read(two.id)).toMatchObject({ notebookId: b.id, isArchived: true });
    expect(await must('GET', `/api/notebooks/${b.id}`)).toMatchObject({ name: 'b', noteCount: 1, version: 3 });

    const again = await must<{ skipped: unknown[] }>('POST', '/api/undo', { batchId: undone.batchId });
    expect(again.skipped).toEqual([]);
    expect(await tree()).toEqual(['a 0', '-c 0', '-d 1', '-z 2']);
    expect(await read(one.id)).toMatchObject({ notebookId: a.id });
  });

  test('one at the top leaves its notes in none; 412, 404; a deleted parent and child come back together', async () => {
    const { send, must, notebook, note, read, tree } = await desk();
    const a = await notebook('a');
    const b = await notebook('b', { parentId: a.id });
    const { id } = await note('x', { notebookId: b.id });
    expect((await send('DELETE', `/api/notebooks/${a.id}`, undefined, { 'If-Match': '"9"' })).status).toBe(412);
    expect((await send('DELETE', `/api/notebooks/${noId}`)).status).toBe(404);
    const operations = [a, b].map((each) => ({ method: 'DELETE', path: `/api/notebooks/${each.id}` }));
    const { batchId } = await must<{ batchId: string }>('POST', '/api/batch', { operations });
    expect([await tree(), (await read(id)).notebookId]).toEqual([[], null]);
    await must('POST', '/api/undo', { batchId });
    expect([await tree(), (await read(id)).notebookId]).toEqual([['a 0', '-b 0'], b.id]);
  });

  test('403 without notes:delete', async () => {
    const { id } = (await service.request('POST', '/api/notebooks', { body: { name: 'kept' } })).body as Notebook;
    for (const scopes of [['notes:read', 'notes:write'], ['boards:delete']]) {
      const made = await service.request('POST', '/api/tokens', { body: { name: scopes.join(), scopes } });
      const token = made.body.token as string;
      expect((await service.request('DELETE', `/api/notebooks/${id}`, { token })).body.code).toBe('insufficient_scope');
    }
  });
});

test('DELETE /api/notebooks/:id › once it is undone, its notes that are in the trash come back into it', async () => {
  const { must, notebook, note, read } = await desk();
  const { id: notebookId } = await notebook('a');
  const { id } = await note('gone', { notebookId });
  const entry = await must<{ id: string }>('POST', '/api/trash', { type: 'note', id });
  await must('DELETE', `/api/notebooks/${notebookId}`);
  const { lastSeq } = await must<{ lastSeq: number }>('GET', '/api/changes');
  await must('POST', '/api/undo', { changes: [lastSeq] });
  await must('POST', `/api/trash/${entry.id}/restore`);
  expect(await read(id)).toMatchObject({ notebookId, version: 0 });
});

describe('POST /api/notes/:id/delta', () => {
  test('200 with attributes alone, or beside a change of the text: each is a step of the history; the text stays', async () => {
    const { must, notebook, note, read } = await desk();
    const { id: notebookId } = await notebook('n');
    const { id, updatedAt } = await note('x', { content: '# T\n' });
    expect(await must('POST', delta(id), { isPinned: true })).toMatchObject({
      version: 1,
      steps: [{ stepType: 'docAttr', attr: 'isPinned', value: true }],
    });
    expect(await must('POST', delta(id), { isPinned: true })).toMatchObject({ version: 1, steps: [] });
    const both = { edits: [{ append: 'more\n' }], title: 'y', notebookId, isArchived: true };
    expect(await must('POST', delta(id), both)).toMatchObject({ version: 5, title: 'y' });
    const now = await read(id);
    expect(now).toMatchObject({ title: 'y', content: '# T\nmore\n', notebookId, isPinned: true, isArchived: true, version: 5 });
    expect(now.updatedAt > updatedAt).toBe(true);
    const { items } = await must<{ items: { version: number }[] }>('GET', `/api/notes/${id}/history`);
    expect(items.map(({ version }) => version)).toEqual([5, 3, 1, 0]);
    expect(await must('GET', `/api/notes/${id}/history/1`)).toMatchObject({ content: '# T\n', title: 'x' });
    expect(await must('POST', delta(id), { notebookId: null })).toMatchObject({ version: 6 });
    expect((await must<{ steps: object[] }>('GET', `/api/notes/${id}?since=0`)).steps).toHaveLength(6);
  });

  test.each([true, false])('older versions and the text are right around attribute changes, flushed before: %s', async (isFlushed) => {
    const { must, note, read } = await desk();
    const { id } = await note('x', { content: 'one\n' });
    const flush = async (): Promise<void> => {
      if (!isFlushed) return;
      await service.stop();
      await service.restart();
    };
    await flush();
    await must('POST', delta(id), { isPinned: true });
    expect((await read(id)).content).toBe('one\n');
    await must('POST', delta(id), { isPinned: false });
    await must('POST', delta(id), { content: 'two\n', version: 2 });
    await flush();
    await must('POST', delta(id), { isArchived: true });
    await flush();
    const contents: string[] = [];
    const { items } = await must<{ items: { version: number }[] }>('GET', `/api/notes/${id}/history`);
    for (const { version } of items) contents.push((await must<Note>('GET', `/api/notes/${id}/history/${version}`)).content);
    expect(contents).toEqual(['two\n', 'two\n', 'one\n', 'one\n', 'one\n']);
    await must('POST', `/api/notes/${id}/restore`, { version: 1 });
    expect(await read(id)).toMatchObject({ content: 'one\n', isArchived: true, isPinned: false });
  });

  test('409 for a version to come, 412 when If-Match names another version, 400 for what is no attribute', async () => {
    const { send, note } = await desk();
    const { id } = await note('x');
    const ahead = await send('POST', delta(id), { isPinned: true, version: 9 });
    expect(ahead.body).toMatchObject({
      status: 409,
      code: 'stale_version',
      version: expect.any(Number) as number,
      steps: [],
      clientIDs: [],
    });
    expect((await send('POST', delta(id), { isPinned: true }, { 'If-Match': '"4"' })).body).toMatchObject({ status: 412, version: 0 });
    expect(refused(await send('POST', delta(id), { isPinned: 'yes' }))).toEqual(['isPinned']);
    expect(refused(await send('POST', delta(id), { notebookId: noId, title: 'z' }))).toEqual(['notebookId']);
    const step = { stepType: 'docAttr', attr: 'isPinned', value: true };
    expect((await send('POST', delta(id), { version: 0, steps: [step] })).body.code).toBe('invalid_step');
    expect((await send('GET', `/api/notes/${id}`)).body).toMatchObject({ version: 0, title: 'x' });
  });

  test('stale steps are refused with the step of an attribute among the missing ones, and rebased over it', async () => {
    const { send, must, note, read } = await desk();
    const { id } = await note('x', { content: 'abc\n' });
    await must('POST', delta(id), { isPinned: true });
    const body = { version: 0, steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'x' }] } }] };
    expect((await send('POST', delta(id), body)).body).toMatchObject({ code: 'stale_version', version: 1, steps: [{ attr: 'isPinned' }] });
    await must('POST', delta(id), { ...body, rebase: true });
    expect(await read(id)).toMatchObject({ content: 'xabc\n', version: 2 });
  });

  test('the same deltaId gets the first answer', async () => {
    const { must, note } = await desk();
    const { id } = await note('x');
    const first = await must<object>('POST', delta(id), { isPinned: true, deltaId: 'd' });
    await must('POST', delta(id), { isPinned: false });
    expect(await must('POST', delta(id), { isPinned: true, deltaId: 'd' })).toEqual({ ...first, duplicate: true });
  });

  test('undo brings attributes back, and leaves the text of later changes alone', async () => {
    const { must, notebook, note, read } = await desk();
    const { id: notebookId } = await notebook('n');
    const notes = [await note('a', { content: 'a\n' }), await note('b', { isPinned: true })];
    const operations = notes.map(({ id }) => ({
      method: 'POST',
      path: delta(id),
      body: { notebookId, isArchived: true, isPinned: false },
    }));
    const { batchId } = await must<{ batchId: string }>('POST', '/api/batch', { operations });
    expect(await read(at(notes, 1).id)).toMatchObject({ notebookId, isArchived: true, isPinned: false });
    await must('POST', delta(at(notes, 0).id), { edits: [{ append: 'later\n' }] });
    const undone = await must<{ skipped: object[]; batchId: string }>('POST', '/api/undo', { batchId });
    expect(undone.skipped).toMatchObject([{ id: at(notes, 0).id, reason: 'changed_since' }]);
    expect(await read(at(notes, 1).id)).toMatchObject({ notebookId: null, isArchived: false, isPinned: true });
    await must('POST', '/api/undo', { batchId, force: true });
    expect(await read(at(notes, 0).id)).toMatchObject({ notebookId: null, isArchived: false, content: 'a\nlater\n' });
    const both = await must<{ batchId: string }>('POST', '/api/batch', {
      operations: [{ method: 'POST', path: delta(at(notes, 1).id), body: { content: 'new\n', version: 6, isArchived: true } }],
    });
    await must('POST', '/api/undo', { batchId: both.batchId });
    expect(await read(at(notes, 1).id)).toMatchObject({ content: '', isArchived: false });
  });

  test('of attributes alone runs 8 statements, and 7 without a notebook', async () => {
    const { must, notebook, note } = await desk();
    const { id: notebookId } = await notebook('n');
    const { id } = await note('x');
    await must('POST', delta(id), { isPinned: true });
    const pinning = await statementsOf(() => must('POST', delta(id), { isPinned: false }));
    const moving = await statementsOf(() => must('POST', delta(id), { notebookId }));
    const own = (statements: readonly string[]): number => statements.filter((text) => !/tokens|users/.test(text)).length;
    expect(own(pinning.statements), pinning.statements.join('\n')).toBeLessThanOrEqual(7);
    expect(own(moving.statements), moving.statements.join('\n')).toBeLessThanOrEqual(8);
  });
});

describe('GET /api/notes', () => {
  test('pinned notes first, archived ones only when asked for, in all orders', async () => {
    const { note, titles, must } = await desk();
    await note('b', { isPinned: true });
    await note('a');
    await note('c', { isArchived: true });
    await note('Ä');
    await note('d', { isArchived: true, isPinned: true });
    expect(await titles()).toEqual(['b', 'Ä', 'a']);
    expect((await must<{ total: number }>('GET', '/api/notes?limit=0')).total).toBe(3);
    expect(await titles('?archived=true')).toEqual(['d', 'c']);
    expect(await titles('?archived=all')).toEqual(['d', 'b', 'Ä', 'c', 'a']);
    expect((await must<{ total: number }>('GET', '/api/notes?archived=all&limit=0')).total).toBe(5);
    expect(await titles('?sort=title')).toEqual(['a', 'b', 'Ä']);
    expect(await titles('?sort=title&order=desc&archived=all')).toEqual(['Ä', 'd', 'c', 'b', 'a']);
    expect(await titles('?sort=created')).toEqual(['Ä', 'a', 'b']);
    expect(await titles('?sort=created&order=asc&pinned=first')).toEqual(['b', 'a', 'Ä']);
    expect(await titles('?sort=updated&archived=all&limit=2&offset=1')).toEqual(['Ä', 'c']);
    expect(await titles('?order=asc')).toEqual(['b', 'a', 'Ä']);
    expect(await titles('?pinned=mixed')).toEqual(['Ä', 'a', 'b']);
  });

  test('notebookId filters lists, searches and tags, null for none; totals count the same', async () => {
    const { notebook, note, titles, must } = await desk();
    const { id } = await notebook('n');
    await note('in', { notebookId: id, content: 'harbour #sea\n' });
    await note('archived', { notebookId: id, content: 'harbour #sea\n', isArchived: true });
    await note('out', { content: 'harbour #sea\n' });
    expect(await titles(`?notebookId=${id}`)).toEqual(['in']);
    expect(await titles(`?notebookId=${id}&archived=all`)).toEqual(['archived', 'in']);
    expect(await titles('?notebookId=null')).toEqual(['out']);
    expect(await titles(`?notebookId=${noId}`)).toEqual([]);
    for (const query of ['q=harbour', 'tag=sea', 'q=harbour&tag=sea']) {
      expect((await titles(`?${query}`)).toSorted(), query).toEqual(['in', 'out']);
      expect(await titles(`?${query}&archived=true`), query).toEqual(['archived']);
      expect((await titles(`?${query}&archived=all`)).length, query).toBe(3);
      expect(await titles(`?${query}&notebookId=${id}`), query).toEqual(['in']);
      expect((await must<{ total: number }>('GET', `/api/notes?${query}&notebookId=null&limit=0`)).total, query).toBe(1);
    }
    for (const [query, total] of [
      [`notebookId=${id}`, 1],
      ['notebookId=null', 1],
      ['archived=true&notebookId=null', 0],
    ] as const)
      expect((await must<{ total: number }>('GET', `/api/notes?${query}&limit=0`)).total, query).toBe(total);
  });

  test.each(['archived=yes', 'sort=size', 'order=up', 'pinned=1', 'q=x&sort=title'])('400 for %s', async (query) => {
    expect((await service.request('GET', `/api/notes?${query}`)).status).toBe(400);
  });

  test('totals stay right through the trash, archiving and deleting', async () => {
    const { note, must } = await desk();
    const totals = async (): Promise<number[]> =>
      Promise.all(
        ['false', 'true', 'all'].map(async (archived) => (await must<{ total: number }>('GET', `/api/notes?archived=${archived}`)).total),
      );
    const { id } = await note('a', { isArchived: true });
    await note('b');
    expect(await totals()).toEqual([1, 1, 2]);
    const entry = await must<{ id: string }>('POST', '/api/trash', { type: 'note', id });
    expect(await totals()).toEqual([1, 0, 1]);
    await must('POST', `/api/trash/${entry.id}/restore`);
    expect(await totals()).toEqual([1, 1, 2]);
    await must('POST', delta(id), { isArchived: false });
    expect(await totals()).toEqual([2, 0, 2]);
    await must('DELETE', `/api/notes/${id}`);
    expect(await totals()).toEqual([1, 0, 1]);
  });
});

test('GET /api/notes?q › leaves out what is archived after a search that has met nothing archived, in each way', async () => {
  const { must, note, titles } = await desk();
  const [a] = [await note('Harbour a'), await note('Harbour b')];
  const found = async (query = ''): Promise<string[]> => (await titles(`?q=harbour${query}`)).toSorted();
  const both = ['Harbour a', 'Harbour b'];
  expect(await found()).toEqual(both);
  await must('POST', `/api/notes/${a.id}/delta`, { isArchived: true });
  expect(await found()).toEqual(['Harbour b']);
  const entry = await must<{ id: string }>('POST', '/api/trash', { type: 'note', id: a.id });
  expect(await found()).toEqual(['Harbour b']);
  await must('POST', `/api/trash/${entry.id}/restore`);
  expect(await found()).toEqual(['Harbour b']);
  await must('POST', `/api/notes/${a.id}/delta`, { isArchived: false });
  expect(await found()).toEqual(both);
  await note('Harbour c', { isArchived: true });
  expect(await found()).toEqual(both);
  expect(await found('&archived=all')).toEqual([...both, 'Harbour c']);
});

describe('POST /api/notes with templateId', () => {
  test('201 fills {{date}}, {{title}} and {{cursor}}; the template keeps them', async () => {
    const { notebook, note, send, read } = await desk();
    const { id: notebookId } = await notebook('Templates', { isTemplates: true });
    const content = '# {{title}}\n\n{{ Date }}: {{cursor}}\n\n{{other}} {{cursor}}\n';
    const template = await note('Meeting', { notebookId, content });
    expect((await read(template.id)).content).toBe(content);
    const made = await send('POST', '/api/notes', { title: 'Ada & Bob', templateId: template.id, isPinned: true });
    const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ content: `# Ada & Bob\n\n${today}: \n\n{{other}} \n`, notebookId: null, isPinned: true });
    expect(made.body.cursor).toBe(`# Ada & Bob\n\n${today}: `.length);
    const batch = await send('POST', '/api/batch', {
      operations: [{ method: 'POST', path: '/api/notes', body: { title: 'B', templateId: template.id } }],
    });
    expect(batch.body.results[0].body.content).toContain('# B\n');
  });

  test("400 with content, for another user's note, and for one that is not there", async () => {
    const { note, send } = await desk();
    const { id } = await note('mine');
    expect(refused(await send('POST', '/api/notes', { title: 'x', templateId: id, content: '' }))).toEqual(['templateId']);
    expect(refused(await send('POST', '/api/notes', { title: 'x', templateId: noId }))).toEqual(['templateId']);
    const other = await service.request('POST', '/api/notes', { token: berta, body: { title: 'x', templateId: id } });
    expect(refused(other)).toEqual(['templateId']);
  });
});

describe('GET /api/notes/daily/:date', () => {
  const path = '/api/notes/daily/2026-11-22';

  test('404 without create=true, which makes one, once, also for many at a time', async () => {
    const { send, must, titles } = await desk();
    expect((await send('GET', path)).body.code).toBe('not_found');
    expect((await send('GET', `${path}?create=false`)).status).toBe(404);
    const all = await Promise.all(Array.from({ length: 8 }, () => must<Note>('GET', `${path}?create=true`)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all[0]).toMatchObject({ title: '2026-11-22', content: '', version: 0 });
    expect(await titles()).toEqual(['2026-11-22']);
    expect((await send('GET', path)).body.id).toBe(at(all, 0).id);
    expect(await send('POST', path)).toMatchObject({ status: 200, body: { id: at(all, 0).id, duplicate: true } });
    const made = await send('POST', '/api/notes/daily/2026-11-23');
    expect([made.status, made.headers.get('Location'), made.body.title]).toEqual([201, `/api/notes/${made.body.id}`, '2026-11-23']);
    expect(made.body).not.toHaveProperty('duplicate');
  });

  test('it begins as the template that is marked daily, by its title or its tag', async () => {
    const { notebook, note, must } = await desk();
    await note('daily', { content: 'no template\n' });
    expect((await must<Note>('GET', `${path}?create=true`)).content).toBe('');
    const { id: notebookId } = await notebook('T', { isTemplates: true });
    await note('Journal', { notebookId, content: '#daily {{date}}\n' });
    expect((await must<Note>('POST', '/api/notes/daily/2026-01-02')).content).toBe('#daily 2026-01-02\n');
    await note('Daily', { notebookId, content: '{{title}}: {{cursor}}!\n' });
    expect(await must<Note>('POST', '/api/notes/daily/2026-01-03')).toMatchObject({ content: '2026-01-03: !\n', cursor: 12 });
  });

  test("400 for a day that does not exist, 405 for HEAD, 403 without notes:write; another user's is not it", async () => {
    const { send } = await desk();
    for (const day of ['2026-02-30', 'today', '2026-1-1'])
      expect((await send('GET', `/api/notes/daily/${day}?create=true`)).status).toBe(400);
    expect((await send('HEAD', `${path}?create=true`)).status).toBe(405);
    const made = await service.request('POST', '/api/tokens', { body: { name: 'reads', scopes: ['notes:read'] } });
    const token = made.body.token as string;
    expect((await service.request('GET', `${path}?create=true`, { token })).body.code).toBe('insufficient_scope');
    expect((await service.request('GET', path, { token })).status).toBe(404);
    expect((await service.request('POST', path, { token })).body.code).toBe('insufficient_scope');
  });
});
