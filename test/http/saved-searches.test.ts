import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxSavedSearches, type SavedSearch, type SavedSearchList } from '../../main/contract/saved-searches.ts';
import { noId, refused } from '../support/boards.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let users = 0;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.dispose());

const path = '/api/saved-searches';

/** Requests of a user of its own. */
interface Desk {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  must<T>(method: string, path: string, body?: unknown): Promise<T>;
  save(name: string, more?: object): Promise<SavedSearch>;
  names(): Promise<string[]>;
}

async function desk(): Promise<Desk> {
  const token = await service.signUp(`user-${(users += 1)}`);
  const send: Desk['send'] = (method, to, body, headers = {}) =>
    service.request(method, to, { token, headers, ...(body === undefined ? {} : { body }) });
  const must: Desk['must'] = async <T>(method: string, to: string, body?: unknown) => {
    const answer = await send(method, to, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body as T;
  };
  return {
    send,
    must,
    save: (name, more = {}) => must('POST', path, { name, query: `about ${name}`, ...more }),
    names: async () => (await must<SavedSearchList>('GET', path)).items.map(({ name, position }) => `${name} ${position}`),
  };
}

describe('POST /api/saved-searches', () => {
  test('201 with the search at its place; the same Idempotency-Key saves it once', async () => {
    const { send, save, names } = await desk();
    const body = { name: 'Due soon', query: 'is:open due:<2026-12-01' };
    const made = await send('POST', path, body, { 'Idempotency-Key': 'once' });
    expect([made.status, made.headers.get('Location'), made.headers.get('ETag')]).toEqual([201, `${path}/${made.body.id}`, '"1"']);
    expect(made.body).toMatchObject({ ...body, position: 0, version: 1 });
    expect((await send('POST', path, body, { 'Idempotency-Key': 'once' })).body.id).toBe(made.body.id);
    await save('b');
    await save('a', { position: 0 });
    await save('z', { position: 99 });
    expect(await names()).toEqual(['a 0', 'Due soon 1', 'b 2', 'z 3']);
    expect((await send('GET', `${path}?limit=2&offset=1`)).body).toMatchObject({ total: 4, limit: 2, items: [{ name: 'Due soon' }, {}] });
  });

  test.each<[string, object, string]>([
    ['the name is blank', { name: ' ', query: 'x' }, 'name'],
    ['the name is too long', { name: 'x'.repeat(201), query: 'x' }, 'name'],
    ['the query is missing', { name: 'x' }, 'query'],
    ['the query is blank', { name: 'x', query: ' ' }, 'query'],
    ['the query is too long', { name: 'x', query: 'x'.repeat(1_001) }, 'query'],
    ['the search would refuse it', { name: 'x', query: 'is:odd' }, 'query'],
    ['a place is none', { name: 'x', query: 'x', position: -1 }, 'position'],
    ['a field is unknown', { name: 'x', query: 'x', color: 'red' }, 'color'],
  ])('400 when %s', async (_, body, field) => {
    expect(refused(await service.request('POST', path, { body }))).toEqual([field]);
  });

  test(`409 for more than ${maxSavedSearches}, also out of an undo`, async () => {
    const { must, save, send } = await desk();
    const first = await save('first');
    const operation = (number: number): object => ({ method: 'POST', path, body: { name: `${number}`, query: 'x' } });
    await must('POST', '/api/batch', { operations: Array.from({ length: maxSavedSearches - 1 }, (_, number) => operation(number)) });
    expect((await send('POST', path, { name: 'x', query: 'x' })).body).toMatchObject({ status: 409, code: 'conflict' });
    const { batchId } = await must<{ batchId: string }>('POST', '/api/batch', {
      operations: [{ method: 'DELETE', path: `${path}/${first.id}` }],
    });
    await save('other');
    expect(await must('POST', '/api/undo', { batchId })).toMatchObject({ restored: [], skipped: [{ id: first.id, reason: 'gone' }] });
  });
});

describe('PUT /api/saved-searches/:id', () => {
  test('200 renames, changes and moves, told by the feed; what changes nothing keeps the version', async () => {
    const { must, save, names } = await desk();
    const [a, b, c] = [await save('a'), await save('b'), await save('c')];
    expect(await must('PUT', `${path}/${c.id}`, { position: 0 })).toMatchObject({ position: 0, version: 2 });
    expect(await must('PUT', `${path}/${c.id}`, { position: 0, name: 'c' })).toMatchObject({ version: 2 });
    expect(await must('PUT', `${path}/${a.id}`, { name: 'A', query: 'tag:x' })).toMatchObject({ query: 'tag:x', version: 2 });
    expect(await must('PUT', `${path}/${c.id}`, { position: 9 })).toMatchObject({ position: 2, version: 3 });
    expect(await names()).toEqual(['A 0', 'b 1', 'c 2']);
    const { items } = await must<{ items: object[] }>('GET', '/api/changes');
    expect(items.at(-1)).toMatchObject({ type: 'saved_search', action: 'updated', id: c.id, version: 3 });
    expect(await must('GET', `${path}/${b.id}`)).toMatchObject({ name: 'b', position: 1, version: 1 });
  });

  test('once a key has become long, all get short ones: the order holds, and the moved one alone has a new version', async () => {
    const { must, save, names } = await desk();
    const all = [await save('0'), await save('1'), await save('2'), await save('3')];
    const database = new Sqlite(join(service.dataDir, 'daybook.db'));
    const keys = (): unknown[] =>
      all.map(({ id }) => database.prepare('SELECT order_key FROM saved_searches WHERE id = ?').pluck().get(id));
    // As after some hundred moves to between these two.
    database.prepare('UPDATE saved_searches SET order_key = ? WHERE id = ?').run(`a0${'0'.repeat(45)}1`, all[1]?.id);
    await must('PUT', `${path}/${all[3]?.id}`, { position: 1 });
    expect(await names()).toEqual(['0 0', '3 1', '1 2', '2 3']);
    expect(keys()).toEqual(['a0', 'a2', 'a3', 'a1']);
    database.close();
    const { items } = await must<SavedSearchList>('GET', path);
    expect(items.map(({ version }) => version)).toEqual([1, 2, 1, 1]);
  });

  test('400 for a query that the search would refuse, 412 when If-Match names another version, 404', async () => {
    const { send, save } = await desk();
    const { id } = await save('a');
    expect(refused(await send('PUT', `${path}/${id}`, { query: 'due:soon' }))).toEqual(['query']);
    expect((await send('PUT', `${path}/${id}`, { name: 'b' }, { 'If-Match': '"7"' })).body).toMatchObject({ status: 412, version: 1 });
    expect((await send('PUT', `${path}/${id}`, { name: 'b' }, { 'If-Match': '"1"' })).status).toBe(200);
    expect((await send('PUT', `${path}/${noId}`, { name: 'b' })).body.code).toBe('not_found');
  });
});

describe('DELETE /api/saved-searches/:id', () => {
  test('204, and an undo brings it back to its place, and takes that back again; 412, 404', async () => {
    const { send, must, save, names } = await desk();
    const [, b] = [await save('a'), await save('b'), await save('c')];
    expect((await send('DELETE', `${path}/${b.id}`, undefined, { 'If-Match': '"9"' })).status).toBe(412);
    const operations = [{ method: 'DELETE', path: `${path}/${b.id}` }];
    const { batchId } = await must<{ batchId: string }>('POST', '/api/batch', { operations });
    expect(await names()).toEqual(['a 0', 'c 1']);
    expect((await send('DELETE', `${path}/${b.id}`)).status).toBe(404);
    const undone = await must<{ batchId: string; skipped: unknown[] }>('POST', '/api/undo', { batchId });
    expect([undone.skipped, await names()]).toEqual([[], ['a 0', 'b 1', 'c 2']]);
    expect(await must('GET', `${path}/${b.id}`)).toMatchObject({ query: 'about b', createdAt: b.createdAt, version: 2 });
    await must('POST', '/api/undo', { batchId: undone.batchId });
    expect(await names()).toEqual(['a 0', 'c 1']);
  });

  test('what an undo brings back stands behind the one that has its place by now, and all can be moved', async () => {
    const { must, save, names } = await desk();
    const [, b, c] = [await save('a'), await save('b'), await save('c')];
    const operations = [{ method: 'DELETE', path: `${path}/${b.id}` }];
    const deleted = await must<{ batchId: string }>('POST', '/api/batch', { operations });
    await save('d', { position: 1 });
    await must('POST', '/api/undo', { batchId: deleted.batchId });
    expect(await names()).toEqual(['a 0', 'd 1', 'b 2', 'c 3']);
    expect(await must('PUT', `${path}/${c.id}`, { position: 2 })).toMatchObject({ position: 2, version: 2 });
    const moves = [{ method: 'PUT', path: `${path}/${b.id}`, body: { position: 0 } }];
    const moved = await must<{ batchId: string }>('POST', '/api/batch', { operations: moves });
    await save('e', { position: 3 });
    expect(await names()).toEqual(['b 0', 'a 1', 'd 2', 'e 3', 'c 4']);
    await must('POST', '/api/undo', { batchId: moved.batchId });
    expect((await names()).map((name) => name.split(' ')[0])).toHaveLength(5);
    expect(await must('PUT', `${path}/${c.id}`, { position: 0 })).toMatchObject({ position: 0 });
    expect((await names())[0]).toBe('c 0');
  });

  test('a change is undone to the name, the query and the place before; a creation goes away', async () => {
    const { must, save, names } = await desk();
    const [a, b] = [await save('a'), await save('b')];
    const { batchId } = await must<{ batchId: string }>('POST', '/api/batch', {
      operations: [
        { method: 'PUT', path: `${path}/${b.id}`, body: { name: 'B', query: 'other', position: 0 } },
        { method: 'POST', path, body: { name: 'c', query: 'x' } },
      ],
    });
    expect(await names()).toEqual(['B 0', 'a 1', 'c 2']);
    expect(await must('POST', '/api/undo', { batchId })).toMatchObject({ skipped: [] });
    expect(await names()).toEqual(['a 0', 'b 1']);
    expect(await must('GET', `${path}/${b.id}`)).toMatchObject({ name: 'b', query: 'about b', version: 3 });
    expect(await must('GET', `${path}/${a.id}`)).toMatchObject({ version: 1 });
  });
});

test("another user's saved search is a missing one", async () => {
  const [mine, theirs] = [await desk(), await desk()];
  const { id } = await mine.save('mine');
  for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as [string, object?][])
    expect((await theirs.send(method, `${path}/${id}`, body)).status, method).toBe(404);
  expect(await theirs.names()).toEqual([]);
  expect(await mine.names()).toEqual(['mine 0']);
});
