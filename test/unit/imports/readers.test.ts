import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keptPath } from '../../../main/features/imports/plan-writer.ts';
import {
  calendarFile,
  changedAt,
  importLimits,
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
} from '../../support/import-fixtures.ts';
import { noteCalled, of, read, type Of, type Read } from '../../support/read-plan.ts';

const targetsOf = ({ content, files }: Of<'note'>): string[] =>
  files.flatMap(({ targets = [] }) => targets.map(([from, to]) => content.slice(from, to)));

const warned = ({ warnings }: Read): string[] => warnings.map(({ path, kind }) => `${kind} ${path}`);

describe('a vault of Obsidian', () => {
  test('is known by its settings; folders become notebooks, the root does not', async () => {
    const plan = await read(obsidianVault());
    expect(plan.source).toBe('obsidian');
    expect(plan.space).toBe('Vault');
    expect(of(plan, 'notebook').map(({ source, name, parent }) => [source, name, parent])).toEqual([
      ['Travel', 'Travel', null],
      ['Travel/Italy', 'Italy', 'Travel'],
    ]);
    expect(plan.found).toMatchObject({ notes: 3, notebooks: 2, files: 1 });
  });

  test('keeps each text byte for byte; embeds are not written anew, relative links lead to the file', async () => {
    const plan = await read(obsidianVault());
    const welcome = noteCalled(plan, 'Welcome');
    expect(welcome.content).toBe('---\ntags: [home]\ncreated: 2023-02-03T04:05:06Z\n---\n\n# Hello\n\n![[photo.png]] and [[Rome]]\n');
    expect(welcome.files).toEqual([{ file: 0, filename: 'photo.png', targets: [] }]);
    expect(new Date(welcome.createdAt ?? 0).toISOString()).toBe('2023-02-03T04:05:06.000Z');
    const rome = noteCalled(plan, 'Rome');
    expect(rome.content).toContain('\r\n\r\n`![[photo.png]]` is code.\r\n');
    expect(targetsOf(rome)).toEqual(['../Assets/photo.png']);
    expect(new Date(rome.updatedAt ?? 0).toISOString()).toBe(changedAt);
    expect(readFileSync(keptPath(plan.folder, 0))).toEqual(Buffer.from(png));
  });

  test('tells files of one name in several folders apart, and leads each embed to its own', async () => {
    const text = '![[Rome/cover.png]] ![[Paris/cover.png|300]] ![p](Paris/cover.png) ![[Rome/cover.png]] ![[Paris/other.png]]';
    const [rome, paris] = [png, Buffer.concat([png, Buffer.from('p')])];
    const plan = await read(
      zip({ '.obsidian/app.json': '{}', 'Trip.md': text, 'Rome/cover.png': rome, 'Paris/cover.png': paris, 'Paris/other.png': png }),
    );
    const trip = noteCalled(plan, 'Trip');
    expect(trip.content).toBe('![[Rome/cover.png]] ![[cover 2.png|300]] ![p](Paris/cover.png) ![[Rome/cover.png]] ![[Paris/other.png]]');
    expect(trip.files.map(({ filename, file }) => [filename, plan.files[file]?.path])).toEqual([
      ['cover.png', 'Rome/cover.png'],
      ['cover 2.png', 'Paris/cover.png'],
      ['other.png', 'Paris/other.png'],
    ]);
    expect(targetsOf(trip)).toEqual(['Paris/cover.png']);
  });

  test('a file that an embed names by the end of its path is found behind others of its name, and none whose folder only ends so', async () => {
    const [rome, paris, long] = ['r', 'p', 'l'].map((mark) => Buffer.concat([png, Buffer.from(mark)]));
    const plan = await read(
      zip({
        '.obsidian/app.json': '{}',
        'Trip.md': '![[Rome/cover.png]] ![[sub/b.png]]',
        'cover.png': paris as Buffer,
        'Assets/Rome/cover.png': rome as Buffer,
        'mysub/b.png': long as Buffer,
      }),
    );
    const { files } = noteCalled(plan, 'Trip');
    expect(files.map(({ file }) => plan.files[file]?.path)).toEqual(['Assets/Rome/cover.png']);
    expect(plan.warnings.flatMap(({ kind, message }) => (kind === 'link' ? [message] : []))).toEqual([
      'It leads to sub/b.png, which is not there',
    ]);
  });

  test('notes whose titles end as names of files do are not told as missing', async () => {
    const text = '![[Meeting 10.30]] ![[Drawing.excalidraw|300]] ![[Sub/Release v1.2#New]] ![[Later 2.0]] ![[gone.png]]\n';
    const notes = { 'Meeting 10.30.md': 'm', 'Drawing.excalidraw.md': 'd', 'Sub/Release v1.2.md': 'r', 'A.md': text };
    const plan = await read(zip({ '.obsidian/app.json': '{}', ...notes }));
    expect(plan.source).toBe('obsidian');
    expect(plan.warnings.flatMap(({ kind, message }) => (kind === 'link' ? [message] : []))).toEqual([
      'It leads to gone.png, which is not there',
    ]);
  });

  test('tells of settings, canvases, unused files and of what is missing', async () => {
    expect(warned(await read(obsidianVault())).toSorted()).toEqual([
      'file Assets/unused.png',
      'link Travel/Italy/Food.md',
      'skipped .obsidian',
      'skipped Map.canvas',
    ]);
  });
});

describe('a folder of markdown', () => {
  test('comes in without what belongs to programs and systems; each such folder of a program is told once', async () => {
    const plan = await read(
      zip({
        'Plan.md': '# Plan\n',
        'site/Notes.md': '# Notes\n',
        'site/node_modules/react/README.md': '# React\n',
        'site/node_modules/react/docs/node_modules/Deep.md': '# Deep\n',
        'site/.git/description.md': 'x\n',
        '.trash/Old.md': '# Old\n',
        '__MACOSX/._Plan.md': 'x',
      }),
    );
    expect(of(plan, 'note').map(({ title }) => title)).toEqual(['Plan', 'Notes']);
    expect(of(plan, 'notebook').map(({ name }) => name)).toEqual(['site']);
    expect(plan.warnings).toEqual([
      { path: '.trash', kind: 'skipped', message: 'It is hidden: settings and the like do not come in' },
      { path: 'site/.git', kind: 'skipped', message: 'It is hidden: settings and the like do not come in' },
      { path: 'site/node_modules', kind: 'skipped', message: 'It holds packages of programs: they do not come in' },
    ]);
  });

  test('comes in with its files, and texts in other encodings are decoded and told', async () => {
    const plan = await read(markdownFolder());
    expect(plan.source).toBe('markdown');
    expect(plan.found).toMatchObject({ notes: 4, notebooks: 1, files: 1 });
    const inbox = noteCalled(plan, 'Inbox');
    expect(targetsOf(inbox)).toEqual(['files/my%20photo.png', 'files/my photo.png']);
    expect(noteCalled(plan, 'Paris').content).toBe('Plain text without an end');
    expect(noteCalled(plan, 'café').content).toBe('Le café');
    expect(noteCalled(plan, 'wide').content).toBe('wide text');
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      'It is not UTF-8: it was read as Latin-1',
      'It is not UTF-8: it was read as UTF-16',
    ]);
  });

  test('brings the files that its notes embed by name, as a vault does that was packed without its settings', async () => {
    const plan = await read(zip({ 'Trips/A.md': '![[b.png]] ![[gone.png]] [[A]]', 'Pictures/b.png': png }));
    expect([plan.source, plan.files.map(({ filename }) => filename)]).toEqual(['markdown', ['b.png']]);
    expect(noteCalled(plan, 'A').content).toBe('![[b.png]] ![[gone.png]] [[A]]');
    expect(plan.warnings.map(({ message }) => message)).toEqual(['It leads to gone.png, which is not there']);
  });

  test('what a link says of its file, as the page of a document, stays when it is led to the file', async () => {
    const text = '[a](d.pdf#page=2) ![b](p.png#center "B") <a href="d.pdf#page=3"> [c](<d.pdf#page=4&zoom=9>)\n\n[d]: d.pdf#page=5 "D"\n';
    const a = noteCalled(await read(zip({ 'A.md': text, 'd.pdf': '%PDF-1.4', 'p.png': png })), 'A');
    expect(targetsOf(a).toSorted()).toEqual(['d.pdf', 'd.pdf', 'd.pdf', 'd.pdf', 'p.png']);
  });

  test('brings files whose addresses hold entities, or a query', async () => {
    const names = ['a&b.png', "it's.png", 'q.png', 'r.png', 'what?.png', 'a_c.png'];
    const text =
      '![](files/a&amp;b.png) <img src="files/it&#39;s.png"> ![](files/q.png?raw=true) <img src="files/r.png?w=1#x"> ' +
      '![](files/what%3F.png) ![](files/a\\_c.png)\n';
    const plan = await read(
      zip({ 'A.md': text, ...Object.fromEntries(names.map((name, at) => [`files/${name}`, Buffer.concat([png, Buffer.from([at])])])) }),
    );
    const note = noteCalled(plan, 'A');
    expect(note.files.map(({ filename }) => filename)).toEqual(names);
    expect(targetsOf(note)).toEqual([
      'files/a&amp;b.png',
      'files/it&#39;s.png',
      'files/q.png?raw=true',
      'files/r.png?w=1',
      'files/what%3F.png',
      String.raw`files/a\_c.png`,
    ]);
    expect(plan.warnings).toEqual([]);
  });

  test('a folder that was packed as a whole is no notebook', async () => {
    const plan = await read(zip({ 'Notes/A.md': 'a', 'Notes/In/B.md': 'b' }, 'Notes.zip'));
    expect(of(plan, 'notebook').map(({ name }) => name)).toEqual(['In']);
  });

  test('a file that is larger than any can be here is told by its path, at the limit it comes in', async () => {
    const sized = (bytes: number): Buffer => Buffer.concat([png, Buffer.alloc(bytes - png.length, 'x')]);
    const [largest, larger] = [sized(importLimits.fileBytes), sized(importLimits.fileBytes + 1)];
    const plan = await read(zip({ 'A.md': '![](files/a.png) ![](files/b.png)', 'files/a.png': largest, 'files/b.png': larger }));
    expect(plan.files.map(({ filename }) => filename)).toEqual(['a.png']);
    expect(plan.warnings.filter(({ path }) => path === 'files/b.png').map(({ message }) => message)).toEqual([
      'It is larger than the 10 MiB that a file can have',
    ]);
  });

  test('a single file is a note', async () => {
    const plan = await read({ filename: 'Idea.md', bytes: Buffer.from('text') });
    expect(of(plan, 'note')).toMatchObject([{ title: 'Idea', content: 'text', notebook: null }]);
  });
});

describe('Joplin', () => {
  test('MD + Front Matter: titles and times stand in the front matter, links between notes go by title', async () => {
    const plan = await read(joplinFolder());
    expect(plan.source).toBe('joplin');
    const note = noteCalled(plan, 'The plan');
    expect(note.content).toContain('[[Other]]');
    expect(note.content).toContain('  - big ideas\n');
    expect(targetsOf(note)).toEqual(['../_resources/pic.png']);
    expect([note.createdAt, note.updatedAt]).toEqual([Date.UTC(2021, 0, 2, 3, 4, 5), Date.UTC(2022, 2, 4, 5, 6, 7)]);
    expect(
      of(plan, 'notebook')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Home', 'Work']);
  });

  test('JEX: notebooks, resources, links, tags, to-dos and the times that the user sees', async () => {
    const plan = await read(await jex());
    expect(plan.source).toBe('joplin');
    expect(of(plan, 'notebook').map(({ name, parent }) => [name, parent])).toEqual([
      ['Private', null],
      ['Garden', 'a'.repeat(32)],
    ]);
    const roses = noteCalled(plan, 'Roses');
    expect(roses.content).toBe(
      `---\ntags:\n  - flowers\n---\n\nA picture: ![rose](:/${'e'.repeat(32)})\n\nsee [[To do#first-part|the list]]`,
    );
    expect(targetsOf(roses)).toEqual([`:/${'e'.repeat(32)}`]);
    expect(roses.files[0]?.filename).toBe('rose.png');
    expect([roses.createdAt, roses.updatedAt]).toEqual([Date.UTC(2019, 4, 6, 7, 8, 9), Date.UTC(2019, 5, 7, 8, 9, 10)]);
    const todo = noteCalled(plan, 'To do');
    expect(warned(plan)).toEqual(['lost To do', 'file unused.png']);
    expect(todo.content).toBe(
      '---\nsource: https://example.org/garden\nauthor: Ada\nlatitude: 48.2\nlongitude: 16.37\naltitude: 0\ncompleted?: no\ndue: 2030-01-02T00:00:00.000Z\n---\n\nWater them',
    );
  });
});

describe('Notion', () => {
  test('zips in a zip: pages without their ids, links between them by title, pictures with them', async () => {
    const plan = await read(notionExport());
    expect(plan.source).toBe('notion');
    expect(of(plan, 'note').map(({ title, notebook }) => [title, notebook])).toEqual([
      ['Home', null],
      ['Sub page', `Home ${'1'.repeat(32)}`],
    ]);
    expect(of(plan, 'notebook').map(({ name }) => name)).toEqual(['Home']);
    const home = noteCalled(plan, 'Home');
    expect(home.content).toContain('[[Sub page]]');
    expect(targetsOf(home)).toEqual([`Home%20${'1'.repeat(32)}/pic.png`]);
    expect(noteCalled(plan, 'Sub page').content).toBe('# Sub page\n\n[[Home|Back]]\n');
  });

  test('a page is called as its heading, of which the name of its file has the beginning alone or not all signs', async () => {
    const long = 'This is a very long page title that goes on and on and really does not stop before the end';
    const odd = 'A/B: what? "yes" C#';
    const files = [
      [`${long.slice(0, 50)} ${'1'.repeat(32)}.md`, `# ${long}\n\n[odd](A%20B%20what%20yes%20C%20${'2'.repeat(32)}.md)\n`],
      [`A B what yes C ${'2'.repeat(32)}.md`, `# ${odd}\n\nText\n`],
      [`a b ${'3'.repeat(32)}.md`, '# a | b\n\nText\n'],
      [`Plan ${'4'.repeat(32)}.md`, '# Planning\n\nText\n'],
      [`Bare ${'5'.repeat(32)}.md`, 'Text\n'],
    ];
    const plan = await read(zip(Object.fromEntries(files)), 'notion');
    expect(new Set(of(plan, 'note').map(({ title }) => title))).toEqual(new Set([long, odd, 'a b', 'Plan', 'Bare']));
    expect(noteCalled(plan, long).content).toContain(`[[${odd}|odd]]`);
  });

  test('a database becomes a board with a column for each status; people and tags stay text', async () => {
    const plan = await read(notionExport());
    expect(of(plan, 'project').map(({ name }) => name)).toEqual(['Tasks']);
    expect(of(plan, 'column').map(({ title }) => title)).toEqual(['No status', 'Done', 'Open']);
    const cards = of(plan, 'card');
    expect(cards.map(({ title, dueDate, column }) => [title, dueDate, column.slice(33)])).toEqual([
      ['Write', '2024-05-06', 'Done'],
      ['Print', '2026-03-12', 'Open'],
      ['Rest', null, 'No status'],
    ]);
    expect(cards[0]?.description).toBe('**Assignee:** Ada Lovelace\n\n**Tags:** one, two\n\nThe body of the row.');
  });

  test('a row that is due at a time, or for days on end, keeps both in its text', async () => {
    const due = ['2026/03/12', '"March 12, 2026 2:30 PM"', '"March 12, 2026 → March 15, 2026"', '12/03/2026'];
    const rows = due.map((value, at) => `Row ${at},${value}`);
    const plan = await read(zip({ [`Trips ${'5'.repeat(32)}.csv`]: `Name,Date\n${rows.join('\n')}\n` }));
    expect(of(plan, 'card').map(({ dueDate, description }) => [dueDate, description])).toEqual([
      ['2026-03-12', null],
      ['2026-03-12', '**Date:** March 12, 2026 2:30 PM'],
      ['2026-03-12', '**Date:** March 12, 2026 → March 15, 2026'],
      [null, '**Date:** 12/03/2026'],
    ]);
  });

  test('a page of a database that no row is called as, and files that properties hold, come in with their cards', async () => {
    const [db, row, other] = ['5', '6', '7'].map((digit) => digit.repeat(32));
    const plan = await read(
      zip({
        [`Tasks ${db}.csv`]: 'Name,Status,Files\nWrite,Done,"Tasks/a%201.pdf, Tasks/b.pdf"\nPrint,Open,"Tasks/c, d.pdf"\n',
        [`Tasks/Write ${row}.md`]: '# Write\n\nStatus: Done\n\nThe body.\n',
        [`Tasks/Renamed since ${other}.md`]: '# Renamed since\n\nIts text.\n',
        'Tasks/a 1.pdf': '%PDF-1.4 a',
        'Tasks/b.pdf': '%PDF-1.4 b',
        'Tasks/c, d.pdf': '%PDF-1.4 c',
        'Tasks/e.pdf': '%PDF-1.4 e',
      }),
    );
    const cards = of(plan, 'card');
    expect(cards.map(({ title, column, files }) => [title, column.slice(33), files.map(({ filename }) => filename)])).toEqual([
      ['Write', 'Done', ['a 1.pdf', 'b.pdf']],
      ['Print', 'Open', ['c, d.pdf']],
      ['Renamed since', 'No status', []],
    ]);
    expect(cards[2]?.description).toBe('Its text.');
    expect(of(plan, 'column').map(({ title }) => title)).toEqual(['No status', 'Done', 'Open']);
    expect(warned(plan)).toEqual(['file Tasks/e.pdf']);
  });

  test('a database without a status has one column', async () => {
    const plan = await read(zip({ [`Books ${'5'.repeat(32)}.csv`]: 'Name,Pages\nA,1\nB,2\n' }));
    expect(of(plan, 'column').map(({ title }) => title)).toEqual(['Books']);
  });
});

test('a board of Trello: lists by their place, those that are archived in one column, cards with all that has room, the rest told', async () => {
  const plan = await read(trelloBoard());
  expect(plan.source).toBe('trello');
  expect(of(plan, 'column').map(({ title }) => title)).toEqual(['To do', 'Doing', 'Archived lists']);
  expect(of(plan, 'column').map(({ isCollapsed }) => isCollapsed)).toEqual([undefined, undefined, true]);
  expect(of(plan, 'column').map(({ wipLimit }) => wipLimit)).toEqual([null, 3, undefined]);
  const [ship, later, away, old] = of(plan, 'card');
  expect(of(plan, 'card').map(({ title }) => title)).toEqual(['Ship it', 'Later', 'Away', 'In the old list']);
  expect(old).toMatchObject({ isArchived: true, description: 'List: Old', column: of(plan, 'column')[2]?.source });
  const told = 'The list "Old" is archived: its cards come in as archived ones, in the column "Archived lists" (cards: 1)';
  expect(plan.warnings.find(({ path }) => path === 'Old')?.message).toBe(told);
  expect(ship).toMatchObject({
    dueDate: '2024-03-01T12:00:00.000Z',
    completedAt: Date.UTC(2024, 2, 2, 10),
    createdAt: 0x5f000000 * 1_000,
    checklist: [
      { text: 'first', completed: true },
      { text: 'second (Ada Lovelace)', completed: false },
    ],
  });
  expect(ship?.description).toBe(
    'All of it\n\nStart: 2024-02-20\n\n**Size:** Large\n\n**Points:** 3\n\nMembers: Ada Lovelace\n\nLocation: Prater, Vienna\n\nChecklist: Steps\n\nAttachments:\n\n- [plan.pdf](<https://trello.com/1/cards/x/attachments/y/download/plan.pdf>)\n\n' +
      '## Comments\n\n**Ada Lovelace**, 2024-02-01 09:00 UTC:\n\nFrom the card that it is a copy of\n\n**Ada Lovelace**, 2024-03-01 09:00 UTC:\n\nLooks good',
  );
  expect(ship?.reminders).toEqual([{ minutesBefore: 1_440 }]);
  expect([later?.reminders, later?.isTemplate]).toEqual([undefined, true]);
  expect(later?.completedAt).toBeNull();
  expect(away?.isArchived).toBe(true);
  expect(of(plan, 'project')[0]?.labels.map(({ name, color }) => [name, color])).toEqual([
    ['Urgent', 'red'],
    ['Dark sky', 'skyblue'],
  ]);
  expect(warned(plan)).toEqual(['login Ship it', 'lost Ship it', 'lost Old', 'lost launch.json', 'skipped In no list']);
  expect(plan.warnings[1]?.message).toMatch(/those of the card that are not in it do not come in \(3\)$/);
  expect(plan.warnings[3]?.message).toMatch(/^Comments come in as text, below the descriptions of their cards, .* UTC \(2\)$/);
});

test('a checklist of Trello without items keeps its name in the description, beside others or alone', async () => {
  const lists = [
    ['c1', 'Steps', [{ name: 'first', state: 'complete', pos: 1 }]],
    ['c1', 'Packing list', []],
    ['c2', 'Shopping', []],
    ['c3', 'Checklist', []],
  ] as const;
  const board = {
    id: 'b',
    name: 'Trip',
    lists: [{ id: 'l', name: 'To do', pos: 1 }],
    cards: ['c1', 'c2', 'c3'].map((id, pos) => ({ id, name: id, idList: 'l', pos })),
    checklists: lists.map(([idCard, name, checkItems], pos) => ({ id: `k${pos}`, idCard, name, pos, checkItems })),
  };
  const plan = await read({ filename: 'b.json', bytes: Buffer.from(JSON.stringify(board)) });
  expect(of(plan, 'card').map(({ description, checklist }) => [description, checklist.map(({ text }) => text)])).toEqual([
    ['Checklist: Packing list', ['Steps: first']],
    ['Checklist: Shopping', []],
    [null, []],
  ]);
});

test('a board of Trello with parts that are broken: what is sound comes in, each other part is told', async () => {
  const card = { idList: 'l', pos: 1 };
  const board = {
    id: 'b',
    name: null,
    closed: 'no',
    labels: [{ id: 'e', name: 'Urgent', color: 'red' }, { name: 'Without an id' }],
    lists: [{ id: 'l', name: 'To do', pos: 1, softLimit: 0 }, null, { name: 'Nowhere' }, { id: 'l', name: 'Twice' }],
    cards: [
      { ...card, id: 'c1', name: 'Sound', desc: null, due: null, idLabels: ['e', 7], attachments: null, idChecklists: null },
      { ...card, name: 'Without an id' },
      { ...card, id: 'c2', name: 'Half', desc: { text: 'x' }, due: 'soon', attachments: [{ name: 'a' }, { url: 'https://example.org' }] },
      'no card',
      { ...card, id: ['c3'], idList: 5, name: 'Wrong' },
      { ...card, id: 'c4', name: null, idMembers: ['gone'] },
      { ...card, id: 'c1', name: 'Again' },
    ],
    checklists: [{ idCard: 'c1', name: null, checkItems: [{ name: 'first', state: 'complete' }, 5, { name: 6 }] }],
    actions: [{ type: 'updateCard', data: 'anything' }, { type: 'commentCard', data: { text: 5, card: { id: 'c1' } } }, null],
  };
  const plan = await read({ filename: 'broken.json', bytes: Buffer.from(JSON.stringify(board)) });
  expect(plan.source).toBe('trello');
  expect(of(plan, 'column').map(({ title, wipLimit }) => [title, wipLimit])).toEqual([['To do', null]]);
  const cards = of(plan, 'card');
  expect(cards.map(({ title, labels, checklist }) => [title, labels.length, checklist.map(({ text }) => text)])).toEqual([
    ['Sound', 1, ['first']],
    ['Half', 0, []],
    ['Untitled', 0, []],
  ]);
  expect(cards[1]?.description).toContain('(<https://example.org>)');
  expect(plan.warnings.map(({ path, message }) => `${path}: ${message}`).toSorted()).toEqual([
    'Again: Another before it has the same id: it does not come in',
    'Half: "desc" cannot be read: it does not come in',
    'Half: An attachment cannot be read: it does not come in',
    'Half: The card is due at "soon", which is no time: it comes in without',
    'Nowhere: A list cannot be read: it does not come in',
    'Sound: A label cannot be read: it does not come in',
    'Twice: Another before it has the same id: it does not come in',
    'Untitled: The board does not name members of the card: they are left out (1)',
    'Without an id: A card cannot be read: it does not come in',
    'Without an id: A label cannot be read: it does not come in',
    'Wrong: "id" cannot be read: it does not come in',
    'Wrong: "idList" cannot be read: it does not come in',
    'Wrong: A card cannot be read: it does not come in',
    'broken.json: "closed" cannot be read: it does not come in',
    'broken.json: "name" cannot be read: it does not come in',
    'broken.json: "text" cannot be read: it does not come in',
    'broken.json: A card cannot be read: it does not come in',
    'broken.json: A list cannot be read: it does not come in',
    'broken.json: An item of a checklist cannot be read: it does not come in',
  ]);
});

test('a board of Trello of old, whose cards alone tell its labels', async () => {
  const [green, red] = [
    { color: 'green', name: 'Feature' },
    { color: 'red', name: '' },
  ];
  const card = { idList: 'l', pos: 1 };
  const cards = [
    { ...card, id: 'c1', name: 'One', labels: [green, red] },
    { ...card, id: 'c2', name: 'Two', labels: [green] },
  ];
  const board = { id: 'b', name: 'Old', lists: [{ id: 'l', name: 'To do' }], cards, labelNames: { green: 'Feature' } };
  const plan = await read({ filename: 'old.json', bytes: Buffer.from(JSON.stringify(board)) });
  const [labels = []] = of(plan, 'project').map((project) => project.labels);
  expect(labels.map(({ name, color }) => [name, color])).toEqual([
    ['Feature', 'green'],
    ['Red', 'red'],
  ]);
  expect(of(plan, 'card').map((each) => each.labels)).toEqual([labels.map(({ source }) => source), [labels[0]?.source]]);
  expect(plan.warnings).toEqual([]);
});

test('a card with more than there is room for: the name whole in the description, items that are left out told', async () => {
  const name = 'very '.repeat(400).trim();
  const rows = Array.from({ length: 502 }, (_, at) => `task,${at === 0 ? 'x'.repeat(2_001) : `part ${at}`},,4,2,,,,,`);
  const csv = ['TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE', `task,${name},,4,1,,,,,`, ...rows];
  const plan = await read({ filename: 'Long.csv', bytes: Buffer.from(csv.join('\n')) });
  const [card] = of(plan, 'card');
  expect(card?.description).toBe(name);
  expect(card?.checklist).toHaveLength(500);
  expect(card?.checklist[0]?.text).toHaveLength(2_000);
  expect(plan.warnings.map(({ message }) => message)).toEqual([
    'Its name is longer than the 500 characters that there is room for: it is cut, and stands whole in the description',
    'A checklist can have 500 items: 2 are left out',
    'An item of a checklist can be 2000 characters long: one is cut',
  ]);
});

test('a calendar is counted, and called by its name', async () => {
  const plan = await read(calendarFile());
  expect(plan.source).toBe('ics');
  expect(plan.found).toMatchObject({ calendars: 1, events: 2, files: 0 });
  expect(of(plan, 'calendar')).toMatchObject([{ name: 'Family', file: 0 }]);
  expect(plan.warnings).toEqual([
    { path: 'family.ics', kind: 'skipped', message: 'Only events come in: tasks in it are left out (1)' },
    { path: 'family.ics', kind: 'lost', message: 'It is kept and goes out again, but is not shown: attachments (1)' },
  ]);
});

test('lists of Google Tasks are columns of one board, tasks below a task its checklist, and what is lost is told', async () => {
  const plan = await read(googleTasks());
  expect(plan.source).toBe('google-tasks');
  expect(of(plan, 'project').map(({ name }) => name)).toEqual(['Google Tasks']);
  expect(of(plan, 'column').map(({ title }) => title)).toEqual(['My Tasks', 'Home', 'Empty']);
  expect(of(plan, 'card')).toMatchObject([
    {
      title: 'Plan the trip',
      dueDate: '2026-12-01',
      completedAt: null,
      createdAt: Date.UTC(2023, 1, 1, 8),
      updatedAt: Date.UTC(2024, 4, 6, 7, 8, 9),
      description: 'By train\n\n- [Tickets](<https://mail.google.com/mail/#all/1>)\n\n**Book:** two seats',
      checklist: [
        { text: 'Book', completed: false, dueDate: '2026-11-30' },
        { text: 'Pack', completed: true, dueDate: null },
      ],
    },
    { title: 'Water', completedAt: Date.UTC(2024, 4, 4, 10), dueDate: '2024-05-04T17:00:00.000Z' },
    { title: 'Rest', dueDate: '2024-05-05' },
  ]);
  expect(warned(plan)).toEqual(['skipped My Tasks', 'lost Water', 'skipped Takeout/archive_browser.html']);
});

test('notebooks of a Daybook come level by level, so that those of one level keep their order; those that lie in each other come as well', async () => {
  const dates = { createdAt: '2026-03-01T00:00:00.000Z', updatedAt: '2026-03-01T00:00:00.000Z' };
  const notebook = (id: string, parentId: string | null) => [id, { name: id, parentId, isTemplates: false, ...dates }] as const;
  const notebooks = Object.fromEntries([
    notebook('Alpha', null),
    notebook('Child', 'Gamma'),
    notebook('Beta', null),
    notebook('Grandchild', 'Child'),
    notebook('Gamma', null),
    notebook('Second child', 'Gamma'),
    notebook('Lost', 'gone'),
    notebook('Round', 'About'),
    notebook('About', 'Round'),
  ]);
  const plan = await read(
    zip({
      'manifest.json': JSON.stringify({ app: 'Daybook', files: {} }),
      'notes.json': JSON.stringify({ notebooks, notes: {}, files: {} }),
    }),
  );
  const names = ['Alpha', 'Beta', 'Gamma', 'Lost', 'Child', 'Second child', 'Grandchild', 'Round', 'About'];
  expect(of(plan, 'notebook').map(({ name }) => name)).toEqual(names);
});

test('what a newer Daybook has given out and this one does not know is told; what was taken out of the archive too', async () => {
  const dates = { createdAt: '2026-03-01T00:00:00.000Z', updatedAt: '2026-03-01T00:00:00.000Z' };
  const note = { path: 'notes/A.md', title: 'A', notebookId: null, isPinned: false, isArchived: false, version: 1, ...dates };
  const plan = await read(
    zip({
      'manifest.json': JSON.stringify({ app: 'Daybook', files: { 'notes.json': '', 'boards.json': '', 'notes/A.md': '' } }),
      'notes.json': JSON.stringify({
        notebooks: {},
        notes: { a: { ...note, mood: 'good' }, b: { ...note, mood: 'bad' } },
        files: {},
        moods: {},
      }),
      'notes/A.md': 'text',
      'habits.json': '{}',
    }),
  );
  expect(plan.source).toBe('daybook');
  expect(plan.warnings).toEqual([
    { path: 'notes.json', kind: 'lost', message: 'Its "notes.mood" is of another version of Daybook: this one does not know it' },
    { path: 'notes.json', kind: 'lost', message: 'Its "moods" is of another version of Daybook: this one does not know it' },
    { path: 'habits.json', kind: 'lost', message: 'It is of another version of Daybook: this one does not know it' },
    { path: 'boards.json', kind: 'skipped', message: 'It is not in the archive' },
  ]);
});

test('a project of Todoist: sections are columns, tasks below a task its checklist', async () => {
  const plan = await read(todoistProject());
  expect(plan.source).toBe('todoist');
  expect(of(plan, 'column').map(({ title }) => title)).toEqual(['Tasks', 'Doing']);
  expect(of(plan, 'card')).toMatchObject([
    { title: 'Without a section', priority: null },
    {
      title: 'Write',
      priority: 'urgent',
      dueDate: '2026-12-01',
      description: 'the text\n\nResponsible: Bob\n\n**first part:** how to\n\nA remark',
      checklist: [{ text: 'first part', completed: false }],
    },
    { title: 'Sometime', priority: 'high', dueDate: null, description: 'Date: every monday' },
  ]);
  expect(of(plan, 'project')[0]?.description).toBe('About all of it');
  expect(warned(plan)).toEqual(['lost Errands.csv', 'lost Sometime']);
});

test('a project of Todoist with all that its CSV can tell: hours on the clocks of their zone, deadlines and durations, in files of old as well', async () => {
  const project = async (...lines: readonly string[]) => {
    const plan = await read({ filename: 'Home.csv', bytes: Buffer.from(lines.join('\n')) });
    return { cards: of(plan, 'card'), warnings: plan.warnings.map(({ message }) => message) };
  };
  const { cards, warnings } = await project(
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,meta,DEADLINE,DEADLINE_LANG',
    'meta,view_style=board,,,,,,,,,,,,,',
    'section,Home,Household work,,,,,,,,,,,,',
    'task,Milk,,4,1,,,2026-08-13T18:30:00-05:00,en,US/Central,30,minute,,2026-08-20,en',
    'task,Cream,,2,2,,,2026-08-14 09:00,en,US/Central,,None,,,',
    'task,Eggs,,4,1,,,2026-12-05 14:00,en,Europe/Vienna,,None,,,',
    'task,Bread,,4,1,,,2026-12-05 14:00,en,Nowhere/Else,,None,,,',
  );
  expect(cards).toMatchObject([
    {
      dueDate: '2026-08-13T23:30:00.000Z',
      description: 'Deadline: 2026-08-20\n\nDuration: 30 minute\n\n**Cream:** Priority: high',
      checklist: [{ text: 'Cream', dueDate: '2026-08-14T14:00:00.000Z' }],
    },
    { dueDate: '2026-12-05T13:00:00.000Z', description: null },
    { dueDate: '2026-12-05T14:00', description: null },
  ]);
  expect(warnings).toEqual(['What is said of a section does not come in: "Household work"']);
  const old = await project(
    'TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DUE_DATE,DUE_DATE_LANG',
    'task,Do it,1,1,,,2024-12-25,en',
    'task,Later,4,1,,,2 Jan 2026 09:35,en',
  );
  expect(old.cards.map(({ dueDate, description }) => `${dueDate} ${description}`)).toEqual(['2024-12-25 null', '2026-01-02T09:35 null']);
});

test('a project of Todoist: labels at the end of a task, headings among tasks, and files of remarks, which lie at Todoist', async () => {
  const file = (name: string, url: string): string =>
    `"See [[file {""file_name"":""${name}"",""file_url"":""${url}"",""file_size"":1}]]",,,`;
  const lines = [
    'TYPE,CONTENT,PRIORITY,INDENT,DATE',
    'task,Call Eva at ada@example.org @phone @at-home @phone,4,1,',
    `note,${file('plan.pdf', 'https://files.example.org/a b.pdf')}`,
    `note,${file('bad', 'javascript:alert(1)')}`,
    'note,"[[file {no JSON}]]",,,',
    'task,part @item,4,2,',
    'task,* A heading,4,1,',
    'task,@alone,4,1,',
  ];
  const plan = await read({ filename: 'Home.csv', bytes: Buffer.from(lines.join('\n')) });
  expect(of(plan, 'project')[0]?.labels.map(({ name }) => name)).toEqual(['phone', 'at-home']);
  expect(of(plan, 'card').map(({ title, labels }) => [title, ...labels])).toEqual([
    ['Call Eva at ada@example.org', 'phone', 'at-home'],
    ['A heading'],
    ['@alone'],
  ]);
  expect(of(plan, 'card')[0]).toMatchObject({
    description: 'See\n\n[plan.pdf](<https://files.example.org/a b.pdf>)\n\nSee\n\nFile: bad\n\n[[file {no JSON}]]',
    checklist: [{ text: 'part @item' }],
  });
  expect(plan.warnings.map(({ message }) => message)).toEqual([
    'The file "plan.pdf" is not in what Todoist gives out: its address stands in the description',
    'The file "bad" is not in what Todoist gives out',
  ]);
});

test('what Notion gives out as HTML is refused with what to do instead', async () => {
  const page = zip({ [`Home ${'5'.repeat(32)}.html`]: '<p>Home</p>' });
  await expect(read(page)).rejects.toThrow('is what Notion gives out as HTML');
});
