// What servers answer, well and badly.

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { full } from '../../support/tiers.ts';
import { pageWith, previewsOf, refusal, sendHtml, serve, serveBytes, until } from './servers.ts';

const page = pageWith('<title>A page</title>', '<p>Text</p>'.repeat(50));

async function previewOfAnswer(body: string | Buffer, headers: OutgoingHttpHeaders, status = 200): Promise<unknown> {
  const server = await serve((_, res) => {
    res.writeHead(status, headers).end(body);
  });
  return previewsOf([server]).preview(server.origin);
}

describe('a page', () => {
  test.each(['text/html', 'text/html; charset=utf-8', 'TEXT/HTML;charset="UTF-8"', 'application/xhtml+xml', 'text/html ; x=y'])(
    'of type %s is read',
    async (type) => {
      expect(await previewOfAnswer(page, { 'Content-Type': type })).toMatchObject({ title: 'A page' });
    },
  );

  test.each([
    undefined,
    '',
    'text/plain',
    'application/json',
    'image/png',
    'application/xml',
    'text/htmlx',
    'x-text/html',
    'html',
    'text/html, text/plain',
    '*/*',
  ])('of type %s is 502', async (type) => {
    expect(await refusal(previewOfAnswer(page, type === undefined ? {} : { 'Content-Type': type }))).toMatchObject({
      code: 'upstream_failed',
    });
  });

  test.each([400, 401, 403, 404, 410, 418, 429, 500, 503, 599])('with status %i is 502', async (status) => {
    const { code, message } = await refusal(previewOfAnswer(page, { 'Content-Type': 'text/html' }, status));
    expect([code, message]).toEqual([
      'upstream_failed',
      expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:\\d+ answered with status ${status}$`)),
    ]);
  });

  test('that says nothing gives its address', async () => {
    const server = await serve((_, res) => {
      sendHtml(res, '');
    });
    expect(await previewsOf([server]).preview(`${server.origin}/x?y#z`)).toEqual({
      url: `${server.origin}/x?y`,
      title: null,
      description: null,
      image: null,
      siteName: null,
      favicon: null,
    });
  });

  test.each<[string, (page: Buffer) => Buffer]>([
    ['identity', (bytes) => bytes],
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('packed as %s is unpacked', async (encoding, pack) => {
    expect(await previewOfAnswer(pack(Buffer.from(page)), { 'Content-Type': 'text/html', 'Content-Encoding': encoding })).toMatchObject({
      title: 'A page',
    });
  });

  test.each(['gzip, gzip', 'gzip,identity', 'identity, gzip', 'br, gzip', 'compress', 'x', 'gzip;q=1', 'constructor', '__proto__'])(
    'packed as "%s" is 502',
    async (encoding) => {
      expect(
        await refusal(previewOfAnswer(gzipSync(gzipSync(page)), { 'Content-Type': 'text/html', 'Content-Encoding': encoding })),
      ).toMatchObject({ code: 'upstream_failed' });
    },
  );

  test('packed twice by two headers is 502', async () => {
    const bytes = gzipSync(gzipSync(page));
    const server = await serveBytes(
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n'),
        bytes,
      ]),
    );
    expect(await refusal(previewsOf([server]).preview(server.origin))).toMatchObject({ code: 'upstream_failed' });
  });

  test.each(['gzip', 'deflate', 'br', 'zstd'])('that says %s and is not is 502', async (encoding) => {
    expect(
      await refusal(previewOfAnswer(Buffer.alloc(500, 0xf7), { 'Content-Type': 'text/html', 'Content-Encoding': encoding })),
    ).toMatchObject({ code: 'upstream_failed' });
  });

  test('of many megabytes is read at its beginning, and the connection closed', async () => {
    const server = await serve((_, res) => {
      res.writeHead(200, { 'Content-Type': 'text/html' });
      res.write(page);
      const more = (): void => {
        while (res.write(Buffer.alloc(64 * 1024, 0x20)));
      };
      res.on('drain', more);
      more();
    });
    expect(await previewsOf([server]).preview(server.origin)).toMatchObject({ title: 'A page' });
    await until(() => server.connections() === 0);
  });

  test.each<[string, (page: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', zstdCompressSync],
  ])('that unpacks to 8 MB by %s is read at its beginning', full, async (encoding, pack) => {
    const bomb = pack(Buffer.concat([Buffer.from(page.replace('</body></html>', '')), Buffer.alloc(8 * 1024 * 1024, 0x20)]));
    expect(await previewOfAnswer(bomb, { 'Content-Type': 'text/html', 'Content-Encoding': encoding })).toMatchObject({ title: 'A page' });
  });

  test('what it says beyond a megabyte is not read', full, async () => {
    const late = (spaces: number): string => `<title>Early</title>${' '.repeat(spaces)}<meta property="og:description" content="Late">`;
    expect(await previewOfAnswer(late(1_000_000), { 'Content-Type': 'text/html' })).toMatchObject({ title: 'Early', description: 'Late' });
    expect(await previewOfAnswer(late(1_048_576), { 'Content-Type': 'text/html' })).toMatchObject({ title: 'Early', description: null });
    expect(await previewOfAnswer(gzipSync(late(1_048_576)), { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })).toMatchObject({
      title: 'Early',
      description: null,
    });
  });
});

describe('502 for an answer that is no HTTP', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['a half status', 'HTTP/1.1 20'],
    ['noise', '\u0000\u0001\u0002\r\n\r\n'],
    ['another protocol', '220 mail.example ESMTP\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a packed transfer', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: gzip\r\n\r\nabc'],
    ['a body that is too short', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<title>x'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
    ['huge headers', `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: ${'x'.repeat(40_000)}\r\n\r\n<title>x</title>`],
    ['very many headers', `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${'X: y\r\n'.repeat(20_000)}\r\n<title>x</title>`],
  ])('%s', async (_, bytes) => {
    const server = await serveBytes(bytes);
    const { code, message, cause } = await refusal(previewsOf([server]).preview(`${server.origin}/secret`));
    expect([code, message.startsWith(`127.0.0.1:${server.port} `), message.includes('secret'), cause]).toEqual([
      'upstream_failed',
      true,
      false,
      undefined,
    ]);
  });

  test('a closed port', async () => {
    const previews = previewsOf([], { allowOrigins: new Set(['http://127.0.0.1:1']) });
    expect(await refusal(previews.preview('http://127.0.0.1:1'))).toMatchObject({
      code: 'upstream_failed',
      message: '127.0.0.1:1 could not be reached',
    });
  });

  test('https to a server without it', async () => {
    const server = await serve((_, res) => {
      sendHtml(res, page);
    });
    const origin = server.origin.replace('http:', 'https:');
    expect(await refusal(previewsOf([], { allowOrigins: new Set([origin]) }).preview(origin))).toMatchObject({ code: 'upstream_failed' });
  });
});

test('502 for a certificate that no authority vouches for', full, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
      { stdio: 'ignore' },
    );
  } catch {
    context.skip('no openssl on this machine');
  }
  let asked = 0;
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, res) => {
    asked += 1;
    sendHtml(res, page);
  });
  onTestFinished(() => {
    server.close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  try {
    expect(await refusal(previewsOf([], { allowOrigins: new Set([`https://${host}`]) }).preview(`https://${host}/`))).toMatchObject({
      code: 'upstream_failed',
      message: `${host} has no certificate that can be trusted`,
    });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(asked).toBe(0);
});

describe('a server that takes its time ends with the deadline, and its connection with it', () => {
  test.each<[string, string]>([
    ['no answer', ''],
    ['slow headers', 'HTTP/1.1 200 OK\r\n'],
    ['a slow body', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>'],
    ['a slow packed body', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n'],
    ['a slow redirect', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('%s', async (_, start) => {
    let dripping: NodeJS.Timeout | undefined;
    const server = await serve((req) => {
      const { socket } = req;
      socket.write(start);
      dripping = setInterval(() => {
        if (start !== '') socket.write(start.endsWith('Continue\r\n\r\n') ? start : 'x');
      }, 10);
    });
    const { code, message } = await refusal(previewsOf([server], { deadline: 150 }).preview(server.origin));
    expect([code, message]).toEqual(['upstream_failed', `127.0.0.1:${server.port} did not answer in time`]);
    await until(() => server.connections() === 0);
    clearInterval(dripping);
  });

  test('all redirects share one deadline', async () => {
    const server = await serve((_, res) => {
      setTimeout(() => {
        res.writeHead(302, { Location: '/' }).end();
      }, 60);
    });
    expect(await refusal(previewsOf([server], { deadline: 150 }).preview(server.origin))).toMatchObject({
      message: `127.0.0.1:${server.port} did not answer in time`,
    });
    expect(server.asked.length).toBeLessThan(6);
  });
});

test('proxies that the environment names are not asked', full, async () => {
  const proxy = await serve((_, res) => {
    sendHtml(res, pageWith('<title>By the proxy</title>'));
  });
  const server = await serve((_, res) => {
    sendHtml(res, page);
  });
  // Node looks at them when it starts.
  const script = `
    const { fetchPage } = await import(${JSON.stringify(new URL('../../../main/features/links/page.ts', import.meta.url))});
    const { body } = await fetchPage(new URL(${JSON.stringify(server.origin)}), { allowOrigins: new Set([${JSON.stringify(server.origin)}]) }, new AbortController().signal);
    process.stdout.write(body);`;
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  const env = { NODE_USE_ENV_PROXY: '1', ...Object.fromEntries(names.map((name) => [name, proxy.origin])) };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  expect([stdout, proxy.asked]).toEqual([page, []]);
});

test.each(['/page', '/redirect', '/picture', '/gone'])('the connection is closed after %s, however much more would come', async (path) => {
  const server = await serve((req, res) => {
    if (req.url === '/page') {
      sendHtml(res, page);
      return;
    }
    if (req.url === '/redirect') res.writeHead(302, { Location: '/page' });
    else res.writeHead(req.url === '/gone' ? 404 : 200, { 'Content-Type': 'image/png' });
    res.write('and so on');
  });
  const previews = previewsOf([server]);
  if (path === '/page' || path === '/redirect') await previews.preview(server.origin + path);
  else await refusal(previews.preview(server.origin + path));
  await until(() => server.connections() === 0);
});
