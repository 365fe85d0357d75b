import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let annasToken: string;
let annasId: string;
beforeAll(async () => {
  service = await startTestService();
  annasToken = await service.signUp('anna');
  annasId = (await service.request('GET', '/api/auth/me', { token: annasToken })).body.id as string;
});
afterAll(async () => {
  await service.dispose();
});

const password = 'correct horse battery';
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ status, code })]);
  expect(JSON.stringify(answer.body)).not.toContain(password);
}

/** The names of all users, in the order of the list. */
async function usernames(): Promise<string[]> {
  const { body } = await service.request('GET', '/api/users');
  return (body.items as { username: string }[]).map((user) => user.username);
}

async function addUser(username: string): Promise<{ readonly id: string; readonly token: string }> {
  const { status, body } = await service.request('POST', '/api/users', { body: { username, password } });
  expect(status).toBe(201);
  const login = await service.request('POST', '/api/auth/login', { token: null, body: { username, password } });
  return { id: body.id as string, token: login.body.token as string };
}

describe('GET /api/users', () => {
  test('403 for users other than the owner', async () => {
    expectProblem(await service.request('GET', '/api/users', { token: annasToken }), 403, 'forbidden');
  });

  test.each(['limit=-1', 'limit=1001', 'limit=x', 'offset=-1', 'offset=1.5', 'q=anna'])('400 for %s', async (query) => {
    expectProblem(await service.request('GET', `/api/users?${query}`), 400, 'validation_failed');
  });

  test('200 with all users by name', async () => {
    const { status, body } = await service.request('GET', '/api/users');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        { id: annasId, username: 'anna', isOwner: false, hasPassword: true, createdAt: instant, updatedAt: instant },
        { id: expect.any(String) as string, username: 'owner', isOwner: true, hasPassword: false, createdAt: instant, updatedAt: instant },
      ],
      total: 2,
      limit: null,
      offset: 0,
    });
    expect((await service.request('GET', '/api/users?limit=1&offset=1')).body).toEqual({
      items: [body.items[1]],
      total: 2,
      limit: 1,
      offset: 1,
    });
    expect((await service.request('GET', '/api/users?limit=0')).body).toEqual({ items: [], total: 2, limit: 0, offset: 0 });
  });
});

describe('GET /api/users/:id', () => {
  test('401 without a token, 403 for users other than the owner', async () => {
    expectProblem(await service.request('GET', `/api/users/${annasId}`, { token: null }), 401, 'unauthorized');
    expectProblem(await service.request('GET', `/api/users/${annasId}`, { token: annasToken }), 403, 'forbidden');
  });

  test('404 for one that never was', async () => {
    expectProblem(await service.request('GET', '/api/users/nobody'), 404, 'not_found');
  });

  test('200 with the user', async () => {
    expect(await service.request('GET', `/api/users/${annasId}`)).toMatchObject({ status: 200, body: { id: annasId, username: 'anna' } });
  });
});

describe('POST /api/users', () => {
  const create = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request('POST', '/api/users', { body, headers });

  test('401 without a token, 403 for users other than the owner, before the body is looked at', async () => {
    expectProblem(await service.request('POST', '/api/users', { token: null, body: {} }), 401, 'unauthorized');
    expectProblem(await service.request('POST', '/api/users', { token: annasToken, body: {} }), 403, 'forbidden');
  });

  test.each([
    ['no name', { password }, 'username'],
    ['no password', { username: 'berta' }, 'password'],
    ['an empty name', { username: '', password }, 'username'],
    ['a name of blanks', { username: '  ', password }, 'username'],
    ['a blank after the name', { username: 'berta ', password }, 'username'],
    ['a colon, with which no calendar program could enter', { username: 'ber:ta', password }, 'username'],
    ['a control character', { username: 'ber\u0007ta', password }, 'username'],
    ['a name of 65 characters', { username: '😀'.repeat(65), password }, 'username'],
    ['a short password', { username: 'berta', password: 'seven 7' }, 'password'],
    ['a long password', { username: 'berta', password: 'x'.repeat(1025) }, 'password'],
    ['an unknown field', { username: 'berta', password, isOwner: true }, 'isOwner'],
  ])('400 for %s', async (_what, body, path) => {
    const answer = await create(body);
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.body.errors).toContainEqual({ path, message: expect.any(String) });
    expect(await usernames()).toEqual(['anna', 'owner']);
  });

  test.each(['anna', 'ANNA', 'ａｎｎａ', 'Owner'])('409 for the name %j, which is taken', async (username) => {
    expectProblem(await create({ username, password }), 409, 'conflict');
  });

  test('201 with Location and the user, who can log in', async () => {
    const answer = await create({ username: '😀'.repeat(64), password: '12345678' });
    expect(answer).toMatchObject({ status: 201, body: { username: '😀'.repeat(64), isOwner: false, hasPassword: true } });
    expect(answer.headers.get('Location')).toBe(`/api/users/${answer.body.id}`);
    expect(
      await service.request('POST', '/api/auth/login', { token: null, body: { username: '😀'.repeat(64), password: '12345678' } }),
    ).toMatchObject({ status: 200, body: { user: answer.body } });
  });

  test('201 once for an Idempotency-Key, 409 for another body', async () => {
    const headers = { 'Idempotency-Key': 'one-user' };
    const first = await create({ username: 'carla', password }, headers);
    expect(await create({ username: 'carla', password }, headers)).toMatchObject({ status: 201, body: first.body });
    expectProblem(await create({ username: 'carla', password: 'another horse' }, headers), 409, 'idempotency_mismatch');
    expect((await usernames()).filter((username) => username === 'carla')).toHaveLength(1);
  });
});

describe('DELETE /api/users/:id', () => {
  test('401 without a token, 403 for users other than the owner', async () => {
    expectProblem(await service.request('DELETE', `/api/users/${annasId}`, { token: null }), 401, 'unauthorized');
    expectProblem(await service.request('DELETE', `/api/users/${annasId}`, { token: annasToken }), 403, 'forbidden');
    expect((await service.request('GET', '/api/auth/me', { token: annasToken })).status).toBe(200);
  });

  test.each(['0190b5a4-0000-7000-8000-000000000000', 'anna', '1', '%00', "'"])('404 for the id %s', async (id) => {
    expectProblem(await service.request('DELETE', `/api/users/${id}`), 404, 'not_found');
  });

  test('409 for the owner', async () => {
    const { body } = await service.request('GET', '/api/auth/me');
    const answer = await service.request('DELETE', `/api/users/${body.id}`);
    expectProblem(answer, 409, 'conflict');
    expect(answer.body.detail).toBe('The owner cannot be deleted');
  });

  test('204 ends their tokens at once, takes their events along, and leaves those of others', async () => {
    const dora = await addUser('dora');
    const event = { title: 'Tea', startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' };
    for (const token of [dora.token, annasToken])
      expect((await service.request('POST', '/api/events', { token, body: event })).status).toBe(201);
    expect(await service.request('DELETE', `/api/users/${dora.id}`)).toMatchObject({ status: 204, body: undefined });
    for (const path of ['/api/auth/me', '/api/events', '/api/changes'])
      expectProblem(await service.request('GET', path, { token: dora.token }), 401, 'unauthorized');
    expectProblem(await service.request('DELETE', `/api/users/${dora.id}`), 404, 'not_found');
    expect(await usernames()).not.toContain('dora');
    expect((await service.request('GET', '/api/events', { token: annasToken })).body.total).toBe(1);
  });

  test('204, and the name is free for another user, who sees nothing of the former', async () => {
    const first = await addUser('emma');
    await service.request('DELETE', `/api/users/${first.id}`);
    const second = await addUser('emma');
    expect(second.id).not.toBe(first.id);
    expectProblem(await service.request('GET', '/api/auth/me', { token: first.token }), 401, 'unauthorized');
    expect((await service.request('GET', '/api/auth/me', { token: second.token })).body.id).toBe(second.id);
  });
});
