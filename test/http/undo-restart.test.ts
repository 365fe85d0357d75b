import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { full } from '../support/tiers.ts';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';

const events = 1_200;

let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daybook-undo-kill-'));
  service = await startServiceProcess(dataDir);
});
afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  readonly token?: string;
  readonly key?: string;
}

function answerTo(method: string, path: string, body?: object | string, { token = service.info.token, key }: Sent = {}): Promise<Response> {
  const type = typeof body === 'string' ? 'text/calendar' : 'application/json';
  return fetch(service.info.baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

async function send(method: string, path: string, body?: object | string, key?: string): Promise<Record<string, unknown>> {
  const response = await answerTo(method, path, body, key === undefined ? {} : { key });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

function calendarFile(): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN'];
  for (let index = 0; index < events; index += 1) {
    const start = new Date(Date.UTC(2026, 0, 1, index)).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    lines.push('BEGIN:VEVENT', `UID:${index}`, `SUMMARY:Event ${index}`, `DTSTART:${start}`, 'END:VEVENT');
  }
  return [...lines, 'END:VCALENDAR', ''].join('\r\n');
}

const total = async (list: string): Promise<number> => (await send('GET', `${list}?limit=0`))['total'] as number;

test('POST /api/undo › goes on with an import whose undoing a SIGKILL has ended, and all of it is undone as one', full, async () => {
  const { id } = await send('POST', '/api/calendars', { name: 'Large' });
  const { batchId, created } = await send('POST', `/api/calendars/${id as string}/import`, calendarFile());
  expect([created, await total('/api/events')]).toEqual([events, events]);
  const broken = send('POST', '/api/undo', { batchId: batchId as string }).catch((error: unknown) => error);
  await expect.poll(() => total('/api/trash'), { interval: 5, timeout: 60_000 }).toBeGreaterThan(40);
  await service.end('SIGKILL');
  // The client is told: its request fails.
  expect(await broken).toBeInstanceOf(TypeError);
  service = await startServiceProcess(dataDir);
  const left = await total('/api/events');
  expect([left > 0, left < events, await total('/api/trash')]).toEqual([true, true, events - left]);

  const undone = await send('POST', '/api/undo', { batchId: batchId as string });
  expect(undone).toMatchObject({ skipped: [], total: { restored: events, skipped: 0 } });
  expect([await total('/api/events'), await total('/api/trash')]).toEqual([0, events]);
  // What is finished is told as such.
  expect(await send('POST', '/api/undo', { batchId: batchId as string })).toMatchObject({
    batchId: null,
    restored: [],
    total: { restored: 0, skipped: events },
  });
  const redone = await send('POST', '/api/undo', { batchId: undone['batchId'] as string });
  expect(redone).toMatchObject({ skipped: [], total: { restored: events, skipped: 0 } });
  expect([await total('/api/events'), await total('/api/trash')]).toEqual([events, 0]);
});

test('POST /api/undo › of a large batch that is asked for twice at once is one undo', full, async () => {
  const { id } = await send('POST', '/api/calendars', { name: 'Twice' });
  const { batchId } = await send('POST', `/api/calendars/${id as string}/import`, calendarFile().replaceAll('UID:', 'UID:twice-'));
  const before = await total('/api/events');
  const answers = await Promise.all([1, 2].map(() => send('POST', '/api/undo', { batchId: batchId as string })));
  const skipped = answers.flatMap((answer) => answer['skipped'] as { readonly reason: string }[]);
  // The one that finds all of it undone has undone nothing; one that has undone some of it tells of all of it, as the same undo.
  expect(skipped.filter(({ reason }) => reason !== 'already_undone')).toEqual([]);
  const ids = answers.flatMap((answer) => answer['batchId'] ?? []);
  expect(new Set(ids).size).toBe(1);
  expect(await total('/api/events')).toBe(before - events);
  // What is asked for again under its key is not done again, though it was taken back since.
  const redo = { batchId: ids[0] as string };
  const redone = await send('POST', '/api/undo', redo, 'redo');
  expect(await total('/api/events')).toBe(before);
  await send('POST', '/api/undo', { batchId: redone['batchId'] as string });
  expect(await send('POST', '/api/undo', redo, 'redo')).toEqual(redone);
  expect(await total('/api/events')).toBe(before - events);
});

test(
  'POST /api/undo › of a large batch stops once its token was revoked; asked for again, the rest follows as the same undo',
  full,
  async () => {
    const { id } = await send('POST', '/api/calendars', { name: 'Revoked' });
    const { batchId } = await send('POST', `/api/calendars/${id as string}/import`, calendarFile().replaceAll('UID:', 'UID:revoked-'));
    const [before, trashed] = [await total('/api/events'), await total('/api/trash')];
    const scopes = ['calendar:read', 'calendar:write', 'calendar:delete'];
    const { id: tokenId, token } = await send('POST', '/api/tokens', { name: 'Undoing', scopes, expiresAt: null });
    const undoing = answerTo('POST', '/api/undo', { batchId: batchId as string }, { token: token as string });
    await expect.poll(() => total('/api/trash'), { interval: 5, timeout: 60_000 }).toBeGreaterThan(trashed);
    await answerTo('DELETE', `/api/tokens/${tokenId as string}`);
    const answer = await undoing;
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthorized', detail: 'The token was revoked' }]);
    expect(await total('/api/events')).toBeGreaterThan(before - events);
    const undone = await send('POST', '/api/undo', { batchId: batchId as string });
    expect(undone).toMatchObject({ skipped: [], total: { restored: events, skipped: 0 } });
    expect(await total('/api/events')).toBe(before - events);
  },
);
