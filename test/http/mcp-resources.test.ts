// Resources of MCP: their list, page by page, while records are made, changed and deleted, and what a client is told of them.

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectMcp } from '../support/mcp-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
let columnId: string;
/** By creation, the newest first. */
const made: string[] = [];

async function make(title: string): Promise<string> {
  const { body } = await service.request('POST', '/api/notes', { body: { title } });
  return body.id as string;
}

const pin = (id: string): Promise<unknown> => service.request('POST', `/api/notes/${id}/delta`, { body: { version: 0, isPinned: true } });

beforeAll(async () => {
  service = await startTestService();
  client = await connectMcp(service);
  for (let number = 0; number < 250; number += 1) made.unshift(await make(`Note ${number}`));
  columnId = (await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'site' } })).body.id as string;
});
afterAll(async () => {
  await client.close();
  await service.dispose();
});

const uriOf = (id: string): string => `daybook://note/${id}`;

async function page(cursor?: string): Promise<{ uris: string[]; next: string | undefined }> {
  const { resources, nextCursor } = await client.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } });
  return { uris: resources.map(({ uri }) => uri), next: nextCursor };
}

/** All that follows a cursor. */
async function pagesFrom(cursor?: string): Promise<string[]> {
  const { uris, next } = await page(cursor);
  return next === undefined ? uris : [...uris, ...(await pagesFrom(next))];
}

test('newest first, also where notes are pinned; the boards come last', async () => {
  const oldest = made.at(-1) ?? '';
  await pin(oldest);
  expect(await pagesFrom()).toEqual([...made.map(uriOf), 'daybook://board/site']);
});

test('more boards than fit into a page › all of them come, a page at a time', async () => {
  const token = await service.signUp('boards');
  const ids = Array.from({ length: 201 }, (_, index) => `board-${index}`);
  const operations = ids.map((id) => ({ method: 'POST', path: '/api/projects', body: { id, name: id } }));
  for (const part of [operations.slice(0, 150), operations.slice(150)])
    expect((await service.request('POST', '/api/batch', { token, body: { operations: part } })).body.applied).toBe(true);
  const own = await connectMcp(service, { token });
  const pages: string[][] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const listed = await own.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } });
    pages.push(listed.resources.map(({ uri }) => uri));
    cursor = listed.nextCursor;
  }
  await own.close();
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 1]);
  expect(pages.flat().toSorted()).toEqual(ids.map((id) => `daybook://board/${id}`).toSorted());
});

test('notes that are made, changed, pinned and deleted between two pages › every other note is there once', async () => {
  const first = await page();
  expect(first.uris).toEqual(made.slice(0, 100).map(uriOf));
  // One that was listed, and one that is to come.
  await pin(made[50] ?? '');
  await pin(made[150] ?? '');
  for (let number = 0; number < 30; number += 1) await make(`Later ${number}`);
  const second = await page(first.next);
  const at = 100 + second.uris.length;
  expect(second.uris).toEqual(made.slice(100, at).map(uriOf));
  // The one that the cursor stands at, and some before it.
  for (const id of made.slice(at - 50, at)) await service.request('DELETE', `/api/notes/${id}`);
  expect(await pagesFrom(second.next)).toEqual([...made.slice(at).map(uriOf), 'daybook://board/site']);
});

test.each(['x', '-1', '100', '0 2026-01-01T00:00:00.000Z', `0 2026-01-01T00:00:00.000Z ${'a'.repeat(40)} b`])(
  'a cursor that there is not › an error of the protocol: %s',
  async (cursor) => {
    await expect(page(cursor)).rejects.toMatchObject({ code: -32602 });
  },
);

test.each(['tools/list', 'prompts/list', 'resources/templates/list'] as const)(
  '%s › is one page: an error of the protocol for any cursor',
  async (method) => {
    expect(await client.request({ method, params: {} })).not.toHaveProperty('nextCursor');
    await expect(client.request({ method, params: { cursor: 'x' } })).rejects.toMatchObject({ code: -32602 });
  },
);

test('a client that watches a board and an occurrence › is told of each change on the board and of the series', async () => {
  const make = async (path: string, body: object): Promise<Record<string, string>> =>
    (await service.request('POST', path, { body })).body as Record<string, string>;
  const column = await make('/api/columns', { title: 'Doing', projectId: 'watched board' });
  const times = { startTime: '2026-03-02T09:00:00.000Z', endTime: '2026-03-02T10:00:00.000Z', timeZone: 'UTC' };
  const series = await make('/api/events', { title: 'Weekly', ...times, recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO' } });
  const board = 'daybook://board/watched%20board';
  const occurrence = `daybook://event/${series['id']}_2026-03-09T090000Z`;
  const told: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    told.push(params.uri);
  });
  let lists = 0;
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    lists += 1;
  });
  const subscription = await client.listen({ resourceSubscriptions: [board, occurrence], resourcesListChanged: true });
  const card = await make('/api/cards', { title: 'Card', columnId: column['id'] });
  await expect.poll(() => told).toEqual([board]);
  await service.request('PUT', `/api/cards/${card['id']}`, { body: { title: 'Other' } });
  await service.request('PUT', `/api/columns/${column['id']}`, { body: { title: 'Done' } });
  await expect.poll(() => told).toEqual([board, board, board]);
  const before = lists;
  await service.request('PUT', '/api/projects/watched%20board', { body: { name: 'Another name' } });
  await expect.poll(() => [told.length, lists]).toEqual([4, before + 1]);
  await service.request('PUT', `/api/events/${series['id']}`, { body: { title: 'Every week' } });
  await expect.poll(() => told.at(-1)).toBe(occurrence);
  await subscription.close();
});

test('tools take the address of a resource, and the one that they tell, for an id', async () => {
  const run = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: args });
    expect([isError ?? false, structuredContent]).toEqual([false, expect.anything()]);
    return structuredContent as Record<string, unknown>;
  };
  const { id, url, version } = await run('create_note', { title: 'Addressed' });
  for (const named of [url, uriOf(id as string)]) expect((await run('read', { type: 'note', id: named })).id).toBe(id);
  expect((await run('edit_note', { id: url, version, append: 'more' })).id).toBe(id);
  const { id: notebookId } = (await service.request('POST', '/api/notebooks', { body: { name: 'Moved to' } })).body;
  const moved = await run('edit_note', { id: url, version: 1, notebookId });
  await run('edit_note', { id: url, version: moved['version'], notebookId, append: ' and more' });
  const note = await service.request('GET', `/api/notes/${id as string}`);
  expect(note.body).toMatchObject({ notebookId, content: 'more and more' });
  const card = await run('save_card', { columnId, title: 'Addressed' });
  expect((await run('save_card', { id: card['url'], title: 'Found' })).id).toBe(card['id']);
  await run('read', { type: 'board', id: 'daybook://board/site' });
  await run('link', { fromType: 'note', fromId: url, toType: 'card', toId: card['url'] });
  const wrong = await client.callTool({ name: 'read', arguments: { type: 'card', id: url } });
  expect([wrong.isError, wrong.structuredContent]).toMatchObject([true, { code: 'not_found' }]);
  await run('trash', { type: 'note', id: uriOf(id as string) });
});
