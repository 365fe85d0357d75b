// The list of resources of MCP, page by page, while records are made, changed and deleted.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
/** By creation, the newest first. */
const made: string[] = [];

async function make(title: string): Promise<string> {
  const { body } = await service.request('POST', '/api/notes', { body: { title } });
  return body.id as string;
}

const pin = (id: string): Promise<unknown> =>
  service.request('POST', `/api/notes/${id}/delta`, { body: { version: 0, isPinned: true } });

beforeAll(async () => {
  service = await startTestService();
  client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${service.token()}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/api/mcp`), { requestInit }));
  for (let number = 0; number < 250; number += 1) made.unshift(await make(`Note ${number}`));
  await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'site' } });
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
