import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { parse } from 'dotenv';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failuresPerName } from '../../main/features/auth/login-limit.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.dispose();
});

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const password = 'correct horse battery';

const logIn = (username: unknown, typed: unknown): Promise<Answer> =>
  service.request('POST', '/api/auth/login', { token: null, body: { username, password: typed } });
const me = (token: string | null): Promise<Answer> => service.request('GET', '/api/auth/me', { token });
const setSoloMode = (value: string | null): Promise<Answer> => service.request('PUT', '/api/config', { body: { SOLO_MODE: value } });

async function addUser(username: string): Promise<string> {
  const { status, body } = await service.request('POST', '/api/users', { body: { username, password } });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

async function tokenOf(username: string): Promise<string> {
  const { status, body } = await logIn(username, password);
  expect(status).toBe(200);
  return (body as { token: string }).token;
}

/** Sends the head of a request, which the service lets in; what comes back sends the body, and gives the status. */
async function begin(path: string, token: string, body: unknown, more: Readonly<Record<string, string>> = {}) {
  const text = JSON.stringify(body);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': text.length };
  const sending = request(`${service.baseUrl}${path}`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, ...more, Expect: '100-continue' },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  return async (): Promise<number | undefined> => {
    sending.end(text);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
}

/** Expects a problem that shows nothing of what was sent, and no secret. */
function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ status, code })]);
  const text = JSON.stringify(answer.body);
  for (const secret of [password, '$scrypt$', secretOfService()]) expect(text).not.toContain(secret);
}

function secretOfService(): string {
  const secret = parse(readFileSync(join(service.dataDir, '.env')))['JWT_SECRET'] ?? '';
  expect(secret.length).toBeGreaterThanOrEqual(32);
  return secret;
}

describe('POST /api/auth/login', () => {
  beforeAll(async () => {
    await addUser('Änna');
  });

  test.each([
    ['no body', undefined],
    ['no name', { password }],
    ['no password', { username: 'Änna' }],
    ['an empty name', { username: '', password }],
    ['an empty password', { username: 'Änna', password: '' }],
    ['a name that is no text', { username: { $ne: null }, password }],
    ['a password that is no text', { username: 'Änna', password: 12345678 }],
    ['a name that is too long', { username: 'x'.repeat(65), password }],
    ['a password that is too long', { username: 'Änna', password: 'x'.repeat(1025) }],
    ['an unknown field', { username: 'Änna', password, remember: true }],
  ])('400 for %s', async (_what, body) => {
    expectProblem(await service.request('POST', '/api/auth/login', { token: null, body }), 400, 'validation_failed');
  });

  test('401 for a wrong password, an unknown name and a user without a password, in the same words', async () => {
    const answers = [
      await logIn('Änna', 'wrong horse'),
      await logIn('nobody', 'wrong horse'),
      await logIn('owner', 'wrong horse'),
      await logIn('Änna', 'short'),
    ];
    for (const answer of answers) {
      expectProblem(answer, 401, 'unauthorized');
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect({ ...answer.body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
    }
  });

  test('200 with a token and the user, for the name in any case', async () => {
    const { status, body } = await logIn('äNNA', password);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.any(String),
      tokenType: 'Bearer',
      expiresAt: expect.stringMatching(instant),
      user: {
        id: expect.any(String),
        username: 'Änna',
        isOwner: false,
        hasPassword: true,
        createdAt: expect.stringMatching(instant),
        updatedAt: expect.stringMatching(instant),
      },
    });
    const claims = jwt.verify(body.token, secretOfService(), { algorithms: ['HS256'] }) as jwt.JwtPayload;
    expect(claims).toEqual({ sub: body.user.id, iat: expect.any(Number), exp: Date.parse(body.expiresAt) / 1000, jti: expect.any(String) });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(7 * 24 * 3600);
  });

  test('200 with the lifetime that JWT_EXPIRES_IN says at that moment', async () => {
    for (const [span, seconds] of [
      ['90m', 5400],
      ['3600', 3600],
    ] as const) {
      await service.request('PUT', '/api/config', { body: { JWT_EXPIRES_IN: span } });
      const { iat = 0, exp = 0 } = jwt.decode(await tokenOf('Änna')) as jwt.JwtPayload;
      expect(exp - iat).toBe(seconds);
    }
    await service.request('PUT', '/api/config', { body: { JWT_EXPIRES_IN: null } });
  });

  test('429 after ten failures for a name, even for the right password; other names are not touched', async () => {
    await addUser('guessed');
    const guesses = await Promise.all(Array.from({ length: failuresPerName }, () => logIn('guessed', 'wrong horse')));
    expect(guesses.map((answer) => answer.status)).toEqual(guesses.map(() => 401));
    const answer = await logIn('GUESSED', password);
    expectProblem(answer, 429, 'rate_limited');
    expect(Number(answer.headers.get('Retry-After'))).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 300);
    expect((await logIn('Änna', password)).status).toBe(200);
  });
});

describe('GET /api/auth/me', () => {
  test.each([
    ['no token', undefined, 'Bearer'],
    ['another scheme', 'Basic b3duZXI6', 'Bearer'],
    ['no token after the scheme', 'Bearer', 'Bearer error="invalid_token"'],
    ['words', 'Bearer let me in', 'Bearer error="invalid_token"'],
    ['garbage', 'Bearer a.b.c', 'Bearer error="invalid_token"'],
  ])('401 for %s', async (_what, authorization, challenge) => {
    const answer = await service.request('GET', '/api/auth/me', {
      token: null,
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
    expectProblem(answer, 401, 'unauthorized');
    expect(answer.headers.get('WWW-Authenticate')).toBe(challenge);
  });

  test('401 for a token of another secret, another algorithm, no end, or a past one', async () => {
    const { body } = await me(service.token());
    const claims = { sub: body.id as string, jti: 'x' };
    const secret = secretOfService();
    for (const token of [
      jwt.sign(claims, 'x'.repeat(64), { algorithm: 'HS256', expiresIn: 60 }),
      jwt.sign(claims, secret, { algorithm: 'HS512', expiresIn: 60 }),
      jwt.sign(claims, '', { algorithm: 'none', expiresIn: 60 }),
      jwt.sign(claims, secret, { algorithm: 'HS256' }),
      jwt.sign(claims, secret, { algorithm: 'HS256', expiresIn: -1 }),
      jwt.sign({ ...claims, sub: 'nobody' }, secret, { algorithm: 'HS256', expiresIn: 60 }),
    ]) {
      expectProblem(await me(token), 401, 'unauthorized');
    }
    expect((await me(jwt.sign(claims, secret, { algorithm: 'HS256', expiresIn: 60 }))).status).toBe(200);
  });

  test('401 for other users in solo mode, from the next request on, both ways', async () => {
    await addUser('carla');
    await setSoloMode('false');
    const token = await tokenOf('carla');
    expect((await me(token)).status).toBe(200);
    for (const solo of [null, 'true']) {
      await setSoloMode(solo);
      expectProblem(await me(token), 401, 'unauthorized');
      expect((await me(service.token())).status).toBe(200);
      expect((await logIn('carla', password)).status).toBe(200);
      await setSoloMode('false');
      expect((await me(token)).body.username).toBe('carla');
    }
    await setSoloMode(null);
  });

  test('400 for a query parameter', async () => {
    expectProblem(await service.request('GET', '/api/auth/me?full=1'), 400, 'validation_failed');
  });

  test('200 with the owner, who has no password at first; the scheme is taken in any case', async () => {
    const { status, body } = await service.request('GET', '/api/auth/me', {
      token: null,
      headers: { Authorization: `bEARER ${service.token()}` },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      username: 'owner',
      isOwner: true,
      hasPassword: false,
      createdAt: expect.stringMatching(instant),
      updatedAt: expect.stringMatching(instant),
    });
  });
});

describe('PUT /api/auth/me', () => {
  let token: string;
  beforeAll(async () => {
    await addUser('dora');
    await setSoloMode('false');
    token = await tokenOf('dora');
  });
  const put = (body: unknown): Promise<Answer> => service.request('PUT', '/api/auth/me', { token, body });

  test.each([
    ['nothing to change', {}, ''],
    ['a current password alone', { currentPassword: password }, ''],
    ['an unknown field', { username: 'dora', isOwner: true }, 'isOwner'],
    ['an empty name', { username: '' }, 'username'],
    ['a blank before the name', { username: ' dora' }, 'username'],
    ['a blank after the name', { username: 'dora\u00a0' }, 'username'],
    ['a line break in the name', { username: 'do\nra' }, 'username'],
    ['a name of 65 characters', { username: 'x'.repeat(65) }, 'username'],
    ['half a character in the name', { username: 'a\ud800' }, 'username'],
    ['a name of null', { username: null }, 'username'],
    ['a password of 7 characters', { password: '1234567', currentPassword: password }, 'password'],
    ['a password of 7 characters of two units', { password: '😀'.repeat(7), currentPassword: password }, 'password'],
    ['a password of 1025 characters', { password: 'x'.repeat(1025), currentPassword: password }, 'password'],
    ['a new password without the current one', { password: 'another horse' }, 'currentPassword'],
  ])('400 for %s', async (_what, body, path) => {
    const answer = await put(body);
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.errors).toContainEqual({ path, message: expect.any(String) });
  });

  test('403 for a wrong current password, and nothing changes', async () => {
    expectProblem(await put({ username: 'doris', password: 'another horse', currentPassword: 'wrong horse' }), 403, 'forbidden');
    expect((await me(token)).body.username).toBe('dora');
    expect((await logIn('dora', password)).status).toBe(200);
  });

  test('409 for a name that is taken', async () => {
    expectProblem(await put({ username: 'OWNER' }), 409, 'conflict');
  });

  test('429 after ten wrong current passwords', async () => {
    await addUser('emma');
    const emma = await tokenOf('emma');
    const guess = (currentPassword: string): Promise<Answer> =>
      service.request('PUT', '/api/auth/me', { token: emma, body: { password: 'another horse', currentPassword } });
    const guesses = await Promise.all(Array.from({ length: failuresPerName }, () => guess('wrong horse')));
    expect(guesses.map((answer) => answer.status)).toEqual(guesses.map(() => 403));
    const answer = await guess(password);
    expectProblem(answer, 429, 'rate_limited');
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('200 for a new name, and for the own one in another case', async () => {
    expect(await put({ username: 'Doris 😀' })).toMatchObject({ status: 200, body: { username: 'Doris 😀' } });
    expect(await put({ username: 'DORA' })).toMatchObject({ status: 200, body: { username: 'DORA', hasPassword: true } });
    expect((await me(token)).body.username).toBe('DORA');
  });

  test('200 for a new password: it counts at the next login, the old one no more', async () => {
    expect(await put({ password: 'another horse', currentPassword: password })).toMatchObject({ status: 200, body: { hasPassword: true } });
    expect((await logIn('dora', password)).status).toBe(401);
    expect((await logIn('dora', 'another horse')).status).toBe(200);
  });

  test('200 for a new password, which ends the other logins: the one that changed it, tokens for programs and later logins stay', async () => {
    await addUser('erna');
    const [own, other] = [await tokenOf('erna'), await tokenOf('erna')];
    const scopes = ['notes:read', 'users:write'];
    const program = await service.request('POST', '/api/tokens', { token: own, body: { name: 'script', scopes, expiresAt: null } });
    const change = (token: string, from: string, to: string): Promise<Answer> =>
      service.request('PUT', '/api/auth/me', { token, body: { password: to, currentPassword: from } });
    const letIn = async (...tokens: string[]): Promise<number[]> => Promise.all(tokens.map(async (each) => (await me(each)).status));

    expect((await change(own, password, 'second horse')).status).toBe(200);
    expect(await letIn(own, other, program.body.token)).toEqual([200, 401, 200]);
    const renewed = (await service.request('POST', '/api/auth/renew', { token: own })).body.token;
    const later = (await logIn('erna', 'second horse')).body.token;
    expect(await letIn(renewed, later)).toEqual([200, 200]);

    expect((await change(later, 'second horse', 'third horse')).status).toBe(200);
    expect(await letIn(own, renewed, later)).toEqual([401, 401, 200]);
    expect((await change(program.body.token, 'third horse', 'fourth horse')).status).toBe(200);
    expect(await letIn(later, program.body.token)).toEqual([401, 200]);
  });

  test('ends what the other logins have open: a stream, and requests whose body was still to come change nothing', async () => {
    await addUser('greta');
    const [own, other] = [await tokenOf('greta'), await tokenOf('greta')];
    const { body: note } = await service.request('POST', '/api/notes', { token: own, body: { title: 'Tree', content: '#tree' } });
    const stream = await fetch(`${service.baseUrl}/api/changes`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${other}` },
      signal: AbortSignal.timeout(20_000),
    });
    const key = { 'Idempotency-Key': 'early' };
    const early = await service.request('POST', '/api/notes', { token: other, body: { title: 'Early' }, headers: key });
    expect((await service.request('DELETE', `/api/notes/${(early.body as { id: string }).id}`, { token: other })).status).toBe(204);
    const requests = await Promise.all([
      begin('/api/tags/rename', other, { from: 'tree', to: 'bush' }),
      begin('/api/notes', other, { title: 'Late' }),
      begin('/api/notes', other, { title: 'Early' }, key),
    ]);
    const body = { password: 'second horse', currentPassword: password };
    expect((await service.request('PUT', '/api/auth/me', { token: own, body })).status).toBe(200);
    expect(await Promise.all(requests.map(async (end) => end()))).toEqual([401, 401, 401]);
    await stream.text();
    const { body: list } = await service.request('GET', '/api/notes', { token: own });
    expect(list).toMatchObject({ items: [{ id: note.id, version: 0 }], total: 1 });
  });

  test('200 for the first password of the owner, without a current one', async () => {
    const answer = await service.request('PUT', '/api/auth/me', { body: { password } });
    expect(answer).toMatchObject({ status: 200, body: { isOwner: true, hasPassword: true } });
    expect(await logIn('owner', password)).toMatchObject({ status: 200, body: { user: answer.body } });
  });

  test('200 for another password of the owner: the token of service.json stays', async () => {
    // Refused where it has one already, which is this one.
    await service.request('PUT', '/api/auth/me', { body: { password } });
    const login = (await logIn('owner', password)).body.token;
    const body = { password: 'another horse', currentPassword: password };
    expect((await service.request('PUT', '/api/auth/me', { token: login, body })).status).toBe(200);
    expect((await me(service.token())).status).toBe(200);
    const back = { password, currentPassword: 'another horse' };
    expect((await service.request('PUT', '/api/auth/me', { body: back })).status).toBe(200);
    expect((await me(login)).status).toBe(401);
  });
});

describe('POST /api/auth/renew', () => {
  const renew = (token: string | null): Promise<Answer> => service.request('POST', '/api/auth/renew', { token });

  beforeAll(async () => {
    await setSoloMode('false');
    await addUser('renate');
  });
  afterAll(async () => {
    await setSoloMode(null);
  });

  test('401 without a token, with one that has ended, and with one that was revoked', async () => {
    expectProblem(await renew(null), 401, 'unauthorized');
    const { sub = '' } = jwt.decode(await tokenOf('renate')) as jwt.JwtPayload;
    expectProblem(
      await renew(jwt.sign({ sub, jti: 'ended' }, secretOfService(), { algorithm: 'HS256', expiresIn: -1 })),
      401,
      'unauthorized',
    );
    const revoked = await tokenOf('renate');
    expect((await service.request('POST', '/api/auth/logout', { token: revoked })).status).toBe(204);
    expectProblem(await renew(revoked), 401, 'unauthorized');
  });

  test('401 for other users in solo mode', async () => {
    const token = await tokenOf('renate');
    await setSoloMode('true');
    expectProblem(await renew(token), 401, 'unauthorized');
    expect((await renew(service.token())).body).toMatchObject({ user: { isOwner: true } });
    await setSoloMode('false');
    expect((await renew(token)).status).toBe(200);
  });

  test('401 for a user who was deleted', async () => {
    const id = await addUser('gone');
    const token = await tokenOf('gone');
    expect((await service.request('DELETE', `/api/users/${id}`)).status).toBe(204);
    expectProblem(await renew(token), 401, 'unauthorized');
  });

  test('400 for a query parameter', async () => {
    expectProblem(await service.request('POST', '/api/auth/renew?for=ever'), 400, 'validation_failed');
  });

  test('200 with a token of its own, as long as JWT_EXPIRES_IN says now; the one in use stays good', async () => {
    const before = await tokenOf('renate');
    await service.request('PUT', '/api/config', { body: { JWT_EXPIRES_IN: '90m' } });
    const { status, body } = await renew(before);
    await service.request('PUT', '/api/config', { body: { JWT_EXPIRES_IN: null } });
    expect([status, body]).toEqual([
      200,
      {
        token: expect.any(String),
        tokenType: 'Bearer',
        expiresAt: expect.stringMatching(instant),
        user: expect.objectContaining({ username: 'renate' }),
      },
    ]);
    const [old, claims] = [before, body.token as string].map(
      (token) => jwt.verify(token, secretOfService(), { algorithms: ['HS256'] }) as jwt.JwtPayload,
    );
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(5400);
    expect([claims?.sub, claims?.jti === old?.jti]).toEqual([old?.sub, false]);
    for (const token of [before, body.token as string]) expect((await me(token)).body.username).toBe('renate');
    // Logging out ends the one in use alone.
    await service.request('POST', '/api/auth/logout', { token: before });
    expect((await me(body.token as string)).status).toBe(200);
  });
});

describe('POST /api/auth/logout', () => {
  test('204 revokes this token, at once and for good, and no other', async () => {
    await setSoloMode('false');
    await addUser('frida');
    const [first, second] = [await tokenOf('frida'), await tokenOf('frida')];
    expect((await me(first)).status).toBe(200);
    expect(await service.request('POST', '/api/auth/logout', { token: first })).toMatchObject({ status: 204, body: undefined });
    expectProblem(await me(first), 401, 'unauthorized');
    expect((await me(second)).status).toBe(200);
    await service.restart();
    expectProblem(await me(first), 401, 'unauthorized');
    expect((await me(second)).status).toBe(200);
  });

  test('204 for the token of service.json, which is replaced by one that works', async () => {
    const before = service.token();
    expect((await service.request('POST', '/api/auth/logout', { token: before })).status).toBe(204);
    expectProblem(await me(before), 401, 'unauthorized');
    const written = (): string => (JSON.parse(readFileSync(join(service.dataDir, 'service.json'), 'utf8')) as { token: string }).token;
    await expect.poll(written).not.toBe(before);
    expect((await me(written())).status).toBe(200);
  });
});
