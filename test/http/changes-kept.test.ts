// What the change feed promises over time: its numbers never go back, and a reader that cannot be continued is told so.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.dispose();
});

const create = (title: string): Promise<Answer> =>
  service.request('POST', '/api/events', { body: { title, date: '2026-03-01', isAllDay: true } });
const lastSeq = async (): Promise<number> => (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
const asStream = { headers: { Accept: 'text/event-stream' } };
const gone = ({ status, body, headers }: Answer): void => {
  expect([status, body.code, headers.get('content-type')]).toEqual([410, 'history_gone', 'application/problem+json; charset=utf-8']);
};

describe('GET /api/changes', () => {
  test('410 for a reader that is ahead of lastSeq, in both forms', async () => {
    await create('one');
    const ahead = (await lastSeq()) + 1;
    gone(await service.request('GET', `/api/changes?since=${ahead}`));
    gone(await service.request('GET', `/api/changes?since=${ahead}&limit=0`));
    gone(await service.request('GET', `/api/changes?since=${ahead}`, asStream));
    gone(await service.request('GET', '/api/changes', { headers: { ...asStream.headers, 'Last-Event-ID': String(ahead) } }));
  });

  test('200 for a reader that has seen everything', async () => {
    expect((await service.request('GET', `/api/changes?since=${await lastSeq()}`)).body.items).toEqual([]);
  });

  test('a restored backup does not let seq go back, and readers of what it undid get 410', async () => {
    const { body: last } = await create('kept');
    const { body: backup } = await service.request('POST', '/api/backups');
    await create('undone');
    await create('undone as well');
    const undone = await lastSeq();
    await service.request('POST', '/api/backups/restore', { body: { file: backup.file } });
    await service.restart();
    // The last that the backup knows is the beginning of the job that made it, though not the job itself.
    const kept = await lastSeq();
    const { body: known } = await service.request('GET', '/api/changes?since=0');
    expect((known.items as ChangeEntry[]).findLast(({ type }) => type === 'event')?.id).toBe(last.id);
    expect(kept).toBeLessThan(undone - 1);
    for (const since of [kept + 1, undone]) gone(await service.request('GET', `/api/changes?since=${since}`));
    await create('after the restore');
    const { body } = await service.request('GET', `/api/changes?since=${kept}`);
    const items = (body.items as ChangeEntry[]).filter(({ type }) => type === 'event');
    expect(items).toHaveLength(1);
    expect((await service.request('GET', '/api/jobs')).body.items).toEqual([]);
    expect(items[0]?.seq).toBeGreaterThan(undone);
    // By now lastSeq is past them: what they have seen is gone all the same.
    for (const since of [kept + 1, undone]) {
      gone(await service.request('GET', `/api/changes?since=${since}`));
      gone(await service.request('GET', '/api/changes', { headers: { ...asStream.headers, 'Last-Event-ID': String(since) } }));
    }
  });

  test('a clean restart leaves no gap', async () => {
    await create('before');
    const before = await lastSeq();
    await service.restart();
    expect(await lastSeq()).toBe(before);
    await create('next');
    expect(await lastSeq()).toBe(before + 1);
  });

  test('a missing or unreadable high mark stops nothing', async () => {
    const file = join(service.dataDir, 'change-sequence');
    const before = await lastSeq();
    await service.stop();
    expect(readFileSync(file, 'utf8')).toBe(`${before}\n`);
    writeFileSync(file, 'half');
    await service.restart();
    await create('with a broken mark');
    expect(await lastSeq()).toBeGreaterThan(before);
    await service.stop();
    rmSync(file);
    await service.restart();
    await create('without a mark');
    expect(existsSync(file)).toBe(true);
  });
});
