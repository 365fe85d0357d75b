// What came in before and has changed there since comes in once more.

import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../support/tiers.ts';
import { png, zip, type Fixture } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { exportOf } from '../support/jobs.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let imports: ImportClient;
let users = 0;

beforeAll(async () => {
  service = await startTestService();
  imports = new ImportClient(service);
});
afterAll(() => service.dispose());

const signUp = (): Promise<string> => service.signUp(`again${(users += 1)}`);

async function must(token: string, method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await service.request(method, `/api/${path}`, { token, body });
  if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any record
type Told = any;

async function list(token: string, path: string): Promise<Told[]> {
  return (await must(token, 'GET', path)).items as Told[];
}

/** Where the cards of a user are: column, archived or not, files. */
async function cardsOf(token: string): Promise<Record<string, readonly [string, boolean, string[]]>> {
  const columns = new Map((await list(token, 'columns')).map(({ id, title }) => [id, title as string]));
  const cards = await list(token, 'cards?archived=all');
  return Object.fromEntries(
    cards.map(({ title, columnId, isArchived, attachments }) => [
      title,
      [columns.get(columnId) ?? '', isArchived, attachments.map(({ filename }: Told) => filename)],
    ]),
  );
}

async function attach(token: string, cardId: string, filename: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(png)]), filename);
  const response = await fetch(`${service.baseUrl}/api/cards/${cardId}/attachments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(201);
}

const exported = async (token: string): Promise<Fixture> => ({ filename: 'daybook.zip', bytes: (await exportOf(service, token)).bytes });

describe('POST /api/imports/:id/apply › of what has changed there since', () => {
  test(
    'a card brings its new files, its column, and whether it is archived; an event its calendar; one undo takes it back',
    full,
    async () => {
      const [there, here] = [await signUp(), await signUp()];
      const project = await must(there, 'POST', 'projects', { name: 'House' });
      const [todo, done] = [
        await must(there, 'POST', 'columns', { title: 'To do', projectId: project.id }),
        await must(there, 'POST', 'columns', { title: 'Done', projectId: project.id }),
      ];
      const ids: Record<string, string> = {};
      for (const title of ['Filed', 'Moved', 'Put away', 'Both'])
        ids[title] = (await must(there, 'POST', 'cards', { title, columnId: todo.id })).id;
      await attach(there, ids['Both'] ?? '', 'old.png');
      const calendar = await must(there, 'POST', 'calendars', { name: 'Family' });
      const event = await must(there, 'POST', 'events', { title: 'Party', date: '2026-03-01', isAllDay: true });
      await imports.bring(await exported(there), here);
      const first = await cardsOf(here);
      expect(first).toMatchObject({ Filed: ['To do', false, []], Both: ['To do', false, ['old.png']] });

      await attach(there, ids['Filed'] ?? '', 'plan.png');
      await must(there, 'POST', `cards/${ids['Moved']}/move`, { columnId: done.id });
      await must(there, 'PUT', `cards/${ids['Put away']}`, { isArchived: true });
      await must(there, 'POST', `cards/${ids['Both']}/move`, { columnId: done.id });
      await must(there, 'PUT', `cards/${ids['Both']}`, { isTemplate: true });
      await must(there, 'PUT', `events/${event.id}`, { calendarId: calendar.id });
      const newer = await exported(there);
      const { outcome } = await imports.bring(newer, here);
      expect(outcome.counts).toMatchObject({ cards: { updated: 4 }, events: { updated: 1 } });
      expect(outcome.warnings).toEqual([]);
      expect(await cardsOf(here)).toEqual({
        Filed: ['To do', false, ['plan.png']],
        Moved: ['Done', false, []],
        'Put away': ['To do', true, []],
        Both: ['Done', true, ['old.png']],
      });
      const [party] = await list(here, 'events?startDate=2026-01-01&endDate=2027-01-01');
      const family = (await list(here, 'calendars')).find(({ name }) => name === 'Family');
      expect(party.calendarId).toBe(family.id);
      expect((await imports.bring(newer, here)).outcome.batchId).toBeNull();

      const second = await cardsOf(here);
      const undone = await must(here, 'POST', 'undo', { batchId: outcome.batchId });
      expect([await cardsOf(here), undone.skipped]).toEqual([first, []]);
      expect((await list(here, 'trash?type=file')).map(({ title }) => title)).toEqual(['plan.png']);
      const redone = await must(here, 'POST', 'undo', { batchId: undone.batchId });
      expect(redone.skipped).toEqual([]);
      expect(await cardsOf(here)).toEqual(second);
      // Undone or done again, it is what the import knows of: a later change there comes in as such.
      await must(there, 'PUT', `cards/${ids['Filed']}`, { title: 'Filed', progress: 50 });
      const again = await exported(there);
      await must(here, 'POST', 'undo', { batchId: redone.batchId });
      expect(await cardsOf(here)).toEqual(first);
      const [back] = await list(here, 'events?startDate=2026-01-01&endDate=2027-01-01');
      expect(back.calendarId).not.toBe(family.id);
      expect((await imports.bring(again, here)).outcome.counts).toMatchObject({ cards: { updated: 4, kept: 0 } });
    },
  );

  test(
    'a card of Trello goes into its list and is archived; one that was moved here as well stays, and theirs comes as a second one',
    full,
    async () => {
      const token = await signUp();
      const board = (idList: string, closed: boolean): Fixture => ({
        filename: 'board.json',
        bytes: Buffer.from(
          JSON.stringify({
            id: 'moving',
            name: 'Moving',
            lists: ['Doing', 'Done', 'Later'].map((name, pos) => ({ id: name, name, pos })),
            cards: ['One', 'Two'].map((name, pos) => ({ id: name, name, idList, pos, closed })),
            labels: [],
          }),
        ),
      });
      await imports.bring(board('Doing', false), token);
      const [later] = (await list(token, 'columns')).filter(({ title }) => title === 'Later');
      const [two] = (await list(token, 'cards')).filter(({ title }) => title === 'Two');
      await must(token, 'POST', `cards/${two.id}/move`, { columnId: later.id });
      const { outcome } = await imports.bring(board('Done', true), token);
      expect(outcome.counts.cards).toMatchObject({ updated: 1, kept: 1 });
      const second = `Two (imported ${new Date().toISOString().slice(0, 10)})`;
      expect(await cardsOf(token)).toEqual({ One: ['Done', true, []], Two: ['Later', false, []], [second]: ['Done', true, []] });
      const { outcome: back } = await imports.bring(board('Done', false), token);
      expect(back.counts.cards).toMatchObject({ updated: 1, kept: 1 });
      expect(await cardsOf(token)).toMatchObject({ One: ['Done', false, []], Two: ['Later', false, []] });
    },
  );
});

test(
  'POST /api/imports/:id/apply › cards that are new in a list of Trello stand where they stand there, behind those that are still in it here',
  full,
  async () => {
    const token = await signUp();
    const board = (lists: Readonly<Record<string, string>>): Fixture => {
      const names = Object.keys(lists);
      const cards = names.flatMap((name) =>
        Array.from(lists[name] ?? '').map((title, pos) => ({ id: `order ${title}`, name: title, idList: `order ${name}`, pos })),
      );
      const made = { id: 'order', name: 'Order', lists: names.map((name, pos) => ({ id: `order ${name}`, name, pos })), cards };
      return { filename: 'order.json', bytes: Buffer.from(JSON.stringify(made)) };
    };
    const order = async (): Promise<Record<string, string>> => {
      const columns = (await list(token, 'columns')) as { id: string; title: string }[];
      const found = columns.map(async ({ id, title }) => [
        title,
        (await list(token, `cards/column/${id}`)).map((card) => card.title).join(''),
      ]);
      return Object.fromEntries(await Promise.all(found));
    };
    await imports.bring(board({ One: 'abcd', Two: 'ef' }), token);
    const [b] = (await list(token, 'cards')).filter(({ title }) => title === 'b');
    const two = (await list(token, 'columns')).find(({ title }) => title === 'Two');
    await service.request('POST', `/api/cards/${b.id}/move`, { token, body: { columnId: two.id } });
    expect(await order()).toEqual({ One: 'acd', Two: 'efb' });
    const { outcome } = await imports.bring(board({ One: 'xyabzcd', Two: 'pqef', Three: 'uv' }), token);
    expect(await order()).toEqual({ One: 'xyazcd', Two: 'pqefb', Three: 'uv' });
    await imports.bring(board({ One: 'xcyabz', Two: 'pdqef', Three: 'uv' }), token);
    expect(await order()).toEqual({ One: 'xcyaz', Two: 'pdqefb', Three: 'uv' });
    expect(outcome.counts.cards).toMatchObject({ created: 7, kept: 0 });
  },
);

test(
  'POST /api/imports › a single note that begins with another heading than the one of its name here is told before it replaces that',
  full,
  async () => {
    const token = await signUp();
    const readme = (content: string): Fixture => ({ filename: 'README.md', bytes: Buffer.from(content) });
    await imports.bring(readme('---\ntags: [a]\n# none\n---\n# Project A\nimportant'), token);
    const { reading: own } = await imports.bring(readme('---\n---\n# Project A\n\n---\nmore important'), token);
    expect([own.changes.notes, own.warnings]).toMatchObject([{ updated: 1 }, []]);
    const { reading, outcome } = await imports.bring(readme('# Project B\nother'), token);
    const message =
      'It begins with the heading "Project B", and replaces the text of your note "README", which begins with the heading "Project A"';
    for (const told of [reading, outcome])
      expect(told).toMatchObject({ warnings: [{ path: 'README', kind: 'lost', message }], warningCounts: { lost: 1 } });
    // In a folder the path tells which one it is.
    for (const content of ['# Project A', '# Project B'])
      expect((await imports.bring(zip({ 'README.md': content, 'Other.md': '' }, 'folder.zip'), token)).reading.warnings).toEqual([]);
  },
);

test(
  'POST /api/imports/:id/apply › of a picture that has changed in a vault the newest is the last file of its name, also one that was there before',
  full,
  async () => {
    const token = await signUp();
    const other = Buffer.concat([png, Buffer.from('other')]);
    const newest: (readonly [string, number, number])[] = [];
    for (const picture of [png, other, png, png]) {
      const text = `![[pic.png]] ${picture === other ? 'other' : ''}`;
      const { outcome } = await imports.bring(
        zip({ 'V/Note.md': text, 'V/img/pic.png': picture, 'V/.obsidian/app.json': '{}' }, 'vault.zip'),
        token,
      );
      const [note] = await list(token, 'notes');
      const files = await list(token, `notes/${note.id}/files`);
      newest.push([files.at(-1).size === png.length ? 'first' : 'other', files.length, outcome.warningCounts.file ?? 0]);
    }
    // Those that stay are told where something else has come.
    expect(newest).toEqual([
      ['first', 1, 0],
      ['other', 2, 1],
      ['first', 3, 1],
      ['first', 3, 0],
    ]);
  },
);

test(
  'POST /api/imports/:id/apply › a note that lies in another folder there goes there, also once more after an undo; one that was changed here stays',
  full,
  async () => {
    const token = await signUp();
    const before = { 'Work/Plan.md': '![[a.png]]', 'Work/a.png': png, 'Work/Mine.md': 'mine', 'Copy.md': 'copy', 'Gone.md': 'gone' };
    await imports.bring(zip(before, 'moving.zip'), token);
    const noteOf = async (title: string): Promise<Told[]> => (await list(token, 'notes')).filter((note) => note.title === title);
    const [plan, mine] = [(await noteOf('Plan'))[0], (await noteOf('Mine'))[0]];
    await service.request('POST', `/api/notes/${mine.id}/delta`, { token, body: { edits: [{ append: ' too' }] } });
    const { 'Work/Plan.md': text, 'Work/Mine.md': own, ...rest } = before;
    const after = zip({ ...rest, 'Old/2024/Plan.md': text, 'Old/Mine.md': own, 'Work/Copy.md': 'copy' }, 'moving (1).zip');
    for (const round of [1, 2]) {
      const { outcome } = await imports.bring(after, token);
      expect(outcome.counts.notes).toEqual({ created: 2, updated: 1, unchanged: 2, kept: 0 });
      const plans = await noteOf('Plan');
      expect(plans).toMatchObject([{ id: plan.id }]);
      expect(plans[0].notebookId).not.toBe(plan.notebookId);
      expect([await noteOf('Mine'), await noteOf('Copy')].map(({ length }) => length)).toEqual([2, 2]);
      expect((await imports.bring(after, token)).outcome.batchId).toBeNull();
      if (round === 1) expect((await service.request('POST', '/api/undo', { token, body: { batchId: outcome.batchId } })).status).toBe(200);
    }
  },
);

test('POST /api/imports/:id/apply › of several notes with the text of a new one, such as that of a template, none is renamed', async () => {
  const token = await signUp();
  const titles = async (): Promise<string[]> => (await list(token, 'notes?sort=title')).map(({ title }) => title as string);
  await imports.bring(zip({ 'Days/1.md': 'of a template', 'Days/2.md': 'of a template', 'Other.md': 'other' }, 'days.zip'), token);
  const { outcome } = await imports.bring(zip({ 'Days/3.md': 'of a template', 'Other.md': 'other' }, 'days.zip'), token);
  expect(outcome.counts.notes).toEqual({ created: 1, updated: 0, unchanged: 1, kept: 0 });
  expect(await titles()).toEqual(['1', '2', '3', 'Other']);
});

test(
  'POST /api/imports/:id/apply › a note of a common name that goes to another folder there and back is one; what comes to its old place is new',
  full,
  async () => {
    const token = await signUp();
    const others = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`F${number}/P.md`, `${number}`]));
    const counts = async (file: Fixture): Promise<unknown> => (await imports.bring(file, token)).outcome.counts.notes;
    const [home, away] = ['G', 'H'].map((folder) => zip({ ...others, [`${folder}/P.md`]: 'same' }, 'P.zip')) as [Fixture, Fixture];
    await imports.bring(home, token);
    for (const file of [away, home, away]) expect(await counts(file)).toEqual({ created: 0, updated: 1, unchanged: 21, kept: 0 });
    const both = zip({ ...others, 'G/P.md': 'other', 'H/P.md': 'same' }, 'P.zip');
    expect(await counts(both)).toEqual({ created: 1, updated: 0, unchanged: 22, kept: 0 });
    // Sent by itself it does not tell that the one in the archive lies nowhere any more.
    expect(await counts({ filename: 'P.md', bytes: Buffer.from('same') })).toEqual({ created: 1, updated: 0, unchanged: 0, kept: 0 });
  },
);

test(
  'POST /api/imports › of an archive that has the name of another, and few notes of it, is told what it would replace',
  full,
  async () => {
    const token = await signUp();
    const made = (mark: string, folder = ''): Fixture =>
      zip({ [`${folder}README.md`]: mark, [`${folder}${mark}.md`]: '', [`${folder}${mark} 2.md`]: '' }, 'notes.zip');
    for (const [folder, name] of [
      ['', 'it'],
      ['notes/', 'the folder in it'],
      ['notes 2026-11-30/', 'the folder in it'],
    ] as const) {
      await imports.bring(made('one', folder), token);
      expect((await imports.bring(made('one', folder), token)).reading.warnings).toEqual([]);
      const message =
        'Of the notes that came in under this name before (3) few are among these (1 of 3). If this is another archive, ' +
        `give ${name} another name and send it again: it would replace "README"`;
      const { result } = await imports.read(made('two', folder), 'auto', token);
      expect(result).toMatchObject({ warnings: [{ path: 'notes', kind: 'lost', message }], warningCounts: { lost: 1 } });
    }
  },
);

test('POST /api/imports/:id/apply › an archive is known under the names that browsers and systems give its copies', full, async () => {
  const token = await signUp();
  const inbox = Buffer.from('TYPE,CONTENT,PRIORITY,INDENT\ntask,Buy milk,4,1\n');
  const plain = { 'Plain.md': 'p', 'Below/Deep.md': 'd' };
  const made = (mark: string): Fixture[] => [
    zip({ 'wiki/Z.md': 'z', 'wiki/Sub/ZS.md': 's' }, `wiki${mark}.zip`),
    zip({ 'Here.md': 'h', '.obsidian/app.json': '{}' }, `vault${mark}.zip`),
    zip(plain, `folder${mark}.zip`),
    zip({ 'One.csv': inbox, 'Two.csv': inbox }, `tasks${mark}.zip`),
    { filename: `Inbox${mark}.csv`, bytes: inbox },
  ];
  for (const file of made('')) expect((await imports.bring(file, token)).outcome.batchId).not.toBeNull();
  for (const mark of [' (1)', ' - Copy', '-2026-11-30'])
    for (const file of made(mark))
      expect([file.filename, (await imports.bring(file, token)).outcome.batchId]).toEqual([file.filename, null]);
  // What an earlier version brought in under its whole name.
  const database = new Sqlite(join(service.dataDir, 'daybook.db'));
  const told = "UPDATE import_sources SET source = 'markdown:folder-2026-11-30' WHERE source = 'markdown:folder' AND user_id = ?";
  const [{ userId }] = database
    .prepare<[], { userId: string }>('SELECT id AS userId FROM users ORDER BY created_at DESC LIMIT 1')
    .all() as [Told];
  expect(database.prepare(told).run(userId).changes).toBe(3);
  database.close();
  for (const mark of ['-2026-11-30', '']) expect((await imports.bring(zip(plain, `folder${mark}.zip`), token)).outcome.batchId).toBeNull();
});

test(
  'POST /api/imports/:id/apply › boards, columns, notebooks, calendars and saved searches that have changed there come in, but for what has changed here',
  full,
  async () => {
    const [there, here] = [await signUp(), await signUp()];
    const project = await must(there, 'POST', 'projects', { name: 'House', color: 'red' });
    const label = await must(there, 'POST', `projects/${project.id}/labels`, { name: 'Soon', color: 'red' });
    const columns = [];
    for (const title of ['To do', 'Done']) columns.push(await must(there, 'POST', 'columns', { title, projectId: project.id }));
    const card = await must(there, 'POST', 'cards', { title: 'Paint', columnId: columns[0].id });
    const notebook = await must(there, 'POST', 'notebooks', { name: 'Work' });
    const search = await must(there, 'POST', 'saved-searches', { name: 'Mine', query: 'paint' });
    const calendar = await must(there, 'POST', 'calendars', { name: 'Family' });
    await must(there, 'POST', 'events', { title: 'Party', date: '2026-03-01', isAllDay: true, calendarId: calendar.id });
    await imports.bring(await exported(there), here);
    const names = async (): Promise<string[]> => {
      const [board] = await list(here, 'projects');
      const found = board.labels.map(({ name }: Told) => name as string);
      for (const [path, field] of [
        ['projects', 'name'],
        ['columns', 'title'],
        ['notebooks', 'name'],
        ['saved-searches', 'name'],
        ['calendars', 'name'],
      ] as const)
        found.push(...(await list(here, path)).map((record) => record[field] as string));
      return found;
    };
    const before = await names();
    expect(before).toEqual(['Soon', 'House', 'To do', 'Done', 'Work', 'Mine', 'Calendar', 'Family']);

    await must(there, 'PUT', `projects/${project.id}`, { name: 'Home' });
    await must(there, 'PUT', `projects/${project.id}/labels/${label.id}`, { name: 'Later' });
    const fresh = await must(there, 'POST', `projects/${project.id}/labels`, { name: 'New' });
    await must(there, 'PUT', `cards/${card.id}`, { labelIds: [fresh.id] });
    for (const { id } of columns) await must(there, 'PUT', `columns/${id}`, { title: 'Renamed', wipLimit: 3 });
    await must(there, 'PUT', `notebooks/${notebook.id}`, { name: 'Job' });
    await must(there, 'PUT', `saved-searches/${search.id}`, { name: 'Ours' });
    await must(there, 'PUT', `calendars/${calendar.id}`, { name: 'Kin' });
    const [, done] = await list(here, 'columns');
    await must(here, 'PUT', `columns/${done.id}`, { isCollapsed: true });
    const newer = await exported(there);
    const { reading, outcome } = await imports.bring(newer, here);
    expect(await names()).toEqual(['Later', 'New', 'Home', 'Renamed', 'Done', 'Job', 'Ours', 'Calendar', 'Kin']);
    const [board] = await list(here, 'projects');
    expect((await list(here, 'cards'))[0].labelIds).toEqual([board.labels[1].id]);
    const told = [{ path: 'Renamed', kind: 'lost', message: 'It has changed here and there: yours stays as it is' }];
    expect([reading.warnings, outcome.warnings]).toEqual([told, told]);
    expect((await imports.bring(newer, here)).outcome.batchId).toBeNull();
    expect((await must(here, 'POST', 'undo', { batchId: outcome.batchId })).skipped).toEqual([]);
    expect(await names()).toEqual(before);
    expect((await imports.bring(newer, here)).outcome.counts).toMatchObject({
      projects: { updated: 1 },
      columns: { updated: 1, unchanged: 1 },
    });
    expect((await names()).slice(0, 3)).toEqual(['Later', 'New', 'Home']);
    // Where the board has changed here as well, its labels stay.
    await must(here, 'PUT', `projects/${board.id}`, { color: 'green' });
    await must(there, 'PUT', `projects/${project.id}/labels/${label.id}`, { name: 'Never' });
    await must(there, 'POST', `projects/${project.id}/labels`, { name: 'Newest' });
    expect((await imports.bring(await exported(there), here)).outcome.warnings).toMatchObject([
      { path: 'Home', message: 'It has changed here and there: yours stays as it is' },
      { path: 'Home', message: 'A label is "Never" there by now, or of another colour: yours stays as it is' },
      { path: 'Home', message: 'The label "Newest" is new there: it does not come into the board that is here' },
      { path: 'Renamed', message: 'It has changed here and there: yours stays as it is' },
    ]);
    expect((await names()).slice(0, 3)).toEqual(['Later', 'New', 'Home']);
  },
);

test(
  'POST /api/imports/:id/apply › a notebook that cannot be put where it is there by now stays, which is told, and takes its notes',
  full,
  async () => {
    const [there, here] = [await signUp(), await signUp()];
    const [a, b] = [await must(there, 'POST', 'notebooks', { name: 'A' }), await must(there, 'POST', 'notebooks', { name: 'B' })];
    const note = await must(there, 'POST', 'notes', { title: 'Old', notebookId: a.id });
    await imports.bring(await exported(there), here);
    const [own, other] = await list(here, 'notebooks');
    await must(here, 'PUT', `notebooks/${other.id}`, { parentId: own.id });

    await must(there, 'PUT', `notebooks/${a.id}`, { parentId: b.id });
    await must(there, 'POST', `notes/${note.id}/rename`, { title: 'Changed' });
    await must(there, 'POST', 'notes', { title: 'New', notebookId: a.id });
    const { id } = await imports.read(await exported(there), 'auto', here);
    const { result } = await imports.ended((await imports.apply(id, here)).body.id, here);
    const message = 'A: parentId must not be the notebook itself, or one that lies in it';
    expect(result).toMatchObject({ warnings: expect.arrayContaining([{ path: a.id, kind: 'limit', message }]) });
    expect((await list(here, 'notebooks')).map(({ name, parentId }) => [name, parentId])).toEqual([
      ['A', null],
      ['B', own.id],
    ]);
    const notes = (await list(here, 'notes')).map(({ title, notebookId }) => [title as string, notebookId]);
    expect(Object.fromEntries(notes)).toEqual({ Changed: own.id, New: own.id });
  },
);

test('POST /api/imports/:id/apply › what is brought in twice at the same time is there once', full, async () => {
  const token = await signUp();
  const cards = Array.from({ length: 40 }, (_, pos) => ({ id: `c${pos}`, name: `Card ${pos}`, idList: 'l', pos }));
  const board = JSON.stringify({ id: 'twice', name: 'Twice', lists: [{ id: 'l', name: 'List', pos: 1 }], cards, labels: [] });
  const notes = Object.fromEntries(cards.map(({ id, name }) => [`${id}.md`, name]));
  const files = [{ filename: 'board.json', bytes: Buffer.from(board) }, zip(notes, 'notes.zip')];
  for (const [index, path] of ['cards', 'notes'].entries()) {
    const { id } = await imports.read(files[index] as Fixture, 'auto', token);
    const jobs = await Promise.all([imports.apply(id, token), imports.apply(id, token)]);
    const outcomes = await Promise.all(jobs.map(({ body }) => imports.ended(body.id, token)));
    const came = outcomes.map(({ result }: Told) => result.counts[path].created as number);
    expect([came.reduce((sum, count) => sum + count), (await must(token, 'GET', `${path}?limit=0`)).total]).toEqual([40, 40]);
  }
});

test('POST /api/imports/:id/apply › what an undo has taken back comes in once more; what was made of it by then stays', full, async () => {
  const token = await signUp();
  const board = (desc: string): string =>
    JSON.stringify({
      id: `undone ${token.slice(0, 8)}`,
      name: 'Board',
      lists: [{ id: 'l', name: 'List', pos: 1 }],
      cards: [{ id: 'c', name: 'Card', desc, idList: 'l', pos: 1 }],
      labels: [],
    });
  const bring = async (text: string) => [
    (await imports.bring(zip({ 'a.md': text, 'b.md': 'b' }, 'undone.zip'), token)).outcome,
    (await imports.bring({ filename: 'board.json', bytes: Buffer.from(board(text)) }, token)).outcome,
  ];
  const texts = async (): Promise<[string, string]> => {
    const notes = await list(token, 'notes?include=content');
    const [card] = await list(token, 'cards');
    return [notes.find(({ title }) => title === 'a').content, card.description];
  };
  const undo = async (batchIds: readonly (string | null)[]): Promise<(string | null)[]> => {
    const undone = [];
    for (const batchId of batchIds) undone.push((await must(token, 'POST', 'undo', { batchId })).batchId as string);
    return undone;
  };
  const batches = (outcomes: readonly { batchId: string | null }[]): (string | null)[] => outcomes.map(({ batchId }) => batchId);
  await bring('one');
  const first = await bring('two');
  await undo(batches(first));
  expect(await texts()).toEqual(['one', 'one']);
  expect(batches(await bring('one'))).toEqual([null, null]);
  const second = await bring('two');
  expect(second.map(({ counts }) => [counts.notes?.updated, counts.cards?.updated])).toEqual([
    [1, undefined],
    [undefined, 1],
  ]);
  expect(await texts()).toEqual(['two', 'two']);
  // Undone, and the undo undone: it is as the import has left it.
  await undo(await undo(batches(second)));
  expect(await texts()).toEqual(['two', 'two']);
  expect(batches(await bring('two'))).toEqual([null, null]);
  // Of what was changed here after the undo ours stays.
  await undo(batches(await bring('three')));
  const [note] = (await list(token, 'notes')).filter(({ title }) => title === 'a');
  await must(token, 'POST', `notes/${note.id}/delta`, { content: 'ours', version: note.version });
  const last = await bring('three');
  expect(last[0]?.counts.notes).toMatchObject({ updated: 0, kept: 1 });
  expect(await texts()).toEqual(['ours', 'three']);
});

test('POST /api/imports/:id/apply › notebooks of a Daybook stand in the order that they have there', full, async () => {
  const [there, here] = [await signUp(), await signUp()];
  const made = [];
  for (const name of ['Alpha', 'Beta', 'Gamma']) made.push(await must(there, 'POST', 'notebooks', { name }));
  for (const name of ['Child', 'Second child']) await must(there, 'POST', 'notebooks', { name, parentId: made[2].id });
  await imports.bring(await exported(there), here);
  const named = async (token: string): Promise<string[]> => (await list(token, 'notebooks')).map(({ name }) => name as string);
  expect(await named(here)).toEqual(await named(there));
});

describe('POST /api/imports/:id/apply › calendars', () => {
  const text = (called: string, ...uids: string[]): string =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Example//EN',
      ...(called === '' ? [] : [`X-WR-CALNAME:${called}`]),
      ...uids.flatMap((uid) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'DTSTAMP:20260101T000000Z',
        'DTSTART:20260301T100000Z',
        `SUMMARY:${uid}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  const single = (called: string, filename: string, ...uids: string[]): Fixture => ({
    filename,
    bytes: Buffer.from(text(called, ...uids)),
  });
  const archive = (filename: string, called: string, ...uids: string[]): Fixture =>
    zip({ 'Takeout/Calendar/Gym.ics': text(called, ...uids) }, filename);

  /** Writes what an earlier version has kept of where a calendar came from. */
  function cameAs(id: string | undefined, source: string, path: string): void {
    const database = new Sqlite(join(service.dataDir, 'daybook.db'));
    const { changes } = database.prepare('UPDATE import_sources SET source = ?, source_id = ? WHERE record_id = ?').run(source, path, id);
    database.close();
    expect(changes).toBe(1);
  }

  /** The events of each calendar, by name; the default one left out. */
  async function calendarsOf(token: string): Promise<[string, string[]][]> {
    const events = await list(token, 'events?startDate=2026-01-01&endDate=2027-01-01');
    const calendars = (await list(token, 'calendars')).filter(({ isDefault }) => isDefault === false);
    return calendars.map(({ id, name }) => [
      name,
      events
        .filter(({ calendarId }) => calendarId === id)
        .map(({ title }) => title as string)
        .toSorted(),
    ]);
  }

  test(
    'files of one name that are called otherwise inside are two calendars, each known again, as is the copy that a browser renames',
    full,
    async () => {
      const token = await signUp();
      for (const [called, uid] of [
        ['Work', 'w1'],
        ['Family', 'f1'],
      ] as const)
        expect((await imports.bring(single(called, 'basic.ics', uid), token)).outcome.counts.calendars).toMatchObject({ created: 1 });
      const both = [
        ['Work', ['w1']],
        ['Family', ['f1']],
      ];
      expect(await calendarsOf(token)).toEqual(both);
      for (const file of [single('Work', 'basic.ics', 'w1'), single('Family', 'basic (1).ics', 'f1')])
        expect((await imports.bring(file, token)).outcome.batchId).toBeNull();
      expect(await calendarsOf(token)).toEqual(both);
    },
  );

  test(
    'an archive is known again whatever day, part and mark of a copy stand in its name, be the calendar renamed here or not',
    full,
    async () => {
      const token = await signUp();
      await imports.bring(archive('takeout-20261101T100000Z-001.zip', 'Gym', 'g1'), token);
      const [gym] = (await list(token, 'calendars')).filter(({ name }) => name === 'Gym');
      await must(token, 'PUT', `calendars/${gym.id}`, { name: 'Sport' });
      for (const name of ['takeout-20261101T100000Z-001 (1).zip', 'takeout-20261129T093000Z-1-001.zip', 'takeout.zip'])
        expect((await imports.bring(archive(name, 'Gym', 'g1'), token)).outcome.batchId, name).toBeNull();
      const { outcome } = await imports.bring(archive('takeout-20270101T093000Z-001.zip', 'Gym', 'g1', 'g2'), token);
      expect(outcome.counts).toEqual({
        calendars: { created: 0, updated: 0, unchanged: 1, kept: 0 },
        events: { created: 1, updated: 0, unchanged: 1, kept: 0 },
      });
      expect(await calendarsOf(token)).toEqual([['Sport', ['g1', 'g2']]]);
    },
  );

  test(
    'a Takeout with tasks and calendars comes in at once, and its calendars are those that came in without the tasks, or will',
    full,
    async () => {
      const tasks = JSON.stringify({
        kind: 'tasks#taskLists',
        items: [{ kind: 'tasks#tasks', id: 'l', title: 'List', items: [{ id: 't', title: 'Tea' }] }],
      });
      const parts = { 'Takeout/Calendar/Gym.ics': text('Gym', 'g1'), 'Takeout/Tasks/Tasks.json': tasks };
      const both = zip(parts, 'takeout-20261101T100000Z-001.zip');
      const [first, second] = [await signUp(), await signUp()];
      const { outcome } = await imports.bring(both, first);
      expect(outcome.counts).toMatchObject({ cards: { created: 1 }, calendars: { created: 1 }, events: { created: 1 } });
      for (const again of [zip(parts, 'takeout-20261201T100000Z-001.zip'), archive('takeout.zip', 'Gym', 'g1')])
        expect((await imports.bring(again, first)).outcome.batchId).toBeNull();
      await imports.bring(archive('takeout-20261001T100000Z-001.zip', 'Gym', 'g1'), second);
      expect((await imports.bring(both, second)).outcome.counts).toMatchObject({
        cards: { created: 1 },
        calendars: { created: 0, unchanged: 1 },
      });
      for (const token of [first, second]) expect(await calendarsOf(token)).toEqual([['Gym', ['g1']]]);
    },
  );

  test(
    'what an earlier version has brought in is known again, by its name or, where that is another here, by its events',
    full,
    async () => {
      const token = await signUp();
      await imports.bring(archive('takeout-20261101T100000Z-001.zip', 'Gym', 'g1'), token);
      await imports.bring(single('Work', 'basic.ics', 'w1'), token);
      const calendars = await list(token, 'calendars');
      const [gym, work] = ['Gym', 'Work'].map((name) => calendars.find((each) => each.name === name)?.id as string);
      cameAs(gym, 'ics:takeout-20261101T100000Z-001', 'Takeout/Calendar/Gym.ics');
      cameAs(work, 'ics:basic', 'basic.ics');
      await must(token, 'PUT', `calendars/${work}`, { name: 'Office' });
      expect((await imports.bring(archive('takeout-20261129T100000Z-001.zip', 'Gym', 'g1'), token)).outcome.batchId).toBeNull();
      expect((await imports.bring(single('Work', 'basic.ics', 'w1'), token)).outcome.batchId).toBeNull();
      await imports.bring(single('Family', 'basic.ics', 'f1'), token);
      expect(await calendarsOf(token)).toEqual([
        ['Gym', ['g1']],
        ['Office', ['w1']],
        ['Family', ['f1']],
      ]);
    },
  );
});
