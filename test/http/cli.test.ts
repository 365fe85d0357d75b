// `daybook …` against a running service. Most of it runs in this process, with a host of its own; the entry is run as one at the end.

import Sqlite from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../main/cli/run-cli.ts';
import { commands } from '../../main/cli/table.ts';
import { full } from '../support/tiers.ts';
import { obsidianVault, zip, type Fixture } from '../support/import-fixtures.ts';
import { cleanEnvironment } from '../support/process.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

const root = resolve(import.meta.dirname, '../..');
const now = Date.parse('2026-11-23T02:40:00Z');

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

let service: TestService;
let folder: string;
let column: string;

interface Around {
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  /** The errors are a terminal, whose texts come here. */
  readonly progress?: string[];
}

async function daybook(argv: readonly string[], { input, environment = {}, terminal = false, progress }: Around = {}): Promise<Ended> {
  let out = '';
  let errors = '';
  const code = await runCli({
    argv,
    environment,
    output: { write: (text) => (out += text), isTTY: terminal },
    errors: { write: (text) => progress?.push(text) ?? (errors += text), isTTY: progress !== undefined },
    readInput: () => Promise.resolve(input === undefined ? null : Buffer.from(input)),
    findService: () => ({ baseUrl: service.baseUrl, token: service.token() }),
    onInterrupt: () => () => undefined,
    now: () => now,
    timeZone: 'Europe/Vienna',
    version: '1.2.3',
  });
  return { code, out, errors };
}

/** The answer of a command that must succeed, parsed. */
async function json(...argv: readonly string[]): Promise<Answer['body']> {
  const { code, out, errors } = await daybook([...argv, '--json']);
  expect([code, errors]).toEqual([0, '']);
  return JSON.parse(out);
}

/** An editor that replaces one word, and does what `first` says before. */
function editor(from: string, to: string, first = ''): Readonly<Record<string, string>> {
  const file = join(folder, `editor-${from}.cjs`);
  writeFileSync(
    file,
    `const fs = require('node:fs'); const file = process.argv.at(-1); ${first}
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(${JSON.stringify(from)}, ${JSON.stringify(to)}));`,
  );
  return { EDITOR: `"${process.execPath}" "${file}"` };
}

beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'daybook-cli-'));
  ({ id: column } = await json('api', 'POST', '/api/columns', '{ "title": "Doing", "projectId": "website" }'));
  await json('api', 'POST', '/api/columns', '{ "title": "Done", "projectId": "website" }');
});

afterAll(async () => {
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe('daybook add', () => {
  test('makes an event of a text that names a time, and tells it in one line', async () => {
    const { code, out } = await daybook(['add', 'lunch with Eva tomorrow 12:30']);
    expect(code).toBe(0);
    const [, id] = /^event {2}(\S+) {2}Tue 2026-11-24 {2}12:30–13:30 {2}lunch with Eva\n$/.exec(out) ?? [];
    const { body } = await service.request('GET', `/api/events/${id}`);
    expect(body).toMatchObject({ startTime: '2026-11-24T11:30:00.000Z', endTime: '2026-11-24T12:30:00.000Z', timeZone: 'Europe/Vienna' });
    expect(await json('add', 'team', 'offsite', '2026-12-01')).toMatchObject({ title: 'team offsite', isAllDay: true });
    expect(await json('add', 'yoga every other tuesday 18:00 until christmas')).toMatchObject({
      title: 'yoga',
      recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261225T225900Z' },
    });
  });

  test('makes a note of any other, and of one with --note; a card with its due date with --card', async () => {
    expect((await daybook(['add', 'buy milk'])).out).toMatch(/^note {2}\S+ {2}buy milk\n$/);
    expect(await json('add', '--note', 'bread tomorrow\nand butter')).toMatchObject({ title: 'bread tomorrow', content: 'and butter\n' });
    expect(await json('add', '--card', 'doing', 'write the text friday')).toMatchObject({
      title: 'write the text',
      columnId: column,
      dueDate: '2026-11-27',
    });
  });

  test('2 where the text does not name what is asked for', async () => {
    expect(await daybook(['add', '--event', 'buy milk'])).toMatchObject({ code: 2, out: '' });
    expect((await daybook(['event', 'add', 'buy milk'])).errors).toContain('names no day and no time');
    expect(await daybook(['add', '--note', '--event', 'x'])).toMatchObject({ code: 2 });
    expect(await json('event', 'add', 'Friday report', '--when', 'tomorrow 9:00-9:30', '--location', 'Room 1')).toMatchObject({
      title: 'Friday report',
      endTime: '2026-11-24T08:30:00.000Z',
      location: 'Room 1',
    });
  });
});

describe('daybook note', () => {
  test('new and edit refuse what is not UTF-8, and change nothing', async () => {
    const latin1 = Buffer.from('caf\u00e9', 'latin1');
    const refused = { code: 1, out: '', errors: 'Standard input is not UTF-8; nothing was changed\n' };
    expect(await daybook(['note', 'new', 'Latinone'], { input: latin1 })).toMatchObject(refused);
    expect((await json('search', 'Latinone')).totals.note).toBe(0);
    const { out } = await daybook(['note', 'new', 'Edited so', '--json'], { input: 'as it was' });
    const environment = editor('as', 'AS', "process.on('exit', () => fs.appendFileSync(file, Buffer.of(0xe9)));");
    const { code, errors } = await daybook(['note', 'edit', JSON.parse(out).id as string], { environment });
    const [, path = ''] = /^What the editor left in (\S+) is not UTF-8; nothing was changed\n$/.exec(errors) ?? [];
    expect([code, readFileSync(path, 'latin1')]).toEqual([1, 'AS it was\u00e9']);
    expect((await daybook(['note', 'show', '--title', 'Edited so'])).out).toContain('as it was');
    rmSync(path);
  });

  test('new, show and edit --replace keep the markdown byte for byte', async () => {
    const content = '# Plan\r\n\r\n- [ ] call  \n';
    const made = await daybook(['note', 'new', 'Byte plan'], { input: content });
    expect(made.out).toMatch(/^note {2}\S+ {2}Byte plan\n$/);
    expect((await daybook(['note', 'show', '--title', 'byte PLAN'])).out).toBe(content);
    const replaced = await daybook(['note', 'edit', '--title', 'Byte plan', '--replace', '- [ ] call', '- [x] call']);
    expect(replaced).toMatchObject({ code: 0, errors: '' });
    expect((await daybook(['note', 'show', '--title', 'Byte plan'])).out).toBe('# Plan\r\n\r\n- [x] call  \n');
    const again = await daybook(['note', 'edit', '--title', 'Byte plan', '--replace', '- [ ] call', 'x']);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.errors).toMatch(/^[^\n]*\(edit_conflict\)\n$/);
  });

  test.runIf(process.platform !== 'win32')('edit sends what the editor leaves, and nothing if that is the same', async () => {
    const { id } = await json('note', 'new', 'Edited', '--content', 'one two\n');
    const environment = editor('two', 'three');
    expect((await daybook(['note', 'edit', id], { environment })).out).toContain('version 1');
    expect(await daybook(['note', 'edit', id], { environment })).toMatchObject({ code: 0, out: 'Nothing was changed\n' });
    expect((await daybook(['note', 'show', id])).out).toBe('one three\n');
    expect(await daybook(['note', 'edit', id])).toMatchObject({ code: 1, errors: expect.stringContaining('No editor is set') });
  });

  test.runIf(process.platform !== 'win32')('edit is refused when the note has changed since, and keeps the text', full, async () => {
    const { id } = await json('note', 'new', 'Raced', '--content', 'one two\n');
    const body = JSON.stringify({ edits: [{ append: 'of another\n' }] });
    const first = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(`
      fetch('${service.baseUrl}/api/notes/${id}/delta', { method: 'POST', body: ${JSON.stringify(body)},
        headers: { Authorization: 'Bearer ' + process.env.WRITER, 'Content-Type': 'application/json' } })`)}]);`;
    process.env['WRITER'] = service.token();
    const { code, errors } = await daybook(['note', 'edit', id], { environment: editor('two', 'mine', first) });
    delete process.env['WRITER'];
    expect(code).toBe(1);
    const [, path = ''] = /\(stale_version\); the note is as it was, your text is in (\S+)\n$/.exec(errors) ?? [];
    expect(readFileSync(path, 'utf8')).toBe('one mine\n');
    rmSync(resolve(path, '..'), { recursive: true });
    expect((await daybook(['note', 'show', id])).out).toBe('one two\nof another\n');
  });

  test('what would control a terminal does not reach it', async () => {
    const { id } = await json('note', 'new', 'Red \u001B[31malert', '--content', 'a\u001B]0;title\u0007b\n');
    expect((await daybook(['note', 'show', id], { terminal: true })).out).toBe('a ]0;title b\n');
    expect((await daybook(['note', 'show', id])).out).toBe('a\u001B]0;title\u0007b\n');
    expect((await daybook(['list', 'notes'])).out).not.toContain('\u001B');
  });
});

describe('daybook list, search, card', () => {
  test('a card is made, moved, done and found', async () => {
    const { id } = await json('card', 'add', 'Draw the logo', '--column', 'website/Doing', '--due', 'tomorrow 17:00', '--priority', 'high');
    expect((await daybook(['list', 'cards', 'doing'])).out).toMatch(/Draw the logo +due 2026-11-24 17:00\n/);
    expect((await daybook(['card', 'move', id, 'Doing', '--position', '0'])).out).toContain('website/Doing  Draw the logo');
    expect(await json('card', 'done', id)).toMatchObject({ progress: 100, completedAt: expect.any(String) });
    expect((await daybook(['list', 'boards'])).out).toMatch(/website\/Done +1 card\n/);
    expect((await daybook(['search', 'logo'])).out).toMatch(/^card {2}\S+ {2}Draw the logo {2}Draw the logo\n$/);
    expect(await json('search', 'milk', '--type', 'note')).toMatchObject({ items: [{ type: 'note' }], totals: { note: 1 } });
    expect(await daybook(['card', 'move', id, 'Nowhere'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no column "Nowhere"'),
    });
  });

  test('notes are listed by their last change, pinned ones among the others', async () => {
    const { id } = (await service.request('POST', '/api/notes', { body: { title: 'Pinned before', isPinned: true } })).body;
    const after = await json('note', 'new', 'Made after');
    expect((await json('list', 'notes', '--limit', '2')).items.map((note: { id: string }) => note.id)).toEqual([after.id, id]);
  });

  test('a search tells for which words it looked instead, and gives the JSON of the service', async () => {
    await json('note', 'new', 'Marmalade recipe');
    expect((await daybook(['search', 'marmelade'])).out).toMatch(
      /^Found for "marmalade" instead of "marmelade":\nnote {2}\S+ {2}Marmalade recipe/,
    );
    const { body } = await service.request('GET', '/api/search?q=marmelade&limit=50');
    expect(body.corrected).toHaveLength(1);
    expect(await json('search', 'marmelade')).toEqual(body);
  });

  test('boards are called by their names, which may be those of several; ids go on working', async () => {
    const made = async (name: string): Promise<string> => (await service.request('POST', '/api/projects', { body: { name } })).body.id;
    const garden = await made('Garden');
    const { id: beds } = await json('api', 'POST', '/api/columns', JSON.stringify({ title: 'Beds', projectId: garden }));
    const due = '2027-04-01';
    expect((await daybook(['card', 'add', 'Sow', '-c', 'garden/beds', '--due', due])).out).toContain('  Garden/Beds  Sow');
    expect(await json('add', 'Dig', '--card', `${garden}/Beds`)).toMatchObject({ columnId: beds });
    expect((await daybook(['list', 'boards'])).out).toMatch(/ {2}Garden\/Beds +2 cards\n/);
    expect((await daybook(['list', 'cards', 'Garden/Beds'])).out).toMatch(/ {2}Garden {2,}Sow /);
    expect((await daybook(['list', 'agenda', '--from', due, '--to', due])).out).toMatch(/Sow {2}Garden\n/);
    const other = await made('Garden');
    expect((await daybook(['list', 'boards'])).out).toMatch(new RegExp(`^${other} {2}${other} +no columns$`, 'm'));
    expect((await json('list', 'boards')).projects).toContainEqual(expect.objectContaining({ id: other, columnCount: 0 }));
    await json('api', 'POST', '/api/columns', JSON.stringify({ title: 'Beds', projectId: other }));
    expect((await daybook(['card', 'add', 'Rake', '-c', 'Garden/Beds'])).errors).toMatch(
      /^Several columns are called .*-.*\/Beds, .*-.*\/Beds/,
    );
    const several = await daybook(['trash', 'project', 'Garden']);
    expect(several).toMatchObject({ code: 1, errors: expect.stringContaining(garden) });
    await json('trash', 'project', other);
    expect(await json('trash', 'project', 'GARDEN')).toMatchObject({ recordId: garden });
    expect(await daybook(['trash', 'project', 'Garden'])).toMatchObject({ code: 1, out: '' });
  });

  test('the agenda has events and due cards by day, each one that it begins with', async () => {
    await json('event', 'add', 'Midnight tea 2027-02-02 0:00');
    await json('card', 'add', 'Tax form', '--column', column, '--due', '2027-02-02');
    const { id: done } = await json('card', 'add', 'Done before', '--column', column, '--due', '2027-02-02');
    await json('card', 'done', done);
    await json('event', 'add', 'Earlier 2027-02-01 9:00');
    const hidden = (await service.request('POST', '/api/calendars', { body: { name: 'Hidden', isVisible: false } })).body.id;
    const unseen = { title: 'Unseen', date: '2027-02-02', start: '09:00', end: '10:00', calendarId: hidden };
    expect((await service.request('POST', '/api/events', { body: unseen })).status).toBe(201);
    const { out } = await daybook(['list', 'agenda', '--from', '2027-02-02', '--to', '2027-02-02']);
    expect(out.replace(/[0-9a-f-]{36}/g, 'ID')).toBe(
      'event  ID  Tue 2027-02-02  00:00–01:00  Midnight tea\ncard   ID  Tue 2027-02-02  due          Tax form      website\n',
    );
    expect((await daybook(['list', 'today'])).out).toBe('Nothing is planned\n');
    expect(await daybook(['list', 'agenda', '--from', 'friday', '--to', '2020-01-01'])).toMatchObject({ code: 2 });
  });
});

describe('daybook trash, undo, batch, token, api', () => {
  test('undo takes back the last change of this token, restore what is in the trash', async () => {
    const { id } = await json('note', 'new', 'Undone', '--content', 'one\n');
    const { token } = await json('token', 'create', 'Other', '--scope', 'notes:write');
    await json('note', 'edit', id, '--replace', 'one', 'two');
    await service.request('POST', '/api/notes', { body: { title: 'by another program' }, token });
    expect((await daybook(['undo'])).out).toMatch(/^restored {2}note {2}\S+ {2}version 2\ndaybook undo \S+ takes it back\n$/);
    expect((await daybook(['note', 'show', id])).out).toBe('one\n');
    const entry = await json('trash', 'note', id);
    expect(await daybook(['note', 'show', id])).toMatchObject({ code: 1, out: '' });
    expect((await daybook(['list', 'trash'])).out).toContain('Undone');
    await json('restore', entry.id);
    expect((await daybook(['note', 'show', id])).out).toBe('one\n');
  });

  test('a batch is applied or refused as one, and its dry run changes nothing', async () => {
    const operations = [{ method: 'POST', path: '/api/notes', body: { title: 'Batched' } }];
    const file = join(folder, 'batch.json');
    writeFileSync(file, JSON.stringify(operations));
    expect((await daybook(['batch', file, '--dry-run'])).out).toContain('a dry run');
    expect((await json('search', 'batched')).totals.note).toBe(0);
    const { batchId } = JSON.parse((await daybook(['batch', '-', '--json'], { input: JSON.stringify({ operations }) })).out);
    expect((await json('search', 'batched')).totals.note).toBe(1);
    expect(await daybook(['undo', batchId])).toMatchObject({ code: 0 });
    const failing = JSON.stringify([...operations, { method: 'GET', path: '/api/notes/x' }]);
    expect(await daybook(['batch', '-'], { input: failing })).toMatchObject({ code: 1, out: expect.stringContaining('operation 1') });
    expect(await daybook(['batch', '-'], { input: '{' })).toMatchObject({ code: 2 });
    const { errors } = await daybook(['batch', '-'], { input: JSON.stringify([{ method: 'POST', path: 'notes' }]) });
    expect(errors.match(/operations\[0\]\.path/g)).toHaveLength(1);
  });

  test('a token of one’s own is used and never shown; without its scope the answer is 1', async () => {
    const { out } = await daybook(['token', 'create', 'Reader', '--scope', 'notes:read', '--expires', '2099-01-01']);
    const environment = { DAYBOOK_TOKEN: out };
    expect(await daybook(['list', 'notes'], { environment })).toMatchObject({ code: 0 });
    const refused = await daybook(['add', 'buy milk', '--json'], { environment });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'insufficient_scope' });
    expect(refused.errors).toMatch(/^[^\n]*notes:write \(insufficient_scope\)\n$/);
    // As where the command that was to make it has failed: the owner's token, which may do everything, is not taken instead.
    const empty = await daybook(['list', 'notes'], { environment: { DAYBOOK_TOKEN: '' } });
    expect(empty).toMatchObject({ code: 1, out: '', errors: 'DAYBOOK_TOKEN holds no token\n' });
    const [id = ''] =
      (await daybook(['token', 'list'])).out
        .split('\n')
        .find((line) => line.includes('Reader'))
        ?.split(' ') ?? [];
    await json('token', 'revoke', id);
    const file = join(folder, 'token');
    writeFileSync(file, out);
    const revoked = await daybook(['list', 'notes', '--token-file', file]);
    expect(revoked).toMatchObject({ code: 1, out: '', errors: 'The token was revoked (unauthorized)\n' });
  });

  test('api reaches every route, and no other host', async () => {
    expect(await json('api', 'get', '/api/auth/me')).toMatchObject({ id: expect.any(String) });
    const version = ['api', 'PUT', `/api/columns/${column}`, '{ "title": "Doing" }', '--if-match', '99'];
    expect(await daybook(version)).toMatchObject({ code: 1, errors: expect.stringContaining('version_mismatch') });
    expect(await daybook(['api', 'GET', '@elsewhere.example/'])).toMatchObject({ code: 2 });
    expect(await daybook(['api', 'PATCH', '/api/notes'])).toMatchObject({ code: 2 });
  });
});

describe('daybook import, export, backup', () => {
  const send = (method: string, path: string, body?: unknown) => service.request(method, path, { body });
  const written = ({ filename, bytes }: Fixture): string => {
    const file = join(folder, filename);
    writeFileSync(file, bytes);
    return file;
  };

  test(
    'import --dry-run tells what was found and what is lost, and changes nothing; then it comes in, once, and undo takes it back',
    full,
    async () => {
      const vault = written(obsidianVault());
      const before = (await json('list', 'notes')).total;
      const dry = await daybook(['import', vault, '--dry-run']);
      expect([dry.code, dry.errors]).toEqual([0, '']);
      expect(dry.out).toMatch(/^import {2}Vault\.zip {2}obsidian\nIt holds 3 notes, 2 notebooks, .*\n/);
      expect(dry.out).toMatch(/\nskipped +\S*Map\.canvas +\S.*\n/);
      expect(dry.out).toMatch(/\nNothing was changed: a dry run\n$/);
      expect((await json('list', 'notes')).total).toBe(before);
      expect((await send('GET', '/api/jobs?kind=import')).body.total).toBe(0);

      const told: string[] = [];
      const { code, out } = await daybook(['import', vault, '--source', 'obsidian'], { progress: told });
      expect(code).toBe(0);
      expect(out).toMatch(/\nnotes +3 created\n/);
      const [, batchId = ''] = /\ndaybook undo (\S+) takes it back\n$/.exec(out) ?? [];
      expect(told.join('')).toMatch(/Sending: \d+ of \d+ bytes/);
      expect(told.at(-1)).toBe('\r\u001B[K');
      expect((await json('list', 'notes')).total).toBe(before + 3);
      expect((await send('GET', '/api/jobs?kind=import')).body.total).toBe(0);

      const again = await json('import', vault);
      expect(again).toMatchObject({ kind: 'import-apply', status: 'done', result: { batchId: null, counts: { notes: { unchanged: 3 } } } });
      const { id } = (await json('search', 'welcome', '--type', 'note')).items[0];
      await json('note', 'edit', id, '--replace', '# Hello', '# Ours');
      const changed = written(zip({ 'Vault/.obsidian/app.json': '{}', 'Vault/Welcome.md': '# Theirs\n' }, 'Vault.zip'));
      const foreseen = (await daybook(['import', changed, '--dry-run'])).out;
      expect(foreseen).toMatch(
        /\nSome of it is here already\. An import would come to:\nnotes +1 kept\nconflict +Welcome +.*yours stays.*\n/,
      );
      const conflict = await daybook(['import', changed]);
      expect(conflict.code).toBe(0);
      expect(conflict.out.match(/\nconflict /g)).toHaveLength(1);
      expect(conflict.out).toMatch(/\nnotes +1 kept\n/);
      expect(conflict.out).toMatch(/\nconflict +Welcome +It has changed here and there: yours stays.*\n/);
      expect(await daybook(['undo', batchId, '--force'])).toMatchObject({ code: 0 });
    },
  );

  test('import is 0 where what it has read is gone already once that has come in', full, async () => {
    const progress: string[] = [];
    progress.push = (text) => {
      if (text.includes('Bringing in')) {
        const database = new Sqlite(join(service.dataDir, 'daybook.db'));
        database.exec("DELETE FROM jobs WHERE kind = 'import'");
        database.close();
      }
      return Array.prototype.push.call(progress, text);
    };
    const { code, out } = await daybook(['import', written(zip({ 'Gone.md': 'Gone\n' }, 'Gone.zip'))], { progress });
    expect([code, progress.join('')]).toEqual([0, expect.stringContaining('Bringing in') as string]);
    expect(out).toMatch(/\nnotes +1 created\n/);
  });

  test('import is 1 for what cannot be read, 2 for an unknown program; with --json the reason is JSON', async () => {
    expect(await daybook(['import', join(folder, 'nowhere.zip')])).toMatchObject({
      code: 1,
      out: '',
      errors: expect.stringContaining('cannot be read (ENOENT)'),
    });
    expect((await daybook(['import', folder])).errors).toContain('is a folder: pack it into a zip');
    const text = written({ filename: 'notes.xyz', bytes: Buffer.from('text') });
    expect(await daybook(['import', text])).toMatchObject({ code: 1, errors: expect.stringContaining('(unsupported_media_type)') });
    const broken = written({ filename: 'broken.zip', bytes: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]) });
    const failed = await daybook(['import', broken, '--json']);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.out)).toMatchObject({ kind: 'import', status: 'failed' });
    expect(await daybook(['import', broken, '--source', 'evernote'])).toMatchObject({ code: 2, out: '' });
    expect(await daybook(['import'])).toMatchObject({ code: 2, errors: 'FILE is missing; see daybook import --help\n' });
  });

  test('export writes a zip that import knows again, and no file that is there; its job is removed', full, async () => {
    const { code, out } = await daybook(['export', folder]);
    expect(code).toBe(0);
    const file = join(folder, 'daybook-2026-11-23.zip');
    expect(out).toMatch(new RegExp(`^export  ${file}  \\d+ bytes\n`));
    expect(Object.keys(unzipSync(readFileSync(file)))).toContain('manifest.json');
    expect((await send('GET', '/api/jobs?kind=export')).body.total).toBe(0);
    expect(await daybook(['export', file])).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('--force writes over it') });
    expect(await json('export', file, '--force')).toMatchObject({ kind: 'export', status: 'done', file });
    expect(await json('import', file)).toMatchObject({ result: { batchId: null, reading: { source: 'daybook' } } });
    expect((await daybook(['export', join(folder, 'no', 'where.zip')])).errors).toMatch(/cannot be written \(ENOENT\)\n$/);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('backup makes one, also in a folder, and is 1 where that is none', async () => {
    const stick = join(folder, 'stick');
    mkdirSync(stick);
    const { code, out } = await daybook(['backup', stick]);
    const [name = ''] = readdirSync(stick);
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^backup  .*  ${join(stick, name)}  \\d+ files?\n$`))]);
    expect(await daybook(['backup', join(stick, 'none')])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('(validation_failed)'),
    });
  });
});

describe('help and completion', () => {
  test('name every command; a wrong call is 2 and one line', async () => {
    const help = await daybook(['--help']);
    for (const { name, options } of commands) {
      expect(help.out).toContain(`\n  ${name}`);
      const { code, out } = await daybook([...name.split(' '), '--help']);
      expect(code).toBe(0);
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(140);
    }
    for (const wrong of [
      ['nothing'],
      ['note'],
      ['note', 'new'],
      ['list', 'notes', '--what'],
      ['card', 'add', 'x'],
      ['trash', 'sock', 'x'],
    ]) {
      const { code, out, errors } = await daybook(wrong);
      expect([code, out]).toEqual([2, '']);
      expect(errors).toMatch(/^[^\n]+see daybook [^\n]*--help\n$/);
    }
    expect((await daybook(['note', '--help'])).out).not.toContain('card add');
  });

  test.runIf(process.platform !== 'win32')('bash completes commands, options and values', async () => {
    const { out } = await daybook(['completion', 'bash']);
    const complete = async (...words: readonly string[]): Promise<string[]> => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const script = `${out}\nCOMP_WORDS=(daybook ${line}); COMP_CWORD=${words.length}; _daybook; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)('bash', ['-c', script])).stdout.trim().split('\n');
    };
    expect(await complete('no')).toEqual(['note']);
    expect(await complete('note', '')).toEqual(['show', 'edit', 'new']);
    expect(await complete('note', 'edit', '--re')).toEqual(['--replace']);
    expect(await complete('token', 'create', 'x', '--scope', 'notes:')).toEqual(['notes:read', 'notes:write', 'notes:delete']);
    expect(await complete('trash', 'ca')).toEqual(['card', 'calendar']);
    const file = join(folder, 'completed.zip');
    writeFileSync(file, '');
    expect(await complete('import', join(folder, 'comp'))).toEqual([file]);
    expect(await complete('import', 'x.zip', '--source', 'obs')).toEqual(['obsidian']);
    expect(await complete('search', join(folder, 'comp'))).toEqual(['']);
    for (const shell of ['zsh', 'fish'])
      for (const { name } of commands) expect((await daybook(['completion', shell])).out).toContain(name.split(' ').at(-1));
  });
});

describe('the entry', () => {
  const run = async (args: readonly string[], dataDir: string): Promise<Ended> => {
    const options = { cwd: root, env: cleanEnvironment({ DAYBOOK_DATA_DIR: dataDir }) };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, ['main/cli.ts', ...args], options);
      return { code: 0, out: stdout, errors: stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, errors: stderr };
    }
  };

  test('finds the service by the data directory, and says how to start one that is not running', full, async () => {
    expect(await run(['search', 'milk', '--json'], service.dataDir)).toMatchObject({ code: 0, errors: '' });
    const { code, out, errors } = await run(['list', 'notes'], folder);
    expect([code, out]).toEqual([1, '']);
    expect(errors).toMatch(/^No Daybook is running on [^\n]*; start it with npm start[^\n]*\n$/);
  });

  test('says so when the service has gone without a word', async () => {
    const dead = { pid: 1, version: '0', baseUrl: 'http://localhost:1', frontendUrl: '', token: 'secret', startedAt: '' };
    writeFileSync(join(folder, 'service.json'), JSON.stringify(dead));
    const { code, errors } = await run(['list', 'notes'], folder);
    expect(code).toBe(1);
    expect(errors).toMatch(/^No Daybook answers at http:\/\/localhost:1 \(\w+\); start it with npm start[^\n]*\n$/);
  });

  test('that prints the token shows its help and the version instead', full, async () => {
    const run = promisify(execFile);
    const environment = { cwd: root, env: cleanEnvironment({ DAYBOOK_DATA_DIR: folder }) };
    const shown = (option: string): Promise<string> =>
      run(process.execPath, ['main/token.ts', option], environment).then(({ stdout }) => stdout);
    expect(await shown('--help')).toMatch(/^Usage: npm run token/);
    expect(await shown('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
