// What was done to a card, as the change feed has it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardActivity } from '../../main/contract/card-activity.ts';
import { AttachmentClient } from '../support/attachments.ts';
import { boardClient, noId, refused, withoutRequestId, type BoardClient } from '../support/boards.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let client: BoardClient;

beforeAll(async () => {
  service = await startTestService();
  client = boardClient(service);
});

afterAll(() => service.dispose());

const { send, must } = requestsTo(() => service);

const activity = async (id: string, query = ''): Promise<CardActivity> =>
  (await must(200, 'GET', `/api/cards/${id}/activity${query}`)) as CardActivity;

describe('GET /api/cards/:id/activity', () => {
  test('400 for what is no limit or place, or unknown; 404 for another user’s card, as for one that never was', async () => {
    const { id } = await client.card((await client.column()).id);
    for (const [query, path] of [
      ['limit=101', 'limit'],
      ['before=x', 'before'],
      ['since=1', 'since'],
    ]) {
      expect(refused(await send('GET', `/api/cards/${id}/activity?${query}`))).toEqual([path]);
    }
    const berta = await service.signUp('berta');
    expect(withoutRequestId(await send('GET', `/api/cards/${id}/activity`, undefined, berta))).toEqual(
      withoutRequestId(await send('GET', `/api/cards/${noId}/activity`)),
    );
  });

  test('200 with who did what, the newest first: fields, columns, labels, and what was undone', async () => {
    const [from, to] = [await client.column({ title: 'To do' }), await client.column({ title: 'Doing' })];
    const { id } = await client.card(from.id, { title: 'Old', description: 'x'.repeat(300) });
    const label = await must(201, 'POST', '/api/projects/website/labels', { name: 'Bug' });
    await must(200, 'PUT', `/api/cards/${id}`, { title: 'New', priority: 'high', completedAt: '2026-03-01T09:30:00Z' });
    await must(200, 'POST', `/api/cards/${id}/move`, { columnId: to.id });
    const token = (await must(201, 'POST', '/api/tokens', { name: 'Script', scopes: ['boards:write'] })).token as string;
    expect((await send('PUT', `/api/cards/${id}`, { priority: 'low', labelIds: [label.id], description: 'y' }, token)).status).toBe(200);
    await must(200, 'PUT', `/api/cards/${id}/checklist`, {
      checklist: [
        { text: 'a', completed: true },
        { text: 'b', completed: false },
      ],
    });

    const { items, next, names } = await activity(id);
    expect(next).toBeNull();
    expect(names).toEqual({ [from.id]: 'To do', [to.id]: 'Doing', [label.id as string]: 'Bug' });
    expect(items.map(({ action, version, actor, changes }) => [action, version, actor.name, changes])).toEqual([
      ['updated', 5, 'window', [{ field: 'checklist', before: { items: 0, completed: 0 }, after: { items: 2, completed: 1 } }]],
      [
        'updated',
        4,
        'Script',
        [
          { field: 'description', before: 'x'.repeat(200), after: 'y' },
          { field: 'priority', before: 'high', after: 'low' },
          { field: 'labelIds', before: [], after: [label.id] },
        ],
      ],
      ['moved', 3, 'window', [{ field: 'columnId', before: from.id, after: to.id }]],
      [
        'updated',
        2,
        'window',
        [
          { field: 'title', before: 'Old', after: 'New' },
          { field: 'priority', before: null, after: 'high' },
          { field: 'completedAt', before: null, after: '2026-03-01T09:30:00.000Z' },
        ],
      ],
      ['created', 1, 'window', []],
    ]);

    await must(200, 'POST', '/api/undo', { changes: [items[2]?.seq], force: true });
    const after = (await activity(id)).items;
    expect(after.map(({ isUndone }) => isUndone)).toEqual([false, false, false, true, false, false]);
    expect(after[0]).toMatchObject({ action: 'moved', changes: [{ field: 'columnId', before: to.id, after: from.id }] });
  });

  test('200 page by page: what a field became is known beyond the page', async () => {
    const { id } = await client.card((await client.column()).id, { title: '0' });
    for (const title of ['1', '2', '3']) await must(200, 'PUT', `/api/cards/${id}`, { title });
    const first = await activity(id, '?limit=2');
    const second = await activity(id, `?limit=2&before=${first.next}`);
    expect([...first.items, ...second.items].map(({ changes }) => changes.map(({ before, after }) => [before, after]))).toEqual([
      [['2', '3']],
      [['1', '2']],
      [['0', '1']],
      [],
    ]);
    expect(second.next).toBeNull();
    expect(await activity(id, '?limit=0')).toEqual({ items: [], next: null, names: {} });
  });

  test('200 with fewer entries than asked for where they are large; none is left out', async () => {
    const { id } = await client.card((await client.column()).id, { description: '0' });
    for (const letter of 'abcdefgh') await must(200, 'PUT', `/api/cards/${id}`, { description: letter.repeat(250_000) });
    const first = await activity(id);
    expect(first.items.length).toBeLessThan(9);
    const second = await activity(id, `?before=${first.next}`);
    const texts = [...first.items, ...second.items].flatMap(({ changes }) => changes.map(({ after }) => String(after)[0]));
    expect([texts.join(''), second.next]).toEqual(['hgfedcba', null]);
  });

  test('200 with the names of files that came and went, and that it was in the trash', async () => {
    const { id } = await client.card((await client.column()).id);
    const files = new AttachmentClient(service);
    const [plan, list] = await files.attach(id, ['file', 'a', 'plan.txt'], ['file', 'b', 'list.txt']);
    await must(204, 'DELETE', `/api/cards/${id}/attachments/${plan?.id}`);
    const entry = await must(201, 'POST', '/api/trash', { type: 'file', id: list?.id });
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect((await activity(id)).items.map(({ filesAdded, filesRemoved }) => [filesAdded, filesRemoved])).toEqual([
      [['list.txt'], []],
      [[], ['list.txt']],
      [[], ['plan.txt']],
      [['plan.txt', 'list.txt'], []],
      [[], []],
    ]);
    const trashed = await must(201, 'POST', '/api/trash', { type: 'card', id });
    expect((await send('GET', `/api/cards/${id}/activity`)).status).toBe(404);
    await must(200, 'POST', `/api/trash/${trashed.id as string}/restore`);
    expect((await activity(id, '?limit=2')).items.map(({ action }) => action)).toEqual(['created', 'deleted']);
  });

  test('200 without a write, by an index', async () => {
    const { id } = await client.card((await client.column()).id);
    const { statements } = await statementsOf(() => send('GET', `/api/cards/${id}/activity`));
    expect(statements.filter((text) => /INSERT|UPDATE|DELETE|BEGIN/.test(text))).toEqual([]);
    expect(statements.join('\n')).toContain('INDEXED BY changes_of_cards');
  });
});
