// Links as vaults of Obsidian have them: `[[folder/Note]]` means the note in the notebook with that path.

import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordLinks, Renamed } from '../../main/contract/links.ts';
import { databaseName } from '../../main/storage/files.ts';
import { backTo45 } from '../support/earlier-schema.ts';
import { full } from '../support/tiers.ts';
import { zip } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { exportOf } from '../support/jobs.ts';
import { noteClient, type NoteClient } from '../support/notes.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let users = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.dispose());

/** A user with notes in notebooks, which are named by their paths. */
class Person {
  readonly token: string;
  readonly #notes: NoteClient;
  readonly #notebooks = new Map<string, Promise<string>>();

  constructor(token: string) {
    this.token = token;
    this.#notes = noteClient(service);
  }

  static async new(): Promise<Person> {
    return new Person(await service.signUp(`path${(users += 1)}`));
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer
  async ask(method: string, path: string, body?: object): Promise<any> {
    const answer = await service.request(method, path, { token: this.token, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  notebook(path: string): Promise<string | null> {
    if (path === '') return Promise.resolve(null);
    const made = this.#notebooks.get(path) ?? this.#made(path);
    this.#notebooks.set(path, made);
    return made;
  }

  async #made(path: string): Promise<string> {
    const at = path.lastIndexOf('/');
    const parentId = await this.notebook(path.slice(0, Math.max(0, at)));
    return (await this.ask('POST', '/api/notebooks', { name: path.slice(at + 1), parentId })).id as string;
  }

  async note(folder: string, title: string, content = ''): Promise<string> {
    return (await this.#notes.create(content, { title, notebookId: await this.notebook(folder) }, this.token)).id;
  }

  links(id: string, type = 'notes'): Promise<RecordLinks> {
    return this.ask('GET', `/api/${type}/${id}/links`);
  }

  async content(id: string): Promise<string> {
    return (await this.#notes.read(id, '', this.token)).content;
  }

  rename(id: string, title: string, more: object = {}): Promise<Renamed> {
    return this.ask('POST', `/api/notes/${id}/rename`, { title, updateLinks: true, ...more });
  }

  change(id: string, delta: object): Promise<unknown> {
    return this.#notes.change(id, delta, { token: this.token });
  }
}

/** What a text links to: the id where there is a note, else what it says. */
const leads = ({ outgoing }: RecordLinks): string[] => outgoing.map(({ id, title }) => id ?? `nothing: ${title}`);
const sourcesOf = ({ backlinks }: RecordLinks): string[] => backlinks.map(({ id }) => id).toSorted();

describe('GET /api/notes/:id/links', () => {
  test('200: a path means the note in this notebook, else in one whose path ends so; what it says is told', async () => {
    const person = await Person.new();
    const inner = await person.note('Areas/Home', 'Plan');
    const outer = await person.note('Home', 'Plan');
    const top = await person.note('', 'Plan');
    const text = '[[home/plan#Week|the plan]] [[/Home/Plan.md]] ![[Areas/Home/Plan]] [[Plan]] [[Sea/Plan]] [[ome/Plan]]\n';
    const from = await person.note('', 'From', text);
    const { outgoing } = await person.links(from);
    expect(outgoing.map(({ id, title, exists, targets }) => ({ id, title, exists, targets })).toSorted(byTarget)).toEqual(
      [
        { id: outer, title: 'Plan', exists: true, targets: ['/Home/Plan.md', 'home/plan#Week'] },
        { id: inner, title: 'Plan', exists: true, targets: ['Areas/Home/Plan'] },
        { id: null, title: 'ome/Plan', exists: false, targets: ['ome/Plan'] },
        { id: top, title: 'Plan', exists: true, targets: ['Plan'] },
        { id: null, title: 'Sea/Plan', exists: false, targets: ['Sea/Plan'] },
      ].toSorted(byTarget),
    );
    for (const id of [inner, outer, top]) expect(sourcesOf(await person.links(id))).toEqual([from]);
    expect((await person.links(outer)).backlinks[0]?.snippet).toContain('[[home/plan#Week|the plan]]');
  });

  test('200: a note with the whole as its title is meant first, also without .md; of equal ones that changed last', async () => {
    const person = await Person.new();
    const older = await person.note('x/A', 'Log');
    const newer = await person.note('y/A', 'Log');
    const from = await person.note('', 'From', '[[A/Log]] [[Log.md]] [[x/C# notes]]\n');
    const sharp = await person.note('x', 'C# notes');
    expect(leads(await person.links(from)).toSorted()).toEqual([newer, sharp].toSorted());
    expect([sourcesOf(await person.links(older)), sourcesOf(await person.links(sharp))]).toEqual([[], [from]]);
    await person.change(older, { isPinned: true });
    expect(leads(await person.links(from))).toContain(older);
    const whole = await person.note('', 'A/Log');
    const file = await person.note('', 'Log.md');
    expect(leads(await person.links(from)).toSorted()).toEqual([whole, file, sharp].toSorted());
    expect(sourcesOf(await person.links(older))).toEqual([]);
    expect([sourcesOf(await person.links(whole)), sourcesOf(await person.links(file))]).toEqual([[from], [from]]);
  });

  test('200: links follow notes and notebooks: what is elsewhere is not meant, in cards and events as well', async () => {
    const person = await Person.new();
    const note = await person.note('Home', 'Plan');
    const column = await person.ask('POST', '/api/columns', { title: 'Doing', projectId: 'p' });
    const card = await person.ask('POST', '/api/cards', { title: 'C', columnId: column.id, description: 'the [[Home/Plan]]' });
    const times = { date: '2026-03-12', start: '09:30', end: '10:15', timeZone: 'UTC' };
    const event = await person.ask('POST', '/api/events', { title: 'E', description: '[[House/Plan.md#x]]', ...times });
    expect(leads(await person.links(card.id, 'cards'))).toEqual([note]);
    expect(leads(await person.links(event.id, 'events'))).toEqual(['nothing: House/Plan.md#x']);
    await person.ask('PUT', `/api/notebooks/${await person.notebook('Home')}`, { name: 'House' });
    expect(leads(await person.links(card.id, 'cards'))).toEqual(['nothing: Home/Plan']);
    expect(sourcesOf(await person.links(note))).toEqual([event.id]);
    await person.change(note, { notebookId: null });
    expect(sourcesOf(await person.links(note))).toEqual([]);
  });
});

const byTarget = (a: { readonly targets: readonly string[] }, b: { readonly targets: readonly string[] }): number =>
  (a.targets[0] ?? '').localeCompare(b.targets[0] ?? '');

describe('POST /api/notes/:id/rename', () => {
  test('200: the title at the end of a path changes, and nothing around it; undone as one', async () => {
    const person = await Person.new();
    const note = await person.note('Areas/Home', 'Plan');
    await person.note('Sea', 'Plan');
    const before = '*  [[areas/ Home/plan#Plan|Plan]], [[./Home/Plan.md]] ![[Home/Plan]] [[Sea/Plan]] `[[Home/Plan]]`\n';
    const from = await person.note('', 'From', before);
    const { batchId, changed } = await person.rename(note, 'Scheme_1');
    expect(changed.map(({ id }) => id)).toEqual([note, from]);
    expect(await person.content(from)).toBe(
      '*  [[areas/ Home/Scheme_1#Plan|Plan]], [[./Home/Scheme_1.md]] ![[Home/Scheme_1]] [[Sea/Plan]] `[[Home/Plan]]`\n',
    );
    expect(sourcesOf(await person.links(note))).toEqual([from]);
    await person.ask('POST', '/api/undo', { batchId });
    expect(await person.content(from)).toBe(before);
  });

  test('412 where If-Match names another version than that of the note: neither it nor a link to it changes', async () => {
    const person = await Person.new();
    const note = await person.note('', 'Plan');
    const from = await person.note('', 'From', '[[Plan]]\n');
    const rename = (title: string, version: string): Promise<Answer> =>
      service.request('POST', `/api/notes/${note}/rename`, {
        token: person.token,
        body: { title, updateLinks: true },
        headers: { 'If-Match': version },
      });
    for (const title of ['Scheme', 'Plan'])
      expect(await rename(title, '"7"')).toMatchObject({ status: 412, body: { code: 'version_mismatch', version: 0 } });
    expect(await person.content(from)).toBe('[[Plan]]\n');
    expect((await rename('Scheme', '"0"')).status).toBe(200);
    expect(await person.content(from)).toBe('[[Scheme]]\n');
  });

  test('200: a title with a slash comes in the place of the path, which it would make longer', async () => {
    const person = await Person.new();
    const note = await person.note('Home', 'Plan');
    const from = await person.note('', 'From', '[[Home/Plan.md#x|y]] [[/Plan]]\n');
    await person.rename(note, 'a/b');
    expect(await person.content(from)).toBe('[[a/b#x|y]] [[a/b]]\n');
    expect(sourcesOf(await person.links(note))).toEqual([from]);
  });

  test('200: with a title that a link could read otherwise it leads there still, if need be without its folder or section', async () => {
    const person = await Person.new();
    const note = await person.note('Home', 'Plan');
    const from = await person.note('', 'From', '[[Home/Plan]] [[Plan#x|y]] [a](Home/Plan.md) [b](Home/Plan.md#x) [c](Plan.md)\n');
    const contents = new Map<string, string>();
    for (const title of ['C#', 'http://x.y', 'a.md#b', '.md x', 'Plan: a', 'S/T #1', 'x.md', 'İ ß']) {
      const { skipped } = await person.rename(note, title);
      // The first one takes their sections.
      expect(skipped.map(({ id }) => id)).toEqual(title === 'C#' ? [from] : []);
      const { outgoing } = await person.links(from);
      expect([title, outgoing.map(({ id }) => id), sourcesOf(await person.links(note))]).toEqual([title, [note], [from]]);
      contents.set(title, await person.content(from));
    }
    expect(contents.get('C#')).toBe('[[Home/C#]] [[C#|y]] [a](Home/C%23.md) [b](Home/C%23.md) [c](./C%23.md)\n');
    expect(contents.get('http://x.y')).toBe(
      '[[http://x.y]] [[http://x.y|y]] [a](http%3A%2F%2Fx.y.md) [b](http%3A%2F%2Fx.y.md) [c](./http:%2F%2Fx.y.md)\n',
    );
  });

  test('200: a title with a slash and a # is found from every folder; texts whose links lose a section are skipped as well', async () => {
    const person = await Person.new();
    const note = await person.note('Top', 'Alpha');
    const plain = await person.note('Deep', 'Plain', '[a](../Top/Alpha.md) [b](../Alpha) [[Alpha|c]]\n');
    const md = await person.note('Deep', 'Md', '[a](../Top/Alpha.md#Part)\n');
    const wiki = await person.note('', 'Wiki', '[[Top/Alpha#Part]]\n');
    const property = await person.note('', 'Property', '---\nrelated: "[[Alpha#Part]]"\n---\n');
    const { changed, skipped } = await person.rename(note, 'S/T #1');
    expect(changed.map(({ id }) => id).toSorted()).toEqual([note, plain, md, wiki, property].toSorted());
    expect(skipped.map(({ id, title }) => `${id} ${title}`).toSorted()).toEqual(
      [`${md} Md`, `${wiki} Wiki`, `${property} Property`].toSorted(),
    );
    expect(sourcesOf(await person.links(note))).toEqual([plain, md, wiki, property].toSorted());
    expect(await person.content(plain)).toBe('[a](S%2FT%20%231.md) [b](../S%2FT%20%231) [[S/T #1|c]]\n');
  });

  test('200 with from: paths that say the title of before follow where they name the notebook of the note', async () => {
    const person = await Person.new();
    const note = await person.note('Home', 'Plan');
    const from = await person.note('', 'From', '[[Home/Plan]] [[Sea/Plan]] [[Plan]] [x](Home/Plan.md) [y](Sea/Plan.md)\n');
    await person.change(note, { title: 'Scheme' });
    await person.rename(note, 'Scheme', { from: 'Plan' });
    expect(await person.content(from)).toBe('[[Home/Scheme]] [[Sea/Plan]] [[Scheme]] [x](Home/Scheme.md) [y](Sea/Plan.md)\n');
  });
});

test('what was there before an upgrade is found by its paths at once, links of markdown in the background', full, async () => {
  const old = await startTestService();
  const ask = async (on: TestService, method: string, path: string, body?: object): Promise<Answer['body']> =>
    (await on.request(method, path, body === undefined ? {} : { body })).body;
  const notebook = await ask(old, 'POST', '/api/notebooks', { name: 'Home' });
  const target = await ask(old, 'POST', '/api/notes', { title: 'ΟΔΟΣ', notebookId: notebook.id });
  const from = await ask(old, 'POST', '/api/notes', { title: 'From', content: '[[home/οδος.md#x]] [[Else]] [x](daybook://note/1)\n' });
  const file = await ask(old, 'POST', '/api/notes', { title: 'File', content: '[x](home/ΟΔΟΣ.md)\n' });
  const plain = await ask(old, 'POST', '/api/notes', { title: 'Plain', content: '[w](https://x.org) [x](home/ΟΔΟΣ)\n' });
  const { backlinks, outgoing } = await ask(old, 'GET', `/api/notes/${target.id}/links`);
  expect([backlinks.map(({ id }: { id: string }) => id), outgoing]).toEqual([[plain.id, file.id, from.id], []]);
  await old.stop();
  const database = new Sqlite(join(old.dataDir, databaseName));
  database.exec(`DELETE FROM text_links WHERE target LIKE ']%'; DROP INDEX text_links_by_name;
    ALTER TABLE text_links DROP COLUMN name_key; ALTER TABLE events DROP COLUMN is_cancelled; ALTER TABLE events DROP COLUMN is_free;
    ${backTo45} PRAGMA user_version = 41`);
  database.close();
  const upgraded = await startTestService({ dataDir: old.dataDir });
  const present = async (): Promise<unknown[]> => (await ask(upgraded, 'GET', `/api/notes/${target.id}/links`)).backlinks;
  expect(await present()).toContainEqual(backlinks[2]);
  await expect.poll(present).toEqual(backlinks);
  expect((await ask(upgraded, 'GET', `/api/notes/${from.id}/links`)).outgoing).toHaveLength(3);
  await upgraded.dispose();
});

describe('links of markdown to the files of notes', () => {
  test('GET /api/notes/:id/links › 200: they lead from the notebook that they stand in, else as paths in brackets do', async () => {
    const person = await Person.new();
    const beside = await person.note('Areas/Home', 'Plan');
    const sea = await person.note('Sea', 'Other note');
    await person.note('', 'Plan');
    const text = 'The [*whole* plan](Plan.md#week) and [other](../../Sea/Other%20note.md), [x](<Other note.md>) [y](Gone.md) [z](a.txt)\n';
    const from = await person.note('Areas/Home', 'From', text);
    const { outgoing } = await person.links(from);
    expect(outgoing.map(({ id, title, targets, addresses }) => ({ id, title, targets, addresses }))).toEqual([
      { id: null, title: 'Gone.md', targets: [], addresses: ['Gone.md'] },
      { id: sea, title: 'Other note', targets: [], addresses: ['../../Sea/Other note.md', 'Other note.md'] },
      { id: beside, title: 'Plan', targets: [], addresses: ['Plan.md#week'] },
    ]);
    expect((await person.links(beside)).backlinks.map(({ id, snippet }) => [id, snippet])).toEqual([
      [from, 'The whole plan and other, x y z'],
    ]);
    expect((await person.links(sea)).backlinks).toHaveLength(1);
    await person.change(from, { notebookId: null });
    expect(sourcesOf(await person.links(beside))).toEqual([]);
  });

  test('POST /api/notes/:id/rename › 200: their addresses say the new title, and nothing else of the text changes', async () => {
    const person = await Person.new();
    const note = await person.note('Home', 'Old name');
    const before =
      '*  [*a* `b`\n   c](Old%20name.md#Part "t") <x> [d](./Home/Old%20name.md) [[Home/Old name|e]]\n*  [f][r] [g](https://x.org/Old%20name.md)\n' +
      '\n[r]: <Home/Old name.md>\n\n__kept__ [h](Sea/Old%20name.md)\n';
    const from = await person.note('', 'From', before);
    const { batchId } = await person.rename(note, 'Größe 100% (neu)');
    expect(await person.content(from)).toBe(
      '*  [*a* `b`\n   c](Größe%20100%25%20(neu).md#Part "t") <x> [d](./Home/Größe%20100%25%20(neu).md) [[Home/Größe 100% (neu)|e]]\n' +
        '*  [f](Home/Größe%20100%25%20(neu).md) [g](https://x.org/Old%20name.md)\n' +
        '\n[r]: <Home/Old name.md>\n\n__kept__ [h](Sea/Old%20name.md)\n',
    );
    expect(sourcesOf(await person.links(note))).toEqual([from]);
    await person.ask('POST', '/api/undo', { batchId });
    expect(await person.content(from)).toBe(before);
    await person.rename(note, 'a/b');
    expect((await person.links(from)).outgoing.find(({ id }) => id === note)?.addresses).toEqual(['a/b.md', 'a/b.md#Part']);
  });

  test('GET /api/notes/:id/links › 200: without .md they lead to a note that there is, and else say nothing', async () => {
    const person = await Person.new();
    const beside = await person.note('Areas/Home', 'Plan');
    const sea = await person.note('Sea', 'Other note');
    await person.note('', 'Plan');
    const text =
      '[a](Plan#week) [b](../../Sea/Other%20note) [c](Other%20note "t") [d](Gone) [e](/Plan) [f](Plan?x) [g](Plan/) [h](#Plan) [i](x:Plan)\n';
    const from = await person.note('Areas/Home', 'From', text);
    const { outgoing } = await person.links(from);
    expect(outgoing.map(({ id, addresses }) => ({ id, addresses }))).toEqual([
      { id: sea, addresses: ['../../Sea/Other note', 'Other note'] },
      { id: beside, addresses: ['Plan#week'] },
    ]);
    expect(sourcesOf(await person.links(sea))).toEqual([from]);
    const gone = await person.note('', 'Gone');
    expect(sourcesOf(await person.links(gone))).toEqual([from]);
    // Nothing else in these says that there may be a link to a note.
    const alone: string[] = [];
    for (const each of ['[a]( Far )\n', '[a](<Far>)\n', '[a][b]\n\n[b]:\n  Far\n']) alone.push(await person.note('', 'Alone', each));
    const far = await person.note('', 'Far');
    expect(sourcesOf(await person.links(far)).toSorted()).toEqual(alone.toSorted());
    await person.rename(gone, 'Here');
    await person.rename(sea, 'Sea v1.2');
    expect(await person.content(from)).toBe(
      text.replace('(Gone)', '(Here)').replace('Sea/Other%20note', 'Sea/Sea%20v1%2E2').replace('(Other%20note', '(Sea%20v1%2E2'),
    );
    expect((await person.links(from)).outgoing.find(({ id }) => id === sea)?.addresses).toEqual(['../../Sea/Sea v1.2', 'Sea v1.2']);
    await person.change(from, { edits: [{ oldText: '(Here)', newText: '(Elsewhere) [[Elsewhere]]' }] });
    expect((await person.links(from)).outgoing).toContainEqual(
      expect.objectContaining({ id: null, title: 'Elsewhere', exists: false, targets: ['Elsewhere'], addresses: [] }),
    );
  });

  test('POST /api/notes/:id/rename › 200 also where hundreds of them are in one paragraph of a card', full, async () => {
    const person = await Person.new();
    const note = await person.note('Home', 'Old');
    const column = await person.ask('POST', '/api/columns', { title: 'Doing', projectId: 'p' });
    const description = `${'[**x**y](Home/Old.md) [[Old]] *z* '.repeat(300).trim()}\n`;
    const card = await person.ask('POST', '/api/cards', { title: 'C', columnId: column.id, description });
    await person.rename(note, 'New');
    expect((await person.ask('GET', `/api/cards/${card.id}`)).description).toBe(description.replaceAll('Old', 'New'));
  });
});

const vault = (): { readonly filename: string; readonly bytes: Uint8Array } =>
  zip(
    {
      'Vault/.obsidian/app.json': '{"newLinkFormat":"absolute"}',
      'Vault/Index.md': '[[Projects/Alpha/Notes]] [[Projects/Beta/Notes#Next|beta]]\n\n![[Areas/Home]] [[Projects/Gamma/Notes]]\n',
      'Vault/Projects/Alpha/Notes.md': 'Alpha, up to [[Index.md|the index]]\n',
      'Vault/Projects/Beta/Notes.md': '## Next\n\nSee [[Alpha/Notes]]\n',
      'Vault/Areas/Home.md': '[[Projects/Alpha/Notes.md]] [beta](../Projects/Beta/Notes.md#next)\n',
    },
    'Vault.zip',
  );

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

/** Each link of each note, by what the texts begin with. */
async function graphOf(person: Person): Promise<string[]> {
  const items = (await person.ask('GET', '/api/notes?include=content')).items as Listed[];
  const named = new Map(items.map(({ id, title, content }) => [id, `${title}: ${content.slice(0, 10)}`]));
  const edges = [];
  for (const { id } of items)
    for (const to of leads(await person.links(id))) edges.push(`${named.get(id) ?? ''} -> ${named.get(to) ?? to}`);
  return edges.toSorted();
}

test(
  'POST /api/imports/:id/apply › the links by path of a vault lead to its notes; exported and brought in again they do, too',
  full,
  async () => {
    const person = await Person.new();
    const imports = new ImportClient(service);
    const { reading } = await imports.bring(vault(), person.token);
    expect(reading.source).toBe('obsidian');
    const expected = [
      'Home: [[Projects -> Notes: ## Next\n\nS',
      'Home: [[Projects -> Notes: Alpha, up ',
      'Index: [[Projects -> Home: [[Projects',
      'Index: [[Projects -> Notes: ## Next\n\nS',
      'Index: [[Projects -> Notes: Alpha, up ',
      'Index: [[Projects -> nothing: Projects/Gamma/Notes',
      'Notes: ## Next\n\nS -> Notes: Alpha, up ',
      'Notes: Alpha, up  -> Index: [[Projects',
    ].toSorted();
    expect(await graphOf(person)).toEqual(expected);
    const { bytes } = await exportOf(service, person.token);
    const other = await Person.new();
    await imports.bring({ filename: 'daybook.zip', bytes }, other.token);
    expect(await graphOf(other)).toEqual(expected);
  },
);
