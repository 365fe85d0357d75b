import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportReading } from '../../main/contract/imports.ts';
import type { Job } from '../../main/contract/jobs.ts';
import { full } from '../support/tiers.ts';
import {
  calendarFile,
  changedAt,
  jex,
  googleTasks,
  joplinFolder,
  markdownFolder,
  notionExport,
  obsidianVault,
  png,
  todoistProject,
  trelloBoard,
  zip,
  type Fixture,
} from '../support/import-fixtures.ts';
import { endedJob, exportOf, jobWhen } from '../support/jobs.ts';
import { ImportClient } from '../support/imports.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let imports: ImportClient;
let users = 0;

beforeAll(async () => {
  service = await startTestService();
  imports = new ImportClient(service);
});
afterAll(() => service.dispose());

/** A user who has nothing yet. */
class Person {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  static async new(): Promise<Person> {
    return new Person(await service.signUp(`person${(users += 1)}`));
  }

  async get(path: string): Promise<Answer['body']> {
    const { status, body } = await service.request('GET', path, { token: this.token });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async post(path: string, body: unknown): Promise<Answer> {
    return service.request('POST', path, { token: this.token, body });
  }

  async notes(): Promise<
    { id: string; title: string; content: string; notebookId: string | null; createdAt: string; updatedAt: string }[]
  > {
    return (await this.get('/api/notes?include=content&archived=all')).items;
  }

  async note(title: string): Promise<Awaited<ReturnType<Person['notes']>>[number]> {
    const found = (await this.notes()).find((note) => note.title === title);
    if (found === undefined) throw new Error(`no note called ${title}`);
    return found;
  }

  /** How much there is of each kind. */
  async totals(): Promise<Record<string, number>> {
    const paths = ['notes?archived=all', 'notebooks', 'projects', 'columns', 'cards', 'calendars', 'files'];
    const all = await Promise.all(paths.map((path) => this.get(`/api/${path}`)));
    const events = await this.get('/api/events?startDate=2020-01-01&endDate=2030-01-01');
    return Object.fromEntries([...paths.map((path, index) => [path.split('?')[0], all[index].total as number]), ['events', events.total]]);
  }
}

describe('POST /api/imports', () => {
  test('202 with a job that only reads, and Location of it', full, async () => {
    const person = await Person.new();
    const before = await person.totals();
    const { status, headers, body } = await imports.send([obsidianVault()], '', person.token);
    expect([status, body]).toEqual([202, expect.objectContaining({ kind: 'import', title: 'Vault.zip' })]);
    expect(headers.get('Location')).toBe(`/api/jobs/${body.id}`);
    const job = await imports.ended(body.id, person.token);
    expect(job).toMatchObject({ status: 'done', batchId: null });
    const result = job.result as ImportReading;
    expect(result.found).toMatchObject({ notes: 3, notebooks: 2, files: 1, cards: 0 });
    expect(result.warningCounts).toEqual({ file: 1, link: 1, skipped: 2 });
    expect(await person.totals()).toEqual(before);
    expect(existsSync(join(service.dataDir, 'jobs', job.id, 'sent'))).toBe(false);
  });

  test('400 without a file and for an unknown source, 413 for two files, 415 for what no program has given out', async () => {
    expect((await imports.send([])).status).toBe(400);
    expect((await imports.send([obsidianVault()], '?source=evernote')).status).toBe(400);
    expect((await imports.send([obsidianVault(), markdownFolder()])).status).toBe(413);
    expect(await imports.send([{ filename: 'a.exe', bytes: Buffer.from('MZ text') }])).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
  });

  test('403 for a token that lacks one of the four scopes', async () => {
    const person = await Person.new();
    const scopes = ['notes:write', 'boards:write', 'calendar:write'];
    const { body } = await person.post('/api/tokens', { name: 'half', scopes, expiresAt: null });
    expect(await imports.send([obsidianVault()], '', body.token)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  for (const [what, bytes, code] of [
    ['is cut', obsidianVault().bytes.slice(0, 400), 'validation_failed'],
    ['is encrypted', encrypted(), 'validation_failed'],
    ['unpacks to far more', bomb(), 'too_large'],
    ['holds nothing', zipSync({}), 'validation_failed'],
  ] as const)
    test(`a failed job for a zip that ${what}, and nothing stays of it`, async () => {
      const person = await Person.new();
      const job = await imports.read({ filename: 'a.zip', bytes }, 'auto', person.token);
      expect(job).toMatchObject({ status: 'failed', error: { code } });
      expect(readdirSync(join(service.dataDir, 'jobs'))).not.toContain(job.id);
      expect(readdirSync(join(service.dataDir, 'attachments', 'incoming'))).toEqual([]);
    });

  test('DELETE /api/jobs/:id › one that is read and one that waits for that both end as cancelled', full, async () => {
    const person = await Person.new();
    const notes = zip(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${index}.md`, `Note ${index}`])), 'notes.zip');
    const send = (method: string, path: string): Promise<Answer> => service.request(method, path, { token: person.token });
    const ids: string[] = [];
    for (const { body } of [await imports.send([notes], '', person.token), await imports.send([notes], '', person.token)])
      ids.push(body.id);
    const [first = '', second = ''] = ids;
    for (const id of ids) await jobWhen(send, id, ({ status }) => status === 'running');
    for (const id of [second, first]) expect((await send('DELETE', `/api/jobs/${id}`)).status).toBe(202);
    expect(await endedJob(send, second)).toMatchObject({ status: 'cancelled', error: null });
    expect(await endedJob(send, first)).toMatchObject({ status: 'cancelled', error: null });
  });
});

test('POST /api/imports › 202 also when sending takes longer than other requests may', async () => {
  const limits = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 50 };
  const patient = await startTestService({ limits });
  try {
    const port = Number(new URL(patient.baseUrl).port);
    const { bytes } = obsidianVault();
    const part = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="Vault.zip"\r\n\r\n');
    const body = Buffer.concat([part, bytes, Buffer.from('\r\n--x--\r\n')]);
    const head = (path: string, type: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${patient.token()}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    const [upload, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    upload.write(head('/api/imports', 'multipart/form-data; boundary=x'));
    upload.write(body.subarray(0, 200));
    other.write(`${head('/api/notes', 'application/json')}{`);
    // By then the time of both has run out.
    expect(await text(other)).toContain('HTTP/1.1 408');
    upload.write(body.subarray(200));
    expect(await text(upload)).toContain('HTTP/1.1 202');
  } finally {
    await patient.dispose();
  }
});

function encrypted(): Uint8Array {
  const bytes = Buffer.from(zipSync({ 'a.md': Buffer.from('text') }));
  bytes.writeUInt16LE(1, bytes.indexOf('PK\u0001\u0002') + 8);
  return bytes;
}

function bomb(): Uint8Array {
  const bytes = Buffer.from(zipSync({ 'a.md': Buffer.from('a'.repeat(10_000)) }));
  bytes.writeUInt32LE(150 * 1024 * 1024, bytes.indexOf('PK\u0001\u0002') + 24);
  return bytes;
}

describe('POST /api/imports/:id/apply', () => {
  test('a vault of Obsidian: notes, notebooks and files under one batch, times kept, texts byte for byte', async () => {
    const person = await Person.new();
    const { outcome, job } = await imports.bring(obsidianVault(), person.token);
    expect(outcome.counts).toMatchObject({ notes: { created: 3 }, notebooks: { created: 2 } });
    expect(outcome.batchId).toBe(job.batchId);
    const welcome = await person.note('Welcome');
    expect(welcome.content).toBe('---\ntags: [home]\ncreated: 2023-02-03T04:05:06Z\n---\n\n# Hello\n\n![[photo.png]] and [[Rome]]\n');
    expect(welcome.createdAt).toBe('2023-02-03T04:05:06.000Z');
    expect(welcome.notebookId).toBeNull();
    const rome = await person.note('Rome');
    expect([rome.createdAt, rome.updatedAt]).toEqual([changedAt, changedAt]);
    const [, name = ''] = /!\[the square\]\(attachments\/([^)]+)\) and \[\[photo\.png\|it\]\]/.exec(rome.content) ?? [];
    const file = await fetch(`${service.baseUrl}/api/notes/${rome.id}/attachments/${name}`, {
      headers: { Authorization: `Bearer ${person.token}` },
    });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(png));
    const files = await person.get(`/api/notes/${welcome.id}/files`);
    expect(files.items).toMatchObject([{ filename: 'photo.png', width: 1, height: 1 }]);
    // A picture that the note shows is no link to a note that is not there.
    expect((await person.get(`/api/notes/${welcome.id}/links`)).outgoing).toMatchObject([{ title: 'Rome', exists: true }]);
    expect((await person.get('/api/files?unused=true')).items).toEqual([]);
    const changes = (await person.get('/api/changes?since=0&limit=1000')).items.filter((entry: { type: string }) => entry.type !== 'job');
    const batches = new Set(
      changes.flatMap((entry: { type: string; batchId: string | null }) => (entry.type === 'file' ? [] : entry.batchId)),
    );
    expect([...batches].filter((each) => each !== null)).toEqual([outcome.batchId]);
    expect((await person.get('/api/tags')).items).toEqual([expect.objectContaining({ tag: 'home', notes: 1 })]);
  });

  test('of a link to a file the path alone is written anew: the page that it opens at stays', async () => {
    const person = await Person.new();
    const text = '[a](d.pdf#page=2) <a href="d.pdf#page=3">b</a> [c](<d.pdf#page=4>) ![](p.png#center)\n\n[d]: d.pdf#page=5 "D"\n';
    await imports.bring(zip({ 'A.md': text, 'd.pdf': '%PDF-1.4\n%%EOF\n', 'p.png': png }), person.token);
    const { content } = await person.note('A');
    expect(content.replaceAll(/attachments\/[\d-]+-[\da-f]{8}\./g, 'X.')).toBe(text.replaceAll(/[dp]\.(?=pdf|png)/g, 'X.'));
  });

  test('an embed that names a part of a file, and a link to it, are none to a note that is not there', async () => {
    const person = await Person.new();
    const text = '![[d.pdf#page=2]] [[d.pdf#page=3]] ![[p.png#center|100]] ![[d.pdf#height=4.5]] [[B#x.png]]\n';
    await imports.bring(zip({ 'A.md': text, 'd.pdf': '%PDF-1.4\n%%EOF\n', 'p.png': png }), person.token);
    const { id, content } = await person.note('A');
    expect(content).toBe(text);
    expect((await person.get(`/api/notes/${id}/links`)).outgoing.map(({ title }: { title: string }) => title)).toEqual(['B#x.png']);
  });

  test('calendars of iCalendar in colours that others do not have', full, async () => {
    const person = await Person.new();
    const { bytes } = calendarFile();
    await imports.bring(zip({ 'Home.ics': bytes, 'Work.ics': bytes }, 'calendars.zip'), person.token);
    await imports.bring(calendarFile(), person.token);
    const { items } = (await person.get('/api/calendars')) as { items: readonly { color: string }[] };
    expect(items.map(({ color }) => color)).toEqual(['purple', 'royalblue', 'teal', 'seagreen']);
  });

  test('what a calendar loses is told before it comes in, in one that is new and in one that is there', full, async () => {
    const person = await Person.new();
    const event = (uid: string, ...lines: string[]): string[] => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, `SUMMARY:${uid}`, 'END:VEVENT'];
    const lines = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN'],
      ...event('nameless', 'DTSTART:20260301T100000Z', ':a line without a name'),
      ...event('timeless'),
      ...event('plain', 'DTSTART:20260302T100000Z'),
      ...event('same', 'DTSTART:20260303T100000Z'),
      ...event('same', 'DTSTART:20260304T100000Z'),
      ...event('same', 'DTSTART:20260303T100000Z', 'LOCATION:Here'),
      ...['END:VCALENDAR', ''],
    ];
    const file = { filename: 'lossy.ics', bytes: Buffer.from(lines.join('\r\n')) };
    for (const events of [{ created: 4 }, { unchanged: 4 }]) {
      const { reading, outcome } = await imports.bring(file, person.token);
      expect(reading.changes.events).toMatchObject(events);
      expect(reading.warnings.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['skipped timeless', 'skipped same', 'lost nameless']);
      expect(reading.warnings).toEqual(outcome.warnings);
      expect(reading.warningCounts).toEqual({ lost: 1, skipped: 2 });
    }
  });

  test('Joplin, Notion, Trello, Todoist, Markdown and iCalendar', full, async () => {
    const person = await Person.new();
    const before = await person.totals();
    for (const file of [
      joplinFolder(),
      await jex(),
      notionExport(),
      trelloBoard(),
      todoistProject(),
      googleTasks(),
      markdownFolder(),
      calendarFile(),
    ]) {
      const { job } = await imports.bring(file, person.token);
      expect(job.progress.done, file.filename).toBe(job.progress.total);
    }
    expect(await person.totals()).toEqual({
      ...before,
      notes: 2 + 2 + 2 + 4,
      notebooks: 2 + 2 + 1 + 1,
      projects: 4,
      // The column of archived lists is one more.
      columns: 3 + 2 + 1 + 2 + 3,
      // The archived cards of Trello are not among these, nor the template.
      cards: 3 + 1 + 3 + 3,
      calendars: (before['calendars'] ?? 0) + 1,
      events: 2,
      files: 4,
    });
    const roses = await person.note('Roses');
    expect([roses.createdAt, roses.updatedAt]).toEqual(['2019-05-06T07:08:09.000Z', '2019-06-07T08:09:10.000Z']);
    expect(roses.content).toMatch(/!\[rose\]\(attachments\/[\d-]+-[\da-f]{8}\.png\)\n\nsee \[\[To do#first-part\|the list\]\]/);
    const links = await person.get(`/api/notes/${roses.id}/links`);
    expect(links.outgoing).toMatchObject([{ title: 'To do', exists: true }]);
    const cards = (await person.get('/api/cards?q=Ship')).items;
    expect(cards).toMatchObject([
      { title: 'Ship it', completedAt: '2024-03-02T10:00:00.000Z', createdAt: new Date(0x5f000000 * 1_000).toISOString(), position: 0 },
    ]);
    const project = (await person.get('/api/projects')).items.find(({ name }: { name: string }) => name === 'Launch');
    expect(cards[0].labelIds).toEqual([project.labels[0].id]);
    const events = (await person.get('/api/events?startDate=2024-01-01&endDate=2025-01-01')).items;
    expect(events.map(({ title }: { title: string }) => title)).toEqual(['Dentist', 'Holiday']);
  });

  test('a second import changes nothing: neither records, nor versions, nor the change feed', async () => {
    const person = await Person.new();
    const files = [obsidianVault(), await jex(), notionExport(), trelloBoard(), calendarFile()];
    for (const file of files) await imports.bring(file, person.token);
    const totals = await person.totals();
    const changes = async (): Promise<number> =>
      (await person.get('/api/changes?since=0&limit=1000')).items.filter(({ type }: { type: string }) => type !== 'job').length;
    const told = await changes();
    for (const file of files) {
      const { outcome } = await imports.bring(file, person.token);
      expect(outcome.batchId).toBeNull();
      for (const { created, updated, kept } of Object.values(outcome.counts)) expect([created, updated, kept]).toEqual([0, 0, 0]);
    }
    expect(await person.totals()).toEqual(totals);
    expect(await changes()).toBe(told);
  });

  test(
    'changed there alone: changed here; changed here alone: it stays; on both sides: theirs comes as a second one, told',
    full,
    async () => {
      const person = await Person.new();
      const vault = (there: string) => zip({ 'A.md': `a${there}`, 'B.md': `b${there}`, 'C.md': 'c' }, 'Vault.zip');
      await imports.bring(vault(''), person.token);
      for (const title of ['B', 'C']) {
        const { id } = await person.note(title);
        await person.post(`/api/notes/${id}/delta`, { content: `${title} of ours`, version: 0 });
      }
      const { reading, outcome } = await imports.bring(vault(' there'), person.token);
      expect(reading.changes.notes).toEqual({ created: 0, updated: 1, unchanged: 1, kept: 1 });
      expect(reading.warnings).toMatchObject([{ path: 'B', kind: 'conflict', message: expect.stringContaining('yours stays') as string }]);
      expect(outcome.counts.notes).toEqual({ created: 0, updated: 1, unchanged: 1, kept: 1 });
      expect(outcome.warnings).toMatchObject([{ path: 'B', kind: 'conflict' }]);
      const texts = async (): Promise<string[]> => (await person.notes()).map(({ title, content }) => `${title}: ${content}`).toSorted();
      const second = `B (imported ${new Date().toISOString().slice(0, 10)}): b there`;
      expect(await texts()).toEqual(['A: a there', second, 'B: B of ours', 'C: C of ours']);
      const again = await imports.bring(vault(' there'), person.token);
      expect(again.outcome.counts.notes).toEqual({ created: 0, updated: 0, unchanged: 3, kept: 0 });
      await person.post('/api/undo', { batchId: outcome.batchId });
      expect(await texts()).toEqual(['A: a', 'B: B of ours', 'C: C of ours']);
    },
  );

  test(
    'a card that was changed there alone is changed here; on both sides ours stays, theirs comes as a second one, told',
    full,
    async () => {
      const person = await Person.new();
      const board = (text: string): Fixture => {
        const { filename, bytes } = trelloBoard();
        return { filename, bytes: Buffer.from(Buffer.from(bytes).toString().replace('All of it', text)) };
      };
      const cards = async (): Promise<string[]> =>
        (await person.get('/api/cards')).items
          .filter(({ title }: { title: string }) => title.startsWith('Ship'))
          .map(({ title, description }: { title: string; description: string }) => `${title}: ${description.slice(0, 8)}`)
          .toSorted();
      await imports.bring(board('All of it'), person.token);
      const { outcome: theirs } = await imports.bring(board('Theirs 1'), person.token);
      expect(theirs.counts.cards).toMatchObject({ created: 0, updated: 1, kept: 0 });
      expect(await cards()).toEqual(['Ship it: Theirs 1']);
      const [card] = (await person.get('/api/cards?q=Ship')).items as { id: string }[];
      await service.request('PUT', `/api/cards/${card?.id ?? ''}`, { body: { description: 'Our text' }, token: person.token });
      const { outcome } = await imports.bring(board('Theirs 2'), person.token);
      expect(outcome.counts.cards).toMatchObject({ created: 0, updated: 0, kept: 1 });
      expect(outcome.warnings[0]).toMatchObject({ path: 'Ship it', kind: 'conflict' });
      // What was left out when it was read stays told.
      expect(outcome.warnings.slice(1).map(({ path, kind }) => `${kind} ${path}`)).toEqual([
        'login Ship it',
        'lost Ship it',
        'lost Old',
        'lost launch.json',
        'skipped In no list',
      ]);
      expect(outcome.warningCounts).toEqual({ conflict: 1, login: 1, lost: 3, skipped: 1 });
      const second = `Ship it (imported ${new Date().toISOString().slice(0, 10)}): Theirs 2`;
      expect(await cards()).toEqual([second, 'Ship it: Our text']);
      expect((await imports.bring(board('Theirs 2'), person.token)).outcome.batchId).toBeNull();
      await person.post('/api/undo', { batchId: outcome.batchId });
      expect(await cards()).toEqual(['Ship it: Our text']);
    },
  );

  test('each conflict is told once, also where the writes of others fail beside it', full, async () => {
    const person = await Person.new();
    const board = (text: string): Fixture => ({
      filename: 'board.json',
      bytes: Buffer.from(
        JSON.stringify({
          id: 'many',
          name: 'Many',
          lists: [{ id: 'l', name: 'List', pos: 1 }],
          cards: Array.from({ length: 60 }, (_, pos) => ({ id: `c${pos}`, name: `Card ${pos}`, desc: text, idList: 'l', pos })),
          labels: [],
        }),
      ),
    });
    await imports.bring(board('first'), person.token);
    const { items } = (await person.get('/api/cards?limit=100')) as { items: { id: string }[] };
    for (const { id } of items) await service.request('PUT', `/api/cards/${id}`, { body: { description: 'ours' }, token: person.token });
    const gone = `/api/cards/${crypto.randomUUID()}`;
    let isOver = false;
    const failing = (async () => {
      while (!isOver) await Promise.all([1, 2].map(() => service.request('DELETE', gone, { token: person.token })));
    })();
    const { outcome } = await imports.bring(board('theirs'), person.token);
    isOver = true;
    await failing;
    expect([outcome.counts.cards, outcome.warningCounts]).toMatchObject([{ kept: 60 }, { conflict: 60 }]);
  });

  test(
    'a default calendar that is in use stays as it is, and a subscription whose address may not be asked comes in without it, told',
    full,
    async () => {
      const [there, here] = [await Person.new(), await Person.new()];
      const plan = (person: Person, title: string) => person.post('/api/events', { title, date: '2026-03-01', isAllDay: true });
      await plan(there, 'Theirs');
      await plan(here, 'Ours');
      const { files, json } = await exportOf(service, there.token);
      const calendars = json('calendar.json') as { calendars: Record<string, unknown>[] };
      const [first] = calendars.calendars;
      if (first === undefined) throw new Error('no calendar');
      first['name'] = 'Work';
      const refused = { ...first, id: crypto.randomUUID(), isDefault: false, name: 'Inside', url: 'file:///etc/passwd', events: [] };
      const changed = { ...Object.fromEntries(files), 'calendar.json': JSON.stringify({ ...calendars, calendars: [first, refused] }) };
      const { outcome } = await imports.bring(zip(changed, 'daybook.zip'), here.token);
      expect(outcome.warnings.filter(({ kind }) => kind === 'lost')).toMatchObject([
        { path: 'Work', message: expect.stringMatching(/^Its events come into your default calendar, .*, which stays as it is$/) },
        { path: 'Inside', message: 'Its address may not be asked from here: it comes in as a calendar of its own' },
      ]);
      const found = (await here.get('/api/calendars')).items as { name: string; source: string; isDefault: boolean }[];
      expect(found.map(({ name, isDefault }) => [name === 'Work', isDefault])).toContainEqual([false, true]);
      expect(found.find(({ name }) => name === 'Inside')).toMatchObject({ isDefault: false, url: null });
      const events = (await here.get('/api/events?startDate=2026-01-01&endDate=2027-01-01')).items as { title: string }[];
      expect(events.map(({ title }) => title).toSorted()).toEqual(['Ours', 'Theirs']);
    },
  );

  test('one undo takes all of it back, and it can be brought in again', async () => {
    const person = await Person.new();
    const before = await person.totals();
    for (const file of [obsidianVault(), notionExport(), trelloBoard(), calendarFile()]) {
      const read = await imports.read(file, 'auto', person.token);
      const bring = async (): Promise<string | null> =>
        (await imports.ended((await imports.apply(read.id, person.token)).body.id, person.token)).batchId;
      const batchId = await bring();
      const first = await person.totals();
      expect(first).not.toEqual(before);
      const { status, body } = await person.post('/api/undo', { batchId });
      expect([status, body.skipped]).toEqual([200, []]);
      const { files: _files, ...left } = await person.totals();
      const { files: _before, ...none } = before;
      expect(left).toEqual(none);
      const again = await bring();
      expect((await person.totals())['notes']).toBe(first['notes']);
      await person.post('/api/undo', { batchId: again });
    }
  });

  test('404 for the import of another user and for another job, 409 for one that could not be read', async () => {
    const [ada, berta] = [await Person.new(), await Person.new()];
    const read = await imports.read(markdownFolder(), 'auto', ada.token);
    expect((await imports.apply(read.id, berta.token)).status).toBe(404);
    const { body } = await imports.apply(read.id, ada.token);
    await imports.ended(body.id, ada.token);
    expect((await imports.apply(body.id, ada.token)).status).toBe(404);
    const failed: Job = await imports.read({ filename: 'a.zip', bytes: zipSync({}) }, 'auto', ada.token);
    expect((await imports.apply(failed.id, ada.token)).status).toBe(409);
  });

  test('what was read can be removed while it is brought in: all of it comes in', full, async () => {
    const person = await Person.new();
    const files: Record<string, string | Uint8Array> = {};
    for (let index = 0; index < 200; index += 1) {
      files[`N${index}.md`] = `![](p${index}.png)`;
      files[`p${index}.png`] = Buffer.concat([png, Buffer.from(String(index))]);
    }
    const read = await imports.read(zip(files, 'pictures.zip'), 'auto', person.token);
    const { body } = await imports.apply(read.id, person.token);
    let job = body as Job;
    while (job.progress.done === 0 && job.endedAt === null) job = await person.get(`/api/jobs/${body.id}`);
    expect((await service.request('DELETE', `/api/jobs/${read.id}`, { token: person.token })).status).toBe(204);
    expect(await imports.ended(body.id, person.token)).toMatchObject({ status: 'done', result: { counts: { notes: { created: 200 } } } });
    expect((await person.get('/api/files?limit=0')).total).toBe(200);
    const folder = join(service.dataDir, 'jobs', read.id);
    await expect.poll(() => existsSync(folder)).toBe(false);
  });

  test('a job that is cancelled takes back what it has made', full, async () => {
    const person = await Person.new();
    const before = await person.totals();
    const files = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`F${index % 50}/N${index}.md`, `text ${index}`]));
    const read = await imports.read(zip(files, 'many.zip'), 'auto', person.token);
    const { body } = await imports.apply(read.id, person.token);
    let job = body as Job;
    while (job.progress.done < 100 && job.endedAt === null) job = await person.get(`/api/jobs/${body.id}`);
    expect((await person.get('/api/notes?limit=0')).total).toBeGreaterThan(0);
    expect((await service.request('DELETE', `/api/jobs/${body.id}`, { token: person.token })).status).toBe(202);
    expect(await imports.ended(body.id, person.token)).toMatchObject({ status: 'cancelled' });
    expect(await person.totals()).toEqual(before);
  });
});

test('POST /api/imports › files of 0 bytes come in: in a vault, and alone as a note', async () => {
  const token = await service.signUp('empty');
  const vault = zip({ 'Hub.md': '[it](empty.txt)\n', 'empty.txt': '', 'Blank.md': '' });
  const { outcome } = await imports.bring(vault, token);
  expect(outcome).toMatchObject({ warnings: [], counts: { notes: { created: 2 } } });
  await imports.bring({ filename: 'alone.md', bytes: new Uint8Array() }, token);
  const { body: notes } = await service.request('GET', '/api/notes?include=content&sort=title', { token });
  expect(notes.items.map(({ title, content }: { title: string; content: string }) => [title, content.slice(0, 3)])).toEqual([
    ['alone', ''],
    ['Blank', ''],
    ['Hub', '[it'],
  ]);
  const { body: files } = await service.request('GET', `/api/notes/${notes.items[2].id as string}/files`, { token });
  expect(files.items).toMatchObject([{ filename: 'empty.txt', size: 0, mimeType: 'text/plain' }]);
});
