// Boards by the tools of MCP: columns, labels, and where cards are.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${service.token()}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/api/mcp`), { requestInit }));
});
afterAll(async () => {
  await client.close();
  await service.dispose();
});

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
}

const label = async (board: string, name: string): Promise<string> =>
  (await service.request('POST', `/api/projects/${board}/labels`, { body: { name, color: 'red' } })).body.id as string;

const read = async (path: string): Promise<Record<string, unknown>> => (await service.request('GET', path)).body;

test('save_column › makes one, with a new board where there is none, and renames it; undo takes that back', async () => {
  const made = await call('save_column', { boardId: 'garden', title: 'Ideas' });
  expect(await read(`/api/columns/${String(made['id'])}`)).toMatchObject({ title: 'Ideas', projectId: 'garden', version: made['version'] });
  expect(made['url']).toMatch(/\/boards\/garden$/);
  expect((await call('save_column', { boardId: made['url'], title: 'Beds' }))['url']).toBe(made['url']);
  const { id, version } = made;
  const renamed = await call('save_column', { id, version, title: 'Seeds' });
  expect((await read(`/api/columns/${String(id)}`))['title']).toBe('Seeds');
  expect(await call('save_column', { id, version, title: 'Weeds' })).toMatchObject({ code: 'version_mismatch' });
  await call('undo', { batchId: renamed['batchId'] });
  expect((await read(`/api/columns/${String(id)}`))['title']).toBe('Ideas');
  for (const [args, path] of [
    [{ title: 'a' }, 'boardId'],
    [{ id, boardId: 'garden', title: 'a' }, 'boardId'],
    [{ version: 1, boardId: 'garden', title: 'a' }, 'version'],
  ] as const)
    expect(await call('save_column', args)).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
  expect(await call('save_column', { id: 'nowhere', title: 'a' })).toMatchObject({ code: 'not_found' });
});

test('save_card › labels by their names, all of them; of the board that it is moved to', async () => {
  const [from, to] = [
    await call('save_column', { boardId: 'here', title: 'a' }),
    await call('save_column', { boardId: 'there', title: 'a' }),
  ];
  const [bug, late, other] = [await label('here', 'Bug'), await label('here', 'late'), await label('there', 'bug')];
  const { id } = await call('save_card', { columnId: from['id'], title: 'Leak', labels: ['late', 'bug'] });
  const labelIds = async (): Promise<unknown> => (await read(`/api/cards/${String(id)}`))['labelIds'];
  expect(new Set((await labelIds()) as string[])).toEqual(new Set([bug, late]));
  await call('save_card', { id, labels: ['late'] });
  expect(await labelIds()).toEqual([late]);
  const refused = await call('save_card', { id, title: 'Lost', labels: ['Bug', 'soon'] });
  expect(refused).toMatchObject({ detail: 'labels.1 is no label of the board, which has: Bug, late', errors: [{ path: 'labels.1' }] });
  expect(await read(`/api/cards/${String(id)}`)).toMatchObject({ title: 'Leak', labelIds: [late] });
  await call('save_card', { id, columnId: to['id'], labels: ['bug'] });
  expect(await read(`/api/cards/${String(id)}`)).toMatchObject({ columnId: to['id'], labelIds: [other] });
  await call('save_card', { id, labels: [] });
  expect(await labelIds()).toEqual([]);
  expect(await call('save_card', { title: 'No column', labels: ['bug'] })).toMatchObject({ errors: [{ path: 'columnId' }] });
});
