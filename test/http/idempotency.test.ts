import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.dispose();
});

const event = (title: string) => ({ title, startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' });
const create = (key: string, title: string, token?: string) =>
  service.request('POST', '/api/events', {
    body: event(title),
    headers: { 'Idempotency-Key': key },
    ...(token === undefined ? {} : { token }),
  });
const total = async (): Promise<number> => (await service.request('GET', '/api/events?limit=0')).body.total as number;

test('POST /api/events › the first answer is given again, and nothing is created twice', async () => {
  const first = await create('a-1', 'Tea');
  expect(first.status).toBe(201);
  const before = await total();
  const again = await create('a-1', 'Tea');
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  for (const name of ['location', 'etag']) expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await total()).toBe(before);
});

test('POST /api/events › the first answer also where the fields come in another order', async () => {
  const fields = { ...event('Tea'), reminders: [{ minutesBefore: 5 }] };
  const send = (body: object) => service.request('POST', '/api/events', { body, headers: { 'Idempotency-Key': 'order' } });
  const first = await send(fields);
  const again = await send(Object.fromEntries(Object.entries(fields).toReversed()));
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test('POST /api/imports › 409 idempotency_mismatch when the key comes with another query', async () => {
  const send = (source: string) => {
    const form = new FormData();
    form.append('file', new Blob(['# A note']), 'note.md');
    return fetch(`${service.baseUrl}/api/imports?source=${source}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token()}`, 'Idempotency-Key': 'query' },
      body: form,
    });
  };
  const answers = [await send('markdown'), await send('markdown'), await send('obsidian')];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 409]);
});

test('POST /api/batch › one that was not applied is tried again under its key', async () => {
  const { body: column } = await service.request('POST', '/api/columns', { body: { title: 'A', projectId: 'again' } });
  const path = `/api/columns/${column.id as string}`;
  const send = () => {
    const body = { operations: [{ method: 'PUT', path, body: { title: 'B' }, ifMatch: 2 }] };
    return service.request('POST', '/api/batch', { body, headers: { 'Idempotency-Key': 'batch' } });
  };
  expect((await send()).body).toMatchObject({ applied: false, failed: { problem: { code: 'version_mismatch' } } });
  await service.request('PUT', path, { body: { title: 'C' } });
  const [done, again] = [await send(), await send()];
  expect([done.body, again.body, again.headers.get('idempotency-replayed')]).toMatchObject([{ applied: true }, { applied: true }, 'true']);
});

test('POST /api/batch › a token is not given an answer of before whose scopes it lacks', async () => {
  const { body: note } = await service.request('POST', '/api/notes', { body: { title: 'For few', content: 'secret' } });
  const tokenFor = async (...scopes: string[]): Promise<string> => {
    const { body } = await service.request('POST', '/api/tokens', { body: { name: 'A program', scopes, expiresAt: null } });
    return body.token as string;
  };
  const send = async (token?: string) => {
    const operations = [{ method: 'GET', path: `/api/notes/${note.id as string}` }];
    const headers = { 'Idempotency-Key': 'read' };
    const { status, body } = await service.request('POST', '/api/batch', {
      body: { operations },
      headers,
      ...(token === undefined ? {} : { token }),
    });
    return [status, body.code ?? body.applied, JSON.stringify(body).includes('secret')];
  };
  expect(await send()).toEqual([200, true, true]);
  expect(await send()).toEqual([200, true, true]);
  expect(await send(await tokenFor('calendar:read'))).toEqual([409, 'idempotency_mismatch', false]);
  expect(await send(await tokenFor('notes:read'))).toEqual([409, 'idempotency_mismatch', false]);
});

test('POST /api/undo › the first answer again, with what takes the undo back; one that has done nothing is tried anew', async () => {
  const { body: column } = await service.request('POST', '/api/columns', { body: { title: 'A', projectId: 'undone' } });
  const path = `/api/columns/${column.id as string}`;
  const change = async (title: string): Promise<string> => {
    const { body } = await service.request('POST', '/api/batch', { body: { operations: [{ method: 'PUT', path, body: { title } }] } });
    return body.batchId as string;
  };
  const undo = (batchId: string, key: string) =>
    service.request('POST', '/api/undo', { body: { batchId }, headers: { 'Idempotency-Key': key } });
  const [first, later] = [await change('B'), await change('C')];
  expect((await undo(first, 'u-1')).body).toMatchObject({ batchId: null, skipped: [{ reason: 'changed_since' }] });
  await undo(later, 'u-2');
  const [done, again] = [await undo(first, 'u-1'), await undo(first, 'u-1')];
  expect(done.body.restored).toHaveLength(1);
  expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([done.body, 'true']);
  expect((await undo(again.body.batchId as string, 'u-3')).body.restored).toHaveLength(1);
  expect(await undo(later, 'u-1')).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
});

test('POST /api/events › the first answer also after the record was changed or deleted', async () => {
  const first = await create('a-2', 'Tea');
  await service.request('DELETE', `/api/events/${first.body.id as string}`);
  expect((await create('a-2', 'Tea')).body).toEqual(first.body);
});

test('POST /api/events › 409 idempotency_mismatch when the key comes with another body', async () => {
  await create('a-3', 'Tea');
  const before = await total();
  expect(await create('a-3', 'Coffee')).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  expect(await total()).toBe(before);
});

test('POST /api/events › sixteen at once with one key create one event', async () => {
  const before = await total();
  const answers = await Promise.all(Array.from({ length: 16 }, () => create('a-4', 'Tea')));
  expect(new Set(answers.map((answer) => answer.body.id as string)).size).toBe(1);
  expect(await total()).toBe(before + 1);
});

test('POST /api/events › a refused request does not use up its key', async () => {
  const refused = await service.request('POST', '/api/events', { body: { title: '' }, headers: { 'Idempotency-Key': 'a-5' } });
  expect(refused.status).toBe(400);
  expect((await create('a-5', 'Tea')).status).toBe(201);
});

test('POST /api/events › 400 for a key that is too long or not plain', async () => {
  expect(await create('x'.repeat(256), 'Tea')).toMatchObject({ status: 400, body: { errors: [{ path: 'Idempotency-Key' }] } });
});

test('POST /api/events › keys belong to their user, and outlive a restart', async () => {
  const anna = await service.signUp('anna');
  const mine = await create('a-6', 'Tea');
  const hers = await create('a-6', 'Tea', anna);
  expect(hers.status).toBe(201);
  expect(hers.body.id).not.toBe(mine.body.id);
  await service.restart();
  expect((await create('a-6', 'Tea')).body).toEqual(mine.body);
});

test('POST /api/events › keys count as new once JWT_SECRET has changed', async () => {
  const first = await create('a-7', 'Tea');
  await service.request('PUT', '/api/config/secrets', { body: { key: 'JWT_SECRET', value: 'another secret of more than 32 characters' } });
  await service.restart();
  const second = await create('a-7', 'Tea');
  expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
  expect((await create('a-7', 'Tea')).body).toEqual(second.body);
  expect(await create('a-7', 'Coffee')).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
});

test('POST /api/events › the first answer also to a key from before an upgrade, whose fingerprint does not tell of the secret', async () => {
  const first = await create('a-8', 'Tea');
  const kept = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: false });
  kept.prepare("UPDATE idempotency_keys SET fingerprint = substr(fingerprint, 1, 32) WHERE key = 'a-8'").run();
  kept.close();
  expect((await create('a-8', 'Tea')).body).toEqual(first.body);
});

test('POST /api/events › the repetition gets the very bytes of the first answer', async () => {
  const send = async (): Promise<string> => {
    const response = await fetch(`${service.baseUrl}/api/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'bytes-1' },
      body: JSON.stringify(event('Tea')),
    });
    return response.text();
  };
  const first = await send();
  const kept = new Sqlite(join(service.dataDir, 'daybook.db'), { readonly: false });
  // Only the text itself can tell: blanks are lost when it is parsed and written again.
  const spaced = first.replace('{', '{ ');
  kept.prepare("UPDATE idempotency_keys SET body = ? WHERE key = 'bytes-1'").run(spaced);
  kept.close();
  expect(await send()).toBe(spaced);
});
