// `daybook --mcp` with the official client over standard input and output, against a running service.

import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceAccess } from '../../main/cli/api.ts';
import { bridge } from '../../main/cli/mcp-bridge.ts';
import { full } from '../support/tiers.ts';
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
  full,
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

/** What the bridge writes for these lines. */
async function answersTo(...lines: readonly string[]): Promise<unknown[]> {
  const written: unknown[] = [];
  const write = (text: string): void => {
    written.push(JSON.parse(text));
  };
  const access = (): ServiceAccess => ({ baseUrl: service.baseUrl, token: service.token(), isOwners: true });
  await bridge({ input: Readable.from(lines.map((line) => Buffer.from(`${line}\n`))), write, access });
  return written;
}

describe('several messages in one line', () => {
  const message = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
  const handshake = message(0, 'initialize', {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });

  test('are answered in one, each by its id', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const many = [message(1, 'ping'), notification, message(2, 'tools/list'), message(3, 'no/such'), 7];
    const [begun, answers, ...others] = await answersTo(JSON.stringify(handshake), JSON.stringify(many));
    expect([begun, others]).toMatchObject([{ id: 0, result: { protocolVersion: '2025-03-26' } }, []]);
    const byId = new Map((answers as { id: number | null }[]).map((answer) => [answer.id, answer]));
    expect([...byId.keys()].toSorted((a, b) => Number(a) - Number(b))).toEqual([null, 1, 2, 3]);
    expect(byId.get(1)).toMatchObject({ result: {} });
    expect(byId.get(2)).toMatchObject({ result: { tools: expect.any(Array) as unknown[] } });
    expect(byId.get(3)).toMatchObject({ error: { code: -32_601 } });
    expect(byId.get(null)).toMatchObject({ error: { code: -32_600 } });
  });

  test('that need no answer get none; an empty list is no message', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const answers = await answersTo(JSON.stringify(handshake), JSON.stringify([notification]), '[]');
    expect(answers).toMatchObject([{ id: 0 }, { id: null, error: { code: -32_700 } }]);
  });

  test('a byte order mark before the first line is no part of it', async () => {
    expect(await answersTo(`\uFEFF${JSON.stringify(handshake)}`)).toMatchObject([{ id: 0, result: {} }]);
  });
});

test('daybook-mcp › acts with the token of DAYBOOK_TOKEN, and tells of a service that is not there', full, async () => {
  const { body } = await service.request('POST', '/api/tokens', { body: { name: 'reader', scopes: ['notes:read'], expiresAt: null } });
  const client = await connect('auto', { DAYBOOK_TOKEN: body.token as string });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('create_note');
  await service.stop();
  await expect(client.listTools()).rejects.toThrow(/No Daybook is running/);
  await service.restart();
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
});
