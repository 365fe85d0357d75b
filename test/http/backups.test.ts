import { copyFileSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let guest: string;

beforeAll(async () => {
  service = await startTestService();
  guest = await service.signUp('guest');
});
afterAll(async () => {
  await service.dispose();
});

const folder = (): string => join(service.dataDir, 'backups');
const plan = (title: string) => service.request('POST', '/api/events', { body: { title, date: '2026-03-01', isAllDay: true } });
const titles = async (): Promise<string[]> => {
  const { body } = await service.request('GET', '/api/events');
  return body.items.map(({ title }: { title: string }) => title).toSorted() as string[];
};

describe.each([
  ['GET', '/api/backups', undefined],
  ['POST', '/api/backups', undefined],
  ['POST', '/api/backups/restore', { file: 'daybook-20260301-093000.db' }],
  ['DELETE', '/api/backups/restore', undefined],
  ['GET', '/api/storage', undefined],
] as const)('%s %s', (method, path, body) => {
  test('403 for another user than the owner', async () => {
    const answer = await service.request(method, path, { token: guest, body });
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });

  test('400 for an unknown query parameter', async () => {
    expect((await service.request(method, `${path}?x=1`, { body })).status).toBe(400);
  });
});

describe('POST /api/backups', () => {
  test('201 with the backup, which is in the list then', async () => {
    const made = await service.request('POST', '/api/backups');
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      file: expect.stringMatching(/^daybook-\d{8}-\d{6}\.db$/) as string,
      kind: 'daily',
      size: expect.any(Number) as number,
    });
    const { body } = await service.request('GET', '/api/backups');
    expect(body.items).toContainEqual(made.body);
    expect(body.restore).toBeNull();
  });
});

describe('POST /api/backups/restore', () => {
  test.each([[{}], [{ file: 1 }], [{ file: 'x', more: true }]])('400 for %j', async (body) => {
    expect((await service.request('POST', '/api/backups/restore', { body })).status).toBe(400);
  });

  test.each(['daybook-20010101-000000.db', '../daybook.db', '/etc/passwd', '', 'replaced-20260301-093000/daybook.db'])(
    '404 for %j',
    async (file) => {
      const answer = await service.request('POST', '/api/backups/restore', { body: { file } });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    },
  );

  test('409 for a damaged backup, without a path, and nothing is prepared', async () => {
    const { body: made } = await service.request('POST', '/api/backups');
    const file = 'daybook-20260301-093000.db';
    copyFileSync(join(folder(), made.file as string), join(folder(), file));
    truncateSync(join(folder(), file), 3 * 4096);
    const answer = await service.request('POST', '/api/backups/restore', { body: { file } });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect(answer.body.detail).toContain(`The backup ${file} is damaged`);
    expect(JSON.stringify(answer.body)).not.toContain(service.dataDir);
    expect((await service.request('GET', '/api/backups')).body.restore).toBeNull();
    expect(readdirSync(folder()).filter((name) => name.startsWith('replaced-'))).toEqual([]);
  });

  test('200, and the next start restores it; until then everything goes on', async () => {
    await plan('before');
    const { body: made } = await service.request('POST', '/api/backups');
    await plan('after');
    const prepared = await service.request('POST', '/api/backups/restore', { body: { file: made.file } });
    expect([prepared.status, prepared.body.file]).toEqual([200, made.file]);
    expect((await service.request('GET', '/api/backups')).body.restore).toEqual(prepared.body);
    await plan('after that');
    expect(await titles()).toEqual(['after', 'after that', 'before']);
    await service.restart();
    expect(await titles()).toEqual(['before']);
    expect((await service.request('GET', '/api/backups')).body.restore).toBeNull();
  });
});

describe('DELETE /api/backups/restore', () => {
  test('204, and the next start changes nothing; 204 also when nothing is prepared', async () => {
    const { body: made } = await service.request('POST', '/api/backups');
    await plan('later');
    const expected = await titles();
    await service.request('POST', '/api/backups/restore', { body: { file: made.file } });
    expect((await service.request('DELETE', '/api/backups/restore')).status).toBe(204);
    expect((await service.request('DELETE', '/api/backups/restore')).status).toBe(204);
    await service.restart();
    expect(await titles()).toEqual(expected);
  });
});

describe('GET /api/storage', () => {
  test('200 with the bytes of each part', async () => {
    const { body: before } = await service.request('GET', '/api/storage');
    expect(before.database).toBeGreaterThan(4096);
    mkdirSync(join(service.dataDir, 'attachments', 'deep'), { recursive: true });
    writeFileSync(join(service.dataDir, 'attachments', 'deep', 'file'), Buffer.alloc(12_345));
    const { body: after } = await service.request('GET', '/api/storage');
    expect(after.attachments - before.attachments).toBe(12_345);
    expect(after.backups).toBeGreaterThan(0);
  });
});
