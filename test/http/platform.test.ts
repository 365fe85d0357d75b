import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { allRoutes } from '../support/routes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.dispose();
});

const bearer = (): { Authorization: string } => ({ Authorization: `Bearer ${service.token()}` });
const event = { title: 'Tea', startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' };

describe('guard', () => {
  const port = (): string => new URL(service.baseUrl).port;

  test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])('Host %s with our port is let through', async (name) => {
    expect((await rawRequest(`${service.baseUrl}/health`, { headers: { Host: `${name}:${port()}` } })).status).toBe(200);
  });

  test.each([
    'localhost',
    '127.0.0.1',
    'evil.example',
    'localhost.evil.example',
    'localhost:1',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    'localhost.',
  ])('Host %j is 403, also on public routes', async (host) => {
    for (const path of ['/health', '/api/docs', '/api/openapi.json', '/api/events', '/nothing']) {
      const answer = await rawRequest(service.baseUrl + path, { headers: { Host: host, ...bearer() } });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'forbidden', status: 403 });
    }
  });

  test('no Host, an empty one and two of them are refused', async () => {
    const send = (head: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let text = '';
        const socket = connect(Number(port()), '127.0.0.1', () => {
          socket.write(head);
        });
        socket
          .on('data', (chunk) => {
            text += chunk.toString();
          })
          .on('end', () => {
            resolve(text);
          })
          .on('error', reject);
      });
    expect(await send('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /);
    expect(await send('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await send('GET /health HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /);
    expect(await send(`GET /health HTTP/1.1\r\nHost: evil.example\r\nHost: localhost:${port()}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 40[03] /,
    );
  });

  test('Host with a look-alike before or after our port is 403', async () => {
    for (const host of [`evil.example:${port()}`, `localhost:${port()}0`, `localhost:${port()}@evil.example`, `xlocalhost:${port()}`]) {
      expect((await rawRequest(`${service.baseUrl}/health`, { headers: { Host: host } })).status).toBe(403);
    }
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('%s from a foreign Origin is 403 and changes nothing', async (method) => {
    const frontend = new URL(service.frontendUrl);
    for (const origin of [
      'https://evil.example',
      'null',
      `${frontend.origin}.evil.example`,
      `http://localhost:1`,
      `https://localhost:${frontend.port}`,
      `http://evil.example:${frontend.port}`,
      `${frontend.origin}/`,
    ]) {
      const body = method === 'GET' || method === 'HEAD' ? undefined : JSON.stringify(event);
      const answer = await rawRequest(`${service.baseUrl}/api/events`, {
        method,
        headers: { Origin: origin, 'Content-Type': 'application/json', ...bearer() },
        ...(body === undefined ? {} : { body }),
      });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await service.request('GET', '/api/events')).body.total).toBe(0);
  });

  test('the frontend port is guarded as well', async () => {
    expect((await rawRequest(`${service.frontendUrl}/config.json`, { headers: { Host: 'evil.example' } })).status).toBe(403);
    expect((await rawRequest(`${service.frontendUrl}/config.json`, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
  });

  test('forwarding headers change nothing', async () => {
    const answer = await rawRequest(`${service.baseUrl}/health`, {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': new URL(service.baseUrl).host },
    });
    expect(answer.status).toBe(403);
  });

  test('both loopback addresses answer', async () => {
    for (const address of ['127.0.0.1', '::1']) expect((await rawRequest(`${service.baseUrl}/health`, { address })).status).toBe(200);
  });
});

describe('CORS', () => {
  test('a page of the frontend may call and read', async () => {
    const { origin } = new URL(service.frontendUrl);
    const preflight = await rawRequest(`${service.baseUrl}/api/events`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization,if-match' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe(origin);
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT');
    expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).toContain('if-match');
    const answer = await service.request('GET', '/api/events', { headers: { Origin: origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('a page of the service itself, such as the documentation, may call without being named to others', async () => {
    const answer = await service.request('GET', '/api/events', { headers: { Origin: new URL(service.baseUrl).origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('answers', () => {
  test('GET /health › 200 without a token, and tells nothing else', async () => {
    const answer = await service.request('GET', '/health', { token: null });
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('X-Request-Id is taken from the caller, made when missing or odd, and stands in problems', async () => {
    const own = await service.request('GET', '/api/nothing', { headers: { 'X-Request-Id': 'job-17.3' } });
    expect(own.headers.get('x-request-id')).toBe('job-17.3');
    expect(own.body.requestId).toBe('job-17.3');
    for (const odd of ['a b', '<script>', 'x'.repeat(200)]) {
      const answer = await service.request('GET', '/health', { headers: { 'X-Request-Id': odd } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('an unknown address is 404 in the shape of all problems', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/nothing',
      '/api/events/%zz',
      '/API/events',
      '/api/docs/../../package.json',
      '/api/docs/package.json',
    ]) {
      const answer = await rawRequest(service.baseUrl + path, { headers: bearer() });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(JSON.parse(answer.text)).toMatchObject({ type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found' });
    }
  });

  test.each([
    ['PATCH', '/api/events', 'GET, POST, HEAD, OPTIONS'],
    ['DELETE', '/api/config', 'GET, PUT, HEAD, OPTIONS'],
    ['PUT', '/api/events/combined-data', 'GET, HEAD, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const answer = await service.request(method, path, { body: {} });
    expect(answer.status).toBe(405);
    expect(answer.body.code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test('OPTIONS without an Origin tells the methods; HEAD answers like GET without a body', async () => {
    const options = await service.request('OPTIONS', '/api/events');
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toContain('POST');
    const head = await service.request('HEAD', '/api/events');
    expect(head.status).toBe(200);
    expect(head.body).toBeUndefined();
  });
});

describe('bodies', () => {
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    rawRequest(`${service.baseUrl}/api/events`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...bearer(), ...headers },
    });
  const codeOf = ({ text }: { text: string }): string => (JSON.parse(text) as { code: string }).code;

  test.each([
    ['{"title":', 'malformed_json'],
    ['{"title":"a",}', 'malformed_json'],
    ['nonsense', 'malformed_json'],
    ['[]', 'validation_failed'],
    ['null', 'validation_failed'],
    ['"text"', 'validation_failed'],
    ['', 'validation_failed'],
  ])('%j is 400 %s', async (body, code) => {
    const answer = await post(body);
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
  });

  const readTypes = [
    'application/json',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON; charset=utf-8; version=1',
    'application/merge-patch+json',
  ];

  test.each(readTypes)('%s is read as it was sent: in pieces, with a byte order mark, and empty', async (type) => {
    const title = 'Grüße 日本 👋';
    const bytes = Buffer.from(`\uFEFF${JSON.stringify({ ...event, title })}`);
    const whole = await post(bytes, { 'Content-Type': type });
    expect([whole.status, (JSON.parse(whole.text) as { title: string }).title]).toEqual([201, title]);
    const inPieces = await fetch(`${service.baseUrl}/api/events`, {
      method: 'POST',
      headers: { ...bearer(), 'Content-Type': type },
      body: new ReadableStream({
        start: (controller) => {
          // Each letter beyond ASCII is parted.
          for (let at = 0; at < bytes.length; at += 1) controller.enqueue(bytes.subarray(at, at + 1));
          controller.close();
        },
      }),
      ...({ duplex: 'half' } as object),
    });
    expect([inPieces.status, ((await inPieces.json()) as { title: string }).title]).toEqual([201, title]);
    const empty = await post('', { 'Content-Type': type, 'Transfer-Encoding': 'chunked' });
    expect([empty.status, codeOf(empty)]).toEqual([400, 'validation_failed']);
    const cut = await post('{"title":', { 'Content-Type': type });
    expect([cut.status, codeOf(cut)]).toEqual([400, 'malformed_json']);
  });

  test.each(['latin1', 'utf-16le', 'utf-7', '"UTF-32"', 'utf-80'])('the charset %s is 415', async (charset) => {
    const answer = await post(Buffer.from('{"title":"a"}', 'utf16le'), { 'Content-Type': `application/json; charset=${charset}` });
    expect([answer.status, codeOf(answer)]).toEqual([415, 'unsupported_media_type']);
  });

  test.each(['utf8', 'UTF8', '"utf8"', "'utf-8'", 'us-ascii', 'utf-8; q=1'])('the charset %s is read as UTF-8', async (charset) => {
    const answer = await post(JSON.stringify({ ...event, title: 'Grüße' }), { 'Content-Type': `application/json; charset=${charset}` });
    expect([answer.status, (JSON.parse(answer.text) as { title: string }).title]).toEqual([201, 'Grüße']);
  });

  test.each([
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['Identity', (bytes: Buffer) => bytes],
    ['', (bytes: Buffer) => bytes],
  ])('the encoding "%s" is read', async (encoding, encode) => {
    const answer = await post(encode(Buffer.from(JSON.stringify(event))), { 'Content-Encoding': encoding });
    expect(answer.status).toBe(201);
  });

  test('bytes that are not UTF-8 are 400, never replaced in silence', async () => {
    const answer = await post(Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'malformed_json']);
  });

  test('a lone surrogate or a NUL in a text is 400 naming the field', async () => {
    for (const title of ['\\ud800', 'a\\u0000b']) {
      const answer = await post(`{"title":"${title}","startTime":"2026-03-01T09:00:00Z","endTime":"2026-03-01T10:00:00Z"}`);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ path: 'title' }] });
    }
  });

  test('an unknown field is 400 naming it, also __proto__', async () => {
    for (const name of ['colour', '__proto__', 'constructor']) {
      const answer = await post(`{"title":"a","startTime":"2026-03-01T09:00:00Z","endTime":"2026-03-01T10:00:00Z","${name}":{"x":1}}`);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'validation_failed', errors: [{ path: name }] });
    }
  });

  test('a field that is sent to a route without a body is 400 naming it; nothing, null and {} are no fields', async () => {
    const routes = allRoutes.filter(({ method, body, multipart }) => method !== 'GET' && body === undefined && multipart === undefined);
    expect(routes.map(({ name }) => name)).toEqual(expect.arrayContaining(['deleteEvent', 'exportPdf', 'createDailyNote', 'restoreTrash']));
    for (const { name, method, path } of routes) {
      const answer = await service.request(method, path.replaceAll(/:\w+/g, 'nothing'), { body: { scope: 'one' } });
      expect([name, answer]).toMatchObject([name, { status: 400, body: { code: 'validation_failed', errors: [{ path: 'scope' }] } }]);
    }
    const remove = async (body: string, type = 'application/json'): Promise<number> => {
      const headers = { ...bearer(), 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
      return (await rawRequest(`${service.baseUrl}/api/events/nothing`, { method: 'DELETE', headers, body })).status;
    };
    for (const body of ['', 'null', '{}']) expect([body, await remove(body)]).toEqual([body, 404]);
    const inPieces = async (body: string): Promise<number> => {
      const headers = { ...bearer(), 'Transfer-Encoding': 'chunked' };
      return (await rawRequest(`${service.baseUrl}/api/events/nothing`, { method: 'DELETE', headers, body })).status;
    };
    expect([await inPieces(''), await inPieces('{}')]).toEqual([404, 415]);
    expect([await remove('[1]'), await remove('{"scope"'), await remove('scope=one', 'application/x-www-form-urlencoded')]).toEqual([
      400, 400, 415,
    ]);
    const operations = [{ method: 'DELETE', path: '/api/events/nothing', body: { scope: 'one' } }];
    expect(await service.request('POST', '/api/batch', { body: { operations } })).toMatchObject({
      body: { applied: false, failed: { problem: { code: 'validation_failed', errors: [{ path: 'scope' }] } } },
    });
  });

  test('an unknown query parameter is 400 naming it, also where a route has none', async () => {
    const list = await service.request('GET', '/api/events?colour=red');
    expect(list).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ path: 'colour' }] } });
    expect(await service.request('GET', '/api/config?x=1')).toMatchObject({ status: 400, body: { errors: [{ path: 'x' }] } });
  });

  test('a query parameter that is sent twice where one is taken is 400 saying so', async () => {
    for (const path of [
      'events?limit=1&limit=2',
      'notes?archived=true&archived=all',
      'cards?dueBefore=2026-01-01&dueBefore=2026-01-02',
      'notes?q=a&q=b',
    ]) {
      const { status, body } = await service.request('GET', `/api/${path}`);
      const [, name] = /\?(\w+)/.exec(path) ?? [];
      expect([status, body.errors]).toEqual([400, [{ path: name, message: 'was sent more than once' }]]);
    }
    expect((await service.request('GET', '/api/notes?tag=a&tag=b')).status).toBe(200);
  });

  test.each(['notes', 'events', 'cards', 'columns', 'notebooks', 'trash', 'jobs', 'tokens'])(
    'GET /api/%s › the largest offset that the document allows is taken, and beyond it the answer tells the bound',
    async (name) => {
      const most = Number.MAX_SAFE_INTEGER;
      const ask = (offset: string) => service.request('GET', `/api/${name}?offset=${offset}`);
      expect(await ask(String(most))).toMatchObject({ status: 200, body: { items: [], offset: most } });
      expect(await ask('9007199254740993')).toMatchObject({ status: 400, body: { detail: `offset must be at most ${most}` } });
    },
  );

  test('GET /api/search › a limit of four digits is told the bound', async () => {
    expect((await service.request('GET', '/api/search?q=x&limit=1000')).body.detail).toBe('limit must be at most 100');
  });

  test('another content type is 415, an unknown encoding too', async () => {
    expect(codeOf(await post('title=a', { 'Content-Type': 'application/x-www-form-urlencoded' }))).toBe('unsupported_media_type');
    expect(codeOf(await post('{}', { 'Content-Type': 'text/plain' }))).toBe('unsupported_media_type');
    expect(codeOf(await post('{}', { 'Content-Type': '' }))).toBe('unsupported_media_type');
    for (const encoding of ['zstd-of-mine', 'constructor', 'toString'])
      expect(codeOf(await post('{}', { 'Content-Encoding': encoding })), encoding).toBe('unsupported_media_type');
  });

  test('a body over the limit is 413, whether its length is told or not, or hides in compression', async () => {
    const large = `{"title":"${'x'.repeat(2 * 1024 * 1024)}"}`;
    expect(codeOf(await post(large))).toBe('too_large');
    expect(codeOf(await post(large, { 'Transfer-Encoding': 'chunked' }))).toBe('too_large');
    expect(codeOf(await post(gzipSync(large), { 'Content-Encoding': 'gzip' }))).toBe('too_large');
    for (const encoding of ['gzip', 'deflate', 'br']) {
      expect(codeOf(await post(Buffer.from('this is none'), { 'Content-Encoding': encoding })), encoding).toBe('malformed_json');
    }
  });

  test('a good compressed body is read', async () => {
    const answer = await post(gzipSync(JSON.stringify(event)), { 'Content-Encoding': 'gzip' });
    expect(answer.status).toBe(201);
  });

  test('without a token nothing is read: 401 comes before 400, 413 and 415', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['a=b', 'application/x-www-form-urlencoded'],
      ['x'.repeat(3_000_000), 'application/json'],
    ] as const) {
      const answer = await rawRequest(`${service.baseUrl}/api/events`, { method: 'POST', body, headers: { 'Content-Type': type } });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  test('very deep JSON is refused, and the service goes on', async () => {
    const deep = `{"title":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const { status, text } = await post(deep);
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'validation_failed', detail: 'The body is nested too deeply' }]);
    expect((await service.request('GET', '/health')).status).toBe(200);
  });

  test('of very many unknown fields the answer names 100', async () => {
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 1]));
    const { status, text } = await post(JSON.stringify(fields));
    expect([status, (JSON.parse(text) as { errors: unknown[] }).errors.length]).toEqual([400, 100]);
  });
});
