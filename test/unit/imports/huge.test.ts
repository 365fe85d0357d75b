import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { ImportSource } from '../../../main/contract/imports.ts';
import { readImport, type ReadResult } from '../../../main/features/imports/read-worker.ts';
import { tableLimits } from '../../../main/features/imports/readers/csv.ts';
import { jsonLimits } from '../../../main/features/imports/readers/json.ts';
import { maxListed } from '../../../main/features/imports/readers/trello-board.ts';
import { full } from '../../support/tiers.ts';
import { importLimits } from '../../support/import-fixtures.ts';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What comes of a zip of these files; nothing that was unpacked may stay. */
async function read(files: Readonly<Record<string, string>>, source: ImportSource | 'auto'): Promise<ReadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-huge-'));
  folders.push(folder);
  const path = join(folder, 'sent');
  const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
  writeFileSync(path, zipSync(packed, { level: 1 }));
  const result = await readImport({ path, filename: 'sent.zip', source, folder, limits: importLimits });
  expect(readdirSync(folder)).not.toContain('unpacked');
  return result;
}

const manifest = '{"app":"Daybook","files":{}}';
const header = 'TYPE,CONTENT,PRIORITY,INDENT\n';
const deep = '['.repeat(jsonLimits.depth + 1);
const many = `[${'1,'.repeat(jsonLimits.values)}1]`;

/** A board of Trello with a number of cards of which nothing is known. */
const board = (cards: number): string => `{"id":"b","name":"B","lists":[{"id":"l"}],"cards":[${Array(cards).fill('{}').join()}]}`;

// Each of them takes gigabytes once it is parsed, or ends the whole process.
test.each<[string, Readonly<Record<string, string>>, ImportSource | 'auto', string]>([
  ['JSON that lies too deep', { 'a.json': deep }, 'auto', 'In a.json values lie more than 100 deep'],
  ['one behind a string with brackets', { 'a.json': `["]]\\"]]]",${deep}` }, 'google-tasks', 'more than 100 deep'],
  ['JSON of too many values', { 'a.json': many }, 'trello', 'a.json has more than 6,000,000 values'],
  ['a board of too many cards', { 'a.json': board(maxListed + 1) }, 'trello', 'a.json has more than 200,000 cards'],
  ['a part of a Daybook of too many values', { 'manifest.json': manifest, 'notes.json': many }, 'auto', 'notes.json has more than'],
  ['a table of too many fields', { 'a.csv': header + ','.repeat(tableLimits.fields) }, 'auto', 'a.csv has more than 4,000,000 fields'],
  ['a table of too many columns', { 'a.csv': `${header.trim()}${',a'.repeat(tableLimits.columns)}\n` }, 'todoist', '1,000 columns'],
  ['a table with too long a row', { 'a.csv': `${header}task,${'x'.repeat(tableLimits.row)}` }, 'todoist', 'a row of more than 5 MiB'],
])('%s is refused before it takes its room', full, async (_what, files, source, message) => {
  expect(await read(files, source)).toMatchObject({ ok: false, code: 'too_large', message: expect.stringContaining(message) as string });
});

test('what is in strings counts neither as depth nor as values', async () => {
  const board = { id: 'b', name: '"[[,'.repeat(jsonLimits.depth), lists: [{ id: 'l', name: 'L\\', pos: 1 }], cards: [] };
  expect(await read({ 'a.json': JSON.stringify(board) }, 'trello')).toMatchObject({ ok: true, found: { projects: 1, columns: 1 } });
});

test('an address of very many marks of queries is one that leads nowhere', async () => {
  const text = `# A\n\n![](files/a.png${'?'.repeat(15_000)})\n`;
  expect(await read({ 'a.md': text }, 'markdown')).toMatchObject({ ok: true, found: { notes: 1 } });
});
