// What takes time: the other limits of the gateway are tested over HTTP.

import { createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Gateway } from '../../../main/features/ai/gateway.ts';
import { addressBelow, retryAfterOf, type UpstreamTiming } from '../../../main/features/ai/upstream.ts';
import { completion, event, json, startProvider, type Script, type StandIn } from '../../support/provider.ts';

const messages = [{ role: 'user', content: 'Hi' }];

let provider: StandIn;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => {
  provider.close();
});

function gatewayTo(baseUrl: string, timing: Partial<UpstreamTiming> = {}, apiKey: string | null = null, listTimeoutMs = 5_000): Gateway {
  return new Gateway({
    provider: () => ({ baseUrl, apiKey, model: null }),
    modelPath: () => null,
    server: { lease: () => Promise.reject(new Error('not here')) },
    log: pino({ level: 'silent' }),
    timing: { connect: 5_000, headers: 5_000, idle: 5_000, ...timing },
    listTimeoutMs,
  });
}

const never = new AbortController().signal;

describe('a slow provider', () => {
  test('502 when it does not begin to answer in time', async () => {
    provider.answer(() => undefined);
    await expect(gatewayTo(provider.baseUrl, { headers: 50 }).ask('/chat/completions', null, { messages }, never)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('in time') as unknown,
    });
    await provider.asked[0]?.closed;
  });

  test('502 when it stops in the middle of a document', async () => {
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    });
    await expect(gatewayTo(provider.baseUrl, { idle: 50 }).ask('/chat/completions', null, { messages }, never)).rejects.toMatchObject({
      code: 'upstream_failed',
    });
    await provider.asked[0]?.closed;
  });

  test('a stream in which it stops ends with an event that says so; a reader who is slow is not blamed on it', async () => {
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('first'));
    });
    const { body } = await gatewayTo(provider.baseUrl, { idle: 100 }).ask('/chat/completions', null, { messages, stream: true }, never);
    const read: string[] = [];
    for await (const bytes of body) {
      read.push(Buffer.from(bytes).toString());
      if (read.length === 1)
        await new Promise((resolve) => {
          setTimeout(resolve, 250);
        });
    }
    expect(read).toEqual([event('first'), expect.stringContaining('upstream_failed')]);
  });

  test('502 when the connection is not made in time', async () => {
    // It takes the connection and never speaks TLS.
    const silent: Server = createServer();
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const address = silent.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    await expect(
      gatewayTo(`https://127.0.0.1:${port}/v1`, { connect: 50 }).ask('/chat/completions', null, { messages }, never),
    ).rejects.toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('reached in time') as unknown });
    silent.close();
  });
});

describe('the list of models', () => {
  test.each<[string, Script]>([
    ['says nothing', () => undefined],
    [
      'stops in the middle',
      (res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
      },
    ],
    ['asks to come back later', json(429, {}, { 'Retry-After': '9' })],
  ])('502 when the provider %s for longer than one waits for it', async (_, script) => {
    provider.answer(script);
    await expect(gatewayTo(provider.baseUrl, {}, null, 50).models(null)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('in time') as unknown,
    });
    await provider.asked[0]?.closed;
  });
});

describe('a connection that ends in another way', () => {
  let server: Server;
  afterEach(() => {
    server.close();
  });

  /** Listens, and sends this to every client that asks for something. */
  async function rawProvider(answer: (socket: Socket) => void): Promise<string> {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        answer(socket);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    return `http://127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}/v1`;
  }

  test.each([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['101 and no more', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('502 at once for %s', async (_, head) => {
    const baseUrl = await rawProvider((socket) => {
      socket.write(head);
    });
    // Without limits of time it would never end.
    await expect(
      gatewayTo(baseUrl, { headers: null, idle: null }).ask('/chat/completions', null, { messages }, never),
    ).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  test.each(['', 'Connection: close\r\n'])(
    'a stream that ends without a word of its end has an event that says so (%j)',
    async (header) => {
      const baseUrl = await rawProvider((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n${header}\r\n${event('first')}`, () => {
          socket.end();
        });
      });
      const { body } = await gatewayTo(baseUrl).ask('/chat/completions', null, { messages, stream: true }, never);
      let text = '';
      for await (const bytes of body) text += Buffer.from(bytes).toString();
      expect(text.startsWith(event('first'))).toBe(true);
      expect(text).toContain('"code":"upstream_failed"');
    },
  );
});

test('who leaves while it waits to try again is not asked for any more', async () => {
  provider.answer(json(429, {}, { 'Retry-After': '10' }), json(200, completion('late')));
  const leaving = new AbortController();
  const asking = gatewayTo(provider.baseUrl).ask('/chat/completions', null, { messages }, leaving.signal);
  await vi.waitUntil(() => provider.asked.length === 1, { timeout: 60_000 });
  leaving.abort();
  await expect(asking).rejects.toThrow('aborted');
  expect(provider.asked.length).toBe(1);
});

test('a key that no header can carry is not shown', async () => {
  const asking = gatewayTo(provider.baseUrl, {}, 'ключ-от-двери').ask('/chat/completions', null, { messages }, never);
  await expect(asking).rejects.toMatchObject({ code: 'upstream_failed', message: expect.not.stringContaining('ключ') as unknown });
});

test.each([
  ['https://a.example/v1', 'https://a.example/v1/chat'],
  ['https://a.example/v1//', 'https://a.example/v1/chat'],
  ['https://a.example', 'https://a.example/chat'],
  ['https://a.example/x?version=1#y', 'https://a.example/x/chat?version=1'],
])('addressBelow(%s)', (base, address) => {
  expect(addressBelow(base, '/chat').href).toBe(address);
});

test.each([
  [undefined, null],
  ['7', 7],
  ['-1', null],
  ['soon', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
])('retryAfterOf(%j)', (value, seconds) => {
  expect(retryAfterOf(value === undefined ? {} : { 'retry-after': value })).toBe(seconds);
});
