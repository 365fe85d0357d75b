import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { picture as drawn } from '../support/sample-files.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

const page =
  '<!doctype html><html><head><title>Tab</title><meta property="og:title" content="Fish &amp; Chips"><meta property="og:description" content="About &lt;fish&gt;">' +
  '<meta property="og:image" content="/fish.png"><meta property="og:site_name" content="Site"><link rel="icon" href="icon.ico"></head><body></body></html>';

const png = await drawn(3, 2).png().toBuffer();

const asked: string[] = [];
const server = createServer((req, res) => {
  asked.push(req.url ?? '');
  const path = req.url?.split('?')[0];
  if (path === '/page') res.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
  else if (path === '/moved') res.writeHead(302, { Location: '/page' }).end();
  else if (path === '/to-daybook') res.writeHead(302, { Location: `${service.baseUrl}/api/notes` }).end();
  else if (path === '/picture.png') res.writeHead(200, { 'Content-Type': 'text/html' }).end(png);
  else if (path === '/to-picture') res.writeHead(307, { Location: '/picture.png' }).end();
  else if (path === '/drawing') res.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  else if (path === '/huge') res.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': 10 * 1024 * 1024 + 1 }).end(png);
  else if (path === '/endless')
    res.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]));
  else if (path === '/text') res.writeHead(200, { 'Content-Type': 'text/plain' }).end('secret-body');
  else res.writeHead(404, { 'Content-Type': 'text/html', 'X-Header': 'secret-header' }).end('secret-body');
});
let origin: string;
let service: TestService;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startTestService({ environment: { LINK_PREVIEW_ALLOW_ORIGINS: `${origin}, nonsense` } });
});
afterAll(async () => {
  await service.dispose();
  server.close();
});

const preview = (url: unknown): Promise<Answer> => service.request('POST', '/api/notes/link-preview', { body: { url } });

describe('POST /api/notes/link-preview', () => {
  test('401 without a token', async () => {
    const before = asked.length;
    const answer = await service.request('POST', '/api/notes/link-preview', { body: { url: `${origin}/page` }, token: null });
    expect([answer.status, answer.body.code, asked.length]).toEqual([401, 'unauthorized', before]);
  });

  test.each<[string, unknown]>([
    ['no url', {}],
    ['a number', { url: 1 }],
    ['null', { url: null }],
    ['an empty one', { url: '' }],
    ['2,001 characters', { url: `https://example.org/${'x'.repeat(1_981)}` }],
  ])('400 for %s', async (_, body) => {
    const answer = await service.request('POST', '/api/notes/link-preview', { body });
    expect([answer.status, answer.body.code, answer.body.errors]).toMatchObject([400, 'validation_failed', [{ path: 'url' }]]);
  });

  test('400 for an unknown field', async () => {
    const answer = await service.request('POST', '/api/notes/link-preview', { body: { url: `${origin}/page`, force: true } });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'force' }]]);
  });

  test.each([
    'http://127.0.0.1/',
    'http://localhost:8716/api/notes',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'http://user:secret@example.org/',
  ])('400 for %s', async (url) => {
    const answer = await preview(url);
    expect([answer.status, answer.body.code, answer.body.errors]).toMatchObject([400, 'validation_failed', [{ path: 'url' }]]);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });

  test('400 for this service itself, also by a redirect, though its host is allowed on another port', async () => {
    for (const url of [service.baseUrl, service.frontendUrl, service.baseUrl.replace('localhost', '127.0.0.1'), `${origin}/to-daybook`]) {
      const answer = await preview(url);
      expect([answer.status, answer.body.detail]).toEqual([400, 'url must lead to an address on the public internet']);
    }
  });

  test('200 with what the page says of itself', async () => {
    const answer = await preview(`${origin}/page`);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        url: `${origin}/page`,
        title: 'Fish & Chips',
        description: 'About <fish>',
        image: `${origin}/fish.png`,
        siteName: 'Site',
        favicon: `${origin}/icon.ico`,
      },
    ]);
  });

  test('200 after a redirect, with the address that it leads to', async () => {
    expect(await preview(`${origin}/moved`)).toMatchObject({ status: 200, body: { url: `${origin}/page`, title: 'Fish & Chips' } });
  });

  test('200 a second time without asking the page again', async () => {
    await preview(`${origin}/page?once`);
    await preview(`${origin}/page?once`);
    expect(asked.filter((path) => path === '/page?once')).toHaveLength(1);
  });

  test.each([
    ['/gone', 'answered with status 404'],
    ['/text', 'did not send a web page'],
  ])('502 for %s', async (path, what) => {
    const answer = await preview(`${origin}${path}?secret-query`);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([502, 'upstream_failed', `${new URL(origin).host} ${what}`]);
  });

  test('neither answers nor the log tell more of a page than its host', async () => {
    const answer = await preview(`${origin}/gone?secret-query`);
    const folder = join(service.dataDir, 'logs');
    const log = await vi.waitFor(
      () => {
        const lines = readdirSync(folder)
          .map((name) => readFileSync(join(folder, name), 'utf8'))
          .join('');
        expect(lines).toContain(answer.body.requestId);
        return lines;
      },
      { timeout: 60_000 },
    );
    for (const text of [JSON.stringify(answer.body), log]) expect(text).not.toMatch(/secret-|\/gone/);
  });

  test('405 for a GET: it is no note', async () => {
    const answer = await service.request('GET', '/api/notes/link-preview');
    expect([answer.status, answer.body.code, answer.headers.get('Allow')?.split(', ')]).toEqual([
      405,
      'method_not_allowed',
      expect.arrayContaining(['POST']),
    ]);
  });
});

describe('POST /api/notes/remote-picture', () => {
  const picture = (url: unknown, token = service.token()): Promise<Answer> =>
    service.request('POST', '/api/notes/remote-picture', { body: { url }, token });

  test.each(['/picture.png', '/to-picture'])('200: the picture at %s, as a download that says what its bytes are', async (path) => {
    const answer = await fetch(`${service.baseUrl}/api/notes/remote-picture`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: origin + path }),
    });
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('X-Content-Type-Options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  });

  test.each(['http://127.0.0.1/a.png', 'http://169.254.169.254/a.png', 'file:///etc/passwd', 'https://user:pass@example.org/a.png'])(
    '400 for %s',
    async (url) => {
      const answer = await picture(url);
      expect([answer.status, answer.body.code, answer.body.errors]).toMatchObject([400, 'validation_failed', [{ path: 'url' }]]);
    },
  );

  test('400 for an address that redirects to this machine', async () => {
    expect((await picture(`${origin}/to-daybook`)).status).toBe(400);
  });

  test.each([
    ['/gone', 'answered with status 404'],
    ['/page', 'did not send a picture'],
    ['/drawing', 'did not send a picture'],
    ['/huge', 'sent more than can be taken'],
    ['/endless', 'sent more than can be taken'],
  ])('502 for %s', async (path, what) => {
    const answer = await picture(origin + path);
    expect([answer.status, answer.body.detail]).toEqual([502, `${new URL(origin).host} ${what}`]);
  });

  test('403 for a token that may only read', async () => {
    const { body } = await service.request('POST', '/api/tokens', { body: { name: 'reader', scopes: ['notes:read'], expiresAt: null } });
    const before = asked.length;
    expect([(await picture(`${origin}/picture.png`, body.token as string)).status, asked.length]).toEqual([403, before]);
  });
});
