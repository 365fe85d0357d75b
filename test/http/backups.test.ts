import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Backup } from '../../main/contract/backups.ts';
import type { Job } from '../../main/contract/jobs.ts';
import { form } from '../support/attachments.ts';
import { full } from '../support/tiers.ts';
import { endedJob } from '../support/jobs.ts';
import { withNewDatabase } from '../support/new-database.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let guest: string;
/** A folder elsewhere. */
let outside: string;

beforeAll(async () => {
  service = await startTestService();
  guest = await service.signUp('guest');
  outside = mkdtempSync(join(tmpdir(), 'daybook-outside-'));
});
afterAll(async () => {
  await service.dispose();
  rmSync(outside, { recursive: true, force: true });
});

const folder = (): string => join(service.dataDir, 'backups');
const plan = (title: string) => service.request('POST', '/api/events', { body: { title, date: '2026-03-01', isAllDay: true } });
const titles = async (): Promise<string[]> => {
  const { body } = await service.request('GET', '/api/events');
  return body.items.map(({ title }: { title: string }) => title).toSorted() as string[];
};

test.skipIf(process.platform === 'win32')('a database that is exchanged is told, and takes no more writes', async () => {
  const own = await startTestService();
  const title = { title: 'a', date: '2026-03-01', isAllDay: true };
  expect((await own.request('POST', '/api/events', { body: title })).status).toBe(201);
  const file = join(own.dataDir, 'daybook.db');
  copyFileSync(file, `${file}.older`);
  renameSync(`${file}.older`, file);
  const environment = readFileSync(join(own.dataDir, '.env'), 'utf8');
  for (const [method, path, sent] of [
    ['POST', '/api/events', title],
    ['POST', '/api/backups', {}],
    ['PUT', '/api/config', { AI_MODEL: 'small' }],
    ['PUT', '/api/config/secrets', { key: 'AI_API_KEY', value: 'k' }],
  ] as const) {
    const { status, body } = await own.request(method, path, { body: sent });
    expect([path, status, body.code]).toEqual([path, 503, 'unavailable']);
  }
  expect(readFileSync(join(own.dataDir, '.env'), 'utf8')).toBe(environment);
  expect((await own.request('GET', '/api/events')).body.items).toHaveLength(1);
  const since = expect.any(String) as string;
  const saved = expect.stringMatching(/backups\/replaced-[\d-]+\/daybook\.db$/) as string;
  await vi.waitFor(async () => {
    expect((await own.request('GET', '/api/storage')).body.integrity.displaced).toEqual({ how: 'replaced', since, saved });
  });
  expect((await own.request('GET', '/api/backups')).body.displaced).toEqual({ how: 'replaced', since, saved });
  await own.dispose();
});

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
      encrypted: false,
      files: 0,
      filesSize: 0,
      missing: 0,
      verified: true,
      path: null,
    });
    const { body } = await service.request('GET', '/api/backups');
    expect(body.items).toContainEqual(made.body);
    expect(body.restore).toBeNull();
  });
});

describe('POST /api/backups with an Idempotency-Key', () => {
  const make = (key: string, body: object) => service.request('POST', '/api/backups', { body, headers: { 'Idempotency-Key': key } });
  const ended = (id: string): Promise<Job> => endedJob((method, path, body) => service.request(method, path, { body }), id);

  test('two requests at once, and one after them, make one backup, and all are told of it; 409 for another one', full, async () => {
    const path = mkdtempSync(join(outside, 'key'));
    const answers = await Promise.all([make('once', { path }), make('once', { path })]);
    answers.push(await make('once', { path }));
    const [first] = answers;
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [201, first?.body]));
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(2);
    expect(readdirSync(path)).toEqual([first?.body.file]);
    expect((await make('once', { path, job: true })).body.code).toBe('idempotency_mismatch');
    const job = await make('later', { path, job: true });
    expect(job.status).toBe(202);
    await ended(job.body.id as string);
    expect((await make('later', { path, job: true })).body.id).toBe(job.body.id);
    expect(readdirSync(path)).toHaveLength(2);
  });

  test('after one that was cancelled the key is free again', full, async () => {
    const path = mkdtempSync(join(outside, 'free'));
    // Two at a time: what comes then waits.
    const before = await Promise.all(['1', '2'].map((key) => make(key, { path, job: true })));
    const waiting = make('again', { path });
    const known = before.map(({ body }) => body.id as string);
    const isNew = ({ id }: Job): boolean => !known.includes(id);
    const { id } = await vi.waitUntil(async () => {
      const { items } = (await service.request('GET', '/api/jobs')).body as { items: Job[] };
      return items.find((job) => job.title === path && isNew(job));
    }, 60_000);
    await service.request('DELETE', `/api/jobs/${id}`);
    const { status } = await waiting;
    const again = await make('again', { path });
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, status === 409 ? null : 'true']);
    await Promise.all(known.map(ended));
  });
});

describe('POST /api/backups with a path', () => {
  const make = (body: unknown) => service.request('POST', '/api/backups', { body });

  test('201 with one new file there each time; what is there stays, and the list has none of them', full, async () => {
    const folderThere = mkdtempSync(join(outside, 'a'));
    writeFileSync(join(folderThere, 'mine'), 'mine');
    const { body: listed } = await service.request('GET', '/api/backups');
    const answers = await Promise.all([make({ path: folderThere }), make({ path: folderThere })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const files = answers.map(({ body }) => body.file as string);
    expect(answers[0]?.body).toMatchObject({ path: join(folderThere, files[0] ?? ''), encrypted: false, verified: true, missing: 0 });
    expect(readdirSync(folderThere)).toEqual([...files.toSorted(), 'mine']);
    expect((await service.request('GET', '/api/backups')).body).toEqual(listed);
  });

  test.each<[string, () => unknown]>([
    ['a relative path', () => 'backups'],
    ['an empty one', () => ''],
    ['a number', () => 1],
    ['a folder that is not there', () => join(outside, 'nowhere')],
    ['a file', () => join(outside, 'file')],
    ['a link to a folder', () => join(outside, 'link')],
    ['a path with NUL', () => `${outside}\0`],
    ['the data directory', () => service.dataDir],
    ['a folder in it', () => join(service.dataDir, 'logs')],
  ])('400 for %s', async (_, path) => {
    writeFileSync(join(outside, 'file'), '');
    if (!existsSync(join(outside, 'link'))) symlinkSync(tmpdir(), join(outside, 'link'));
    const { status, body } = await make({ path: path() });
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validation_failed', 'path']);
  });

  test('400 or 503 for a folder in which nothing can be made, whatever its rights say', async (context) => {
    if (process.platform !== 'linux') context.skip('no such folder on this system');
    const { status, body } = await make({ path: '/proc' });
    // Only to the superuser it looks like one that can be written to.
    expect([status, body.code]).toEqual(process.getuid?.() === 0 ? [503, 'unavailable'] : [400, 'validation_failed']);
    const { body: failed } = await service.request('GET', '/api/jobs?kind=backup&status=failed');
    for (const { id } of failed.items as { id: string }[]) await service.request('DELETE', `/api/jobs/${id}`);
  });

  test('400 for an unknown field', async () => {
    expect((await make({ folder: outside })).status).toBe(400);
  });
});

describe('POST /api/backups as a job', () => {
  const send = (method: string, path: string, body?: unknown) => service.request(method, path, { body });
  const jobs = async (): Promise<Job[]> => (await send('GET', '/api/jobs?kind=backup')).body.items as Job[];

  test(
    '202 with the job, which tells how far it is and whose result is the backup; one restored elsewhere knows nothing of it',
    full,
    async () => {
      const folderThere = mkdtempSync(join(outside, 'job'));
      const { status, headers, body } = await send('POST', '/api/backups', { path: folderThere, job: true });
      expect([status, headers.get('Location'), body]).toEqual([
        202,
        `/api/jobs/${body.id}`,
        expect.objectContaining({ kind: 'backup', title: folderThere, error: null, batchId: null }),
      ]);
      const { status: end, result, progress } = await endedJob(send, body.id as string);
      expect([end, result]).toEqual(['done', expect.objectContaining({ path: join(folderThere, readdirSync(folderThere)[0] ?? '') })]);
      expect(progress).toMatchObject({ done: progress.total, unit: 'bytes' });
      expect(progress.total).toBeGreaterThan(100_000);
      const { status: started, body: listed } = await send('POST', '/api/backups', { job: true });
      expect(started).toBe(202);
      const made = await endedJob(send, listed.id as string);
      expect((await send('GET', '/api/backups')).body.items).toContainEqual(made.result);
      const copy = new Sqlite(join(folder(), (made.result as Backup).file), { readonly: true });
      const kept = copy.prepare("SELECT count(*) AS count FROM jobs WHERE kind = 'backup' AND ended_at IS NULL").all();
      copy.close();
      expect(kept).toEqual([{ count: 0 }]);
    },
  );

  test('cancelled, it leaves nothing, and one who waits for it is told 409', async () => {
    const folderThere = mkdtempSync(join(outside, 'cancelled'));
    // Two at a time: the others wait, and those that wait are cancelled first.
    const waiting = Array.from({ length: 3 }, () => send('POST', '/api/backups', { path: folderThere }));
    const going = await vi.waitFor(async () => {
      const found = (await jobs()).filter(({ endedAt }) => endedAt === null);
      if (found.length === 0) throw new Error('none has begun');
      return found;
    }, 60_000);
    const cancelled = await Promise.all(going.map(({ id }) => send('DELETE', `/api/jobs/${id}`)));
    const answers = await Promise.all(waiting);
    const of = (status: number): number => answers.filter((answer) => answer.status === status).length;
    // One that has ended meanwhile is removed by DELETE: its backup stands.
    expect(of(201) + of(409) + of(404)).toBe(3);
    expect(of(409)).toBeLessThanOrEqual(cancelled.filter(({ status }) => status === 202).length);
    const ended = await Promise.all((await jobs()).map(({ id }) => endedJob(send, id)));
    expect(readdirSync(folderThere).filter((name) => /unfinished/.test(name))).toEqual([]);
    expect(readdirSync(folder()).filter((name) => /unfinished/.test(name))).toEqual([]);
    expect(ended.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  test('403 for another user, 400 for a wrong folder, and there is no job then', async () => {
    const before = (await jobs()).length;
    expect((await service.request('POST', '/api/backups', { body: { job: true }, token: guest })).status).toBe(403);
    expect((await send('POST', '/api/backups', { path: join(outside, 'nowhere'), job: true })).status).toBe(400);
    expect((await send('POST', '/api/backups', { job: 'yes' })).status).toBe(400);
    expect(await jobs()).toHaveLength(before);
  });
});

describe('POST /api/backups/restore', () => {
  test.each([
    [{}],
    [{ file: 1 }],
    [{ file: 'x', more: true }],
    [{ file: 'x', path: '/x' }],
    [{ path: 'x.tar' }],
    [{ path: '/nowhere/x.tar' }],
  ])('400 for %j', async (body) => {
    expect((await service.request('POST', '/api/backups/restore', { body })).status).toBe(400);
  });

  test.each(['daybook-20010101-000000.db', '../daybook.db', '/etc/passwd', '', 'replaced-20260301-093000/daybook.db'])(
    '404 for %j',
    async (file) => {
      const answer = await service.request('POST', '/api/backups/restore', { body: { file } });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    },
  );

  test('403 for a token for programs with a backup that lies elsewhere, as it can have changed what tokens may do in it', async () => {
    const { body: made } = await service.request('POST', '/api/backups');
    const path = join(service.dataDir, 'copy.db');
    copyFileSync(join(folder(), made.file as string), path);
    const body = { name: 'nightly', scopes: ['backups:write'], expiresAt: null };
    const { token } = (await service.request('POST', '/api/tokens', { body })).body;
    const refused = await service.request('POST', '/api/backups/restore', { token, body: { path } });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await service.request('GET', '/api/backups')).body.restore).toBeNull();
    expect((await service.request('POST', '/api/backups/restore', { token, body: { file: made.file } })).status).toBe(200);
    expect((await service.request('POST', '/api/backups/restore', { body: { path } })).status).toBe(200);
    await service.request('DELETE', '/api/backups/restore');
  });

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

  test('200, and the next start restores it; until then everything goes on', full, async () => {
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

describe('POST /api/backups/restore with an Idempotency-Key', () => {
  const restore = (body: object, key = 'restore') =>
    service.request('POST', '/api/backups/restore', { body, headers: { 'Idempotency-Key': key } });

  test('200 with the first answer again, by one job; 409 for another body; one that failed can be tried again', full, async () => {
    const { body: made } = await service.request('POST', '/api/backups');
    const { file } = made;
    const jobs = async (): Promise<number> => (await service.request('GET', '/api/jobs?kind=restore&limit=0')).body.total as number;
    const before = await jobs();
    const [first, again] = [await restore({ file }), await restore({ file })];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
    expect(await jobs()).toBe(before + 1);
    expect((await restore({ file, job: true })).body.code).toBe('idempotency_mismatch');
    const damaged = 'daybook-20260301-093000.db';
    copyFileSync(join(folder(), file as string), join(folder(), damaged));
    truncateSync(join(folder(), damaged), 3 * 4096);
    for (let time = 0; time < 2; time++) expect((await restore({ file: damaged }, 'damaged')).body.code).toBe('conflict');
    expect(await jobs()).toBe(before + 3);
    for (const name of [damaged, file as string]) rmSync(join(folder(), name));
    // The backup is there no longer, as after some weeks or without the stick that it is on.
    expect((await restore({ file })).body).toEqual(first.body);
    expect((await restore({ file }, 'new')).body.code).toBe('not_found');
    await service.request('DELETE', '/api/backups/restore');
  });
});

describe('POST /api/backups/restore as a job', () => {
  const send = (method: string, path: string, body?: unknown) => service.request(method, path, { body });

  test('202 with the job, which tells how far it is; the next start restores it. No passphrase is stored', full, async () => {
    await plan('in the job');
    const expected = await titles();
    const { body: made } = await send('POST', '/api/backups', { path: mkdtempSync(join(outside, 'restored')) });
    await plan('after the job');
    const passphrase = 'never to be stored';
    const { status, headers, body } = await send('POST', '/api/backups/restore', { path: made.path, passphrase, job: true });
    expect([status, headers.get('Location'), body]).toEqual([
      202,
      `/api/jobs/${body.id}`,
      expect.objectContaining({ kind: 'restore', title: made.file, error: null, batchId: null }),
    ]);
    const job = await endedJob(send, body.id as string);
    expect([job.status, job.result]).toEqual(['done', { file: made.file, preparedAt: expect.any(String) as string, missing: 0 }]);
    expect(job.progress).toMatchObject({ done: job.progress.total, unit: 'bytes' });
    expect(job.progress.total).toBeGreaterThan(100_000);
    for (const name of ['daybook.db', 'daybook.db-wal']) expect(readFileSync(join(service.dataDir, name)).includes(passphrase)).toBe(false);
    await service.restart();
    expect(await titles()).toEqual(expected);
  });

  test('cancelled, it prepares nothing and leaves nothing; one that cannot be used fails and says why', full, async () => {
    const { body: made } = await send('POST', '/api/backups');
    const going = await Promise.all(Array.from({ length: 3 }, () => send('POST', '/api/backups/restore', { file: made.file, job: true })));
    // From the last on: what has not begun by then never does. One that has ended is removed.
    for (const { body } of going.toReversed()) await send('DELETE', `/api/jobs/${body.id}`);
    const ids = going.map(({ body }) => body.id as string);
    const left = ((await send('GET', '/api/jobs?kind=restore')).body.items as Job[]).filter(({ id }) => ids.includes(id));
    const ended = await Promise.all(left.map(({ id }) => endedJob(send, id)));
    expect(ended.filter(({ status }) => status === 'failed')).toEqual([]);
    await send('DELETE', '/api/backups/restore');
    expect(readdirSync(folder()).filter((name) => name.startsWith('replaced-') && existsSync(join(folder(), name, 'restored.db')))).toEqual(
      [],
    );
    const file = 'daybook-20260301-093000.db';
    copyFileSync(join(folder(), made.file as string), join(folder(), file));
    truncateSync(join(folder(), file), 3 * 4096);
    const { body: damaged } = await send('POST', '/api/backups/restore', { file, job: true });
    const failed = await endedJob(send, damaged.id as string);
    expect([failed.status, failed.error]).toEqual([
      'failed',
      { code: 'conflict', message: expect.stringContaining('is damaged') as string },
    ]);
    expect((await send('GET', '/api/backups')).body.restore).toBeNull();
    rmSync(join(folder(), file));
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

describe('an encrypted backup', () => {
  const words = 'correct horse battery staple';
  const restore = (body: unknown) => service.request('POST', '/api/backups/restore', { body });

  test(
    'is made once BACKUP_PASSPHRASE is set, which no answer and no log shows; a wrong or missing one prepares nothing',
    full,
    async () => {
      const secret = (value: string | null) => service.request('PUT', '/api/config/secrets', { body: { key: 'BACKUP_PASSPHRASE', value } });
      await plan('encrypted');
      expect((await secret(words)).status).toBe(200);
      const { body: config } = await service.request('GET', '/api/config');
      expect(config.config.BACKUP_PASSPHRASE).toBe('********');
      const { body: listed } = await service.request('POST', '/api/backups');
      expect(listed).toMatchObject({ file: expect.stringMatching(/\.tar\.age$/) as string, encrypted: true, verified: true });
      const { body: made } = await service.request('POST', '/api/backups', { body: { path: outside } });
      expect(made).toMatchObject({ encrypted: true, verified: true });
      const bytes = readFileSync(made.path as string);
      expect(bytes.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
      expect(bytes.includes('encrypted"')).toBe(false);
      expect((await secret(null)).status).toBe(200);

      const expected = await titles();
      const refusals = [await restore({ path: made.path }), await restore({ path: made.path, passphrase: 'another' })];
      refusals.push(await restore({ file: listed.file }));
      for (const { status, body } of refusals) {
        expect([status, body.code]).toEqual([409, 'conflict']);
        expect(body.detail).toContain('passphrase');
        expect(JSON.stringify(body)).not.toContain(outside);
      }
      expect((await service.request('GET', '/api/backups')).body.restore).toBeNull();
      await plan('later');
      const prepared = await restore({ path: made.path, passphrase: words });
      expect([prepared.status, prepared.body.file]).toEqual([200, made.file]);
      await service.restart();
      expect(await titles()).toEqual(expected);
      const logs = readdirSync(join(service.dataDir, 'logs')).map((name) => readFileSync(join(service.dataDir, 'logs', name), 'utf8'));
      for (const text of [...logs, JSON.stringify([config, listed, made, refusals])]) expect(text).not.toContain(words);
    },
  );

  test('restored on a machine that never saw the data: every record and byte comes, and what was there is kept aside', async () => {
    const old = await startTestService();
    const fresh = await startTestService();
    try {
      await old.request('PUT', '/api/config/secrets', { body: { key: 'BACKUP_PASSPHRASE', value: words } });
      const { body: note } = await old.request('POST', '/api/notes', { body: { title: 'Moved', content: 'from there' } });
      const bytes = Buffer.from('bytes of a file\n'.repeat(1_000));
      const sent = await fetch(`${old.baseUrl}/api/notes/${note.id}/files`, {
        method: 'POST',
        body: form([['file', bytes, 'kept.txt']]),
        headers: { Authorization: `Bearer ${old.token()}` },
      });
      expect(sent.status).toBe(201);
      const lists = ['notes?include=content', 'files', 'projects', 'calendars'];
      const all = (of: TestService) => Promise.all(lists.map(async (path) => (await of.request('GET', `/api/${path}`)).body as unknown));
      const before = await all(old);
      const { body: made } = await old.request('POST', '/api/backups', { body: { path: outside } });
      expect(made).toMatchObject({ encrypted: true, verified: true, files: 1, missing: 0 });
      // The machine that it comes from is no more.
      await old.dispose();

      const own = await all(fresh);
      const ask = (passphrase?: string) =>
        fresh.request('POST', '/api/backups/restore', {
          body: { path: made.path as string, ...(passphrase === undefined ? {} : { passphrase }) },
        });
      for (const { status, body } of [await ask(), await ask('another')]) {
        expect([status, body.code]).toEqual([409, 'conflict']);
        expect(body.detail).toContain('passphrase');
      }
      expect(await all(fresh)).toEqual(own);
      expect((await ask(words)).status).toBe(200);
      await fresh.restart();
      expect(await all(fresh)).toEqual(before);
      const [{ url }] = (await fresh.request('GET', '/api/files')).body.items as [{ url: string }];
      const file = await fetch(fresh.baseUrl + url, { headers: { Authorization: `Bearer ${fresh.token()}` } });
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
      expect(readdirSync(join(fresh.dataDir, 'backups')).filter((name) => name.includes('replaced'))).toHaveLength(1);
    } finally {
      await old.dispose();
      await fresh.dispose();
    }
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
    expect(after.jobs).toBe(before.jobs);
    mkdirSync(join(service.dataDir, 'jobs', 'one'), { recursive: true });
    writeFileSync(join(service.dataDir, 'jobs', 'one', 'everything.zip'), Buffer.alloc(54_321));
    expect((await service.request('GET', '/api/storage')).body.jobs - after.jobs).toBe(54_321);
    linkSync(join(service.dataDir, 'attachments', 'deep', 'file'), join(folder(), 'the same file'));
    expect((await service.request('GET', '/api/storage')).body.backups).toBe(after.backups);
    rmSync(join(folder(), 'the same file'));
  });
});

test('POST /api/backups › 503 for a damaged database, with the reason, which GET /api/backups tells then', async () => {
  const dataDir = withNewDatabase(mkdtempSync(join(tmpdir(), 'daybook-damaged-')));
  const file = join(dataDir, 'daybook.db');
  const connection = new Sqlite(file);
  // What no start reads.
  const page = connection.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'card_search'").pluck().get() ?? 0;
  connection.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, 4096 * (page - 1), 4096 * page));
  const damaged = await startTestService({ dataDir });
  const { status, body, headers } = await damaged.request('POST', '/api/backups');
  expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'unavailable', '5']);
  expect(body.detail).toMatch(/^The database is damaged \(.+\): no backup was made/);
  const { state, checkedAt, flaw } = (await damaged.request('GET', '/api/storage')).body.integrity;
  expect(state).toBe('damaged');
  expect((await damaged.request('GET', '/api/backups')).body.damage).toEqual({ foundAt: checkedAt, flaw });
  await damaged.dispose();
});
