// `daybook --mcp` with the official client over standard input and output, against a running service.

import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanEnvironment } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const root = resolve(import.meta.dirname, '../..');
const entry = join(root, 'main/mcp.ts');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.dispose());

async function connect(mode: 'auto' | 'legacy', environment: Readonly<Record<string, string>> = {}): Promise<Client> {
  const env = Object.fromEntries(
    Object.entries(cleanEnvironment(environment)).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry, '--data-dir', service.dataDir], env }));
  return client;
}

test.each(['auto', 'legacy'] as const)(
  'daybook-mcp › lists tools, makes a note and reads it, with a client that negotiates: %s',
  async (mode) => {
    const client = await connect(mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('create_note');
    const { structuredContent } = await client.callTool({
      name: 'create_note',
      arguments: { title: 'Bridge', content: `By the bridge, ${mode}` },
    });
    const { id } = structuredContent as { id: string };
    const { contents } = await client.readResource({ uri: `daybook://note/${id}` });
    expect(JSON.stringify(contents)).toContain('By the bridge');
    await client.close();
  },
);

test('daybook-mcp › acts with the token of DAYBOOK_TOKEN, and tells of a service that is not there', async () => {
  const { body } = await service.request('POST', '/api/tokens', { body: { name: 'reader', scopes: ['notes:read'], expiresAt: null } });
  const client = await connect('auto', { DAYBOOK_TOKEN: body.token as string });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('create_note');
  await service.stop();
  await expect(client.listTools()).rejects.toThrow(/No Daybook is running/);
  await service.restart();
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
});
