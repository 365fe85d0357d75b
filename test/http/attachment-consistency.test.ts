// Rows and files agree: after a kill at any moment, and on a full disk. And a large upload needs little memory.

import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  copyFileSync,
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
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Attachment, Card } from '../../main/contract/cards.ts';
import type { NoteFile } from '../../main/contract/files.ts';
import { restore } from '../../main/storage/restore.ts';
import { full } from '../support/tiers.ts';
import { withNewDatabase } from '../support/new-database.ts';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';
import { times } from '../support/property.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService } from '../support/service.ts';

let dataDir: string;
let service: Pick<ServiceProcess, 'end'> & { readonly info: Pick<ServiceProcess['info'], 'baseUrl' | 'token' | 'pid'> };
beforeEach(() => {
  dataDir = withNewDatabase(mkdtempSync(join(tmpdir(), 'daybook-files-')));
});
afterEach(async () => {
  await service.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const mib = 1024 * 1024;
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

// oxlint-disable-next-line typescript/no-explicit-any -- any answer
async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
  const isForm = body instanceof FormData;
  const response = await fetch(service.info.baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${service.info.token}`,
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    body: response.headers.get('Content-Type')?.includes('json') === true ? JSON.parse(bytes.toString()) : bytes,
  };
}

function form(...files: readonly (string | Buffer)[]): FormData {
  const data = new FormData();
  for (const [index, content] of files.entries()) data.append('file', new Blob([Buffer.from(content as Buffer)]), `${index}.txt`);
  return data;
}

async function newColumn(): Promise<string> {
  return (await call('POST', '/api/columns', { title: 'To do', projectId: 'p' })).body.id as string;
}

async function newCard(columnId: string): Promise<string> {
  return (await call('POST', '/api/cards', { title: 'Card', columnId })).body.id as string;
}

type Listed = Pick<Attachment, 'url' | 'size' | 'sha256'>;

/** Of cards and of notes; a note tells no hash of its files. */
async function allFiles(): Promise<Listed[]> {
  const attachments: Listed[] = ((await call('GET', '/api/cards')).body.items as Card[]).flatMap((card) => card.attachments);
  for (const { url, size } of (await call('GET', '/api/files')).body.items as NoteFile[])
    attachments.push({ url, size, sha256: sha256((await call('GET', url)).body as Buffer) });
  return attachments;
}

/** The hashes under which files are kept, and the names of unfinished ones. */
function filesOnDisk(): { kept: string[]; incoming: string[] } {
  const root = join(dataDir, 'attachments');
  const folders = readdirSync(root).filter((name) => name !== 'incoming');
  return { kept: folders.flatMap((name) => readdirSync(join(root, name))).toSorted(), incoming: readdirSync(join(root, 'incoming')) };
}

/** Waits, 10 s at most, until exactly the files are there that rows name. */
async function expectSwept(attachments: readonly Pick<Attachment, 'sha256'>[]): Promise<void> {
  const expected = { kept: [...new Set(attachments.map((attachment) => attachment.sha256))].toSorted(), incoming: [] };
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline && JSON.stringify(filesOnDisk()) !== JSON.stringify(expected)) await sleep(50);
  expect(filesOnDisk()).toEqual(expected);
}

test('SIGKILL at any moment of uploads, deletes and moves', { ...full, timeout: 180_000 }, async () => {
  service = await startServiceProcess(dataDir);
  const columns = [await newColumn(), await newColumn()];
  const cards = await Promise.all(Array.from({ length: 6 }, (_, index) => newCard(columns[index % 2] ?? '')));
  const note = (await call('POST', '/api/notes', { title: 'Note' })).body.id as string;
  const owners = [...cards.map((card) => `/api/cards/${card}/attachments`), `/api/notes/${note}/files`, `/api/notes/${note}/files`];
  /** By its address for a removal: what was answered as there, and what was answered as gone. A delete without an answer is neither. */
  const there = new Map<string, { url: string; content: string }>();
  const gone = new Set<string>();
  let acknowledged = 0;
  const contents = Array.from({ length: 4 }, (_, index) => `shared ${index}\n`.repeat(5_000));
  const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

  const act = async (): Promise<void> => {
    const dice = randomInt(10);
    if (dice < 6) {
      const sent = Array.from({ length: randomInt(1, 4) }, () =>
        randomInt(2) === 0 ? pick(contents) : `${randomBytes(12).toString('hex')}\n`.repeat(randomInt(1, 5_000)),
      );
      const { status, body } = await call('POST', pick(owners), form(...sent));
      expect(status).toBe(201);
      acknowledged += 1;
      for (const [index, file] of (body.items as (Attachment | NoteFile)[]).entries()) {
        const address = 'noteId' in file ? `/api/notes/${file.noteId}/files/${file.id}` : file.url;
        there.set(address, { url: file.url, content: sent[index] ?? '' });
      }
    } else if (dice < 9) {
      const [address, { url }] = pick([...there, ['', { url: '' }]] as const);
      if (address === '' || !there.delete(address)) return;
      expect((await call('DELETE', address)).status).toBe(204);
      gone.add(url);
    } else {
      expect((await call('POST', `/api/cards/${pick(cards)}/move`, { columnId: pick(columns), position: 0 })).status).toBe(200);
    }
  };

  for (let round = 0; round < times(1, 12); round += 1) {
    let killed = false;
    const worker = async (): Promise<void> => {
      for (;;) {
        try {
          await act();
        } catch (error) {
          // No answer any more: what the request has done is unknown.
          if (!killed) throw error;
          return;
        }
      }
    };
    const before = acknowledged;
    const workers = Array.from({ length: 6 }, worker);
    await sleep(randomInt(100, 500));
    // A busy machine needs longer for an answer that a kill could undo.
    await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(before);
    killed = true;
    await service.end('SIGKILL');
    await Promise.all(workers);
    service = await startServiceProcess(dataDir);

    const listed = await allFiles();
    for (const { url, sha256: hash, size } of listed) {
      const { status, body } = await call('GET', url);
      expect([status, sha256(body as Buffer), (body as Buffer).length]).toEqual([200, hash, size]);
    }
    const urls = new Set(listed.map(({ url }) => url));
    for (const { url, content } of there.values()) {
      expect(urls).toContain(url);
      expect(sha256((await call('GET', url)).body as Buffer)).toBe(sha256(content));
    }
    for (const url of gone) expect(urls).not.toContain(url);
    await expectSwept(listed);
  }
});

/** In the process of this test: for starts and stops that are not about a kill. */
async function startHere(): Promise<typeof service> {
  const here = await startTestService({ dataDir });
  const end = async (): Promise<null> => {
    await here.stop();
    return null;
  };
  return { info: { baseUrl: here.baseUrl, token: here.token(), pid: process.pid }, end };
}

test('the start puts aside what no row names, and tells of rows whose file is gone or damaged', full, async () => {
  service = await startHere();
  const card = await newCard(await newColumn());
  const { items } = (await call('POST', `/api/cards/${card}/attachments`, form('whole', 'lost', 'damaged'))).body as {
    items: Attachment[];
  };
  await service.end('SIGTERM');
  const kept = (content: string): string => join(dataDir, 'attachments', sha256(content).slice(0, 2), sha256(content));
  rmSync(kept('lost'));
  truncateSync(kept('damaged'), 3);
  mkdirSync(join(kept('orphan'), '..'), { recursive: true });
  writeFileSync(kept('orphan'), 'orphan');
  writeFileSync(join(dataDir, 'attachments', 'incoming', 'half'), 'half');
  service = await startHere();
  await expectSwept(items.filter(({ sha256: hash }) => hash !== sha256('lost')));
  expect(readdirSync(join(dataDir, 'backups', 'attachments'))).toEqual([sha256('orphan')]);
  await service.end('SIGTERM');
  const log = readdirSync(join(dataDir, 'logs'))
    .map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
    .join('');
  const warned = log
    .split('\n')
    .filter((line) => line.includes('missing or damaged'))
    .map((line) => (JSON.parse(line) as { sha256: string }).sha256);
  expect(warned.toSorted()).toEqual([sha256('lost'), sha256('damaged')].toSorted());
  // A file that is lost is told as such, and the same content sent again brings it back.
  service = await startHere();
  const url = (hash: string): string => items.find((item) => item.sha256 === hash)?.url ?? '';
  for (const content of ['lost', 'damaged'])
    expect(await call('GET', url(sha256(content)))).toMatchObject({ status: 410, body: { code: 'file_missing' } });
  const folder = join(kept('whole'), '..');
  renameSync(folder, `${folder}-aside`);
  symlinkSync(folder, folder);
  expect(await call('GET', url(sha256('whole')))).toMatchObject({
    status: 410,
    body: { code: 'file_missing', detail: expect.stringContaining('ELOOP') as string },
  });
  rmSync(folder);
  renameSync(`${folder}-aside`, folder);
  expect((await call('POST', `/api/cards/${card}/attachments`, form('lost', 'damaged'))).status).toBe(201);
  for (const content of ['whole', 'lost', 'damaged']) expect((await call('GET', url(sha256(content)))).body.toString()).toBe(content);
});

test('files that were attached after a backup survive its restore, and come back when that is undone', full, async () => {
  service = await startHere();
  const card = await newCard(await newColumn());
  await call('POST', `/api/cards/${card}/attachments`, form('older'));
  const { file } = (await call('POST', '/api/backups')).body as { file: string };
  const { items } = (await call('POST', `/api/cards/${card}/attachments`, form('newer'))).body as { items: Attachment[] };
  await call('POST', '/api/backups/restore', { file });
  await service.end('SIGTERM');
  service = await startHere();
  await expectSwept(await allFiles());
  expect(filesOnDisk().kept).toEqual([sha256('older')]);
  await service.end('SIGTERM');
  const [replaced = ''] = readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('replaced-'));
  restore({ file: join(dataDir, 'backups', replaced, 'daybook.db'), dataDir, clock: Date.now });
  service = await startHere();
  await expectSwept(await allFiles());
  expect((await call('GET', items[0]?.url ?? '')).body.toString()).toBe('newer');
});

test('files survive a start with an older database that was put in place by hand', full, async () => {
  const [database, older, newer] = ['daybook.db', 'older.db', 'newer.db'].map((name) => join(dataDir, name)) as [string, string, string];
  service = await startHere();
  const card = await newCard(await newColumn());
  await service.end('SIGTERM');
  copyFileSync(database, older);
  service = await startHere();
  const { items } = (await call('POST', `/api/cards/${card}/attachments`, form('precious'))).body as { items: Attachment[] };
  await service.end('SIGTERM');
  renameSync(database, newer);
  renameSync(older, database);
  service = await startHere();
  await expectSwept([]);
  await service.end('SIGTERM');
  renameSync(newer, database);
  service = await startHere();
  await expectSwept(items);
  expect((await call('GET', items[0]?.url ?? '')).body.toString()).toBe('precious');
});

describe('memory', () => {
  test('10 files of exactly 10 MiB do not pass through it whole, and are kept whole', full, async (context) => {
    context.skip(process.platform !== 'linux', 'the peak is read from /proc');
    service = await startServiceProcess(dataDir);
    const card = await newCard(await newColumn());
    const kilobytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${service.info.pid}/status`, 'utf8'))?.[1] ?? 0);
    await call('POST', `/api/cards/${card}/attachments`, form('first'));
    const before = kilobytes('VmRSS');
    // Of a kind that holds no text: reading that for the search takes memory of its own, in a thread, whatever the size of the file.
    const large = Array.from({ length: 10 }, (_, index) =>
      Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(10 * mib - 6, `${index} some line\n`)]),
    );
    // Put together beforehand: `fetch` took as much time to read the form as the service to keep it.
    const parts = large.flatMap((content, index) => [
      Buffer.from(`\r\n--boundary\r\nContent-Disposition: form-data; name="file"; filename="${index}.gif"\r\n\r\n`),
      content,
    ]);
    const sent = Buffer.concat([...parts, Buffer.from('\r\n--boundary--\r\n')]);
    const headers = {
      Authorization: `Bearer ${service.info.token}`,
      'Content-Type': 'multipart/form-data; boundary=boundary',
      'Content-Length': sent.length,
    };
    let last: Attachment | undefined;
    for (let round = 0; round < times(1, 2); round += 1) {
      const url = `${service.info.baseUrl}/api/cards/${card}/attachments`;
      const { status, text } = await rawRequest(url, { method: 'POST', headers, body: sent });
      const { items } = JSON.parse(text) as { readonly items: readonly Attachment[] };
      expect([status, items.map(({ size }) => size)]).toEqual([201, large.map(() => 10 * mib)]);
      last = items.at(-1);
    }
    // 100 MB in one go; what is left of it until garbage is collected was measured to be 80 MB.
    expect((kilobytes('VmHWM') - before) / 1024).toBeLessThan(120);
    expect((await call('GET', last?.url ?? '')).body.equals(large.at(-1))).toBe(true);
  });
});

describe('a full disk', () => {
  test('is 507 and leaves nothing; reads go on, and uploads once there is room', full, async (context) => {
    context.skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root on Linux can mount a small disk');
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dataDir], { stdio: 'ignore' });
    } catch {
      context.skip('this system does not let the test mount a small disk');
    }
    service = await startServiceProcess(dataDir);
    try {
      const card = await newCard(await newColumn());
      const [first] = (await call('POST', `/api/cards/${card}/attachments`, form('small'))).body.items as Attachment[];
      const before = [filesOnDisk(), (await call('GET', `/api/cards/${card}`)).body];
      const large = form(Buffer.alloc(5 * mib, 'a'), Buffer.alloc(5 * mib, 'b'), Buffer.alloc(5 * mib, 'c'));
      expect(await call('POST', `/api/cards/${card}/attachments`, large)).toMatchObject({ status: 507, body: { code: 'storage_full' } });
      expect([filesOnDisk(), (await call('GET', `/api/cards/${card}`)).body]).toEqual(before);
      expect((await call('GET', first?.url ?? '')).body.toString()).toBe('small');
      expect((await call('POST', `/api/cards/${card}/attachments`, form(Buffer.alloc(5 * mib, 'd')))).status).toBe(201);
      expect(await service.end('SIGTERM')).toBe(0);
    } finally {
      await service.end('SIGKILL');
      execFileSync('umount', ['-l', dataDir]);
    }
  });
});
