import { beforeAll, describe, expect, test } from 'vitest';
import type { ColumnList } from '../../main/contract/columns.ts';
import { noId, refused, withoutRequestId, withBoards, type BoardClient } from '../support/boards.ts';
import type { Answer, TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;
let berta: string;

beforeAll(async () => {
  ({ service, client, berta } = await withBoards());
});

const path = '/api/columns';
const send = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  service.request(method, at, { body, headers });

/** Titles of a project's columns as they are listed, with their positions. */
async function placed(projectId: string): Promise<string[]> {
  const { body } = await send('GET', `${path}?projectId=${projectId}`);
  return (body as ColumnList).items.map(({ title, position }) => `${position} ${title}`);
}

describe('POST /api/columns', () => {
  test.each<[string, object, string[]]>([
    ['the title is missing', { title: undefined }, ['title']],
    ['the title is blank', { title: ' ' }, ['title']],
    ['the title is too long', { title: 'x'.repeat(501) }, ['title']],
    ['the project is missing', { projectId: undefined }, ['projectId']],
    ['the project is null', { projectId: null }, ['projectId']],
    ['the project is empty', { projectId: '' }, ['projectId']],
    ['the project is too long', { projectId: 'x'.repeat(201) }, ['projectId']],
    ['the project is a list', { projectId: [1] }, ['projectId']],
    ['the project is a number beyond decimal notation', { projectId: 1e30 }, ['projectId']],
    ['the project is a number that JavaScript cannot tell from the next', { projectId: 2 ** 53 }, ['projectId']],
    ['the project is called as no address can name it', { projectId: '..' }, ['projectId']],
    ['a field is unknown', { position: 0 }, ['position']],
  ])('400 when %s', async (_, fields, paths) => {
    expect(refused(await send('POST', path, { title: 'Doing', projectId: 'refused', ...fields }))).toEqual(paths);
    expect(await placed('refused')).toEqual([]);
  });

  test('409 when an Idempotency-Key comes with another body', async () => {
    const headers = { 'Idempotency-Key': 'column' };
    const first = await send('POST', path, { title: 'Once', projectId: 'once' }, headers);
    const again = await send('POST', path, { title: 'Once', projectId: 'once' }, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await send('POST', path, { title: 'Twice', projectId: 'once' }, headers)).body.code).toBe('idempotency_mismatch');
    expect(await placed('once')).toEqual(['0 Once']);
  });

  test('415 when the body is no JSON', async () => {
    expect((await send('POST', path, 'title=Doing', { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(415);
  });

  test('201 with the whole record, Location, ETag, and an entry in the feed', async () => {
    const seq = await client.lastSeq();
    const { status, headers, body } = await send('POST', path, { title: ' Zu erledigen 🎉 ', projectId: 'Küche' });
    expect([status, headers.get('Location'), headers.get('ETag')]).toEqual([201, `${path}/${body.id}`, '"1"']);
    expect(body).toEqual({
      id: expect.any(String),
      title: ' Zu erledigen 🎉 ',
      projectId: 'Küche',
      position: 0,
      cardCount: 0,
      wipLimit: null,
      isCollapsed: false,
      version: 1,
      createdAt: body.updatedAt,
      updatedAt: expect.any(String),
    });
    expect(await client.changesSince(seq)).toMatchObject([
      { type: 'project', action: 'created', id: 'Küche', version: 1 },
      { type: 'column', action: 'created', id: body.id, version: 1 },
    ]);
  });

  test('201 at the end of its project; a number is its decimal form', async () => {
    for (const [title, projectId] of [
      ['a', 7],
      ['b', '7'],
      ['c', -1.5],
    ])
      await client.column({ title, projectId });
    expect([await placed('7'), await placed('-1.5')]).toEqual([['0 a', '1 b'], ['0 c']]);
  });
});

describe('GET /api/columns', () => {
  test.each(['projectId=', 'project=1', 'limit=x', 'limit=10001', 'offset=-1', 'projectId=1&projectId=2'])('400 for ?%s', async (query) => {
    expect(refused(await send('GET', `${path}?${query}`))).toHaveLength(1);
  });

  test('200 by project, then position, whole or in pages', async () => {
    for (const [title, projectId] of [
      ['b0', 'list-b'],
      ['a0', 'list-a'],
      ['b1', 'list-b'],
      ['a1', 'list-a'],
    ])
      await client.column({ title, projectId });
    const { items, total, limit, offset } = await client.columns();
    expect(items.filter(({ projectId }) => projectId.startsWith('list-')).map(({ title }) => title)).toEqual(['a0', 'a1', 'b0', 'b1']);
    expect([total, limit, offset]).toEqual([items.length, null, 0]);
    const page = await send('GET', `${path}?limit=2&offset=1`);
    expect(page.body).toEqual({ items: items.slice(1, 3), total, limit: 2, offset: 1 });
    expect((await send('GET', `${path}?projectId=list-b&limit=0`)).body).toEqual({ items: [], total: 2, limit: 0, offset: 0 });
  });

  test('200 for another user with hers alone', async () => {
    const { id } = await client.column({}, berta);
    expect((await client.columns(berta)).items.map((column) => column.id)).toEqual([id]);
    expect((await client.columns()).items.map((column) => column.id)).not.toContain(id);
  });
});

describe('GET /api/columns/:id', () => {
  test('404 for a column of another user, as for one that never was', async () => {
    const { id } = await client.column({}, berta);
    expect(withoutRequestId(await send('GET', `${path}/${id}`))).toEqual(withoutRequestId(await send('GET', `${path}/${noId}`)));
  });

  test('200 with the record and its ETag, also after cards came', async () => {
    const column = await client.column();
    await client.card(column.id);
    const { status, headers, body } = await send('GET', `${path}/${column.id}`);
    expect([status, headers.get('ETag'), body]).toEqual([200, '"1"', { ...column, cardCount: 1 }]);
  });
});

describe('PUT /api/columns/:id', () => {
  test.each<[string, object, string, RegExp]>([
    ['the title is null', { title: null }, 'title', /must be a string/],
    ['the project would change', { projectId: 'other' }, 'projectId', /when the column is created/],
    ['the position would change', { position: 0 }, 'position', /PUT \/api\/columns\/order/],
    ['a field is unknown', { name: 'x' }, 'name', /not a known field/],
  ])('400 when %s', async (_, body, field, message) => {
    const column = await client.column();
    const answer = await send('PUT', `${path}/${column.id}`, body);
    expect(refused(answer)).toEqual([field]);
    expect(answer.body.detail).toMatch(message);
    expect((await send('GET', `${path}/${column.id}`)).body).toEqual(column);
  });

  test('404 for a column of another user, which stays as it is', async () => {
    const hers = await client.column({}, berta);
    const [theirs, none] = [hers.id, noId].map((id) => send('PUT', `${path}/${id}`, { title: 'Taken' }, { 'If-Match': '"7"' }));
    expect(withoutRequestId(await (theirs as Promise<Answer>))).toEqual(withoutRequestId(await (none as Promise<Answer>)));
    expect((await service.request('GET', `${path}/${hers.id}`, { token: berta })).body).toEqual(hers);
  });

  test('412 when If-Match names another version', async () => {
    const { id } = await client.column();
    const { status, body } = await send('PUT', `${path}/${id}`, { title: 'Late' }, { 'If-Match': '"2"' });
    expect([status, body.code, body.version]).toEqual([412, 'version_mismatch', 1]);
  });

  test('200 with the new title; the same title keeps the version', async () => {
    const column = await client.column();
    const seq = await client.lastSeq();
    const { status, headers, body } = await send('PUT', `${path}/${column.id}`, { title: 'Done' }, { 'If-Match': '"1"' });
    expect([status, headers.get('ETag'), body]).toEqual([
      200,
      '"2"',
      { ...column, title: 'Done', version: 2, updatedAt: expect.any(String) },
    ]);
    expect((await send('PUT', `${path}/${column.id}`, { title: 'Done' })).body).toEqual(body);
    expect((await send('PUT', `${path}/${column.id}`, {})).body).toEqual(body);
    expect(await client.changesSince(seq)).toMatchObject([{ type: 'column', action: 'updated', id: column.id, version: 2 }]);
  });
});

describe('PUT /api/columns/order', () => {
  const order = (columnIds: unknown, more: object = {}): Promise<Answer> => send('PUT', `${path}/order`, { columnIds, ...more });

  /** Ids of new columns 0, 1, 2 … of a project. */
  async function made(projectId: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await client.column({ title: String(index), projectId })).id);
    return ids;
  }

  test.each<[string, (ids: string[], hers: string) => unknown, string]>([
    ['there is no list', () => 'all', 'columnIds'],
    ['an id is no string', ([a]) => [a, 3], 'columnIds.1'],
    ['an id is unknown', ([a, b]) => [b, noId, a], 'columnIds.1'],
    ['an id is malformed', ([a, b]) => [b, a, 'x'], 'columnIds.2'],
    ['an id is repeated', ([a, b]) => [b, a, b], 'columnIds.2'],
    ['a column is another user’s', ([a, b], hers) => [b, hers, a], 'columnIds.1'],
  ])('400 when %s, and nothing changes', async (_, list, field) => {
    const ids = await made('refused-order', 3);
    const hers = await client.column({}, berta);
    const [before, hersBefore] = [await client.columns(), await client.columns(berta)];
    const seq = await client.lastSeq();
    expect(refused(await order(list(ids, hers.id)))).toEqual([field]);
    expect([await client.columns(), await client.columns(berta)]).toEqual([before, hersBefore]);
    expect(await client.changesSince(seq)).toEqual([]);
  });

  test('400 for an unknown field', async () => {
    expect(refused(await order([], { projectId: 'x' }))).toEqual(['projectId']);
  });

  test('405 with Allow for GET', async () => {
    const { status, headers } = await send('GET', `${path}/order`);
    expect([status, headers.get('Allow')]).toEqual([405, 'PUT, OPTIONS']);
  });

  test('200 with the list: the named ones first in their projects, the others after them', async () => {
    const [a, b, c, d] = await made('order-1', 4);
    const [x, y, z] = await made('order-2', 3);
    await made('order-3', 2);
    const seq = await client.lastSeq();
    const { status, body } = await order([d, z, b]);
    expect([status, body]).toEqual([200, await client.columns()]);
    expect([await placed('order-1'), await placed('order-2'), await placed('order-3')]).toEqual([
      ['0 3', '1 1', '2 0', '3 2'],
      ['0 2', '1 0', '2 1'],
      ['0 0', '1 1'],
    ]);
    const entries = (await client.changesSince(seq)) as { type: string; action: string; id: string; version: number }[];
    expect(new Set(entries.map(({ type, action, version }) => `${type} ${action} ${version}`))).toEqual(new Set(['column moved 2']));
    // The second of the first project stays where it was.
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set([a, c, d, x, y, z]));
  });

  test('200 without a change when they are in that order already', async () => {
    const ids = await made('order-same', 3);
    const before = await client.columns();
    expect((await order(ids)).body).toEqual(before);
    expect((await order([])).body).toEqual(before);
  });
});

describe('DELETE /api/columns/:id', () => {
  test('404 for a column of another user, which keeps its cards', async () => {
    const hers = await client.column({}, berta);
    await client.card(hers.id, {}, berta);
    expect(withoutRequestId(await send('DELETE', `${path}/${hers.id}`))).toEqual(withoutRequestId(await send('DELETE', `${path}/${noId}`)));
    expect((await client.cards(hers.id, berta)).total).toBe(1);
  });

  test('412 when If-Match names another version', async () => {
    const { id } = await client.column();
    expect((await send('DELETE', `${path}/${id}`, undefined, { 'If-Match': '"2"' })).status).toBe(412);
    expect((await send('GET', `${path}/${id}`)).status).toBe(200);
  });

  test('204 with its cards, each told in the feed; the columns after it move up', async () => {
    const [first, gone, last] = [
      await client.column({ title: 'a', projectId: 'delete' }),
      await client.column({ title: 'b', projectId: 'delete' }),
      await client.column({ title: 'c', projectId: 'delete' }),
    ];
    const cards = [await client.card(gone.id), await client.card(gone.id)];
    const kept = await client.card(first.id);
    const seq = await client.lastSeq();
    const { status, body } = await send('DELETE', `${path}/${gone.id}`, undefined, { 'If-Match': '"1"' });
    expect([status, body]).toEqual([204, undefined]);
    expect(await client.changesSince(seq)).toMatchObject([
      { type: 'column', action: 'deleted', id: gone.id },
      ...cards.map(({ id }) => ({ type: 'card', action: 'deleted', id, version: 1 })),
    ]);
    expect(await placed('delete')).toEqual(['0 a', '1 c']);
    for (const at of [`${path}/${gone.id}`, `/api/cards/${cards[0]?.id}`, `/api/cards/column/${gone.id}`])
      expect((await send('GET', at)).status).toBe(404);
    expect((await send('GET', `/api/cards/${kept.id}`)).body).toEqual(kept);
    // Its version stays: a place that follows from another column's change is no change of its own.
    expect((await send('GET', `${path}/${last.id}`)).body).toEqual({ ...last, position: 1 });
  });
});
