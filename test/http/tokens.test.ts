import jwt from 'jsonwebtoken';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allScopes, type Scope } from '../../main/contract/scopes.ts';
import { maxAccessTokens } from '../../main/contract/tokens.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.dispose());

interface Made {
  readonly id: string;
  readonly token: string;
}

const make = (body: object, token = service.token()): Promise<Answer> => service.request('POST', '/api/tokens', { body, token });
const tokenWith = async (scopes: readonly Scope[], more: object = {}, by = service.token()): Promise<Made> =>
  (await make({ name: 'Script', scopes, expiresAt: null, ...more }, by)).body as Made;
const statusOf = async (token: string, path = '/api/auth/me'): Promise<number> => (await service.request('GET', path, { token })).status;
const secretOf = (): string => /^JWT_SECRET=(.*)$/m.exec(readFileSync(join(service.dataDir, '.env'), 'utf8'))?.[1] ?? '';
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('POST /api/tokens', () => {
  test('201 with the token, this once, and where it can be read', async () => {
    const { status, body, headers } = await make({ name: 'Nightly ☾', scopes: ['notes:read', 'calendar:write'], expiresAt: null });
    expect(status).toBe(201);
    const { token, ...shown } = body as Made;
    expect(shown).toEqual({
      id: expect.any(String) as string,
      name: 'Nightly ☾',
      scopes: ['notes:read', 'calendar:write'],
      createdAt: expect.any(String) as string,
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(headers.get('Location')).toBe(`/api/tokens/${shown.id}`);
    expect((await service.request('GET', `/api/tokens/${shown.id}`)).body).toEqual(shown);
    expect(JSON.stringify((await service.request('GET', '/api/tokens')).body)).not.toContain(token);
  });

  test('201 with a JSON Web Token that names its scopes as RFC 9068 has it, and that ends only if it is told to', async () => {
    const forever = await tokenWith(['notes:read', 'notes:write']);
    const claims = jwt.verify(forever.token, secretOf(), { algorithms: ['HS256'] });
    expect(claims).toMatchObject({ jti: forever.id, scope: 'notes:read notes:write' });
    expect(claims).not.toHaveProperty('exp');
    const { body } = await make({ name: 'x', scopes: ['notes:read'], expiresAt: '2099-12-31T23:59:59.987+01:00' });
    expect(body.expiresAt).toBe('2099-12-31T22:59:59.000Z');
    expect(jwt.decode(body.token as string)).toMatchObject({ exp: Date.parse('2099-12-31T22:59:59Z') / 1000 });
  });

  test('201 without the same scope twice, without an end when none is named, and anew for the same Idempotency-Key', async () => {
    const body = { name: 'x', scopes: ['notes:read', 'ai:read', 'notes:read'] };
    const headers = { 'Idempotency-Key': 'one' };
    const first = await service.request('POST', '/api/tokens', { body, headers });
    const second = await service.request('POST', '/api/tokens', { body, headers });
    expect(first.body).toMatchObject({ scopes: ['notes:read', 'ai:read'], expiresAt: null });
    expect([second.status, second.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test.each([
    ['name', { name: '' }],
    ['name', { name: ' \t' }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 'a'.repeat(101) }],
    ['name', { name: undefined }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: undefined }],
    ['scopes.0', { scopes: ['notes:all'] }],
    ['scopes.1', { scopes: ['notes:read', 7] }],
    ['expiresAt', { expiresAt: '2026-01-01' }],
    ['expiresAt', { expiresAt: '2099-02-30T00:00:00Z' }],
    ['expiresAt', { expiresAt: '2001-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: '9999-12-31T23:59:59-12:00' }],
    ['expiresAt', { expiresAt: 4_000_000_000 }],
    ['lifetime', { lifetime: 60 }],
  ])('400 for %s in %j', async (path, change) => {
    const { status, body } = await make({ name: 'x', scopes: ['notes:read'], expiresAt: null, ...change });
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validation_failed', path]);
  });

  test('403 insufficient_scope with a token that lacks one of the scopes, 403 forbidden for one that would outlive it', async () => {
    const expiresAt = inHours(2);
    const { token } = await tokenWith(['tokens:write', 'notes:read'], { expiresAt });
    const lacking = await make({ name: 'x', scopes: ['notes:read', 'notes:write', 'ai:read'], expiresAt: inHours(1) }, token);
    expect([lacking.status, lacking.body.code]).toEqual([403, 'insufficient_scope']);
    expect(lacking.headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope", scope="notes:write ai:read"');
    for (const end of [null, inHours(3)]) {
      const outliving = await make({ name: 'x', scopes: ['notes:read'], expiresAt: end }, token);
      expect([outliving.status, outliving.body.code]).toEqual([403, 'forbidden']);
    }
    expect((await make({ name: 'x', scopes: ['notes:read', 'tokens:write'], expiresAt }, token)).status).toBe(201);
    const forever = await tokenWith(['tokens:write']);
    expect((await make({ name: 'x', scopes: ['tokens:write'], expiresAt: null }, forever.token)).status).toBe(201);
  });

  test('409 for one more than a user can have', async () => {
    const berta = await service.signUp('berta');
    for (let count = 0; count < maxAccessTokens; count += 1)
      expect((await make({ name: 'x', scopes: ['notes:read'] }, berta)).status).toBe(201);
    const { status, body } = await make({ name: 'x', scopes: ['notes:read'] }, berta);
    expect([status, body.code]).toEqual([409, 'conflict']);
    const { items } = (await service.request('GET', '/api/tokens?limit=1', { token: berta })).body as { items: Made[] };
    await service.request('DELETE', `/api/tokens/${items[0]?.id ?? ''}`, { token: berta });
    expect((await make({ name: 'x', scopes: ['notes:read'] }, berta)).status).toBe(201);
  });
});

describe('GET /api/tokens', () => {
  test("200 with the caller's own, newest first, in pages", async () => {
    const cleo = await service.signUp('cleo');
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await tokenWith(['notes:read'], {}, cleo)).id);
    const { body } = await service.request('GET', '/api/tokens?limit=2&offset=1', { token: cleo });
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 1 });
    expect((body.items as Made[]).map(({ id }) => id)).toEqual(ids.slice(1));
    const foreign = `/api/tokens/${ids[0] ?? ''}`;
    expect((await service.request('GET', foreign)).status).toBe(404);
    expect((await service.request('DELETE', foreign)).status).toBe(404);
    expect((await service.request('GET', foreign, { token: cleo })).status).toBe(200);
  });

  test('tells when a token was last used, without a write for each request, also after a restart', async () => {
    const { id, token } = await tokenWith(['notes:read']);
    const lastUse = async (): Promise<string | null> =>
      (await service.request('GET', `/api/tokens/${id}`)).body.lastUsedAt as string | null;
    expect(await lastUse()).toBeNull();
    const before = Date.now();
    await statusOf(token, '/api/notes');
    const used = await lastUse();
    expect(Date.parse(used ?? '')).toBeGreaterThanOrEqual(before);
    await service.restart();
    expect(await lastUse()).toBe(used);
  });
});

describe('DELETE /api/tokens/:id', () => {
  test('204, and the token is dead at once and after a restart; one that was not revoked goes on', async () => {
    const [dead, alive] = [await tokenWith(['notes:read']), await tokenWith(['notes:read'])];
    expect([await statusOf(dead.token), await statusOf(alive.token)]).toEqual([200, 200]);
    expect((await service.request('DELETE', `/api/tokens/${dead.id}`)).status).toBe(204);
    const refused = await service.request('GET', '/api/auth/me', { token: dead.token });
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    expect((await service.request('DELETE', `/api/tokens/${dead.id}`)).status).toBe(404);
    await service.restart();
    expect([await statusOf(dead.token), await statusOf(alive.token)]).toEqual([401, 200]);
  });

  test('404 for an id that never was, and for the id of a login', async () => {
    const { jti } = jwt.decode(service.token()) as { jti: string };
    for (const id of ['00000000-0000-7000-8000-000000000000', 'x', jti])
      expect((await service.request('DELETE', `/api/tokens/${id}`)).status).toBe(404);
  });

  test('a stream that is open with the token ends within a second; that of another goes on', async () => {
    const [dead, alive] = [await tokenWith(['changes:read']), await tokenWith(['changes:read'])];
    const open = async ({ token }: Made) => {
      const leave = new AbortController();
      const response = await fetch(`${service.baseUrl}/api/changes?since=0`, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
        signal: leave.signal,
      });
      expect(response.status).toBe(200);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      let hasEnded = false;
      const ended = (async () => {
        while (!(await reader.read()).done);
      })().then(
        () => (hasEnded = true),
        () => undefined,
      );
      return { ended, hasEnded: () => hasEnded, leave: () => leave.abort() };
    };
    const [ending, going] = [await open(dead), await open(alive)];
    const start = performance.now();
    await service.request('DELETE', `/api/tokens/${dead.id}`);
    await ending.ended;
    // Not only at the next sign of life, which comes every 15 s.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(going.hasEnded()).toBe(false);
    going.leave();
    await going.ended;
  });
});

describe('what a token can become', () => {
  test('POST /api/auth/renew › 403: only a login is renewed, else a token could get every scope', async () => {
    const { token } = await tokenWith(allScopes);
    const { status, body } = await service.request('POST', '/api/auth/renew', { token });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect((await service.request('POST', '/api/auth/renew')).status).toBe(200);
  });

  test('PUT /api/auth/me › 403 for a first password, which would log the program in with every scope; other changes go through', async () => {
    const { token } = await tokenWith(['users:write']);
    const put = (body: object): Promise<Answer> => service.request('PUT', '/api/auth/me', { token, body });
    expect(await put({ password: 'a password of a program' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await put({ username: 'doris' })).toMatchObject({ status: 200, body: { username: 'doris', hasPassword: false } });
    expect(await put({ username: 'owner' })).toMatchObject({ status: 200 });
  });

  test('PUT /api/config and /secrets › 403 for JWT_SECRET, with which a program could sign itself every scope', async () => {
    const { token } = await tokenWith(['config:read', 'config:write']);
    const known = 'a secret that the program knows, of its own';
    const before = secretOf();
    for (const [path, body] of [
      ['/api/config', { JWT_SECRET: known }],
      ['/api/config/secrets', { key: 'JWT_SECRET', value: known }],
    ] as const) {
      expect(await service.request('PUT', path, { token, body })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(secretOf()).toBe(before);
    const kept = { JWT_SECRET: '********', AI_MODEL: 'small' };
    expect(await service.request('PUT', '/api/config', { token, body: kept })).toMatchObject({
      status: 200,
      body: { updated: ['AI_MODEL'] },
    });
  });

  test('POST /api/auth/logout › 204 with any scope, and the token is gone', async () => {
    const { id, token } = await tokenWith(['ai:read']);
    expect((await service.request('POST', '/api/auth/logout', { token })).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect((await service.request('GET', `/api/tokens/${id}`)).status).toBe(404);
  });

  test('401 for one that is signed with more scopes in it under an id that was never given', async () => {
    const { sub } = jwt.decode(service.token()) as { sub: string };
    const forged = jwt.sign({ sub, jti: 'made up', scope: allScopes.join(' ') }, secretOf());
    expect(await statusOf(forged)).toBe(401);
    // Without a scope it is a login's, and those end.
    expect(await statusOf(jwt.sign({ sub, jti: 'made up' }, secretOf()))).toBe(401);
  });
});

describe("another user's token", () => {
  test('401 in solo mode, 403 forbidden where only the owner may, and it dies with its user', async () => {
    const dora = await service.signUp('dora');
    const { token } = await tokenWith(['notes:read', 'config:read', 'users:read'], {}, dora);
    expect(await statusOf(token, '/api/notes')).toBe(200);
    for (const path of ['/api/config', '/api/users']) {
      const { status, body } = await service.request('GET', path, { token });
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    await service.request('PUT', '/api/config', { body: { SOLO_MODE: 'true' } });
    expect(await statusOf(token, '/api/notes')).toBe(401);
    await service.request('PUT', '/api/config', { body: { SOLO_MODE: 'false' } });
    expect(await statusOf(token, '/api/notes')).toBe(200);
    const { id } = (await service.request('GET', '/api/auth/me', { token })).body as { id: string };
    expect((await service.request('DELETE', `/api/users/${id}`)).status).toBe(204);
    expect(await statusOf(token, '/api/notes')).toBe(401);
  });
});

describe('GET /api/changes', () => {
  test('tells whose each change is: a login, or a token by its name, also when that is revoked', async () => {
    const { id, token } = await tokenWith(['notes:write', 'boards:write', 'config:write'], { name: 'Sync "window"' });
    const since = (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
    await service.request('POST', '/api/notes', { body: { title: 'a' } });
    await service.request('POST', '/api/notes', { body: { title: 'b' }, token });
    // The column, and the project that it makes.
    await service.request('POST', '/api/columns', { body: { title: 'c', projectId: 'p' }, token });
    await service.request('PUT', '/api/config', { body: { AI_MODEL: 'other' }, token });
    await service.request('POST', '/api/notes', { body: { title: '' }, token });
    await service.request('DELETE', `/api/tokens/${id}`);
    await service.request('POST', '/api/notes', { body: { title: 'd' } });
    const { body } = await service.request('GET', `/api/changes?since=${since}`);
    const window = { kind: 'window', id: null, name: 'window' };
    const program = { kind: 'token', id, name: 'Sync "window"' };
    expect((body.items as { actor: unknown }[]).map(({ actor }) => actor)).toEqual([window, program, program, program, program, window]);
    expect((body.items as { batchId: unknown }[]).every(({ batchId }) => batchId === null)).toBe(true);
  });
});
