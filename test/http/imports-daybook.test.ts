import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Job } from '../../main/contract/jobs.ts';
import type { RingingReminder } from '../../main/contract/reminders.ts';
import { full } from '../support/tiers.ts';
import { obsidianVault, png, trelloBoard, zip, type Fixture } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const paths = ['notes?include=content&archived=all', 'notebooks', 'projects', 'columns', 'cards?archived=all', 'files'];

async function all(service: TestService): Promise<unknown[]> {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer
  const sorted = (items: any[]): unknown[] =>
    items.map(({ version: _version, url: _url, ...record }) => record).toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
  const found = [];
  for (const path of paths) found.push(sorted((await service.request('GET', `/api/${path}`)).body.items));
  return found;
}

async function exported(service: TestService): Promise<Fixture> {
  const { body: job } = await service.request('POST', '/api/exports', { body: { format: 'folder-zip' } });
  const ended = await new ImportClient(service).ended((job as Job).id);
  const { url } = ended.result as { url: string };
  const file = await fetch(service.baseUrl + url, { headers: { Authorization: `Bearer ${service.token()}` } });
  return { filename: 'daybook.zip', bytes: new Uint8Array(await file.arrayBuffer()) };
}

test(
  'POST /api/imports?source=daybook › what a Daybook gives out comes back with its ids and dates; into its own source it changes nothing',
  full,
  async () => {
    const [first, second] = [await startTestService(), await startTestService()];
    try {
      const imports = new ImportClient(first);
      await imports.bring(obsidianVault());
      await imports.bring(trelloBoard());
      const [board] = (await first.request('GET', '/api/projects')).body.items as { id: string; labels: { id: string }[] }[];
      const filter = { name: 'Mine', due: 'week', priorities: ['high'], labelId: board?.labels[0]?.id };
      expect((await first.request('POST', `/api/projects/${board?.id}/filters`, { body: filter })).status).toBe(201);
      const column = (await first.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'own' } })).body;
      const { id } = (await first.request('POST', '/api/cards', { body: { title: 'Release', columnId: column.id } })).body;
      expect((await first.request('PUT', `/api/cards/${id as string}`, { body: { isTemplate: true } })).status).toBe(200);
      const hour = 3_600_000;
      const reminders = [{ minutesBefore: 10 }];
      const archived = [];
      for (const title of ['First', 'Second', 'Third']) {
        const { body: card } = await first.request('POST', '/api/cards', { body: { title, columnId: column.id } });
        archived.push(`/api/cards/${card.id as string}`);
      }
      await first.request('POST', `${archived[1]}/move`, { body: { columnId: column.id, position: 0 } });
      for (const path of archived) await first.request('PUT', path, { body: { isArchived: true } });
      for (const hours of [-50, 50]) {
        const startTime = new Date(Date.now() + hours * hour).toISOString();
        const endTime = new Date(Date.now() + (hours + 1) * hour).toISOString();
        const title = `${hours} hours`;
        await first.request('POST', '/api/events', { body: { title, startTime, endTime, timeZone: 'UTC', reminders } });
        await first.request('POST', '/api/cards', { body: { title, columnId: column.id, dueDate: startTime, reminders } });
      }
      const file = await exported(first);
      const other = new ImportClient(second);
      const { reading } = await other.bring(file);
      expect(reading).toMatchObject({ source: 'daybook', warnings: [] });
      expect(await all(second)).toEqual(await all(first));
      const rings = async (service: TestService): Promise<string[]> => {
        const [from, to] = [-28 * 24, 7 * 24].map((hours) => new Date(Date.now() + hours * hour).toISOString());
        const { body } = await service.request('GET', `/api/reminders?from=${from}&to=${to}`);
        return (body.items as RingingReminder[]).filter(({ rungAt }) => rungAt === null).map(({ title }) => title);
      };
      // What was over when it was made, or came in, is not told.
      expect([await rings(first), await rings(second)]).toEqual([
        ['50 hours', '50 hours'],
        ['50 hours', '50 hours'],
      ]);
      for (const client of [imports, other]) expect((await client.bring(file)).outcome.batchId).toBeNull();
    } finally {
      await first.dispose();
      await second.dispose();
    }
  },
);

test(
  'POST /api/imports/:id/apply › what was changed in the folder of an export comes in: over what stayed the same here, beside what did not',
  full,
  async () => {
    const service = await startTestService();
    try {
      const imports = new ImportClient(service);
      const made = async (title: string): Promise<string> =>
        (await service.request('POST', '/api/notes', { body: { title, content: 'before\n' } })).body.id as string;
      const [mine, theirs, both] = [await made('Mine'), await made('Theirs'), await made('Both')];
      const files = unzipSync((await exported(service)).bytes);
      for (const id of [mine, both]) await service.request('POST', `/api/notes/${id}/delta`, { body: { edits: [{ append: 'ours\n' }] } });
      const edited = { 'notes/Theirs.md': 'theirs ![[new.png]]\n', 'notes/Both.md': 'theirs\n', 'New.md': 'new\n', 'new.png': png };
      const file = zip({ ...files, ...edited });
      const { outcome } = await imports.bring(file);
      expect(outcome.counts.notes).toEqual({ created: 1, updated: 1, unchanged: 1, kept: 1 });
      const { items } = (await service.request('GET', '/api/notes?include=content&sort=title&order=asc')).body as {
        items: { id: string; title: string; content: string }[];
      };
      const contents = new Map(items.map(({ title, content }) => [title.replace(/ \(imported .*/, ' (imported)'), content]));
      expect(Object.fromEntries(contents)).toEqual({
        Both: 'before\nours\n',
        'Both (imported)': 'theirs\n',
        Mine: 'before\nours\n',
        New: 'new\n',
        Theirs: 'theirs ![[new.png]]\n',
      });
      expect((await service.request('GET', `/api/notes/${theirs}/files`)).body.items).toMatchObject([{ filename: 'new.png' }]);
      expect((await imports.bring(file)).outcome.batchId).toBeNull();
      expect((await service.request('POST', '/api/undo', { body: { batchId: outcome.batchId } })).status).toBe(200);
      expect((await imports.bring(file)).outcome.counts.notes).toEqual(outcome.counts.notes);
      const later = zip({ ...unzipSync((await exported(service)).bytes), 'New.md': 'another\n' });
      expect((await imports.bring(later)).outcome.counts.notes).toMatchObject({ created: 1, updated: 0, kept: 0 });
    } finally {
      await service.dispose();
    }
  },
);

test(
  'POST /api/imports/:id/apply › a picture that was changed in the folder of an export comes in, be the text of its note the same',
  full,
  async () => {
    const service = await startTestService();
    try {
      const imports = new ImportClient(service);
      await imports.bring(zip({ 'V/Note.md': '![[pic.png]]', 'V/pic.png': png, 'V/.obsidian/app.json': '{}' }, 'vault.zip'));
      const file = await exported(service);
      expect((await imports.bring(file)).outcome.batchId).toBeNull();
      await imports.bring(zip({ 'V/Other.md': 'Other ![[pic.png]]', 'V/pic.png': png, 'V/.obsidian/app.json': '{}' }, 'other.zip'));
      const files = unzipSync((await exported(service)).bytes);
      const other = Buffer.concat([png, Buffer.from('other')]);
      const pictures = Object.keys(files).filter((path) => path.endsWith('.png'));
      const changed = zip({ ...files, ...Object.fromEntries(pictures.map((path) => [path, other])) });
      const { outcome } = await imports.bring(changed);
      expect(outcome.counts.notes).toEqual({ created: 0, updated: 2, unchanged: 0, kept: 0 });
      const { items } = (await service.request('GET', '/api/notes')).body as { items: { id: string }[] };
      for (const { id } of items) {
        const { items: now } = (await service.request('GET', `/api/notes/${id}/files`)).body as { items: { size: number }[] };
        expect(now.map(({ size }) => size)).toEqual([png.length, other.length]);
      }
      expect((await imports.bring(changed)).outcome.batchId).toBeNull();
    } finally {
      await service.dispose();
    }
  },
);

test(
  'POST /api/imports/:id/apply › notes that were moved or renamed in the folder of an export, or of a vault, are moved and renamed here',
  full,
  async () => {
    const service = await startTestService();
    try {
      const imports = new ImportClient(service);
      const text = { 'Plan.md': 'plan', 'Talk.md': 'talk', 'Stays.md': 'stays', 'Ours.md': 'ours' };
      const vault = (files: Record<string, string>): Fixture => zip({ ...files, '.obsidian/app.json': '{}' }, 'vault.zip');
      const notes = async (token: string): Promise<Record<string, string>> => {
        const { items: books } = (await service.request('GET', '/api/notebooks', { token })).body as {
          items: { id: string; name: string }[];
        };
        const { items } = (await service.request('GET', '/api/notes', { token })).body as {
          items: { id: string; title: string; notebookId: string | null }[];
        };
        const place = (id: string | null): string => books.find((book) => book.id === id)?.name ?? '';
        return Object.fromEntries(items.map(({ id, title, notebookId }) => [id, `${place(notebookId)}/${title}`]));
      };
      const moved = (before: Record<string, string>): Record<string, string> =>
        Object.fromEntries(Object.entries(before).map(([id, at]) => [id, { '/Plan': 'Work/Plan', '/Talk': '/Speech' }[at] ?? at]));

      const owner = service.token();
      await imports.bring(vault(text));
      const before = await notes(owner);
      const files = unzipSync((await exported(service)).bytes);
      const { 'notes/Plan.md': plan = png, 'notes/Talk.md': talk = png, ...rest } = files;
      const folder = zip({ ...rest, 'notes/Work/Plan.md': plan, 'notes/Speech.md': talk });
      for (const _ of [1, 2]) {
        const { outcome } = await imports.bring(folder);
        expect(outcome).toMatchObject({ counts: { notes: { created: 0, updated: 2, unchanged: 2, kept: 0 } }, warnings: [] });
        expect(await notes(owner)).toEqual(moved(before));
        expect((await imports.bring(folder)).outcome.batchId).toBeNull();
        expect((await service.request('POST', '/api/undo', { body: { batchId: outcome.batchId } })).status).toBe(200);
        expect(await notes(owner)).toEqual(before);
      }

      const other = await service.signUp('other');
      await imports.bring(vault(text), other);
      const first = await notes(other);
      const [ours] = Object.entries(first).find(([, at]) => at === '/Ours') ?? [];
      await service.request('POST', `/api/notes/${ours}/delta`, { token: other, body: { edits: [{ append: ' too' }] } });
      const { 'Plan.md': own, 'Talk.md': words, 'Ours.md': theirs, ...same } = text;
      const renamed = vault({ ...same, 'Work/Plan.md': own, 'Speech.md': words, 'Theirs.md': theirs });
      expect((await imports.bring(renamed, other)).outcome.counts.notes).toEqual({ created: 1, updated: 2, unchanged: 1, kept: 0 });
      expect(await notes(other)).toMatchObject(moved(first));
      expect((await imports.bring(renamed, other)).outcome.batchId).toBeNull();
    } finally {
      await service.dispose();
    }
  },
);
