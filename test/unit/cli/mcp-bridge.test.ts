// The bridge between standard input and output and a service, here a server that answers as the tests want.

import { once } from 'node:events';
import { createServer, setGlobalProxyFromEnv, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { bridge } from '../../../main/cli/mcp-bridge.ts';

type Message = Readonly<Record<string, unknown>>;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What the client reads when it has sent these lines and ended its input. */
async function answers(
  lines: readonly string[],
  answer: (message: Message, response: ServerResponse, userAgent: string | undefined) => void,
): Promise<Message[]> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      answer(JSON.parse(body) as Message, response, request.headers['user-agent']);
    });
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const input = new PassThrough();
  const written: string[] = [];
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const done = bridge({ input, write: (line) => written.push(line), access: () => ({ baseUrl, token: 't', isOwners: true }) });
  for (const line of lines) input.write(line);
  input.end();
  await done;
  return written.map((line) => JSON.parse(line) as Message);
}

const echo = ({ id, params }: Message, response: ServerResponse): void => {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result: params }));
};

test('bridge › a message ends at \\n alone: U+2028 and U+2029 are part of it, and it may come in pieces', async () => {
  const params = { text: 'one\u2028two\u2029three' };
  const call = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'echo', params });
  const told = await answers([`${call(1)}\n${call(2)}\r\n\n`, call(3).slice(0, 20), call(3).slice(20)], echo);
  expect(told.toSorted((a, b) => Number(a['id']) - Number(b['id']))).toEqual(
    [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: params })),
  );
});

test('bridge › a request whose stream ends without its answer is told so; one that was answered is not', async () => {
  const told = await answers(
    ['{"jsonrpc":"2.0","id":1,"method":"subscriptions/list"}\n', '{"jsonrpc":"2.0","id":2,"method":"x"}\n'],
    ({ id }, response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message' })}\n\n`);
      response.end(id === 1 ? '' : `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n\n`);
    },
  );
  expect(told.filter(({ id }) => id === 1)).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'Daybook ended the connection before it had answered' } },
  ]);
  expect(told.filter(({ id }) => id === 2)).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
});

test('bridge › a refusal of what the service did not read, whose id is null, answers the request', async () => {
  const refusal = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'The body is larger than 16 MB' } };
  const told = await answers(['{"jsonrpc":"2.0","id":"a","method":"x"}\n'], (_, response) => {
    response.writeHead(413, { 'Content-Type': 'application/json' }).end(JSON.stringify(refusal));
  });
  expect(told).toEqual([{ ...refusal, id: 'a' }]);
});

test('bridge › the token goes to the service itself, whatever proxy the environment names', async () => {
  const asked: unknown[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(502).end();
  }).listen(0, '127.0.0.1');
  proxy.on('connect', (request, socket) => {
    asked.push(request.url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  closing.push(() => proxy.close());
  await once(proxy, 'listening');
  closing.push(setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }));
  expect(await answers(['{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":1}}\n'], echo)).toEqual([
    { jsonrpc: '2.0', id: 1, result: { a: 1 } },
  ]);
  expect(asked).toEqual([]);
});

test('bridge › the service is told which client asks, as by clients over HTTP', async () => {
  const seen: unknown[] = [];
  const line = (method: string, params: object): string => `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`;
  const record = (message: Message, response: ServerResponse, userAgent: string | undefined): void => {
    seen.push(userAgent);
    echo(message, response);
  };
  const claude = { name: 'claude-code', version: '2.1.197' };
  await answers([line('initialize', { clientInfo: claude }), line('tools/call', {})], record);
  await answers([line('tools/call', { _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'codex-mcp-client' } } })], record);
  await answers([line('initialize', { clientInfo: { name: 'Größe\r\nX: y', version: '1' } }), line('tools/call', {})], record);
  expect(seen).toEqual(['claude-code/2.1.197', 'claude-code/2.1.197', 'codex-mcp-client', undefined, undefined]);
});
