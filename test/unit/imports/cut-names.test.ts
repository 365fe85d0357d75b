import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { afterAll, expect, test } from 'vitest';
import type { ImportSource } from '../../../main/contract/imports.ts';
import { readPlan } from '../../../main/features/imports/plan-writer.ts';
import { readImport } from '../../../main/features/imports/read-worker.ts';
import { importLimits, itemsOf, zip, type Fixture } from '../../support/import-fixtures.ts';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The names that a file brings, as they come in, and the messages of limits. */
async function namesIn({ filename, bytes }: Fixture, source: ImportSource): Promise<{ names: string[]; told: string[]; texts: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-names-'));
  folders.push(folder);
  const path = join(folder, 'sent');
  writeFileSync(path, bytes);
  const result = await readImport({ path, filename, source, folder, limits: importLimits });
  if (!result.ok) throw new Error(JSON.stringify(result));
  const items = await itemsOf(readPlan(folder));
  return {
    names: items.flatMap((item) => ('title' in item ? item.title : 'name' in item ? item.name : [])),
    told: result.warnings.flatMap(({ kind, message }) => (kind === 'limit' ? message : [])),
    texts: items.flatMap((item) => (item.type === 'card' ? (item.description ?? '') : [])),
  };
}

async function tar(files: Readonly<Record<string, string>>): Promise<Fixture> {
  const packed = pack();
  for (const [name, text] of Object.entries(files)) packed.entry({ name }, text);
  packed.finalize();
  return { filename: 'notes.jex', bytes: await buffer(packed as AsyncIterable<Buffer>) };
}

const long = 'n'.repeat(501);
const id = '0123456789abcdef0123456789abcdef';
const board = {
  id: 'b',
  name: long,
  lists: [{ id: 'l', name: long, pos: 1 }],
  cards: [{ id: 'c', name: `${long}\n${long}`, idList: 'l', pos: 1 }],
  labels: [{ id: 'x', name: long, color: 'red' }],
};
const tasks = { kind: 'tasks#taskLists', items: [{ id: 'l', title: long, items: [{ id: 't', title: long }] }] };
const joplin = { [`${id}.md`]: `${long}\n\ntext\n\nid: ${id}\ntype_: 1`, 'f.md': `${long}\n\nid: f\ntype_: 2` };

// How many names there are with too little room, and how many of them have a description that takes the whole name.
test.each<[ImportSource, number, number, () => Fixture | Promise<Fixture>]>([
  ['markdown', 2, 0, () => zip({ [`${long}/${long}.md`]: 'text' }, 'm.zip')],
  ['obsidian', 2, 0, () => zip({ '.obsidian/app.json': '{}', [`${long}/${long}.md`]: 'text' }, 'm.zip')],
  ['joplin', 1, 0, () => zip({ 'a.md': `---\ntitle: ${long}\ncreated: 2024-01-01\nupdated: 2024-01-01\n---\n` }, 'm.zip')],
  ['joplin', 2, 0, () => tar(joplin)],
  [
    'notion',
    4,
    1,
    () => zip({ [`${long} ${id}.csv`]: `Name,Status\n${long},${long}`, [`${long} ${id.replace('0', '1')}.md`]: '' }, 'm.zip'),
  ],
  ['trello', 4, 1, () => ({ filename: 'b.json', bytes: Buffer.from(JSON.stringify(board)) })],
  ['todoist', 3, 1, () => zip({ [`${long}.csv`]: `TYPE,CONTENT,PRIORITY,INDENT\nsection,${long},,\ntask,${long},4,1` }, 'm.zip')],
  ['google-tasks', 2, 1, () => ({ filename: 'Tasks.json', bytes: Buffer.from(JSON.stringify(tasks)) })],
  ['ics', 1, 0, () => ({ filename: 'a.ics', bytes: Buffer.from(`BEGIN:VCALENDAR\r\nX-WR-CALNAME:${long}\r\nEND:VCALENDAR\r\n`) })],
])('%s: %i names that are cut are told', async (source, cut, whole, file) => {
  const { names, told, texts } = await namesIn(await file(), source);
  expect(names.filter((name) => name.length > 500)).toEqual([]);
  expect(told.filter((message) => /^Its name is longer than the (500|200|100) characters/.test(message))).toHaveLength(cut);
  expect(told.filter((message) => message.includes('whole in the description'))).toHaveLength(whole);
  expect(texts.filter((text) => text.includes(long))).toHaveLength(whole);
});

test.each([
  ['X-WR-CALNAME:Choir of the parish church\r\n  and its friends', 'Choir of the parish church and its friends'],
  ['X-WR-CALNAME;VALUE=TEXT:Choir\\, ban\n\td\\; C:\\\\new', 'Choir, band; C:\\new'],
  ['X-WR-CALNAME:Choir\\nof the \r\n church\r\nX-WR-TIMEZONE:UTC', 'Choir of the church'],
])('ics: the name of a calendar is whole: %j', async (line, expected) => {
  const bytes = Buffer.from(`BEGIN:VCALENDAR\r\n${line}\r\nEND:VCALENDAR\r\n`);
  expect((await namesIn({ filename: 'a.ics', bytes }, 'ics')).names).toEqual([expected]);
});
