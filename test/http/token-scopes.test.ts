// What a token may do, route by route: the table of routes as the service itself describes it, each with a token of every single scope.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allScopes, type Scope } from '../../main/contract/scopes.ts';
import { full } from '../support/tiers.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly { readonly bearer: readonly string[] }[];
}

let service: TestService;
let operations: { readonly method: string; readonly path: string; readonly operation: Operation }[];
const tokens = new Map<Scope, string>();

beforeAll(async () => {
  service = await startTestService();
  const { paths } = (await service.request('GET', '/api/openapi.json', { token: null })).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  for (const scope of allScopes) tokens.set(scope, await tokenWith(scope));
});
afterAll(() => service.dispose());

async function tokenWith(...scopes: Scope[]): Promise<string> {
  const { body } = await service.request('POST', '/api/tokens', { body: { name: scopes.join(' '), scopes, expiresAt: null } });
  return body.token as string;
}

const missing = '00000000-0000-7000-8000-000000000000';
const addressOf = (path: string): string => path.replace(/\{\w+\}/g, missing);
const challenge = (scope: string): string => `Bearer error="insufficient_scope", scope="${scope}"`;

/** A body that no route takes, so that no route does anything. */
const nonsense = { body: { 'no such field': true } };

test('every route with every single scope › 403 insufficient_scope unless it is its own, before its body and its address are looked at', async () => {
  const tried = { allowed: 0, refused: 0 };
  for (const { method, path, operation } of operations) {
    const [needed] = operation.security;
    const [scope] = needed?.bearer ?? [];
    if (scope === undefined) continue;
    const sent = method === 'GET' || method === 'DELETE' ? {} : nonsense;
    const answers = await Promise.all(
      Array.from(tokens, async ([own, token]) => ({ own, ...(await service.request(method, addressOf(path), { ...sent, token })) })),
    );
    for (const { own, status, body, headers } of answers) {
      const what = [method, path, own];
      if (own === scope) {
        expect([...what, body?.code]).not.toEqual([...what, 'insufficient_scope']);
        expect([...what, [401, 405].includes(status)]).toEqual([...what, false]);
        tried.allowed += 1;
      } else {
        const refusal = [status, body.code, headers.get('WWW-Authenticate')];
        expect([...what, ...refusal]).toEqual([...what, 403, 'insufficient_scope', challenge(scope)]);
        tried.refused += 1;
      }
    }
  }
  expect(tried.allowed).toBeGreaterThan(60);
  expect(tried.refused).toBe(tried.allowed * (allScopes.length - 1));
});

test('the own user and what is public › 200 with any scope', async () => {
  const token = tokens.get('ai:read') ?? '';
  for (const path of ['/api/auth/me', '/health', '/api/openapi.json'])
    expect((await service.request('GET', path, { token })).status).toBe(200);
});

describe('the order of refusals', () => {
  const token = (scope: Scope): string => tokens.get(scope) ?? '';

  test('PUT /api/columns/:id › 401, then 403, then 400, then 404', async () => {
    const path = `/api/columns/${missing}`;
    const send = async (options: object): Promise<number> => (await service.request('PUT', path, options)).status;
    expect(await send({ token: 'x', body: '{' })).toBe(401);
    expect(await send({ token: token('boards:read'), body: '{' })).toBe(403);
    expect(await send({ token: token('boards:write'), body: { title: '' } })).toBe(400);
    expect(await send({ token: token('boards:write'), body: { title: 'x' } })).toBe(404);
  });

  test('GET /api/changes as Server-Sent Events › 403 as a problem', async () => {
    const headers = { Accept: 'text/event-stream' };
    const { status, body } = await service.request('GET', '/api/changes', { token: token('notes:read'), headers });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  });
});

test('/api/links › making one takes the first to be written and the second to be read, reading both, removing and undo the first', async () => {
  const make = async (path: string, body: object): Promise<string> => (await service.request('POST', path, { body })).body.id as string;
  const from = { type: 'note', id: await make('/api/notes', { title: 'From' }) };
  const times = { startTime: '2026-03-02T08:00:00Z', endTime: '2026-03-02T09:00:00Z' };
  const body = { from, to: { type: 'event', id: await make('/api/events', { title: 'To', ...times }) } };
  const asked = async (scopes: Scope[], method: string, path: string, sent?: object): Promise<unknown[]> => {
    const answer = await service.request(method, path, {
      token: await tokenWith(...scopes),
      ...(sent === undefined ? {} : { body: sent }),
    });
    return [answer.status, answer.headers.get('WWW-Authenticate')];
  };
  const lastSeq = async (): Promise<number> => (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
  const cannotWrite: Scope[] = ['notes:read', 'calendar:write'];
  expect(await asked(cannotWrite, 'POST', '/api/links', body)).toEqual([403, challenge('notes:write')]);
  expect(await asked(['notes:write'], 'POST', '/api/links', body)).toEqual([403, challenge('calendar:read')]);
  expect(await asked(['notes:write', 'calendar:read'], 'POST', '/api/links', body)).toEqual([201, null]);
  const made = await lastSeq();
  const { items } = (await service.request('GET', '/api/links')).body as { items: { id: string }[] };
  const path = `/api/links/${items[0]?.id}`;
  expect(await asked(['calendar:read'], 'GET', path)).toEqual([403, challenge('notes:read')]);
  expect(await asked(['notes:read'], 'GET', path)).toEqual([403, challenge('calendar:read')]);
  expect(await asked(['notes:read', 'calendar:read'], 'GET', path)).toEqual([200, null]);
  expect(await asked(cannotWrite, 'DELETE', path)).toEqual([403, challenge('notes:write')]);
  expect(await asked(cannotWrite, 'POST', '/api/undo', { changes: [made] })).toEqual([403, challenge('notes:write')]);
  expect(await asked(['notes:write'], 'DELETE', path)).toEqual([204, null]);
  expect(await asked(cannotWrite, 'POST', '/api/undo', { changes: [await lastSeq()] })).toEqual([403, challenge('notes:write')]);
  expect(await asked(['notes:write'], 'POST', '/api/undo', { changes: [await lastSeq()] })).toEqual([200, null]);
  expect(await asked(['notes:read', 'calendar:read'], 'GET', path)).toEqual([200, null]);
});

describe('files', () => {
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  let columnId: string;
  let attachment: string;

  async function createCard(token: string): Promise<Answer> {
    const form = new FormData();
    form.set('title', 'With a file');
    form.set('columnId', columnId);
    form.set('file', new Blob([pixel], { type: 'image/png' }), 'pixel.png');
    const response = await fetch(`${service.baseUrl}/api/cards`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  beforeAll(async () => {
    columnId = (await service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'files' } })).body.id as string;
    attachment = (await createCard(service.token())).body.attachments[0].url as string;
  });

  test('POST /api/cards › 403 for a file without files:write, and no card; 201 with it, and without a file', async () => {
    const refused = await createCard(tokens.get('boards:write') ?? '');
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([403, challenge('files:write')]);
    expect((await service.request('GET', '/api/cards')).body.total).toBe(1);
    expect((await createCard(await tokenWith('boards:write', 'files:write'))).status).toBe(201);
    const plain = await service.request('POST', '/api/cards', { body: { title: 'x', columnId }, token: tokens.get('boards:write') ?? '' });
    expect(plain.status).toBe(201);
  });

  test('POST /api/notes/:id/export/docx › shows an attachment only with files:read', full, async () => {
    const note = await service.request('POST', '/api/notes', { body: { title: 'Picture', content: `![Pixel](${attachment})\n` } });
    const pictures = async (token: string): Promise<boolean> => {
      const response = await fetch(`${service.baseUrl}/api/notes/${note.body.id as string}/export/docx`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer()).includes('word/media/');
    };
    expect(await pictures(tokens.get('notes:read') ?? '')).toBe(false);
    expect(await pictures(await tokenWith('notes:read', 'files:read'))).toBe(true);
  });
});

test('POST /api/calendars/:id/feed › 403 without calendar:read, and the address before stays; 201 with it', async () => {
  const { id } = (await service.request('POST', '/api/calendars', { body: { name: 'Mine' } })).body;
  const path = `/api/calendars/${id as string}/feed`;
  const { url } = (await service.request('POST', path)).body;
  const writing = tokens.get('calendar:write') ?? '';
  const refused = await service.request('POST', path, { token: writing });
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([403, challenge('calendar:read')]);
  expect((await fetch(url as string)).status).toBe(200);
  expect((await service.request('POST', path, { token: await tokenWith('calendar:read', 'calendar:write') })).status).toBe(201);
});
