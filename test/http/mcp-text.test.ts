// Clients whose model reads either the text or the structured content of a tool's answer: they are answered by text alone.

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectMcp } from '../support/mcp-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let noteId: string;
const clients: Client[] = [];

beforeAll(async () => {
  service = await startTestService();
  noteId = (await service.request('POST', '/api/notes', { body: { title: 'Plan', content: 'bread and salt\n' } })).body.id as string;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.dispose();
});

async function connect(path: string, userAgent: string): Promise<Client> {
  const client = await connectMcp(service, { path, userAgent });
  clients.push(client);
  return client;
}

test.each([
  ['/api/mcp/text', 'node'],
  ['/api/mcp', 'claude-code/2.1.197 (sdk-cli)'],
  ['/api/mcp', 'codex-mcp-client/0.171.0'],
])('POST %s › tools answer by text alone to %s', async (path, userAgent) => {
  const client = await connect(path, userAgent);
  const { content, structuredContent } = await client.callTool({ name: 'read', arguments: { type: 'note', id: noteId } });
  expect(structuredContent).toBeUndefined();
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(new RegExp(`note ${noteId} v0[^]*bread and salt`)) as string }]);
});

test('POST /api/mcp › other clients get ids, versions and cursors as structured content besides', async () => {
  const client = await connect('/api/mcp', 'my-claude-code/1');
  const { structuredContent } = await client.callTool({ name: 'read', arguments: { type: 'note', id: noteId } });
  expect(structuredContent).toEqual({ type: 'note', id: noteId, version: 0, nextCursor: null });
});
