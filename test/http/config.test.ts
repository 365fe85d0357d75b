import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { EnvStore } from '../../main/features/config/env-store.ts';
import { configKeys } from '../../main/features/config/keys.ts';
import { unavailable } from '../../main/lib/app-error.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let file: string;
let guest: string;
let baseline: string;

beforeAll(async () => {
  service = await startTestService();
  file = join(service.dataDir, '.env');
  guest = await service.signUp('guest');
  baseline = readFileSync(file, 'utf8');
});
afterAll(async () => {
  await service.dispose();
});
// SOLO_MODE=false is in it, so that the guest's token is good.
beforeEach(() => {
  writeFileSync(file, baseline);
});

const stored = (): Record<string, string> => parse(readFileSync(file));
const changeCount = async (): Promise<number> => {
  const { body } = await service.request('GET', '/api/changes');
  return body.items.filter((change: { type: string }) => change.type === 'config').length as number;
};

const routes = [
  ['GET', '/api/config', undefined],
  ['PUT', '/api/config', { AI_MODEL: 'x' }],
  ['GET', '/api/config/secrets', undefined],
  ['PUT', '/api/config/secrets', { key: 'AI_API_KEY', value: 'x' }],
] as const;

describe.each(routes)('%s %s', (method, path, body) => {
  test('401 without a token', async () => {
    const answer = await service.request(method, path, { token: null, body });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('unauthorized');
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    expect(readFileSync(file, 'utf8')).toBe(baseline);
  });

  test('403 for another user than the owner', async () => {
    const answer = await service.request(method, path, { token: guest, body });
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('forbidden');
    expect(readFileSync(file, 'utf8')).toBe(baseline);
  });

  test('400 for an unknown query parameter', async () => {
    expect((await service.request(method, `${path}?x=1`, { body })).status).toBe(400);
  });

  test('503 while the file cannot be used', async () => {
    rmSync(file);
    mkdirSync(file);
    try {
      const answer = await service.request(method, path, { body });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('10');
      expect(JSON.stringify(answer.body)).not.toContain(service.dataDir);
    } finally {
      rmSync(file, { recursive: true });
    }
  });
});

describe('PUT /api/config', () => {
  test('503 that says so where the file was changed and the disk does not confirm it; the feed tells of the change', async () => {
    await using handle = await open(service.dataDir);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    const { sync } = prototype;
    const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      if ((await this.stat()).isDirectory()) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' });
      await sync.call(this);
    });
    const before = await changeCount();
    try {
      const answer = await service.request('PUT', '/api/config', { body: { AI_MODEL: 'unconfirmed' } });
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/^The change was made, but the disk/) });
    } finally {
      spy.mockRestore();
    }
    expect(stored()['AI_MODEL']).toBe('unconfirmed');
    expect(await changeCount()).toBe(before + 1);
    expect(readdirSync(service.dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('503 that says so where the file was changed and cannot be read after that; the feed tells of the change', async () => {
    const before = await changeCount();
    const read = vi.spyOn(EnvStore.prototype, 'update').mockImplementationOnce(async function (this: EnvStore, edit) {
      await this.update(edit);
      vi.spyOn(this, 'values').mockImplementationOnce(() => {
        throw unavailable('The storage cannot be used at the moment; nothing was changed');
      });
    });
    const answer = await service.request('PUT', '/api/config', { body: { AI_MODEL: 'unread' } });
    read.mockRestore();
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: 'The change was made, but the configuration cannot be read at the moment' },
    });
    expect(stored()['AI_MODEL']).toBe('unread');
    expect(await changeCount()).toBe(before + 1);
  });

  test.each<[string, unknown, string[]]>([
    ['no key', {}, ['']],
    ['a list', [], ['']],
    ['a string', '"x"', ['']],
    ['a number', { PORT: 9000 }, ['PORT']],
    ['a boolean', { SOLO_MODE: true }, ['SOLO_MODE']],
    ['a nested object', { AI_MODEL: {} }, ['AI_MODEL']],
    ['an unknown key', { NODE_OPTIONS: '--inspect' }, ['NODE_OPTIONS']],
    ['an unknown key to remove', { LD_PRELOAD: null }, ['LD_PRELOAD']],
    ['__proto__', '{"__proto__":"x","AI_MODEL":"y"}', ['__proto__']],
    ['an empty key', { '': 'x' }, ['']],
    ['a lower-case key', { port: '9000' }, ['port']],
    ['a line break', { AI_MODEL: 'x\nNODE_OPTIONS=--inspect' }, ['AI_MODEL']],
    ['a port out of range', { PORT: '65536' }, ['PORT']],
    ['a port that is taken', { LLAMA_SERVER_PORT: '8717' }, ['LLAMA_SERVER_PORT']],
    ['one good and two bad', { AI_MODEL: 'x', NODE_ENV: 'test', SOLO_MODE: 'yes' }, ['NODE_ENV', 'SOLO_MODE']],
    ['what no line can carry', { AI_MODEL: `'"\`#` }, ['AI_MODEL']],
  ])('400 for %s, and the file stays', async (_title, body, paths) => {
    const answer = await service.request('PUT', '/api/config', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual(paths);
    expect(readFileSync(file, 'utf8')).toBe(baseline);
  });

  test('400 for a body that is no JSON, and for none', async () => {
    expect((await service.request('PUT', '/api/config', { body: '{' })).body.code).toBe('malformed_json');
    expect((await service.request('PUT', '/api/config')).status).toBe(400);
  });

  test('200 writes the file, keeps its lines, and tells the change feed', async () => {
    const head = '# mine\r\n\r\nexport EDITOR=vi # why\r\n';
    writeFileSync(file, head + baseline);
    const before = await changeCount();
    const answer = await service.request('PUT', '/api/config', {
      body: { AI_MODEL: ' a "b" #c ', PORT: '9000', AI_API_KEY: 'sk-1', SOLO_MODE: 'false' },
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['config', 'updated', 'restartRequired', 'appliesAtNextLoad']);
    expect(answer.body).toMatchObject({
      config: { AI_MODEL: ' a "b" #c ', PORT: '9000', AI_API_KEY: '********', EDITOR: 'vi' },
      updated: ['AI_MODEL', 'PORT', 'AI_API_KEY'],
      restartRequired: ['PORT'],
    });
    expect(stored()).toMatchObject({ AI_MODEL: ' a "b" #c ', PORT: '9000', AI_API_KEY: 'sk-1' });
    expect(readFileSync(file, 'utf8').startsWith(head + baseline)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(service.dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await changeCount()).toBe(before + 1);
  });

  test('400 for an address by which a token for programs would have the stored API key sent to another server', async () => {
    const made = await service.request('POST', '/api/tokens', { body: { name: 'program', scopes: ['config:write'], expiresAt: null } });
    const put = (body: object): ReturnType<TestService['request']> =>
      service.request('PUT', '/api/config', { token: made.body.token, body });
    writeFileSync(file, `${baseline}AI_BASE_URL=https://api.example.com/v1\nAI_API_KEY=sk-1\n`);
    const refused = await put({ AI_BASE_URL: 'https://other.example/v1' });
    expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([400, 'validation_failed', 'AI_BASE_URL']);
    expect(stored()).toMatchObject({ AI_BASE_URL: 'https://api.example.com/v1', AI_API_KEY: 'sk-1' });
    expect((await put({ AI_BASE_URL: 'https://other.example/v1', AI_API_KEY: 'sk-2' })).status).toBe(200);
  });

  test('400 for LLAMA_SERVER_PORT on a port of the running service, whatever the file says', async () => {
    for (const url of [service.baseUrl, service.frontendUrl]) {
      const answer = await service.request('PUT', '/api/config', { body: { LLAMA_SERVER_PORT: new URL(url).port } });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'validation_failed',
          errors: [{ path: 'LLAMA_SERVER_PORT', message: 'must differ from the ports on which the service listens' }],
        },
      });
    }
  });

  test('a file of more than 1 MB is refused: the last good values stay in force, GET tells the error, PUT changes nothing', async () => {
    const before = readFileSync(file);
    await service.request('PUT', '/api/config', { body: { AI_MODEL: 'good' } });
    const good = readFileSync(file);
    try {
      const garbage = Buffer.concat([Buffer.from('AI_MODEL=bad\n'), Buffer.alloc(20 * 1024 * 1024, 'x\n')]);
      writeFileSync(file, garbage);
      expect(await service.request('GET', '/api/config')).toMatchObject({
        status: 200,
        body: { config: { AI_MODEL: 'good' }, error: expect.stringContaining('larger than 1 MB') as string },
      });
      expect(await service.request('PUT', '/api/config', { body: { AI_MODEL: 'other' } })).toMatchObject({
        status: 503,
        body: { code: 'unavailable', detail: expect.stringContaining('larger than 1 MB') as string },
      });
      expect(readFileSync(file).equals(garbage)).toBe(true);
      writeFileSync(file, good);
      expect((await service.request('GET', '/api/config')).body).toMatchObject({ config: { AI_MODEL: 'good' }, error: null });
    } finally {
      writeFileSync(file, before);
    }
  });

  test('200 with nothing to change touches nothing', async () => {
    const [before, stat] = [await changeCount(), statSync(file)];
    const answer = await service.request('PUT', '/api/config', {
      body: { JWT_SECRET: '********', SOLO_MODE: 'false', AI_MODEL: null, AI_PROFILE: '' },
    });
    expect(answer.body).toMatchObject({ updated: [], restartRequired: [] });
    expect(statSync(file)).toMatchObject({ ino: stat.ino, mtimeMs: stat.mtimeMs });
    expect(await changeCount()).toBe(before);
  });

  test('200 for 16 at once, none lost', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        service.request('PUT', '/api/config', { body: { [`AI_P${index}_MODEL`]: `model ${index}` } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 16 }, () => 200));
    for (let index = 0; index < 16; index++) expect(stored()[`AI_P${index}_MODEL`]).toBe(`model ${index}`);
  });
});

describe('GET /api/config', () => {
  test('200 shows the file, without defaults and secrets', async () => {
    const { status, body } = await service.request('GET', '/api/config');
    expect(status).toBe(200);
    expect(Object.keys(body.config)).toEqual(configKeys.map((entry) => entry.key));
    expect(body).toMatchObject({
      config: { PORT: null, JWT_SECRET: '********', AI_API_KEY: null, SOLO_MODE: 'false' },
      overridden: ['PORT', 'FRONTEND_PORT'],
      restartRequired: [],
    });
  });

  test('200 shows an edit by hand at once', async () => {
    for (let round = 0; round < 50; round++) {
      writeFileSync(file, `${baseline}AI_MODEL=m${String(round).padStart(3, '0')}\n`);
      expect((await service.request('GET', '/api/config')).body.config.AI_MODEL).toBe(`m${String(round).padStart(3, '0')}`);
    }
  });
});

describe('SOLO_MODE', () => {
  test('acts on the next request, both ways, by hand and by PUT', async () => {
    const asGuest = async (): Promise<number> => (await service.request('GET', '/api/auth/me', { token: guest })).status;
    expect(await asGuest()).toBe(200);
    writeFileSync(file, baseline.replace('SOLO_MODE=false', 'SOLO_MODE=true'));
    expect(await asGuest()).toBe(401);
    writeFileSync(file, baseline);
    expect(await asGuest()).toBe(200);
    await service.request('PUT', '/api/config', { body: { SOLO_MODE: null } });
    expect(await asGuest()).toBe(401);
    await service.request('PUT', '/api/config', { body: { SOLO_MODE: 'false' } });
    expect(await asGuest()).toBe(200);
  });
});

describe('PUT /api/config/secrets', () => {
  test.each<[string, unknown, string[]]>([
    ['no key', { value: 'x' }, ['key']],
    ['no value', { key: 'AI_API_KEY' }, ['value']],
    ['an unknown field', { key: 'AI_API_KEY', value: 'x', extra: 1 }, ['extra']],
    ['an unknown key', { key: 'STRIPE_KEY', value: 'x' }, ['key']],
    ['a key that is no secret', { key: 'AI_MODEL', value: 'x' }, ['key']],
    ['a number', { key: 'AI_API_KEY', value: 1 }, ['value']],
    ['a secret too short', { key: 'JWT_SECRET', value: 'x' }, ['value']],
    ['a line break', { key: 'AI_API_KEY', value: 'x\r\ny' }, ['value']],
  ])('400 for %s, and the file stays', async (_title, body, paths) => {
    const answer = await service.request('PUT', '/api/config/secrets', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual(paths);
    expect(readFileSync(file, 'utf8')).toBe(baseline);
  });

  test('200 sets, keeps at the mask, and removes', async () => {
    const before = await changeCount();
    const put = async (value: string | null): Promise<unknown> =>
      (await service.request('PUT', '/api/config/secrets', { body: { key: 'AI_API_KEY', value } })).body;
    expect(await put(' sk-"1" ')).toEqual({ key: 'AI_API_KEY', isSet: true, restartRequired: false });
    expect(await put('********')).toEqual({ key: 'AI_API_KEY', isSet: true, restartRequired: false });
    expect(stored()['AI_API_KEY']).toBe(' sk-"1" ');
    expect(await put(null)).toEqual({ key: 'AI_API_KEY', isSet: false, restartRequired: false });
    expect(readFileSync(file, 'utf8')).toBe(baseline);
    expect(await changeCount()).toBe(before + 2);
  });

  test('200 for JWT_SECRET: tokens hold until the restart, not beyond', async () => {
    const old = service.token();
    const answer = await service.request('PUT', '/api/config/secrets', {
      body: { key: 'JWT_SECRET', value: 'a new secret of more than 32 characters' },
    });
    expect(answer.body).toEqual({ key: 'JWT_SECRET', isSet: true, restartRequired: true });
    expect((await service.request('GET', '/api/config', { token: old })).body.restartRequired).toEqual(['JWT_SECRET']);
    await service.restart();
    expect((await service.request('GET', '/api/config', { token: old })).status).toBe(401);
    expect((await service.request('GET', '/api/config')).body.restartRequired).toEqual([]);
    // Back to the first secret, with which the guest's token was signed.
    writeFileSync(file, baseline);
    await service.restart();
  });
});

describe('GET /api/config/secrets', () => {
  test('200 lists names alone', async () => {
    writeFileSync(file, `${baseline}STRIPE_KEY=abc\n`);
    expect((await service.request('GET', '/api/config/secrets')).body).toEqual({
      secrets: [
        { key: 'AI_API_KEY', isSet: false, restartRequired: false },
        { key: 'JWT_SECRET', isSet: true, restartRequired: false },
        { key: 'BACKUP_PASSPHRASE', isSet: false, restartRequired: false },
        { key: 'STRIPE_KEY', isSet: true, restartRequired: false },
      ],
    });
  });
});

test.each([
  ['DELETE', '/api/config'],
  ['POST', '/api/config/secrets'],
])('%s %s › 405', async (method, path) => {
  const answer = await service.request(method, path);
  expect(answer.status).toBe(405);
  expect(answer.body.code).toBe('method_not_allowed');
  for (const name of ['GET', 'PUT']) expect(answer.headers.get('Allow')).toContain(name);
});

test('GET /api/config/nothing › 404', async () => {
  expect((await service.request('GET', '/api/config/nothing')).status).toBe(404);
});

test('no answer and no log holds eight characters of a secret', async () => {
  const secrets = ['kq7Zp2Wm9Xv4Lt8Rb3Nc', 'rF5tG6yH7uJ8iK9oL0pA', 'hD5sYf6Gj1Ku0EoTiMa2Qw3Er4Ty5Ui6Op7', stored()['JWT_SECRET'] ?? ''];
  const [key = '', profileKey = '', jwt = ''] = secrets;
  const answers = [
    await service.request('PUT', '/api/config', { body: { AI_API_KEY: key, AI_X_API_KEY: profileKey } }),
    await service.request('PUT', '/api/config', { body: { AI_API_KEY: `${key}\n` } }),
    await service.request('PUT', '/api/config', { body: { AI_API_KEY: key, NOPE: profileKey } }),
    await service.request('PUT', '/api/config', { body: `{"AI_API_KEY":"${key}` }),
    await service.request('PUT', '/api/config/secrets', { body: { key: 'AI_API_KEY', value: `${key}'"\`#` } }),
    await service.request('PUT', '/api/config/secrets', { body: { key: 'JWT_SECRET', value: jwt.slice(0, 31) } }),
    await service.request('PUT', '/api/config/secrets', { body: { key: 'JWT_SECRET', value: jwt } }),
    await service.request('GET', '/api/config'),
    await service.request('GET', '/api/config/secrets'),
    await service.request('GET', '/api/changes'),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 400, 400, 400, 400, 400, 200, 200, 200, 200]);
  const logs = readdirSync(join(service.dataDir, 'logs')).map((name) => readFileSync(join(service.dataDir, 'logs', name), 'utf8'));
  expect(logs.join('')).toContain('/api/config');
  const text = answers.map((answer) => JSON.stringify(answer.body) + JSON.stringify([...answer.headers])).join('\n') + logs.join('');
  for (const secret of secrets) for (let at = 0; at + 8 <= secret.length; at++) expect(text).not.toContain(secret.slice(at, at + 8));
});
