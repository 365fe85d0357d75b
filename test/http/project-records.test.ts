// Projects as records of their own, and their labels.

import { beforeAll, describe, expect, test } from 'vitest';
import type { Label, Project } from '../../main/contract/projects.ts';
import type { Undone } from '../../main/contract/undo.ts';
import { noId, refused, withoutRequestId, withBoards, type BoardClient } from '../support/boards.ts';
import { requestsTo } from '../support/requests.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;
let berta: string;

beforeAll(async () => {
  ({ service, client, berta } = await withBoards());
});

const { send, must } = requestsTo(() => service);

const pathOf = (id: string): string => `/api/projects/${encodeURIComponent(id)}`;
const create = async (fields: object = {}): Promise<Project> =>
  (await must(201, 'POST', '/api/projects', { name: 'Website', ...fields })) as Project;
const read = async (id: string): Promise<Project> => (await must(200, 'GET', pathOf(id))) as Project;
const addLabel = async (id: string, name = 'Bug'): Promise<Label> =>
  (await must(201, 'POST', `${pathOf(id)}/labels`, { name, color: 'crimson' })) as Label;
const labelIdsOf = async (id: string): Promise<string[]> => (await must(200, 'GET', `/api/cards/${id}`)).labelIds as string[];
/** The newest change of a type. */
async function lastOf(type: string): Promise<number> {
  const items = (await client.changesSince(0)) as { seq: number; type: string }[];
  return items.findLast((change) => change.type === type)?.seq ?? 0;
}
const undo = async (body: object): Promise<Undone> => (await must(200, 'POST', '/api/undo', body)) as Undone;

describe('POST /api/projects', () => {
  test.each<[string, object, string[]]>([
    ['there is no name', {}, ['name']],
    ['the name is blank', { name: ' ' }, ['name']],
    ['the name is too long', { name: 'x'.repeat(201) }, ['name']],
    ['the color is none', { name: 'x', color: 'reddish' }, ['color']],
    ['the id is empty', { name: 'x', id: '' }, ['id']],
    ['a field is unknown', { name: 'x', title: 'x' }, ['title']],
    ['a state is a text', { name: 'x', isArchived: 'true' }, ['isArchived']],
  ])('400 when %s', async (_, body, paths) => {
    expect(refused(await send('POST', '/api/projects', body))).toEqual(paths);
  });

  test('201 with the whole record, Location, ETag, and an entry in the feed; the same key again makes one', async () => {
    const seq = await client.lastSeq();
    const headers = { 'Idempotency-Key': 'one' };
    const { status, headers: got, body } = await send('POST', '/api/projects', { name: 'Küche', color: 'teal' }, undefined, headers);
    expect([status, got.get('Location'), got.get('ETag')]).toEqual([201, pathOf(body.id as string), '"1"']);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Küche',
      description: null,
      color: 'teal',
      isArchived: false,
      labels: [],
      filters: [],
      columnCount: 0,
      cardCount: 0,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await send('POST', '/api/projects', { name: 'Küche', color: 'teal' }, undefined, headers)).body).toEqual(body);
    expect(await read(body.id as string)).toEqual(body);
    expect(await client.changesSince(seq)).toMatchObject([{ type: 'project', action: 'created', id: body.id, version: 1 }]);
  });

  test('201 with an id of one’s own; 409 when a project has it, and another user’s does not count', async () => {
    expect((await create({ id: 'own id/1' })).id).toBe('own id/1');
    expect((await send('POST', '/api/projects', { name: 'x', id: 'own id/1' })).body.code).toBe('conflict');
    expect((await send('POST', '/api/projects', { name: 'Hers', id: 'own id/1' }, berta)).status).toBe(201);
    expect((await read('own id/1')).name).toBe('Website');
  });
});

describe('POST /api/columns', () => {
  test('201 makes the project that it names, told before it; a second column does not', async () => {
    const seq = await client.lastSeq();
    const { id } = await client.column({ projectId: 'named' });
    expect(await client.changesSince(seq)).toMatchObject([
      { type: 'project', action: 'created', id: 'named', version: 1 },
      { type: 'column', action: 'created', id },
    ]);
    const next = await client.lastSeq();
    await client.column({ projectId: 'named' });
    expect(await client.changesSince(next)).toMatchObject([{ type: 'column', action: 'created' }]);
    expect(await read('named')).toMatchObject({ name: 'named', columnCount: 2, cardCount: 0 });
  });
});

describe('GET, PUT /api/projects/:id', () => {
  test('404 for a project of another user, as for one that never was', async () => {
    const { id } = await create();
    for (const [method, body] of [['GET'], ['PUT', { name: 'Taken' }], ['DELETE']] as const) {
      expect(withoutRequestId(await send(method, pathOf(id), body, berta))).toEqual(
        withoutRequestId(await send(method, pathOf(noId), body)),
      );
    }
    expect((await read(id)).name).toBe('Website');
  });

  test.each<[string, object, string]>([
    ['the name is null', { name: null }, 'name'],
    ['the id would change', { id: 'other' }, 'id'],
    ['labels would change', { labels: [] }, 'labels'],
    ['a field is unknown', { cardCount: 3 }, 'cardCount'],
  ])('400 when %s', async (_, body, path) => {
    const { id } = await create();
    expect(refused(await send('PUT', pathOf(id), body))).toEqual([path]);
    expect((await read(id)).version).toBe(1);
  });

  test('412 for another version; 200 with what changed, undone by the feed’s entry; what changes nothing keeps the version', async () => {
    const project = await create();
    const stale = await send('PUT', pathOf(project.id), { name: 'x' }, undefined, { 'If-Match': '"3"' });
    expect([stale.status, stale.body.version]).toEqual([412, 1]);
    const fields = { name: 'The website', description: '*new*', color: '#112233', isArchived: true };
    const body = await must(200, 'PUT', pathOf(project.id), fields);
    expect(body).toEqual({ ...project, ...fields, version: 2, updatedAt: expect.any(String) });
    expect(await must(200, 'PUT', pathOf(project.id), fields)).toEqual(body);
    expect(await must(200, 'PUT', pathOf(project.id), { color: null, description: null })).toMatchObject({
      color: 'purple',
      description: null,
    });
    const both = ((await client.changesSince(0)) as { seq: number; id: string }[]).filter(({ id }) => id === project.id).slice(1);
    expect((await undo({ changes: both.map(({ seq }) => seq) })).restored).toEqual([{ type: 'project', id: project.id, version: 4 }]);
    expect(await read(project.id)).toEqual({ ...project, version: 4, updatedAt: expect.any(String) });
  });

  test('GET /api/projects?archived= › archived ones, others, or both', async () => {
    const { id } = await create({ isArchived: true });
    const ids = async (query: string): Promise<string[]> =>
      ((await must(200, 'GET', `/api/projects?${query}`)).items as Project[]).map((project) => project.id);
    expect([await ids('archived=true'), (await ids('archived=false')).includes(id), (await ids('')).includes(id)]).toEqual([
      [id],
      false,
      true,
    ]);
    expect(refused(await send('GET', '/api/projects?archived=1'))).toEqual(['archived']);
  });
});

describe('/api/projects/:id/labels', () => {
  test('404 for another user’s project and label, 400 for what is none', async () => {
    const { id } = await create();
    const label = await addLabel(id);
    const path = `${pathOf(id)}/labels`;
    for (const [method, to, body] of [
      ['GET', path],
      ['POST', path, { name: 'x' }],
      ['GET', `${path}/${label.id}`],
      ['PUT', `${path}/${label.id}`, { name: 'x' }],
      ['DELETE', `${path}/${label.id}`],
    ] as const) {
      expect((await send(method, to, body, berta)).body.code).toBe('not_found');
    }
    expect((await send('PUT', `${path}/${noId}`, { name: 'x' })).status).toBe(404);
    expect(refused(await send('POST', path, { name: '', color: 'crimson' }))).toEqual(['name']);
    expect((await must(200, 'GET', path)).items).toEqual([label]);
  });

  test('201, 200, 204: they are the project’s, told as its change; 409 for the hundred and first', async () => {
    const { id } = await create();
    const { headers, body: label } = await send('POST', `${pathOf(id)}/labels`, { name: 'Bug' });
    expect(label).toEqual({ id: expect.any(String), projectId: id, name: 'Bug', color: 'purple' });
    expect((await must(200, 'GET', headers.get('Location') ?? '')).name).toBe('Bug');
    const seq = await client.lastSeq();
    const other = await addLabel(id, 'Idea');
    expect(await must(200, 'PUT', `${pathOf(id)}/labels/${other.id}`, { name: 'Plan' })).toEqual({ ...other, name: 'Plan' });
    expect((await read(id)).labels.map(({ name }) => name)).toEqual(['Bug', 'Plan']);
    await must(204, 'DELETE', `${pathOf(id)}/labels/${label.id as string}`);
    expect(await client.changesSince(seq)).toMatchObject([3, 4, 5].map((version) => ({ type: 'project', action: 'updated', id, version })));
    expect((await must(200, 'GET', `${pathOf(id)}/labels?limit=0`)).total).toBe(1);
    for (let count = 1; count < 100; count += 1) await addLabel(id, String(count));
    expect((await send('POST', `${pathOf(id)}/labels`, { name: 'one more' })).body.code).toBe('conflict');
  });

  test('cards have those of their project alone: 400 for others, none after a move, the same again after the way back', async () => {
    const [here, there] = [await client.column({ projectId: 'here' }), await client.column({ projectId: 'there' })];
    const [own, foreign] = [await addLabel('here'), await addLabel('there')];
    for (const labelIds of [[foreign.id], [own.id, noId]]) {
      const answer = await send('POST', '/api/cards', { title: 'x', columnId: here.id, labelIds });
      expect(refused(answer)).toEqual([`labelIds.${labelIds.length - 1}`]);
    }
    const card = await client.card(here.id, { labelIds: [own.id, own.id] });
    expect(card.labelIds).toEqual([own.id]);
    expect((await must(200, 'POST', `/api/cards/${card.id}/move`, { columnId: there.id })).labelIds).toEqual([]);
    expect(await labelIdsOf(card.id)).toEqual([]);
    expect((await must(200, 'POST', `/api/cards/${card.id}/move`, { columnId: here.id })).labelIds).toEqual([own.id]);
    expect((await client.cards(here.id)).items[0]?.labelIds).toEqual([own.id]);
    expect(await must(200, 'PUT', `/api/cards/${card.id}`, { labelIds: null })).toMatchObject({ labelIds: [], version: 4 });
  });

  test('a deleted one is gone from cards and filters, and back on them when that is undone', async () => {
    const { id: columnId } = await client.column({ projectId: 'undone' });
    const [a, b] = [await addLabel('undone', 'a'), await addLabel('undone', 'b')];
    const card = await client.card(columnId, { labelIds: [b.id, a.id] });
    const total = async (query: string): Promise<number> => (await must(200, 'GET', `/api/cards?${query}`)).total as number;
    expect([await total(`labelId=${a.id}`), await total(`labelId=${a.id}&labelId=${b.id}`), await total(`labelId=${noId}`)]).toEqual([
      1, 1, 0,
    ]);
    await must(204, 'DELETE', `${pathOf('undone')}/labels/${a.id}`);
    expect([await labelIdsOf(card.id), await total(`labelId=${a.id}`)]).toEqual([[b.id], 0]);
    await must(200, 'PUT', `/api/cards/${card.id}`, { title: 'changed meanwhile' });
    await undo({ changes: [await lastOf('project')] });
    expect([await labelIdsOf(card.id), await total(`labelId=${a.id}`)]).toEqual([[b.id, a.id], 1]);
    expect((await read('undone')).labels).toEqual([a, b]);
    // Of another user it filters nothing, as one that never was.
    expect((await send('GET', `/api/cards?labelId=${a.id}`, undefined, berta)).body.total).toBe(0);
  });
});

describe('POST /api/trash of a project', () => {
  test('201 by its name; restored with its columns, labels and cards in their places', async () => {
    const project = await create({ id: 'whole', name: 'Whole', color: 'teal' });
    const columns = [
      await client.column({ projectId: 'whole', wipLimit: 2 }),
      await client.column({ projectId: 'whole', isCollapsed: true }),
    ];
    const label = await addLabel(project.id);
    const card = await client.card(columns[1]?.id ?? '', { labelIds: [label.id] });
    const before = await read('whole');
    const entry = await must(201, 'POST', '/api/trash', { type: 'project', id: 'whole' });
    expect(entry.title).toBe('Whole');
    expect((await send('GET', pathOf('whole'))).status).toBe(404);
    expect(await must(200, 'POST', `/api/trash/${entry.id as string}/restore`)).toEqual({ type: 'project', id: 'whole', version: 2 });
    expect(await read('whole')).toEqual(before);
    expect((await client.columns()).items.filter(({ projectId }) => projectId === 'whole')).toEqual([
      columns[0],
      { ...columns[1], cardCount: 1 },
    ]);
    expect(await must(200, 'GET', `/api/cards/${card.id}`)).toEqual(card);
  });

  test('restored into one of the same id, its labels are that one’s', async () => {
    const column = await client.column({ projectId: 'twice' });
    const label = await addLabel('twice');
    const card = await client.card(column.id, { labelIds: [label.id] });
    const entry = await must(201, 'POST', '/api/trash', { type: 'project', id: 'twice' });
    await client.column({ projectId: 'twice' });
    expect(await read('twice')).toMatchObject({ labels: [], columnCount: 1 });
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect(await read('twice')).toMatchObject({ labels: [label], columnCount: 2, cardCount: 1 });
    expect(await labelIdsOf(card.id)).toEqual([label.id]);
  });

  test('a column that comes back before its project finds it as it was', async () => {
    await create({ id: 'again', name: 'Old name' });
    const column = await client.column({ projectId: 'again' });
    const label = await addLabel('again');
    const card = await client.card(column.id, { labelIds: [label.id] });
    const alone = await must(201, 'POST', '/api/trash', { type: 'column', id: (await client.column({ projectId: 'again' })).id });
    const before = await read('again');
    const entry = await must(201, 'POST', '/api/trash', { type: 'project', id: 'again' });
    await must(200, 'POST', `/api/trash/${alone.id as string}/restore`);
    // The project itself, and the others that went with it later.
    const { version, createdAt } = before;
    expect(await read('again')).toMatchObject({ name: 'Old name', labels: [label], columnCount: 1, version, createdAt });
    expect((await undo({ changes: [await lastOf('project')] })).skipped).toEqual([]);
    expect((await send('GET', pathOf('again'))).status).toBe(404);
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect(await read('again')).toMatchObject({ labels: [label], cardCount: 1, version, createdAt });
    expect(await labelIdsOf(card.id)).toEqual([label.id]);
  });

  test('a card with a label that comes back before its project has it at once', async () => {
    const column = await client.column({ projectId: 'first' });
    const label = await addLabel('first');
    const card = await client.card(column.id, { labelIds: [label.id] });
    const { createdAt } = await read('first');
    const alone = await must(201, 'POST', '/api/trash', { type: 'card', id: card.id });
    const entry = await must(201, 'POST', '/api/trash', { type: 'project', id: 'first' });
    await must(200, 'POST', `/api/trash/${alone.id as string}/restore`);
    expect([await labelIdsOf(card.id), await read('first')]).toMatchObject([[label.id], { labels: [label], createdAt }]);
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect(await read('first')).toMatchObject({ labels: [label], columnCount: 2, cardCount: 1, createdAt });
  });

  test('an undo brings back a trashed project, and takes away a created one', async () => {
    const { results, batchId } = await must(200, 'POST', '/api/batch', {
      operations: [
        { method: 'POST', path: '/api/projects', body: { name: 'Batch' }, ref: 'p' },
        { method: 'POST', path: '/api/columns', body: { title: 'Doing', projectId: '{{p.id}}' }, ref: 'c' },
        { method: 'POST', path: '/api/projects/{{p.id}}/labels', body: { name: 'Bug' }, ref: 'l' },
        { method: 'POST', path: '/api/cards', body: { title: 'Card', columnId: '{{c.id}}' } },
      ],
    });
    const id = (results as { body: Project }[])[0]?.body.id ?? '';
    const undone = await undo({ batchId });
    expect([undone.skipped, (await send('GET', pathOf(id))).status]).toEqual([[], 404]);
    const redone = await undo({ batchId: undone.batchId });
    expect([redone.skipped, await read(id)]).toMatchObject([
      [],
      { name: 'Batch', columnCount: 1, cardCount: 1, labels: [{ name: 'Bug' }] },
    ]);
    await must(201, 'POST', '/api/trash', { type: 'project', id });
    await undo({ changes: [await lastOf('project')] });
    expect(await read(id)).toMatchObject({ columnCount: 1, cardCount: 1 });
  });
});

test('a token without boards:write makes no project', async () => {
  const { token } = await must(201, 'POST', '/api/tokens', { name: 'reader', scopes: ['boards:read'], expiresAt: null });
  expect((await send('POST', '/api/projects', { name: 'x' }, token as string)).body.code).toBe('insufficient_scope');
  expect((await send('GET', '/api/projects', undefined, token as string)).status).toBe(200);
});
