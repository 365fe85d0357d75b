import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CardList } from '../../main/contract/cards.ts';
import { boardClient, noId, refused, withoutRequestId, type BoardClient } from '../support/boards.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;
let berta: string;
/** Two columns of project "a", one of project "b", one of another user. */
let ids: { first: string; second: string; other: string; hers: string };

beforeAll(async () => {
  vi.stubEnv('TZ', 'UTC');
  service = await startTestService();
  client = boardClient(service);
  berta = await service.signUp('berta');
  const other = (await client.column({ projectId: 'b' })).id;
  const second = (await client.column({ projectId: 'a' })).id;
  const first = (await client.column({ projectId: 'a' })).id;
  const hers = (await client.column({ projectId: 'a' }, berta)).id;
  await service.request('PUT', '/api/columns/order', { body: { columnIds: [first] } });
  ids = { first, second, other, hers };
  await client.card(other, { title: 'b1', priority: 'high', dueDate: '2026-03-01' });
  await client.card(second, { title: 'a2', priority: 'low', description: 'Straße 100% _unter_ C:\\temp ŁÓDŹ' });
  await client.card(first, { title: 'a1 Übung', dueDate: '2026-03-01T10:00' });
  await client.card(first, { title: 'a1 ende', priority: 'high', dueDate: '2026-02-28T23:30:00-05:00' });
  await client.card(hers, { title: 'hers', priority: 'high', dueDate: '2026-03-01' }, berta);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await service.dispose();
});

const list = async (query: string, token = service.token()): Promise<CardList> => {
  const { status, body } = await service.request('GET', `/api/cards?${query}`, { token });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as CardList;
};

const titles = async (query: string): Promise<string[]> => (await list(query)).items.map(({ title }) => title);

describe('GET /api/cards/column/:columnId', () => {
  test.each(['q=x', 'limit=1.5', 'limit=10001', 'offset=-1'])('400 for ?%s', async (query) => {
    expect(refused(await service.request('GET', `/api/cards/column/${ids.first}?${query}`))).toHaveLength(1);
  });

  test('404 for a column of another user, as for one that never was', async () => {
    const [hers, none] = await Promise.all([ids.hers, noId].map((id) => service.request('GET', `/api/cards/column/${id}`)));
    expect(hers && withoutRequestId(hers)).toEqual(none && withoutRequestId(none));
    expect(none?.status).toBe(404);
  });

  test('200 in order, whole or in pages', async () => {
    const whole = await client.cards(ids.first);
    expect(whole.items.map(({ title, position }) => [title, position])).toEqual([
      ['a1 Übung', 0],
      ['a1 ende', 1],
    ]);
    expect([whole.total, whole.limit, whole.offset]).toEqual([2, null, 0]);
    for (const [limit, offset] of [
      [1, 1],
      [0, 0],
      [5, 0],
      [5, 2],
      [5, 7],
    ] as const) {
      const { body } = await service.request('GET', `/api/cards/column/${ids.first}?limit=${limit}&offset=${offset}`);
      expect(body).toEqual({ items: whole.items.slice(offset, offset + limit), total: 2, limit, offset });
    }
  });
});

describe('GET /api/cards', () => {
  test.each<[string, string]>([
    ['column=x', 'column'],
    ['priority=High', 'priority'],
    ['priority=', 'priority'],
    ['dueBefore=soon', 'dueBefore'],
    ['dueBefore=2026-02-30', 'dueBefore'],
    ['dueAfter=2026-02-30T00:00Z', 'dueAfter'],
    ['projectId=', 'projectId'],
    ['q=a&q=b', 'q'],
    ['q=%00', 'q'],
    ['limit=10001', 'limit'],
    ['offset=x', 'offset'],
  ])('400 for ?%s', async (query, field) => {
    expect(refused(await service.request('GET', `/api/cards?${query}`))).toEqual([field]);
  });

  test('200 by project, column and place, and only those of the user', async () => {
    expect(await titles('')).toEqual(['a1 Übung', 'a1 ende', 'a2', 'b1']);
    expect((await list('')).items.map(({ position }) => position)).toEqual([0, 1, 0, 0]);
    expect((await list('', berta)).items.map(({ title }) => title)).toEqual(['hers']);
  });

  test.each<[string, string[]]>([
    ['projectId=a', ['a1 Übung', 'a1 ende', 'a2']],
    ['projectId=none', []],
    ['priority=high', ['a1 ende', 'b1']],
    ['projectId=a&priority=high', ['a1 ende']],
    ['q=', ['a1 Übung', 'a1 ende', 'a2', 'b1']],
    ['q=A1', ['a1 Übung', 'a1 ende']],
    ['q=%C3%9CBUNG', ['a1 Übung']],
    ['q=u%CC%88bung', ['a1 Übung']],
    ['q=stra%C3%9Fe', ['a2']],
    ['q=STRASSE', ['a2']],
    ['q=ubung', ['a1 Übung']],
    ['q=lodz', ['a2']],
    ['q=%C5%82%C3%93d%C5%BA', ['a2']],
    ['q=100%25', ['a2']],
    ['q=1%25', []],
    ['q=_unter_', ['a2']],
    ['q=a_', []],
    ['q=c:%5Ctemp', ['a2']],
    ['q=%5C', ['a2']],
    ["q=' OR 1=1 --", []],
    ['q=a2stra', []],
    ['q=hers', []],
  ])('200 with those that fit ?%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
    expect((await list(query)).total).toBe(expected.length);
    expect(await list(`${query}&limit=0`)).toEqual({ items: [], total: expected.length, limit: 0, offset: 0 });
    expect((await list(`${query}&limit=2&offset=1`)).items).toEqual((await list(query)).items.slice(1, 3));
  });

  test.each<[string, string[]]>([
    // A date is its midnight; the bound itself is outside. 23:30 in New York is 04:30 of the next day in UTC.
    ['dueBefore=2026-03-02', ['a1 Übung', 'a1 ende', 'b1']],
    ['dueBefore=2026-03-01', []],
    ['dueAfter=2026-03-01', ['a1 Übung', 'a1 ende']],
    ['dueAfter=2026-02-28', ['a1 Übung', 'a1 ende', 'b1']],
    ['dueBefore=2026-03-01T10:00', ['a1 ende', 'b1']],
    ['dueBefore=2026-03-01T10:00:01', ['a1 Übung', 'a1 ende', 'b1']],
    ['dueBefore=2026-03-01T04:30:00Z', ['b1']],
    ['dueAfter=2026-03-01T04:29:59Z', ['a1 Übung', 'a1 ende']],
    ['dueAfter=2026-03-01T05:29:59+01:00&dueBefore=2026-03-01T04:30:01Z', ['a1 ende']],
    ['dueAfter=2026-03-02', []],
  ])('200 with those that are due ?%s, on a machine in UTC', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test('200 with places as in the column, also for a few of many', async () => {
    const { id } = await client.column({ projectId: 'many' });
    for (let index = 0; index < 30; index += 1)
      await client.card(id, { title: String(index), ...(index % 7 === 3 ? { priority: 'urgent' } : {}) });
    const { items } = await list('priority=urgent');
    expect(items.map(({ title, position }) => [title, position])).toEqual([3, 10, 17, 24].map((index) => [String(index), index]));
  });
});
