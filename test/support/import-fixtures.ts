// What other programs give out, built in the form that each documents: zips, a tar, and single files.

import { zipSync, type Zippable } from 'fflate';
import { pack } from 'tar-stream';

export interface Fixture {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** The smallest picture: one pixel. */
export const png: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Content = string | Uint8Array;

const bytesOf = (content: Content): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : content);

/** When the files in zips were changed, unless told: zips tell the time of day where they were made. */
const changed = new Date(2024, 4, 6, 7, 8, 10);

export const changedAt = changed.toISOString();

export function zip(files: Readonly<Record<string, Content>>, filename = 'export.zip'): Fixture {
  const entries: Zippable = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, [bytesOf(content), { mtime: changed }]]),
  );
  return { filename, bytes: zipSync(entries, { level: 6 }) };
}

export async function tar(files: Readonly<Record<string, Content>>, filename: string): Promise<Fixture> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, Buffer.from(bytesOf(content)));
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return { filename, bytes: Buffer.concat(chunks) };
}

/** A vault with folders, pictures, front matter, a canvas and its settings. */
export function obsidianVault(): Fixture {
  return zip(
    {
      'Vault/.obsidian/app.json': '{"alwaysUpdateLinks":true}',
      'Vault/.obsidian/workspace.json': '{}',
      'Vault/Welcome.md': '---\ntags: [home]\ncreated: 2023-02-03T04:05:06Z\n---\n\n# Hello\n\n![[photo.png]] and [[Rome]]\n',
      'Vault/Travel/Rome.md': 'See ![the square](../Assets/photo.png) and [[photo.png|it]].\r\n\r\n`![[photo.png]]` is code.\r\n',
      'Vault/Travel/Italy/Food.md': '- [ ] pasta\n![[missing.png]]\n',
      'Vault/Assets/photo.png': png,
      'Vault/Assets/unused.png': png,
      'Vault/Map.canvas': '{"nodes":[]}',
    },
    'Vault.zip',
  );
}

/** A folder of plain markdown, one of its notes in Latin-1, another in UTF-16. */
export function markdownFolder(): Fixture {
  return zip({
    'Inbox.md': '# Inbox\n\n[a file](files/my%20photo.png "shown") ![](<files/my photo.png>)\n',
    'Travel/Paris.md': 'Plain text without an end',
    'Travel/café.md': Buffer.from('Le caf\u00E9', 'latin1'),
    'wide.md': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('wide text', 'utf16le')]),
    'files/my photo.png': png,
  });
}

export function joplinFolder(): Fixture {
  return zip({
    'Work/Plan.md':
      '---\ntitle: The plan\nupdated: 2022-03-04 05:06:07Z\ncreated: 2021-01-02 03:04:05Z\ntags:\n  - big ideas\n---\n\n' +
      '![p](../_resources/pic.png)\n\n[Other](../Home/Other.md)\n',
    'Home/Other.md': '---\ntitle: Other\nupdated: 2022-03-04 05:06:07Z\ncreated: 2021-01-02 03:04:05Z\ncompleted?: no\n---\n\nText\n',
    '_resources/pic.png': png,
  });
}

const joplinIds = {
  folder: 'a'.repeat(32),
  inner: 'b'.repeat(32),
  note: 'c'.repeat(32),
  todo: 'd'.repeat(32),
  resource: 'e'.repeat(32),
  tag: 'f'.repeat(32),
  tagged: '1'.repeat(32),
  unused: '2'.repeat(32),
} as const;

/** An item as Joplin writes it: title, body, and its fields in the last lines. */
function joplinItem(title: string | null, body: string | null, fields: Readonly<Record<string, string | number>>): string {
  const last = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [...(title === null ? [] : [title, '']), ...(body === null ? [] : [body, '']), ...last].join('\n');
}

export function jex(): Promise<Fixture> {
  const { folder, inner, note, todo, resource, tag, tagged, unused } = joplinIds;
  const times = { created_time: '2020-01-01T00:00:00.000Z', updated_time: '2020-01-01T00:00:00.000Z' };
  const own = { user_created_time: '2019-05-06T07:08:09.000Z', user_updated_time: '2019-06-07T08:09:10.000Z' };
  const at = { ...times, ...own };
  return tar(
    {
      [`${folder}.md`]: joplinItem('Private', null, { id: folder, parent_id: '', ...at, type_: 2 }),
      [`${inner}.md`]: joplinItem('Garden', null, { id: inner, parent_id: folder, ...at, type_: 2 }),
      [`${note}.md`]: joplinItem('Roses', `A picture: ![rose](:/${resource})\n\nsee [the list](:/${todo}#first-part)`, {
        id: note,
        parent_id: inner,
        is_todo: 0,
        ...at,
        type_: 1,
      }),
      [`${todo}.md`]: joplinItem('To do', 'Water them', {
        id: todo,
        parent_id: folder,
        is_todo: 1,
        todo_due: Date.UTC(2030, 0, 2),
        todo_completed: 0,
        markup_language: 2,
        source_url: 'https://example.org/garden',
        author: 'Ada',
        latitude: '48.20000000',
        longitude: '16.37000000',
        altitude: '0.0000',
        ...at,
        type_: 1,
      }),
      [`${resource}.md`]: joplinItem('rose.png', null, { id: resource, mime: 'image/png', file_extension: 'png', ...at, type_: 4 }),
      [`resources/${resource}.png`]: png,
      [`${unused}.md`]: joplinItem('unused.png', null, { id: unused, mime: 'image/png', file_extension: 'png', ...at, type_: 4 }),
      [`resources/${unused}.png`]: png,
      [`${tag}.md`]: joplinItem('flowers', null, { id: tag, ...at, type_: 5 }),
      [`${tagged}.md`]: joplinItem(null, null, { id: tagged, note_id: note, tag_id: tag, ...at, type_: 6 }),
    },
    'joplin.jex',
  );
}

const notionId = (digit: string): string => digit.repeat(32);

/** A zip of zips, in one of which is a page with a page below, and in the other a database with a page for a row. */
export function notionExport(): Fixture {
  const [home, sub, db, row] = ['1', '2', '3', '4'].map(notionId) as [string, string, string, string];
  const pages = zip({
    [`Export-abc/Home ${home}.md`]: `# Home\n\n[Sub page](Home%20${home}/Sub%20page%20${sub}.md)\n\n![pic.png](Home%20${home}/pic.png)\n`,
    [`Export-abc/Home ${home}/Sub page ${sub}.md`]: `# Sub page\n\n[Back](../Home%20${home}.md)\n`,
    [`Export-abc/Home ${home}/pic.png`]: png,
  });
  const table = 'Name,Status,Assignee,Tags,Due\nWrite,Done,Ada Lovelace,"one, two",2024-05-06\nPrint,Open,,,"March 12, 2026"\nRest,,,,\n';
  const database = zip({
    [`Export-abc/Tasks ${db}.csv`]: `\uFEFF${table}`,
    [`Export-abc/Tasks ${db}_all.csv`]: `\uFEFF${table}`,
    [`Export-abc/Tasks ${db}/Write ${row}.md`]: '# Write\n\nStatus: Done\nAssignee: Ada Lovelace\n\nThe body of the row.\n',
  });
  return zip({ 'Part-1.zip': pages.bytes, 'Part-2.zip': database.bytes }, 'notion.zip');
}

/** A board with two open lists, the first in the file being the last, and an archived one. */
export function trelloBoard(): Fixture {
  const id = (tail: string): string => `5f000000${tail.padStart(16, '0')}`;
  const card = { desc: '', closed: false, due: null, dueComplete: false, idLabels: [], idMembers: [], idChecklists: [], attachments: [] };
  const board = {
    id: id('b0'),
    name: 'Launch',
    desc: 'A board',
    closed: false,
    lists: [
      { id: id('2'), name: 'Doing', closed: false, pos: 200, softLimit: 3 },
      { id: id('1'), name: 'To do', closed: false, pos: 100, softLimit: null },
      { id: id('3'), name: 'Old', closed: true, pos: 50 },
    ],
    labels: [
      { id: id('e1'), name: 'Urgent', color: 'red' },
      { id: id('e2'), name: '', color: 'sky_dark' },
    ],
    customFields: [
      { id: id('7a'), name: 'Size', options: [{ id: id('7b'), value: { text: 'Large' } }] },
      { id: id('7c'), name: 'Points' },
    ],
    members: [{ id: id('d1'), fullName: 'Ada Lovelace', username: 'ada' }],
    checklists: [
      {
        id: id('f1'),
        idCard: id('c1'),
        name: 'Steps',
        pos: 1,
        checkItems: [
          { id: id('f3'), name: 'second', state: 'incomplete', idMember: id('d1'), pos: 2 },
          { id: id('f2'), name: 'first', state: 'complete', pos: 1 },
        ],
      },
    ],
    cards: [
      {
        ...card,
        id: id('c2'),
        name: 'Later',
        idList: id('1'),
        pos: 20,
        dueReminder: -1,
        isTemplate: true,
        dateLastActivity: '2024-03-02T10:00:00.000Z',
      },
      {
        ...card,
        id: id('c1'),
        name: 'Ship it',
        desc: 'All of it',
        idList: id('1'),
        pos: 10,
        due: '2024-03-01T12:00:00.000Z',
        dueReminder: 1_440,
        address: 'Vienna',
        locationName: 'Prater',
        badges: { comments: 5 },
        dueComplete: true,
        start: '2024-02-20T08:00:00.000Z',
        customFieldItems: [
          { idCustomField: id('7a'), idValue: id('7b'), value: null },
          { idCustomField: id('7c'), idValue: null, value: { number: '3' } },
        ],
        dateLastActivity: '2024-03-02T10:00:00.000Z',
        idLabels: [id('e1')],
        idMembers: [id('d1')],
        idChecklists: [id('f1')],
        attachments: [{ name: 'plan.pdf', url: 'https://trello.com/1/cards/x/attachments/y/download/plan.pdf', isUpload: true }],
      },
      { ...card, id: id('c3'), name: 'Away', idList: id('1'), pos: 30, closed: true },
      { ...card, id: id('c4'), name: 'In the old list', idList: id('3'), pos: 1 },
      { ...card, id: id('c5'), name: 'In no list', idList: id('9'), pos: 1 },
    ],
    actions: [
      {
        id: id('a1'),
        type: 'commentCard',
        date: '2024-03-01T09:00:00.000Z',
        memberCreator: { fullName: 'Ada Lovelace' },
        data: { text: 'Looks good', card: { id: id('c1') } },
      },
      {
        id: id('a2'),
        type: 'copyCommentCard',
        date: '2024-02-01T09:00:00.000Z',
        memberCreator: { fullName: 'Ada Lovelace' },
        data: { text: 'From the card that it is a copy of', card: { id: id('c1') } },
      },
    ],
  };
  return { filename: 'launch.json', bytes: Buffer.from(JSON.stringify(board)) };
}

export function calendarFile(): Fixture {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    'X-WR-CALNAME:Family',
    'BEGIN:VEVENT',
    'UID:1@example',
    'DTSTAMP:20240101T000000Z',
    'DTSTART:20240506T070000Z',
    'DTEND:20240506T080000Z',
    'SUMMARY:Dentist',
    'ATTENDEE;CN=Ada:mailto:ada@example.org',
    'ATTENDEE:mailto:bob@example.org',
    'URL:https://example.org',
    'ATTACH:https://example.org/form.pdf',
    'BEGIN:VALARM',
    'ACTION:EMAIL',
    'ATTENDEE:mailto:me@example.org',
    'ATTACH:https://example.org/map.pdf',
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:2@example',
    'DTSTAMP:20240101T000000Z',
    'DTSTART;VALUE=DATE:20240507',
    'SUMMARY:Holiday',
    'END:VEVENT',
    'BEGIN:VTODO',
    'UID:3@example',
    'SUMMARY:Call Eva',
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ];
  return { filename: 'family.ics', bytes: Buffer.from(lines.join('\r\n')) };
}

/** What Takeout of Google packs of Tasks: two lists, with a task below another, one that is done, and one that was deleted. */
export function googleTasks(): Fixture {
  const task = { kind: 'tasks#task', task_type: 'PERSONAL_TASK', status: 'needsAction', created: '2023-02-01T08:00:00.000000Z' };
  const lists = {
    kind: 'tasks#taskLists',
    items: [
      {
        kind: 'tasks#tasks',
        id: 'bGlzdA',
        title: 'My Tasks',
        updated: '2024-05-06T07:08:09.000Z',
        items: [
          {
            ...task,
            id: 'dGFzazE',
            title: 'Plan the trip',
            notes: 'By train',
            due: '2026-12-01T00:00:00Z',
            updated: '2024-05-06T07:08:09.000Z',
            links: [{ type: 'email', description: 'Tickets', link: 'https://mail.google.com/mail/#all/1' }],
          },
          { ...task, id: 'dGFzazI', parent: 'dGFzazE', title: 'Book', notes: 'two seats', due: '2026-11-30T00:00:00Z' },
          { ...task, id: 'dGFzazM', parent: 'dGFzazE', title: 'Pack', status: 'completed', completed: '2024-05-05T00:00:00.000Z' },
          { ...task, id: 'dGFzazQ', title: 'Gone', deleted: true },
        ],
      },
      {
        kind: 'tasks#tasks',
        id: 'aG9tZQ',
        title: 'Home',
        items: [
          {
            ...task,
            id: 'dGFzazU',
            title: 'Water',
            status: 'completed',
            completed: '2024-05-04T10:00:00.000Z',
            task_recurrence_id: 'r1',
            scheduled_time: [{ start: '2024-05-01T17:00:00Z' }, { current: true, start: '2024-05-04T17:00:00Z' }],
          },
          { ...task, id: 'dGFzazY', title: 'Rest', scheduled_time: [{ current: true, start: '2024-05-05T00:00:00Z' }] },
        ],
      },
      { kind: 'tasks#tasks', id: 'ZW1wdHk', title: 'Empty' },
    ],
  };
  return zip({ 'Takeout/Tasks/Tasks.json': JSON.stringify(lists), 'Takeout/archive_browser.html': '<html></html>' }, 'takeout.zip');
}

export function todoistProject(): Fixture {
  const lines = [
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
    'note,About all of it,,,,Ada (1),,,,',
    'task,Without a section,,4,1,Ada (1),,,en,Europe/Vienna',
    'section,Doing,,,,,,,,',
    'note,On the section,,,,Ada (1),,,,',
    'task,Write,the text,1,1,Ada (1),Bob,2026-12-01,en,Europe/Vienna',
    'task,first part,how to,4,2,Ada (1),,,en,Europe/Vienna',
    'note,A remark,,,,Ada (1),,,,',
    'task,Sometime,,2,1,Ada (1),,every monday,en,Europe/Vienna',
  ];
  return { filename: 'Errands.csv', bytes: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) };
}

/** All items of a plan. */
export async function itemsOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Those of Daybook, as the service hands them in. */
export const importLimits = {
  noteBytes: 5 * 1024 * 1024,
  noteFiles: 1_000,
  fileBytes: 10 * 1024 * 1024,
  notebooks: 1_000,
  notebookDepth: 20,
  labels: 100,
  cardLabels: 50,
  reminderMinutes: 40_320,
  calendarBytes: 20 * 1024 * 1024,
  warnings: 1_000,
};
