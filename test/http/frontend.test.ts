import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrontend } from '../../main/http/frontend.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The answer as far as a refusal goes. */
const problem = (status: number, detail: string): object => ({
  status,
  body: expect.stringContaining(`"detail":"${detail}"`) as string,
  headers: expect.objectContaining({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' }) as object,
});
const nothingHere = problem(404, 'There is nothing at this address');

const html = '<!doctype html><title>Daybook</title>';
const script = 'console.log("daybook");';
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let folder: string;
let built: Server;
let unbuilt: Server;

async function serve(frontendDir: string): Promise<Server> {
  const server = createServer(
    createFrontend({ frontendDir, version: '1.2.3', apiBaseUrl: () => 'http://localhost:4321', apiPort: () => 4321 }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Sends `path` as it stands; fetch would tidy it first. */
async function ask(server: Server, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const sent = request({ host: '127.0.0.1', port: address.port, path, method, headers, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response.setEncoding('utf8')) body += String(part);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-frontend-'));
  // The build lies in a hidden folder, beside a file that must never be served.
  const build = join(folder, '.builds', 'renderer');
  await mkdir(join(build, 'assets', '.hidden'), { recursive: true });
  await writeFile(join(build, 'index.html'), html);
  await writeFile(join(build, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(build, 'assets', 'index-DbY0k123.js'), script);
  await writeFile(join(build, '.env'), 'SECRET=inside');
  await writeFile(join(build, 'assets', '.hidden', 'notes.txt'), 'SECRET=hidden');
  await writeFile(join(folder, '.builds', 'secret.txt'), 'SECRET=outside');
  built = await serve(build);
  unbuilt = await serve(join(folder, 'not-built'));
});

afterAll(async () => {
  built.close();
  unbuilt.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the frontend server', () => {
  it('GET / › the page, never cached without asking', async () => {
    const answer = await ask(built, '/');
    expect(answer).toMatchObject({ status: 200, body: html });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    const again = await ask(built, '/', { 'if-none-match': String(answer.headers.etag) });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('GET / › security headers, on errors too', async () => {
    for (const path of ['/', '/nothing.js', '/config.json', '/assets/index-DbY0k123.js']) {
      const { headers } = await ask(built, path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      const policy = new Map(
        String(headers['content-security-policy'])
          .split(';')
          .map((part): [string, string] => {
            const [name = '', ...values] = part.trim().split(' ');
            return [name, values.join(' ')];
          }),
      );
      expect(Object.fromEntries(policy)).toEqual({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'font-src': "'self'",
        'img-src': "'self' data: blob:",
        'media-src': 'blob:',
        'connect-src': "'self' http://localhost:4321 http://127.0.0.1:4321",
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
        'form-action': "'self'",
      });
    }
  });

  it('GET /config.json › where the service is, never stored', async () => {
    const answer = await ask(built, '/config.json');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
    expect(JSON.parse(answer.body)).toEqual({ apiBaseUrl: 'http://localhost:4321', version: '1.2.3' });
  });

  it('GET /assets/… › files named by their content are kept for good, others asked for again', async () => {
    const asset = await ask(built, '/assets/index-DbY0k123.js');
    expect(asset).toMatchObject({ status: 200, body: script });
    expect(asset.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const icon = await ask(built, '/icon.svg');
    expect(icon.status).toBe(200);
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
  });

  it.each(['/notes', '/notes/0199b2c1-7d1e-7000-8000-000000000000', '/boards/caf%C3%A9/', '/settings?tab=ai'])(
    'GET %s › the page, for a browser',
    async (path) => {
      expect(await ask(built, path, navigation)).toMatchObject({ status: 200, body: html });
      expect((await ask(built, path, navigation, 'HEAD')).status).toBe(200);
    },
  );

  it.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'GET /api/events › 404 for a script that took the wrong port (%o)',
    async (headers) => {
      const answer = await ask(built, '/api/events', headers);
      expect(answer).toMatchObject(nothingHere);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept' });
    },
  );

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '//secret.txt',
    '/....//secret.txt',
    '/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/index.html%00.js',
    '/%',
    '/%E0%A4%A',
  ])('GET %s › 404, nothing outside the build', async (path) => {
    for (const headers of [{}, navigation]) {
      expect(await ask(built, path, headers)).toMatchObject(nothingHere);
    }
  });

  it.each(['//etc/passwd', '/%2fetc%2fpasswd'])('GET %s › an absolute path is an address of the page like any other', async (path) => {
    expect(await ask(built, path)).toMatchObject({ status: 404 });
    expect(await ask(built, path, navigation)).toMatchObject({ status: 200, body: html });
  });

  it.each(['/.env', '/%2eenv', '/assets/.hidden/notes.txt', '/.git/config', '/.well-known/thing'])(
    'GET %s › 404, hidden files do not exist',
    async (path) => {
      for (const headers of [{}, navigation]) expect(await ask(built, path, headers)).toMatchObject(nothingHere);
    },
  );

  it.each(['/assets', '/assets/', '//example.com/%2e%2e', '//example.com/..;/'])('GET %s › no listing and no redirect', async (path) => {
    const answer = await ask(built, path);
    expect(answer.status).toBe(404);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.body).not.toContain('index-');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s / › 405 with Allow', async (method) => {
    for (const path of ['/', '/config.json', '/nothing']) {
      const answer = await ask(built, path, {}, method);
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  });

  it('GET / › 503 that names the build command as long as there is no build', async () => {
    for (const path of ['/', '/notes']) {
      const answer = await ask(unbuilt, path, navigation);
      expect(answer.status).toBe(503);
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      expect(answer.body).toContain('npm run build:renderer');
      expect(answer.body).not.toContain(folder);
    }
    expect((await ask(unbuilt, '/config.json')).status).toBe(200);
    expect((await ask(unbuilt, '/assets/index-DbY0k123.js')).status).toBe(404);
  });

  it('GET / › an error says nothing of the machine', async () => {
    const reported: unknown[] = [];
    const broken = createServer(
      createFrontend({
        version: '1.2.3',
        frontendDir: folder,
        apiBaseUrl: () => {
          throw new Error(`cannot read ${folder}`);
        },
        apiPort: () => 4321,
        onError: (error) => reported.push(error),
      }),
    );
    broken.listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const answer = await ask(broken, '/config.json');
    broken.close();
    expect(answer).toMatchObject(problem(500, 'Something went wrong inside Daybook'));
    expect(reported).toHaveLength(1);
  });

  it('GET / › ranges and preconditions of a static file stay errors without a path', async () => {
    const range = await ask(built, '/icon.svg', { range: 'bytes=9000-' });
    expect(range).toMatchObject(problem(416, 'There is no such range'));
    const precondition = await ask(built, '/icon.svg', { 'if-match': '"other"' });
    expect(precondition).toMatchObject(problem(412, 'The file is another one by now'));
  });
});
