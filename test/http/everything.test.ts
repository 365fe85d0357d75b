// Exports of everything: what is in the zip, and what becomes of jobs that do not come to their end.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Job } from '../../main/contract/jobs.ts';
import { form } from '../support/attachments.ts';
import { full } from '../support/tiers.ts';
import { zip } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { endedJob, exportOf, hashOf, jobWhen, startExport } from '../support/jobs.ts';
import { KillableService } from '../support/killable-service.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.dispose();
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer
async function must(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await service.request(method, path, { body });
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body;
}

async function upload(path: string, filename: string, content: Buffer | string): Promise<Answer['body']> {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    body: form([['file', content, filename]]),
    headers: { Authorization: `Bearer ${service.token()}` },
  });
  expect(response.status).toBe(201);
  return response.json();
}

const jobFolders = (dataDir: string): string[] => (existsSync(join(dataDir, 'jobs')) ? readdirSync(join(dataDir, 'jobs')) : []);

const odd = 'A line\r\n\r\n\tand  odd\u00a0bytes \u{1F600} e\u0301, no end';

describe('POST /api/exports', () => {
  test('notes byte for byte in folders of their notebooks, their files beside them, and none of the trash', full, async () => {
    const outer = await must('POST', '/api/notebooks', { name: 'Travel: 2026?' });
    const inner = await must('POST', '/api/notebooks', { name: 'attachments', parentId: outer.id });
    const plain = await must('POST', '/api/notes', { title: 'Plan', content: odd });
    const twin = await must('POST', '/api/notes', { title: 'PLAN', content: 'second' });
    const nested = await must('POST', '/api/notes', { title: 'CON', content: '', notebookId: inner.id, isPinned: true });
    const file = await upload(`/api/notes/${nested.id}/files`, 'a picture.txt', 'the bytes');
    const { name } = file.items?.[0] ?? file;
    const shown = `![x](attachments/${name})`;
    await must('POST', `/api/notes/${nested.id}/delta`, { version: nested.version, content: shown });
    const trashed = await must('POST', '/api/notes', { title: 'Thrown away', content: 'x' });
    await must('POST', '/api/trash', { type: 'note', id: trashed.id });
    const { files, text, json } = await exportOf(service);
    expect(text('notes/Plan.md')).toBe(odd);
    expect(text('notes/PLAN (2).md')).toBe('second');
    const folder = 'notes/Travel- 2026-/attachments (2)';
    expect(text(`${folder}/_CON.md`)).toBe(shown);
    expect(text(`${folder}/attachments/${name}`)).toBe('the bytes');
    const told = json('notes.json');
    expect(told.notes[nested.id]).toMatchObject({ path: `${folder}/_CON.md`, title: 'CON', notebookId: inner.id, isPinned: true });
    expect(told.notes[plain.id]).toMatchObject({ createdAt: plain.createdAt, updatedAt: plain.updatedAt, isArchived: false });
    expect(told.notebooks[inner.id]).toMatchObject({ path: folder, name: 'attachments', parentId: outer.id });
    expect(told.notes[twin.id].path).toBe('notes/PLAN (2).md');
    expect(trashed.id in told.notes).toBe(false);
    expect([...files.keys()].filter((path) => path.includes('Thrown'))).toEqual([]);
  });

  test('files that notes show or link by their names lie under these, beside the notes, and come back', full, async () => {
    const [first, second] = [await must('POST', '/api/notebooks', { name: 'One' }), await must('POST', '/api/notebooks', { name: 'Two' })];
    const ids: string[] = [];
    const note = async (
      notebookId: string,
      content: (names: readonly string[]) => string,
      files: [string, string][],
    ): Promise<string[]> => {
      const made = await must('POST', '/api/notes', { title: `Shows ${ids.length}`, content: '', notebookId });
      const names: string[] = [];
      for (const [filename, bytes] of files) {
        const file = await upload(`/api/notes/${made.id}/files`, filename, bytes);
        names.push((file.items?.[0] ?? file).name);
      }
      await must('POST', `/api/notes/${made.id}/delta`, { version: made.version, content: content(names) });
      ids.push(made.id);
      return names;
    };
    const photo: [string, string] = ['holiday photo.txt', 'a'];
    const embed = '![[Holiday photo.txt|300]]';
    await note(first.id, () => `${embed} and [[Report.pdf#page=2|the report]]`, [
      photo,
      ['Report.pdf', '%PDF-1.4 a'],
      ['con.txt', 'unnamed'],
    ]);
    await note(first.id, () => embed, [photo]);
    await note(first.id, () => embed, [['holiday photo.txt', 'b']]);
    const [own = ''] = await note(second.id, ([name]) => `${embed} ![](attachments/${name})`, [photo]);
    await note(second.id, () => '![[img/at/plan.txt]] ![[../up.txt]] ![[img//up.txt]] ![[Old.txt]]', [
      ['plan.txt', 'c'],
      ['up.txt', 'd'],
      ['old.txt', 'old'],
      ['old.txt', 'new'],
    ]);
    const { files, text, json, bytes } = await exportOf(service);
    const below = (folder: string): string[] =>
      [...files.keys()].filter((path) => path.startsWith(`notes/${folder}/attachments/`)).toSorted();
    const made = expect.stringMatching(/^notes\/\w+\/attachments\/\d{8}-\d{6}-[\da-f]{8}\.txt$/) as string;
    const at = (folder: string, names: string[]): string[] => names.map((name) => `notes/${folder}/attachments/${name}`);
    expect(below('One')).toEqual([made, ...at('One', ['Report.pdf', 'holiday photo (2).txt', 'holiday photo.txt'])]);
    expect(below('Two')).toEqual([made, made, ...at('Two', ['holiday photo.txt', 'img/at/plan.txt', 'old.txt', 'up.txt'])]);
    expect(below('Two')).toContain(`notes/Two/attachments/${own}`);
    const contents = ['One/attachments/holiday photo.txt', 'One/attachments/holiday photo (2).txt', 'Two/attachments/old.txt'];
    expect(contents.map((path) => text(`notes/${path}`))).toEqual(['a', 'b', 'new']);
    expect(text('notes/One/Shows 1.md')).toBe(embed);
    const told = Object.values(json('notes.json').files as Record<string, { noteId: string; path: string }>);
    expect(told.filter(({ noteId }) => ids.includes(noteId)).map(({ path }) => files.has(path))).toEqual(
      Array.from({ length: 10 }, () => true),
    );
    const { outcome } = await new ImportClient(service).bring({ filename: 'daybook.zip', bytes });
    expect([outcome.batchId, outcome.warnings]).toEqual([null, []]);
  });

  test('boards whole and to be read, calendars as iCalendar and whole, links, and a manifest with the SHA-256 of each file', async () => {
    const project = await must('POST', '/api/projects', { name: 'Site' });
    const label = await must('POST', `/api/projects/${project.id}/labels`, { name: 'Soon', color: 'red' });
    const column = await must('POST', '/api/columns', { title: 'Doing', projectId: project.id, wipLimit: 3 });
    const card = await must('POST', '/api/cards', { title: 'Draw', columnId: column.id, labelIds: [label.id], description: 'With *care*' });
    await must('PUT', `/api/cards/${card.id}/checklist`, { checklist: [{ text: 'Sketch', completed: true }] });
    await upload(`/api/cards/${card.id}/attachments`, 'nul.txt', 'attached');
    await must('PUT', `/api/cards/${card.id}`, { completedAt: '2026-03-01T09:30:00Z' });
    const archived = await must('POST', '/api/cards', { title: 'Old', columnId: column.id });
    await must('PUT', `/api/cards/${archived.id}`, { isArchived: true });
    const calendar = await must('POST', '/api/calendars', { name: 'Family / home', color: 'teal' });
    const event = await must('POST', '/api/events', {
      title: 'Dinner',
      calendarId: calendar.id,
      date: '2026-03-01',
      start: '18:00',
      end: '19:00',
      timeZone: 'Europe/Berlin',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
    });
    await must('PUT', `/api/events/${event.id}_20260308T170000Z?scope=one`, { title: 'Late dinner' });
    const saved = await must('POST', '/api/saved-searches', { name: 'Soon', query: 'is:open' });
    const link = await must('POST', '/api/links', { from: { type: 'card', id: card.id }, to: { type: 'event', id: event.id } });
    const filter = await must('POST', `/api/projects/${project.id}/filters`, { name: 'Due', due: 'week', labelId: label.id });
    const { job, files, text, json } = await exportOf(service);
    const [told] = json('boards.json').projects.filter(({ id }: { id: string }) => id === project.id);
    expect(told).toMatchObject({ name: 'Site', labels: [{ id: label.id, name: 'Soon', color: 'red' }], columns: [{ wipLimit: 3 }] });
    const { projectId: _projectId, ...exported } = filter;
    expect(told.filters).toEqual([exported]);
    const whole = await must('GET', `/api/cards/${card.id}`);
    const { columnId: _, projectId: __, position: ___, attachments, ...fields } = whole;
    expect(told.columns[0].cards).toMatchObject([fields, { id: archived.id, isArchived: true }]);
    const { id, filename, sha256, size } = attachments[0];
    expect(told.columns[0].cards[0].attachments).toMatchObject([{ id, filename, sha256, size, path: 'cards/attachments/_nul.txt' }]);
    expect(text('cards/attachments/_nul.txt')).toBe('attached');
    expect(text('boards/Site.md')).toBe(
      '# Site\n\n## Doing\n\n- [x] Draw (Soon)\n\n  With *care*\n\n  - [x] Sketch\n  - [nul.txt](../cards/attachments/_nul.txt)\n' +
        '\n### Archived\n\n- [ ] Old\n',
    );
    const ics = await service.request('GET', `/api/calendars/${calendar.id}/export.ics`);
    expect(text('calendar/Family - home.ics')).toBe(ics.body);
    const [days] = json('calendar.json').calendars.filter((each: { id: string }) => each.id === calendar.id);
    expect(days).toMatchObject({ name: 'Family / home', source: 'local', url: null, events: [{ id: event.id, title: 'Dinner' }] });
    expect(days.events[0].overrides).toMatchObject([{ originalStart: '2026-03-08T17:00:00.000Z', fields: { title: 'Late dinner' } }]);
    expect(json('searches.json').savedSearches).toEqual([expect.objectContaining({ id: saved.id, name: 'Soon', query: 'is:open' })]);
    expect(json('links.json').links).toMatchObject([{ id: link.id, fromType: 'card', fromId: card.id, toType: 'event', toId: event.id }]);
    const manifest = json('manifest.json');
    expect(manifest).toMatchObject({ app: 'Daybook', version: '0.0.0-test', missing: [], counts: { cards: 2, attachments: 1, links: 1 } });
    const others = [...files].filter(([path]) => path !== 'manifest.json');
    expect(manifest.files).toEqual(Object.fromEntries(others.map(([path, bytes]) => [path, hashOf(bytes)])));
    expect(job.result).toMatchObject({ counts: manifest.counts, exportedAt: manifest.exportedAt });
    expect(job.progress).toEqual({ done: files.size, total: files.size, unit: 'files' });
  });

  test('without files that are gone, damaged or not to be read, which the manifest and the result tell', async () => {
    const note = await must('POST', '/api/notes', { title: 'Files', content: '' });
    const keptAt = (content: string): string =>
      join(service.dataDir, 'attachments', hashOf(Buffer.from(content)).slice(0, 2), hashOf(Buffer.from(content)));
    const harms: Readonly<Record<string, (path: string) => void>> = {
      whole: () => undefined,
      gone: rmSync,
      cut: (path) => {
        truncateSync(path, 3);
      },
      longer: (path) => {
        appendFileSync(path, 'more');
      },
      other: (path) => {
        writeFileSync(path, 'OTHER of Files');
      },
      unreadable: (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    };
    for (const name of Object.keys(harms)) await upload(`/api/notes/${note.id}/files`, `${name}.txt`, `${name} of Files`);
    for (const [name, harm] of Object.entries(harms)) harm(keptAt(`${name} of Files`));
    const { files, json, job } = await exportOf(service);
    const texts = [...files.values()].map((bytes) => Buffer.from(bytes).toString());
    expect(texts.filter((text) => / of Files|^cut$/.test(text) && !text.startsWith('{'))).toEqual(['whole of Files']);
    expect(json('manifest.json').missing).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/^notes\/.*\.txt$/) as string));
    expect(job.result).toMatchObject({ missing: 5 });
    await must('POST', '/api/trash', { type: 'note', id: note.id });
    rmdirSync(keptAt('unreadable of Files'));
  });

  test('a card names the labels of its own project alone, as the API tells them', async () => {
    const [from, to] = [await must('POST', '/api/projects', { name: 'From' }), await must('POST', '/api/projects', { name: 'To' })];
    const label = await must('POST', `/api/projects/${from.id}/labels`, { name: 'There', color: 'red' });
    const [left, entered] = [
      await must('POST', '/api/columns', { title: 'Left', projectId: from.id }),
      await must('POST', '/api/columns', { title: 'Entered', projectId: to.id }),
    ];
    const { id } = await must('POST', '/api/cards', { title: 'Moved', columnId: left.id, labelIds: [label.id] });
    await must('POST', `/api/cards/${id}/move`, { columnId: entered.id, position: 0 });
    const { json } = await exportOf(service);
    const project = json('boards.json').projects.find((each: { id: string }) => each.id === to.id);
    expect([(await must('GET', `/api/cards/${id}`)).labelIds, project.columns[0].cards[0].labelIds]).toEqual([[], []]);
  });

  test('what was typed a moment ago is in it', async () => {
    const note = await must('POST', '/api/notes', { title: 'Typed', content: 'first' });
    const typing = Array.from({ length: 30 }, (_, index) => index);
    const { id } = await startExport((method, path, body) => service.request(method, path, { body }));
    for (const index of typing) await must('POST', `/api/notes/${note.id}/delta`, { version: index, content: `line ${index}` });
    await endedJob((method, path) => service.request(method, path), id);
    const { json, text } = await exportOf(service);
    const { version, path } = json('notes.json').notes[note.id];
    expect([text(path), version]).toEqual([(await must('GET', `/api/notes/${note.id}`)).content, typing.length]);
  });

  test('400 for another format; 403 without each of its scopes, for its job and its file as well', async () => {
    expect((await service.request('POST', '/api/exports', { body: { format: 'tar' } })).status).toBe(400);
    const { job } = await exportOf(service);
    const scopes = ['files:read', 'notes:read', 'boards:read'];
    const { token } = await must('POST', '/api/tokens', { name: 'few', scopes });
    const asked = await Promise.all([
      service.request('POST', '/api/exports', { token, body: { format: 'folder-zip' } }),
      service.request('GET', `/api/jobs/${job.id}`, { token }),
      service.request('DELETE', `/api/jobs/${job.id}`, { token }),
      service.request('GET', `/api/exports/${job.id}/file`, { token }),
    ]);
    expect(asked.map(({ status, body }) => [status, body.code])).toEqual(asked.map(() => [403, 'insufficient_scope']));
    expect((await service.request('GET', '/api/jobs', { token })).body).toMatchObject({ items: [], total: 0 });
  });
});

describe('GET /api/exports/:id/file', () => {
  test('a download with ranges, gone with its job', async () => {
    const { job, bytes } = await exportOf(service);
    const { url } = job.result as { url: string };
    const headers = { Authorization: `Bearer ${service.token()}`, Range: 'bytes=10-19' };
    const part = await fetch(service.baseUrl + url, { headers });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)]);
    expect(part.headers.get('Content-Disposition')).toMatch(/^attachment; filename="daybook-\d{4}-\d\d-\d\d\.zip"/);
    expect(jobFolders(service.dataDir)).toContain(job.id);
    expect((await service.request('DELETE', `/api/jobs/${job.id}`)).status).toBe(204);
    expect((await service.request('GET', url)).status).toBe(404);
    await expect.poll(() => jobFolders(service.dataDir)).not.toContain(job.id);
  });

  test('410 where the file is gone', async () => {
    const { job } = await exportOf(service);
    rmSync(join(service.dataDir, 'jobs', job.id), { recursive: true });
    expect((await service.request('GET', `/api/exports/${job.id}/file`)).body).toMatchObject({ status: 410, code: 'file_missing' });
  });
});

describe('another user', () => {
  test('has a zip of its own, and the job and file of others are missing', async () => {
    const { job } = await exportOf(service);
    const token = await service.signUp('other');
    const { json } = await exportOf(service, token);
    expect(json('notes.json').notes).toEqual({});
    const asked = await Promise.all([
      service.request('GET', `/api/jobs/${job.id}`, { token }),
      service.request('DELETE', `/api/jobs/${job.id}`, { token }),
      service.request('GET', `/api/exports/${job.id}/file`, { token }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
    await service.request('PUT', '/api/config', { body: { SOLO_MODE: 'true' } });
  });
});

/** Text that takes a while to be packed. */
const long = (bytes = 700_000): string => randomBytes(bytes).toString('hex');

describe('an export that takes long', () => {
  let slow: TestService;
  beforeAll(async () => {
    slow = await startTestService({ checkReplies: false });
    for (let count = 0; count < 10; count += 1)
      await slow.request('POST', '/api/notes', { body: { title: `Long ${count}`, content: long() } });
  });
  afterAll(async () => {
    await slow.dispose();
  });
  const send = (method: string, path: string, body?: unknown): Promise<Answer> => slow.request(method, path, { body });

  test('DELETE /api/jobs/:id › 202, it ends soon, and leaves no files', full, async () => {
    const { id } = await startExport(send);
    await jobWhen(send, id, ({ progress }) => progress.done > 0);
    expect((await send('GET', `/api/exports/${id}/file`)).body).toMatchObject({ status: 409, code: 'conflict' });
    expect((await send('DELETE', `/api/jobs/${id}`)).status).toBe(202);
    expect(await endedJob(send, id)).toMatchObject({ status: 'cancelled', error: null, result: null });
    expect(jobFolders(slow.dataDir)).toEqual([]);
  });

  test('GET /api/jobs/:id as Server-Sent Events › its state, how far it is, and its end; others are answered meanwhile', full, async () => {
    const { id } = await startExport(send);
    const headers = { Authorization: `Bearer ${slow.token()}`, Accept: 'text/event-stream' };
    const following = fetch(`${slow.baseUrl}/api/jobs/${id}`, { headers }).then((response) => response.text());
    await jobWhen(send, id, ({ status }) => status === 'running');
    expect((await send('GET', '/api/notebooks')).status).toBe(200);
    const told = [...(await following).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Job);
    expect(told[0]?.id).toBe(id);
    expect(told.at(-1)?.status).toBe('done');
    const done = told.map(({ progress }) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.some((count) => count > 0 && count < (told.at(-1)?.progress.total ?? 0))).toBe(true);
    const { items } = (await send('GET', '/api/changes')).body as { items: { type: string; id: string; action: string }[] };
    expect(items.filter((change) => change.type === 'job' && change.id === id).map(({ action }) => action)).toEqual([
      'created',
      'updated',
      'updated',
    ]);
  });

  test('a stop of the service in the middle › failed with the reason after the restart, no files', full, async () => {
    const { id } = await startExport(send);
    await jobWhen(send, id, ({ progress }) => progress.done > 0);
    await slow.restart();
    expect((await send('GET', `/api/jobs/${id}`)).body).toMatchObject({ status: 'failed', error: { code: 'interrupted' } });
    await expect.poll(() => jobFolders(slow.dataDir)).not.toContain(id);
  });
});

describe('SIGKILL in the middle', () => {
  let dataDir: string;
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('failed with the reason after the restart, no files; a finished one is still there', full, async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'daybook-export-kill-'));
    const killed = new KillableService(dataDir);
    const send = (method: string, path: string, body?: unknown): Promise<Answer> => killed.request(method, path, body);
    try {
      const finished = await startExport(send);
      await endedJob(send, finished.id);
      for (let count = 0; count < 4; count += 1) await send('POST', '/api/notes', { title: `Long ${count}`, content: long() });
      const { id } = await startExport(send);
      await jobWhen(send, id, ({ progress }) => progress.done > 0);
      await killed.kill();
      expect((await send('GET', `/api/jobs/${id}`)).body).toMatchObject({
        status: 'failed',
        error: { code: 'interrupted', message: 'The service was stopped while the job ran' },
      });
      await expect.poll(() => jobFolders(dataDir)).toEqual([finished.id]);
    } finally {
      await killed.stop();
    }
  });
});

describe('a full disk', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'daybook-full-'));
  });
  let isMounted = false;
  afterEach(() => {
    if (isMounted) execFileSync('umount', ['-l', dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const filler = (): string => join(dataDir, 'filler');
  /** Leaves this many bytes. */
  const fill = (left: number): void => {
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(filler(), Buffer.alloc(Math.max(0, bavail * bsize - left)));
  };
  const makeRoom = (): void => {
    rmSync(filler());
  };
  /** What lies where only what goes on may lie. */
  const halfMade = (): string[] =>
    ['jobs', 'attachments/incoming', 'backups'].flatMap((folder) =>
      existsSync(join(dataDir, folder)) ? readdirSync(join(dataDir, folder)).filter((name) => /^[\da-f]|unfinished/.test(name)) : [],
    );

  test(
    'in an export, in a backup, in what is sent and what is read of an import: told as storage_full, and the room is given back',
    full,
    async ({ skip }) => {
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', dataDir], { stdio: 'ignore' });
        isMounted = true;
      } catch {
        skip('only root can mount a small disk');
      }
      const small = await startTestService({ dataDir });
      const send = (method: string, path: string, body?: unknown): Promise<Answer> => small.request(method, path, { body });
      const imports = new ImportClient(small);
      const full = { status: 'failed', error: { code: 'storage_full' } };
      try {
        await send('POST', '/api/notes', { title: 'Long', content: long(1_500_000) });
        const many = zip(Object.fromEntries(Array.from({ length: 12 }, (_, count) => [`N${count}.md`, long(100_000)])), 'many.zip');
        fill(1_000_000);
        expect(await endedJob(send, (await startExport(send)).id)).toMatchObject(full);
        expect(await send('POST', '/api/backups')).toMatchObject({ status: 507, body: { code: 'storage_full' } });
        expect(await imports.send([many])).toMatchObject({ status: 507, body: { code: 'storage_full' } });
        await expect.poll(halfMade).toEqual([]);
        makeRoom();

        // Room for what is sent, not for what is in it.
        fill(many.bytes.length + 1_500_000);
        expect(await imports.read(many)).toMatchObject(full);
        await expect.poll(halfMade).toEqual([]);
        makeRoom();

        // Room for what is read, not for all that comes in: the job ends although the disk stays full, and tells what came.
        const read = await imports.read(many);
        fill(1_500_000);
        const failed = await imports.ended(((await imports.apply(read.id)).body as Job).id);
        expect(failed).toMatchObject({
          ...full,
          error: { message: expect.stringMatching(/^There is no room left on the disk: [1-9]\d? of 12 came/) as string },
        });
        makeRoom();
        expect(await send('POST', '/api/undo', { batchId: failed.batchId })).toMatchObject({ status: 200 });
        expect((await send('GET', '/api/notes')).body).toMatchObject({ total: 1 });

        // With room it comes in whole.
        const { outcome } = await imports.bring(many);
        expect(outcome.counts.notes).toMatchObject({ created: 12 });
      } finally {
        await small.stop();
      }
    },
  );
});

test('the README names what lies in the data directory while the service runs', full, async () => {
  await exportOf(service);
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const table = readme.split('| In it | What it is |')[1]?.split('\n\n')[0] ?? '';
  // What SQLite keeps beside a lock is not told.
  const lying = readdirSync(service.dataDir).filter((name) => !name.endsWith('.lock-journal'));
  expect(lying).toContain('jobs.room');
  expect(lying.filter((name) => !table.includes(`\`${name}\``) && !table.includes(`\`${name}/\``))).toEqual([]);
});
