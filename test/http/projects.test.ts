import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boardClient, refused, type BoardClient } from '../support/boards.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;

beforeAll(async () => {
  service = await startTestService();
  client = boardClient(service);
});

afterAll(() => service.dispose());

describe('GET /api/projects', () => {
  test('401 without a token', async () => {
    expect((await service.request('GET', '/api/projects', { token: null })).status).toBe(401);
  });

  test.each(['q=x', 'limit=10001', 'limit=-1', 'offset=x'])('400 for ?%s', async (query) => {
    expect(refused(await service.request('GET', `/api/projects?${query}`))).toHaveLength(1);
  });

  test('200 with what each project holds, and nothing of another user', async () => {
    const berta = await service.signUp('berta');
    const [a, b] = [await client.column({ projectId: 'b' }), await client.column({ projectId: 'b' })];
    await client.column({ projectId: 'a' });
    for (const { id } of [a, a, b]) await client.card(id);
    await client.column({ projectId: 'c' }, berta);
    const items = [{ id: 'a', columnCount: 1, cardCount: 0 }, { id: 'b', columnCount: 2, cardCount: 3 }];
    expect((await service.request('GET', '/api/projects')).body).toEqual({ items, total: 2, limit: null, offset: 0 });
    expect((await service.request('GET', '/api/projects?limit=1&offset=1')).body).toEqual({ items: items.slice(1), total: 2, limit: 1, offset: 1 });
    expect((await service.request('GET', '/api/projects', { token: berta })).body.items).toEqual([{ id: 'c', columnCount: 1, cardCount: 0 }]);
  });

  test('200 without a project whose last column was deleted', async () => {
    const { id } = await client.column({ projectId: 'short-lived' });
    await service.request('DELETE', `/api/columns/${id}`);
    expect(JSON.stringify((await service.request('GET', '/api/projects')).body)).not.toContain('short-lived');
  });
});
