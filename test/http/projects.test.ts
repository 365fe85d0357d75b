import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Attachment } from '../../main/contract/cards.ts';
import type { Project } from '../../main/contract/projects.ts';
import { AttachmentClient } from '../support/attachments.ts';
import { boardClient, refused, withoutRequestId, type BoardClient } from '../support/boards.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;

beforeAll(async () => {
  service = await startTestService();
  client = boardClient(service);
});

afterAll(() => service.dispose());

describe('GET /api/projects', () => {
  test.each(['q=x', 'limit=10001', 'limit=-1', 'offset=x'])('400 for ?%s', async (query) => {
    expect(refused(await service.request('GET', `/api/projects?${query}`))).toHaveLength(1);
  });

  test('200 with what each project holds, and nothing of another user', async () => {
    const counts = ({ body }: Answer): unknown =>
      (body.items as Project[]).map(({ id, columnCount, cardCount }) => ({ id, columnCount, cardCount }));
    const berta = await service.signUp('berta');
    const [a, b] = [await client.column({ projectId: 'b' }), await client.column({ projectId: 'b' })];
    await client.column({ projectId: 'a' });
    for (const { id } of [a, a, b]) await client.card(id);
    await client.column({ projectId: 'c' }, berta);
    const items = [
      { id: 'a', columnCount: 1, cardCount: 0 },
      { id: 'b', columnCount: 2, cardCount: 3 },
    ];
    const all = await service.request('GET', '/api/projects');
    expect([counts(all), all.body]).toEqual([items, { items: expect.anything(), total: 2, limit: null, offset: 0 }]);
    expect(all.body.items[0]).toEqual({
      ...{
        id: 'a',
        name: 'a',
        description: null,
        color: 'purple',
        isArchived: false,
        labels: [],
        filters: [],
        columnCount: 1,
        cardCount: 0,
        version: 1,
      },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    const page = await service.request('GET', '/api/projects?limit=1&offset=1');
    expect([counts(page), page.body]).toEqual([items.slice(1), { items: expect.anything(), total: 2, limit: 1, offset: 1 }]);
    expect(counts(await service.request('GET', '/api/projects', { token: berta }))).toEqual([{ id: 'c', columnCount: 1, cardCount: 0 }]);
  });

  test('200 with a project whose last column was deleted', async () => {
    const { id } = await client.column({ projectId: 'empty' });
    await service.request('DELETE', `/api/columns/${id}`);
    expect((await service.request('GET', '/api/projects')).body.items).toContainEqual(
      expect.objectContaining({ id: 'empty', columnCount: 0, cardCount: 0 }),
    );
  });
});

describe('DELETE /api/projects/:id', () => {
  const remove = (projectId: string, options: object = {}): Promise<Answer> =>
    service.request('DELETE', `/api/projects/${encodeURIComponent(projectId)}`, options);

  test('401 without a token', async () => {
    await client.column({ projectId: 'locked' });
    expect((await remove('locked', { token: null })).status).toBe(401);
    expect((await client.columns()).items.filter(({ projectId }) => projectId === 'locked')).toHaveLength(1);
  });

  test('400 for a query parameter', async () => {
    expect(refused(await service.request('DELETE', '/api/projects/p?columns=all'))).toEqual(['columns']);
  });

  test.each(['no such board', 'x'.repeat(300), '%00', "' OR 1=1 --"])('404 for the project %s', async (projectId) => {
    const { status, body } = await remove(projectId);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('404 for a project of another user, as for one that never was; it keeps all', async () => {
    const clara = await service.signUp('clara');
    const hers = await client.column({ projectId: 'hers' }, clara);
    await client.card(hers.id, {}, clara);
    expect(withoutRequestId(await remove('hers'))).toEqual(withoutRequestId(await remove('never')));
    expect((await client.cards(hers.id, clara)).total).toBe(1);
  });

  test('412 when If-Match names another version', async () => {
    await client.column({ projectId: 'watched' });
    const { status, body } = await remove('watched', { headers: { 'If-Match': '"7"' } });
    expect([status, body.code, body.version]).toEqual([412, 'version_mismatch', 1]);
    expect((await client.columns()).items.filter(({ projectId }) => projectId === 'watched')).toHaveLength(1);
  });

  test('204 with its columns, cards and files, each told in the feed; other projects and another user’s of the same name stay', async () => {
    const dora = await service.signUp('dora');
    const name = 'Küche / 2.0';
    const hers = await client.column({ projectId: name }, dora);
    const [first, second] = [await client.column({ projectId: name }), await client.column({ projectId: name })];
    const other = await client.column({ projectId: 'stays' });
    const kept = await client.card(other.id);
    const cards = [await client.card(first.id), await client.card(second.id), await client.card(second.id)];
    const [attachment] = (await new AttachmentClient(service).attach(cards[1]?.id ?? '', ['file', 'only here', 'plan.txt'])) as [
      Attachment,
    ];
    const folder = join(service.dataDir, 'attachments', attachment.sha256.slice(0, 2));
    expect(readdirSync(folder)).toContain(attachment.sha256);

    const seq = await client.lastSeq();
    const answer = await remove(name, { headers: { 'If-Match': '"1"' } });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await client.changesSince(seq)).toMatchObject([
      { type: 'column', action: 'deleted', id: first.id, version: 1 },
      { type: 'card', action: 'deleted', id: cards[0]?.id, version: 1 },
      { type: 'column', action: 'deleted', id: second.id, version: 1 },
      { type: 'card', action: 'deleted', id: cards[1]?.id, version: 2 },
      { type: 'card', action: 'deleted', id: cards[2]?.id, version: 1 },
      { type: 'project', action: 'deleted', id: name, version: 1 },
    ]);
    for (const path of [`/api/columns/${first.id}`, `/api/cards/${cards[0]?.id}`, `/api/cards/column/${second.id}`, attachment.url]) {
      expect((await service.request('GET', path)).status).toBe(404);
    }
    await expect.poll(() => readdirSync(folder)).not.toContain(attachment.sha256);
    expect((await service.request('GET', `/api/cards/${kept.id}`)).body).toEqual(kept);
    expect((await client.columns(dora)).items.map(({ id }) => id)).toEqual([hers.id]);
    expect((await remove(name)).status).toBe(404);
  });
});
