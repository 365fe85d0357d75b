// Every answer of both ports has the same headers, and every refusal is a problem document, whatever refuses: the service, the
// guard before it, the listener while it starts, or the parser of HTTP.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../../main/http/listen.ts';
import { parseReply, sendBytes, type RawReply } from '../support/raw-socket.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.dispose());

const ports = { service: () => new URL(service.baseUrl).port, frontend: () => new URL(service.frontendUrl).port } as const;
const which = ['service', 'frontend'] as const;

function expectCommon({ headers }: RawReply): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/default-src 'none'/) as string,
    'cache-control': expect.stringMatching(/./) as string,
    'x-request-id': expect.stringMatching(/^[\w.:-]+$/) as string,
  });
}

function expectProblem(text: string, status: number, code: string): void {
  const reply = parseReply(text);
  expect([reply.status, reply.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8']);
  expectCommon(reply);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'content-length': String(Buffer.byteLength(reply.body)) });
  expect(JSON.parse(reply.body)).toMatchObject({
    type: 'about:blank',
    status,
    code,
    title: expect.stringMatching(/./) as string,
    detail: expect.stringMatching(/./) as string,
    requestId: reply.headers['x-request-id'],
  });
}

const close = 'Connection: close\r\n\r\n';

describe('while the service is starting', () => {
  test('503 unavailable is a problem document with the headers of every answer', async () => {
    const listener = await listenOnLoopback(0, '--port');
    try {
      const reply = await sendBytes(listener.port, `GET /api/notes HTTP/1.1\r\nHost: localhost:${listener.port}\r\n${close}`);
      expectProblem(reply, 503, 'unavailable');
      expect(parseReply(reply).headers['retry-after']).toBe('1');
    } finally {
      await listener.close(0);
    }
  });
});

describe.each(which)('the port of the %s', (name) => {
  const port = (): string => ports[name]();

  test('403 of the guard has the headers of every answer', async () => {
    expectProblem(await sendBytes(port(), `GET / HTTP/1.1\r\nHost: evil.example\r\n${close}`), 403, 'forbidden');
    expectProblem(
      await sendBytes(port(), `GET / HTTP/1.1\r\nHost: localhost:${port()}\r\nOrigin: https://evil.example\r\n${close}`),
      403,
      'forbidden',
    );
  });

  test.each<[string, string]>([
    ['no request at all', 'What is this?\r\n\r\n'],
    ['a version that there is not', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header with a blank in its name', `GET / HTTP/1.1\r\nBad Name: x\r\n${close}`],
    ['two lengths', `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}`],
    ['no Host in HTTP/1.1', `GET / HTTP/1.1\r\n${close}`],
  ])('400 for %s', async (_, bytes) => {
    expectProblem(await sendBytes(port(), bytes), 400, 'validation_failed');
  });

  test('400 for two Host headers, the same or not, whichever comes first', async () => {
    const own = `localhost:${port()}`;
    for (const [first, second] of [
      [own, 'evil.example'],
      ['evil.example', own],
      [own, own],
    ]) {
      expectProblem(await sendBytes(port(), `GET / HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\n${close}`), 400, 'validation_failed');
    }
  });

  test('400 for an absolute-form target of a foreign host; one of our own is the path in it', async () => {
    const own = `localhost:${port()}`;
    const path = name === 'service' ? '/health' : '/config.json';
    for (const foreign of [
      'http://evil.example',
      `http://evil.example:${port()}`,
      'http://localhost:1',
      `https://${own}`,
      `http://user@${own}`,
      `ftp://${own}`,
    ]) {
      expectProblem(await sendBytes(port(), `GET ${foreign}${path} HTTP/1.1\r\nHost: ${own}\r\n${close}`), 400, 'validation_failed');
    }
    const reply = parseReply(await sendBytes(port(), `GET http://127.0.0.1:${port()}${path} HTTP/1.1\r\nHost: ${own}\r\n${close}`));
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test('405 for CONNECT', async () => {
    expectProblem(
      await sendBytes(port(), `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`),
      405,
      'method_not_allowed',
    );
  });

  test('417 for an expectation that there is not', async () => {
    expectProblem(
      await sendBytes(port(), `POST / HTTP/1.1\r\nHost: localhost:${port()}\r\nExpect: cake\r\n${close}`),
      417,
      'validation_failed',
    );
  });

  test('431 for headers that are too large', async () => {
    expectProblem(
      await sendBytes(port(), `GET / HTTP/1.1\r\nHost: localhost:${port()}\r\nX-Large: ${'a'.repeat(40_000)}\r\n${close}`),
      431,
      'too_large',
    );
  });

  test.each([
    'GET /',
    'GET /nothing',
    'HEAD /',
    'OPTIONS *',
    'OPTIONS /',
    'TRACE /',
    'PROPFIND /api/notes',
    'POST /config.json',
    'GET /api/notes',
    'GET /health',
    'GET /config.json',
    'GET /api/docs',
    'GET /api/docs/start.js',
    'GET /api/docs/swagger-ui.css',
    'GET /api/docs/nothing',
    'GET //',
    'GET /%',
    'GET /api/notes/%ff',
    'GET /?%',
    'PATCH /api/notes/x',
  ])('%s › the headers of every answer', async (line) => {
    const reply = parseReply(await sendBytes(port(), `${line} HTTP/1.1\r\nHost: localhost:${port()}\r\n${close}`));
    expectCommon(reply);
    if (reply.status >= 400 && !line.startsWith('HEAD'))
      expect(reply.headers['content-type']).toMatch(reply.status === 503 ? /html|problem/ : /^application\/problem\+json; charset=utf-8$/);
  });
});

test.each([100, 20_000, 100_000])('an answer with %d characters of text comes whole, with the headers of every answer', async (length) => {
  const content = 'käse ✓ '.repeat(length / 7);
  const { body: note } = await service.request('POST', '/api/notes', { body: { title: 'Text', content } });
  const port = ports.service();
  const ask = async (method: string): Promise<RawReply> => {
    const head = `${method} /api/notes/${note.id} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${service.token()}`;
    return parseReply(await sendBytes(port, `${head}\r\n${close}`));
  };
  const reply = await ask('GET');
  expectCommon(reply);
  expect(reply.headers).toMatchObject({
    etag: '"0"',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(reply.body)),
  });
  expect(JSON.parse(reply.body)).toMatchObject({ id: note.id, content });
  const { status, headers, body } = await ask('HEAD');
  expectCommon({ status, headers, body });
  expect([status, headers['content-length'], body]).toEqual([200, reply.headers['content-length'], '']);
});

describe('a body that the parser refuses', () => {
  const login = (body: string): Promise<string> => {
    const port = ports.service();
    return sendBytes(
      port,
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${close}${body}`,
    );
  };

  test('400 for a broken chunk', async () => {
    expectProblem(await login('zz\r\n'), 400, 'validation_failed');
  });

  test('413 for chunk extensions without end', async () => {
    expectProblem(await login(`2;${'a'.repeat(20_000)}`), 413, 'too_large');
  });
});

test('408 for a request that does not come to its end', async () => {
  const listener = await listenOnLoopback(0, '--port', { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 });
  try {
    expectProblem(await sendBytes(listener.port, 'GET / HTTP/1.1\r\nX-Slow: '), 408, 'unavailable');
  } finally {
    await listener.close(0);
  }
});
