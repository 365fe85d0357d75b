import Sqlite from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NoteFile, NoteFileList } from '../../main/contract/files.ts';
import { openDatabase } from '../../main/storage/database.ts';
import { databaseName } from '../../main/storage/files.ts';
import { migrations } from '../../main/storage/migrate.ts';
import { AttachmentClient, form, unique, type Part } from '../support/attachments.ts';
import { backTo45, backTo51 } from '../support/earlier-schema.ts';
import { requestExport, wordPictures, pdfPictures } from '../support/export-client.ts';
import { full } from '../support/tiers.ts';
import { noteClient, type NoteClient } from '../support/notes.ts';
import { mediaFiles, picture, program, sampleFiles, wavFile } from '../support/sample-files.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

let service: TestService;
let client: AttachmentClient;
let notes: NoteClient;
let berta: string;
let png: Buffer;

beforeAll(async () => {
  service = await startTestService();
  client = new AttachmentClient(service);
  notes = noteClient(service);
  berta = await service.signUp('berta');
  png = await picture(40, 20).png().toBuffer();
});
afterAll(() => service.dispose());

const noId = '01890a5d-ac96-774b-bcce-b302099a8057';
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const isOnDisk = (content: Buffer | string): boolean => client.filesOnDisk().kept.includes(sha256(content));

async function add(noteId: string, ...parts: Part[]): Promise<NoteFile[]> {
  const { status, body } = await client.post(`/api/notes/${noteId}/files`, form(parts));
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.items as NoteFile[];
}

/** A text file, and its content. */
async function addText(noteId: string): Promise<NoteFile & { content: string }> {
  const content = unique();
  const [file] = await add(noteId, ['file', content, 'a.txt']);
  if (file === undefined) throw new Error('nothing was added');
  return { ...file, content };
}

async function list(query: string, token = service.token()): Promise<NoteFileList> {
  const { status, body } = await service.request('GET', query, { token });
  expect(status).toBe(200);
  return body as NoteFileList;
}

const unused = async (id: string): Promise<boolean> => (await list('/api/files?unused=true')).items.some((file) => file.id === id);
const remove = (file: NoteFile, query = ''): Promise<Answer> =>
  service.request('DELETE', `/api/notes/${file.noteId}/files/${file.id}${query}`);
const link = ({ name }: NoteFile): string => `![A picture](attachments/${name})\n`;

describe('POST /api/notes/:id/files', () => {
  test('201 with what is known of each file; the note keeps its version, and the feed tells of the files', async () => {
    const note = await notes.create('Text\n');
    const seq = await notes.lastSeq();
    const answer = await client.post(
      `/api/notes/${note.id}/files`,
      form([
        ['file', png, 'photo.png'],
        ['other', 'a;b\n', 'sums.csv'],
      ]),
    );
    expect(answer.status).toBe(201);
    const [photo, sums] = answer.body.items as [NoteFile, NoteFile];
    expect(photo).toMatchObject({ noteId: note.id, filename: 'photo.png', mimeType: 'image/png', size: png.length, width: 40, height: 20 });
    expect(photo.name).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}\.png$/);
    expect(photo.url).toBe(`/api/notes/${note.id}/attachments/${photo.name}`);
    expect(sums).toMatchObject({ filename: 'sums.csv', mimeType: 'text/csv', width: null, height: null });
    expect(sums.name).toMatch(/\.csv$/);
    expect(answer.headers.get('Location')).toBe(photo.url);
    expect(await notes.read(note.id)).toEqual(note);
    expect(await notes.changesSince(seq)).toMatchObject(
      [photo, sums].map(({ id }) => ({ type: 'file', action: 'created', id, version: null })),
    );
    expect((await list(`/api/notes/${note.id}/files`)).items).toEqual([photo, sums]);
  });

  test('every kind comes back byte for byte, as a download that no browser runs', full, async () => {
    const { id } = await notes.create();
    for (const { filename, mimeType, content } of [...(await sampleFiles()), ...mediaFiles()]) {
      const [file] = await add(id, ['file', content, filename]);
      expect([filename, file?.mimeType, file?.size]).toEqual([filename, mimeType, content.length]);
      const { status, headers, bytes } = await client.download(file?.url ?? '');
      expect([status, bytes.equals(content)]).toEqual([200, true]);
      const active = ['text/html', 'image/svg+xml', 'application/xml', 'text/javascript'].includes(mimeType);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': active ? 'application/octet-stream' : mimeType,
        'content-disposition': `attachment; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      });
    }
    expect(client.filesOnDisk().incoming).toEqual([]);
  });

  test('201 also after what tidies up has removed the folders that were empty', async () => {
    const { id } = await notes.create();
    const content = unique();
    const [file] = await add(id, ['file', content, 'a.txt']);
    expect((await remove(file as NoteFile)).status).toBe(204);
    const folders = readdirSync(join(service.dataDir, 'attachments'));
    expect(folders).toContain('incoming');
    for (const name of folders) {
      const folder = join(service.dataDir, 'attachments', name);
      if (readdirSync(folder).length === 0) rmdirSync(folder);
    }
    const [again] = await add(id, ['file', content, 'a.txt']);
    expect((await client.download(again?.url ?? '')).status).toBe(200);
  });

  test.each([
    ['a path', 'C:\\Users\\me\\photo of me.txt', 'photo of me.txt'],
    ['a path with slashes', '../../etc/pass wd.txt', 'pass wd.txt'],
    ['control characters', 'a\tb\u0085.txt', 'ab.txt'],
    ['nothing but a path', 'a/..', 'file'],
    ['a single dot', '.', 'file'],
    ['no name', '', 'file'],
    ['300 characters', `${'ü'.repeat(300)}.txt`, `${'ü'.repeat(251)}.txt`],
    ['a long name without an extension', 'x'.repeat(300), 'x'.repeat(255)],
    ['unicode', 'Übung 你好 🎲.txt', 'Übung 你好 🎲.txt'],
  ])('a name with %s is recorded as far as it is one', async (_, sent, filename) => {
    const { id } = await notes.create();
    // Without an extension the content must tell.
    const [file] = await add(id, ['file', filename.endsWith('.txt') ? unique() : png, sent]);
    expect(file?.filename).toBe(filename);
    expect((await client.download(file?.url ?? '')).status).toBe(200);
  });

  test('the name in markdown is of the kind, whatever the file is called', async () => {
    const { id } = await notes.create();
    const jpeg = await picture().jpeg().toBuffer();
    const files = await add(id, ['file', jpeg, 'IMG_0001.JPEG'], ['file', jpeg, 'image'], ['file', unique(), '../..\\x.MD']);
    expect(files.map(({ name }) => name.slice(name.indexOf('.')))).toEqual(['.jpeg', '.jpg', '.md']);
    expect(new Set(files.map(({ name }) => name)).size).toBe(3);
  });

  test('a photograph on its side has the measures that it is seen with', async () => {
    const { id } = await notes.create();
    const turned = await picture(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const [file] = await add(id, ['file', turned, 'photo.jpg']);
    expect(file).toMatchObject({ width: 20, height: 40 });
  });

  test.each<[string, () => Part[], number, string]>([
    [
      '415 for a disguised program beside a good file',
      () => [
        ['file', unique(), 'a.txt'],
        ['file', program, 'photo.png'],
      ],
      415,
      'unsupported_media_type',
    ],
    ['415 for sound that is none', () => [['file', 'text', 'talk.mp3']], 415, 'unsupported_media_type'],
    ['415 for a picture that says it is sound', () => [['file', png, 'talk.mp3']], 415, 'unsupported_media_type'],
    ['415 for an unknown type', () => [['file', 'text', 'notes.xyz']], 415, 'unsupported_media_type'],
    ['400 for no file', () => [], 400, 'validation_failed'],
    ['400 for a field in which no file was chosen', () => [['file', '', '']], 400, 'validation_failed'],
    [
      '400 for a text field',
      () => [
        ['file', 'a', 'a.txt'],
        ['title', 'Hi'],
      ],
      400,
      'validation_failed',
    ],
    ['413 for an eleventh file', () => Array.from({ length: 11 }, (): Part => ['file', 'a', 'a.txt']), 413, 'too_large'],
    ['413 for more than 10 MiB', () => [['file', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'a.txt']], 413, 'too_large'],
  ])('%s, and nothing is kept', async (_, parts, status, code) => {
    const { id } = await notes.create();
    const before = client.filesOnDisk();
    const answer = await client.post(`/api/notes/${id}/files`, form(parts()));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(client.filesOnDisk()).toEqual(before);
    expect((await list(`/api/notes/${id}/files`)).total).toBe(0);
  });

  test('404 for a note that is unknown, another user’s, or in the trash', async () => {
    const hers = await notes.create('', {}, berta);
    const trashed = await notes.create();
    await service.request('POST', '/api/trash', { body: { type: 'note', id: trashed.id } });
    const before = client.filesOnDisk();
    for (const id of [noId, hers.id, trashed.id, 'x'])
      expect((await client.post(`/api/notes/${id}/files`, form([['file', unique(), 'a.txt']]))).body.code).toBe('not_found');
    expect(client.filesOnDisk()).toEqual(before);
  });

  test('with an Idempotency-Key a repetition gets the first answer, and another file 409', async () => {
    const { id } = await notes.create();
    const content = unique();
    const send = (text: string): Promise<Answer> =>
      client.post(`/api/notes/${id}/files`, form([['file', text, 'a.txt']]), { headers: { 'Idempotency-Key': `files-${id}` } });
    const first = await send(content);
    expect((await send(content)).body).toEqual(first.body);
    expect((await send(unique())).body.code).toBe('idempotency_mismatch');
    expect((await list(`/api/notes/${id}/files`)).total).toBe(1);
  });

  test('403 for a token without files:write, and reading needs files:read', async () => {
    const { id } = await notes.create();
    const file = await addText(id);
    const { token } = (await service.request('POST', '/api/tokens', { body: { name: 'n', scopes: ['notes:read', 'notes:write'] } })).body;
    const sent = await client.post(`/api/notes/${id}/files`, form([['file', unique(), 'a.txt']]), { token });
    expect([sent.status, sent.body.code]).toEqual([403, 'insufficient_scope']);
    for (const path of [file.url, `/api/notes/${id}/files`, '/api/files'])
      expect((await service.request('GET', path, { token })).status).toBe(403);
    expect((await service.request('DELETE', `/api/notes/${id}/files/${file.id}`, { token })).status).toBe(403);
  });

  test('a card still takes no sound', async () => {
    await client.open();
    const { id } = await client.newCard();
    expect((await client.post(`/api/cards/${id}/attachments`, form([['file', wavFile(), 'tone.wav']]))).status).toBe(415);
  });

  test('413 for more than 1,000 files of a note', full, async () => {
    const { id } = await notes.create();
    const database = new Sqlite(join(service.dataDir, databaseName));
    database
      .prepare(
        `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < 999)
        INSERT INTO files (id, user_id, owner_type, owner_id, name, filename, mime_type, size, sha256, created_at)
        SELECT printf('01890a5d-ac96-774b-bcce-%012x', value), user_id, 'note', id, printf('20261122-114300-%08x.txt', value), 'a.txt',
          'text/plain', 1, printf('%064x', value), 0 FROM notes, numbers WHERE id = ?`,
      )
      .run(id);
    database.close();
    expect(
      (
        await client.post(
          `/api/notes/${id}/files`,
          form([
            ['file', '1', 'a.txt'],
            ['file', '2', 'a.txt'],
          ]),
        )
      ).body.code,
    ).toBe('too_large');
    await add(id, ['file', '1', 'a.txt']);
    const { items, total } = await list(`/api/notes/${id}/files?limit=3&offset=998`);
    expect([items.length, total]).toEqual([2, 1_000]);
    // Nor can a note name more, were they of several notes.
    const all = (await list(`/api/notes/${id}/files`)).items;
    const text = all.map((file) => link(file)).join('\n');
    const { id: other } = await notes.create(text);
    const one = await addText(other);
    const refused = await notes.post(other, { edits: [{ append: `\n${link(one)}` }] });
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    expect((await notes.read(other)).content).toBe(text);
  });
});

describe('GET /api/notes/:id/attachments/:name', () => {
  test('200, in ranges, as a thumbnail, and 304', async () => {
    const { id } = await notes.create();
    const large = await picture(900, 300).png().toBuffer();
    const [file] = await add(id, ['file', large, 'large.png'], ['file', 'text', 'a.txt']);
    const url = file?.url ?? '';
    const part = await client.download(url, { Range: 'bytes=2-5' });
    expect([part.status, part.bytes.equals(large.subarray(2, 6))]).toEqual([206, true]);
    const small = await client.download(`${url}?size=256`);
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 256, height: 85 });
    expect((await client.unless(small.headers.get('etag'), `${url}?size=256`)).status).toBe(304);
    expect((await service.request('GET', `${url}?size=300`)).status).toBe(400);
  });

  test('415 for a thumbnail of what is no picture', async () => {
    const { url } = await addText((await notes.create()).id);
    expect((await service.request('GET', `${url}?size=64`)).body.code).toBe('unsupported_media_type');
  });

  test('404 for a name that is unknown, no name at all, or a file that another note has and this one does not name', async () => {
    const { id } = await notes.create();
    const other = await notes.create();
    const file = await addText(other.id);
    for (const name of ['20261122-114300-00000000.png', 'x', '..%2F..%2Fdaybook.db', file.name])
      expect((await service.request('GET', `/api/notes/${id}/attachments/${name}`)).body.code).toBe('not_found');
  });

  test('404 for another user, also where a note of theirs names the file', async () => {
    const { id } = await notes.create();
    const file = await addText(id);
    const hers = await notes.create(link(file), {}, berta);
    for (const note of [id, hers.id])
      expect((await service.request('GET', `/api/notes/${note}/attachments/${file.name}`, { token: berta })).status).toBe(404);
    expect((await service.request('GET', `/api/notes/${id}/files`, { token: berta })).status).toBe(404);
    expect((await service.request('DELETE', `/api/notes/${id}/files/${file.id}?force=true`, { token: berta })).status).toBe(404);
    expect((await list('/api/files', berta)).items).toEqual([]);
    expect((await client.download(file.url)).bytes.toString()).toBe(file.content);
    // What she writes keeps no file of others.
    expect(await unused(file.id)).toBe(true);
  });

  test('200 through each note that names the file: from the text that it is made with, by steps, by edits', async () => {
    const file = await addText((await notes.create()).id);
    const through = async (note: string): Promise<number> => (await client.download(`/api/notes/${note}/attachments/${file.name}`)).status;
    const made = await notes.create(`See [it](attachments/${file.name} "the text").\n`);
    expect(await through(made.id)).toBe(200);
    const edited = await notes.create('Text\n');
    expect(await through(edited.id)).toBe(404);
    await notes.change(edited.id, { edits: [{ append: `\n[it]: attachments/${file.name}\n` }] });
    expect(await through(edited.id)).toBe(200);
    const stepped = await notes.create('Text\n');
    const image = { type: 'image', attrs: { src: `attachments/${file.name}`, alt: '', title: null, ref: null } };
    await notes.change(stepped.id, {
      version: 0,
      clientID: 'c',
      steps: [{ stepType: 'replace', from: 5, to: 5, slice: { content: [image] } }],
    });
    expect(await through(stepped.id)).toBe(200);
    expect((await list(`/api/notes/${stepped.id}/files`)).items.map(({ id }) => id)).toEqual([file.id]);
  });

  test('410 for a file whose content is gone', async () => {
    const file = await addText((await notes.create()).id);
    const hash = sha256(file.content);
    rmSync(join(service.dataDir, 'attachments', hash.slice(0, 2), hash));
    expect((await service.request('GET', file.url)).body.code).toBe('file_missing');
  });
});

describe('DELETE /api/notes/:id/files/:fileId', () => {
  test('204 for a file that nothing names; its content goes, and the feed tells', async () => {
    const file = await addText((await notes.create()).id);
    expect(await unused(file.id)).toBe(true);
    const seq = await notes.lastSeq();
    expect((await remove(file)).status).toBe(204);
    expect(isOnDisk(file.content)).toBe(false);
    expect(await notes.changesSince(seq)).toMatchObject([{ type: 'file', action: 'deleted', id: file.id }]);
    expect((await remove(file)).status).toBe(404);
  });

  test('404 through a note that the file was not added to', async () => {
    const file = await addText((await notes.create()).id);
    const other = await notes.create(link(file));
    expect((await service.request('DELETE', `/api/notes/${other.id}/files/${file.id}?force=true`)).status).toBe(404);
  });

  test('409 while a note names it, an earlier version, or a note in the trash; `force` removes it all the same', async () => {
    const note = await notes.create();
    const file = await addText(note.id);
    await notes.change(note.id, { edits: [{ append: link(file) }] });
    const refused = await remove(file);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    // Named no more, but by the version before.
    await notes.change(note.id, { content: 'Nothing\n', version: (await notes.read(note.id)).version });
    expect([(await remove(file)).status, await unused(file.id)]).toEqual([409, false]);
    const entry = await service.request('POST', '/api/trash', { body: { type: 'note', id: note.id } });
    expect([(await remove(file)).status, await unused(file.id)]).toEqual([409, false]);
    // For good: nothing is left that names it, and it is listed instead of deleted.
    expect((await service.request('DELETE', `/api/trash/${entry.body.id as string}`)).status).toBe(204);
    expect([await unused(file.id), isOnDisk(file.content)]).toEqual([true, true]);
    expect((await client.download(file.url)).bytes.toString()).toBe(file.content);
    expect((await remove(file)).status).toBe(204);
    const second = await addText((await notes.create()).id);
    const naming = await notes.create(link(second));
    expect((await remove(second, '?force=true')).status).toBe(204);
    expect(isOnDisk(second.content)).toBe(false);
    expect((await client.download(`/api/notes/${naming.id}/attachments/${second.name}`)).status).toBe(404);
    expect((await notes.read(naming.id)).content).toBe(link(second));
  });

  test.each([
    ['![[Photo.png|300]]', 'text before it'],
    ['![[folder/photo.png]]', 'a folder'],
    ['![[photo.png#center|300]]', 'a place'],
    ['| a |\n| - |\n| ![[photo.png\\|300]] |', 'a table'],
    ['> - ![[photo.png]]', 'a quote'],
    ['x[^1]\n\n[^1]: ![[photo.png]]', 'a footnote'],
  ])('409 while a version shows it as %s, which came before the file', async (markdown) => {
    const note = await notes.create(`Text ![[other.png]]\n\n${markdown}\n`);
    const [photo] = (await add(note.id, ['file', png, 'photo.png'])) as [NoteFile];
    const [single] = (await add(note.id, ['file', png, 'single.png'])) as [NoteFile];
    expect([(await remove(photo)).status, await unused(photo.id), (await remove(single)).status]).toEqual([409, false, 204]);
    await notes.change(note.id, { content: 'Nothing\n', version: (await notes.read(note.id)).version });
    expect([(await remove(photo)).status, await unused(photo.id)]).toEqual([409, false]);
    await notes.change(note.id, { edits: [{ append: `\n${markdown}\n` }] });
    expect((await remove(photo)).status).toBe(409);
    await service.request('DELETE', `/api/notes/${note.id}`);
    expect([await unused(photo.id), (await remove(photo)).status]).toEqual([true, 204]);
  });

  test('409 while a text shows it, letter by letter, by its name in markdown, and with an encoded dot', async () => {
    const note = await notes.create('Text **bold**\n');
    const [photo, named, encoded] = (await add(
      note.id,
      ['file', png, 'photo.png'],
      ['file', await picture(3, 3).png().toBuffer(), 'b.png'],
      ['file', await picture(4, 4).png().toBuffer(), 'c.png'],
    )) as [NoteFile, NoteFile, NoteFile];
    let { version } = await notes.read(note.id);
    for (const [index, text] of '![[photo.png]]'.split('').entries()) {
      const at = 6 + index;
      const step = { stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text }] } };
      ({ version } = await notes.change(note.id, { version, clientID: 'c', steps: [step] }));
    }
    await notes.change(note.id, { edits: [{ append: `\n![[${named.name}]] ![](attachments/${encoded.name.replace('.', '%2E')})\n` }] });
    const answers = await Promise.all([photo, named, encoded].map((file) => remove(file)));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  test('undoing a change names the file again', async () => {
    const note = await notes.create();
    const file = await addText(note.id);
    await notes.change(note.id, { edits: [{ append: link(file) }] });
    await notes.change(note.id, { content: 'Nothing\n', version: (await notes.read(note.id)).version });
    const seq = await notes.lastSeq();
    expect((await service.request('POST', '/api/undo', { body: { changes: [seq] } })).status).toBe(200);
    expect((await notes.read(note.id)).content).toBe(link(file));
    expect((await remove(file)).status).toBe(409);
  });

  test('the content stays while another file has the same, of a card too', async () => {
    await client.open();
    const { id } = await client.newCard();
    const file = await addText((await notes.create()).id);
    await client.attach(id, ['file', file.content, 'b.txt']);
    await remove(file);
    expect(isOnDisk(file.content)).toBe(true);
    await service.request('DELETE', `/api/cards/${id}`);
    expect(isOnDisk(file.content)).toBe(false);
  });

  test('400 for a `force` that is neither true nor false', async () => {
    const file = await addText((await notes.create()).id);
    expect((await remove(file, '?force=1')).status).toBe(400);
  });
});

describe('GET /api/files', () => {
  test('files of all notes, newest first, in pages; by whether they are used; not those of cards', async () => {
    const token = await service.signUp('carla');
    const note = await notes.create('', {}, token);
    const send = async (): Promise<NoteFile> =>
      (await client.post(`/api/notes/${note.id}/files`, form([['file', unique(), 'a.txt']]), { token })).body.items[0] as NoteFile;
    const [first, second, third] = [await send(), await send(), await send()];
    await notes.change(note.id, { edits: [{ append: link(second) }] }, { token });
    const ids = async (query: string): Promise<string[]> => (await list(`/api/files${query}`, token)).items.map(({ id }) => id);
    expect(await ids('')).toEqual([third.id, second.id, first.id]);
    expect(await ids('?unused=true')).toEqual([third.id, first.id]);
    expect(await ids('?unused=false')).toEqual([second.id]);
    expect(await ids('?unused=true&limit=1&offset=1')).toEqual([first.id]);
    expect((await list('/api/files?unused=true&limit=0', token)).total).toBe(2);
    expect((await service.request('GET', '/api/files?unused=yes', { token })).status).toBe(400);
  });

  test('a deleted user’s files go', async () => {
    const token = await service.signUp('dora');
    const { id } = (await service.request('GET', '/api/auth/me', { token })).body as { id: string };
    const note = await notes.create('', {}, token);
    const content = unique();
    await client.post(`/api/notes/${note.id}/files`, form([['file', content, 'a.txt']]), { token });
    expect(isOnDisk(content)).toBe(true);
    await service.request('DELETE', `/api/users/${id}`);
    await expect.poll(() => isOnDisk(content)).toBe(false);
  });
});

describe('what names a file', () => {
  test('a letter typed beside a picture, and elsewhere in its note, costs no statement more', async () => {
    const note = await notes.create('One paragraph\n');
    const file = await addText(note.id);
    await notes.change(note.id, { edits: [{ append: `\nBefore ${link(file)}` }] });
    const type = async (at: number): Promise<number> => {
      const { version } = await notes.read(note.id);
      const step = { stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text: 'x' }] } };
      const { statements } = await statementsOf(() => notes.change(note.id, { version, clientID: 'c', steps: [step] }));
      return statements.filter((text) => text.includes('file_names')).length;
    };
    expect([await type(3), await type(18)]).toEqual([0, 0]);
    expect(await unused(file.id)).toBe(false);
  });

  test('a picture that is moved within a note, or named twice and once removed, is still named', async () => {
    const note = await notes.create();
    const file = await addText(note.id);
    await notes.change(note.id, { edits: [{ append: `${link(file)}\ntext\n\n${link(file)}` }] });
    await notes.change(note.id, { content: `text\n\n${link(file)}`, version: (await notes.read(note.id)).version });
    await notes.change(note.id, { content: `${link(file)}\ntext\n`, version: (await notes.read(note.id)).version });
    expect((await list(`/api/notes/${note.id}/files`)).total).toBe(1);
    await notes.change(note.id, { content: 'text\n', version: (await notes.read(note.id)).version });
    // It was added to this note, so it is listed; that a version names it is known of a note that it was not added to.
    expect((await remove(file)).status).toBe(409);
  });

  test('GET /api/notes?q= › finds a picture by its description', async () => {
    const file = await addText((await notes.create()).id);
    const note = await notes.create(`![Zwetschkendatschi](attachments/${file.name})\n`);
    const found = async (q: string): Promise<string[]> => (await notes.list(`?q=${q}`)).items.map(({ id }) => id);
    expect(await found('zwetschkendatschi')).toEqual([note.id]);
  });
});

describe.each(['docx', 'pdf'] as const)('POST /api/notes/:id/export/%s', (format) => {
  test('pictures among the note’s files are in the document, and no others', full, async () => {
    const note = await notes.create();
    const large = await picture(37, 23).png().toBuffer();
    const [photo, text] = await add(note.id, ['file', large, 'photo.png'], ['file', unique(), 'a.txt']);
    const elsewhere = (await add((await notes.create()).id, ['file', png, 'b.png']))[0] as NoteFile;
    const hers = (
      await client.post(`/api/notes/${(await notes.create('', {}, berta)).id}/files`, form([['file', png, 'c.png']]), { token: berta })
    ).body.items[0] as NoteFile;
    const files = [photo, text, hers].map((file) => link(file as NoteFile)).join('\n');
    await notes.change(note.id, { edits: [{ append: `${files}\n![no name](attachments/../${elsewhere.name})\n` }] });
    const { status, bytes } = await requestExport(service, format, note.id, {});
    expect(status).toBe(200);
    const sizes =
      format === 'pdf'
        ? pdfPictures(bytes)
        : await Promise.all(
            wordPictures(bytes).map(async (file) =>
              sharp(file)
                .metadata()
                .then(({ width, height }) => `${width}×${height}`),
            ),
          );
    expect(sizes).toEqual(['37×23']);
  });
});

test('a database from before keeps every byte of a note with a picture in it, and its cards their files', async () => {
  const dataDir = makeDataDir();
  const before = migrations.filter(({ version }) => version < 20);
  const content = `# Holiday\r\n\r\n![The sea](data:image/png;base64,${png.toString('base64')})\n\nattachments/20261122-114300-3fa9c1d2.png  \n`;
  const database = openDatabase(dataDir, { migrations: before });
  await database.write(() => {
    const run = (sql: string, ...values: unknown[]): void => void database.prepare(sql).run(...values);
    run("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'owner', 'owner', 1, 0, 0)");
    run("INSERT INTO notes VALUES (?, 'u', 'Holiday', '', 0, 0, -1, 0, 0, 0, 0, NULL)", noId);
    run("INSERT INTO note_contents VALUES (?, 0, 0, 'Holiday', ?, NULL)", noId, content);
    run(
      "INSERT INTO board_columns (id, user_id, project_id, title, position, version, created_at, updated_at) VALUES (?, 'u', 'p', 'C', 0, 1, 0, 0)",
      noId,
    );
    run("INSERT INTO cards VALUES (?, 'u', ?, 'a', NULL, NULL, NULL, NULL, 0, 1, 0, 0, 'x', '[]', NULL, 'X', NULL)", noId, noId);
    run("INSERT INTO attachments VALUES (?, ?, 'u', 'photo.png', 'image/png', ?, ?, 0)", noId, noId, png.length, sha256(png));
  });
  database.close();
  const upgraded = await startTestService({ dataDir });
  try {
    const read = await upgraded.request('GET', `/api/notes/${noId}`);
    expect(read.body).toMatchObject({ content, version: 0, title: 'Holiday' });
    const card = await upgraded.request('GET', `/api/cards/${noId}`);
    expect(card.body.attachments).toMatchObject([{ id: noId, cardId: noId, filename: 'photo.png', size: png.length, sha256: sha256(png) }]);
    expect((await upgraded.request('GET', '/api/files')).body.total).toBe(0);
    await notesUnchanged(upgraded, content);
  } finally {
    await upgraded.dispose();
  }
});

test('a database from before knows what its notes show as `![[photo.png]]`, now and in earlier versions', full, async () => {
  const dataDir = makeDataDir();
  const first = await startTestService({ dataDir });
  const files: NoteFile[] = [];
  try {
    const writer = noteClient(first);
    const note = await writer.create('Nothing\n');
    for (const filename of ['photo.png', 'früher.png', 'unused.png']) {
      const body = form([
        [
          'file',
          await picture(10 + files.length, 5)
            .png()
            .toBuffer(),
          filename,
        ],
      ]);
      files.push((await new AttachmentClient(first).post(`/api/notes/${note.id}/files`, body)).body.items[0] as NoteFile);
    }
    await writer.change(note.id, { content: '![[Früher.png]]\n', version: (await writer.read(note.id)).version });
    await writer.change(note.id, { content: '![[photo.png|300]]\n', version: (await writer.read(note.id)).version });
  } finally {
    await first.stop();
  }
  const database = new Sqlite(join(dataDir, databaseName));
  database.exec(`${backTo45} PRAGMA user_version = 45`);
  database.close();
  const upgraded = await startTestService({ dataDir });
  try {
    const { items } = (await upgraded.request('GET', '/api/files?unused=true')).body as NoteFileList;
    expect(items.map(({ filename }) => filename)).toEqual(['unused.png']);
    const answers = files.map(({ noteId, id }) => upgraded.request('DELETE', `/api/notes/${noteId}/files/${id}`));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([409, 409, 204]);
  } finally {
    await upgraded.dispose();
  }
});

test('a database of format 51 knows of which files its notes show a part, now and in earlier versions', full, async () => {
  const dataDir = makeDataDir();
  const first = await startTestService({ dataDir });
  let files: readonly NoteFile[] = [];
  try {
    const writer = noteClient(first);
    const note = await writer.create('Nothing\n');
    const names = ['now.pdf', 'once.pdf', 'unused.pdf'];
    const body = form(names.map((filename) => ['file', Buffer.from('%PDF-1.4\n'), filename]));
    files = (await new AttachmentClient(first).post(`/api/notes/${note.id}/files`, body)).body.items as NoteFile[];
    await writer.change(note.id, { content: '![[Once.pdf#page=2]]\n', version: (await writer.read(note.id)).version });
    await writer.change(note.id, { content: '![[now.pdf#page=3|300]]\n', version: (await writer.read(note.id)).version });
  } finally {
    await first.stop();
  }
  const database = new Sqlite(join(dataDir, databaseName));
  // The whole of what stands before the bar, as if it were a name; of the newest version that was seen as gone.
  database.exec(`
    UPDATE embedded_files SET filename_key = filename_key || '#page=2' WHERE filename_key = 'once.pdf';
    UPDATE embedded_files SET until_version = 1 WHERE filename_key = 'now.pdf';
    ${backTo51}
    PRAGMA user_version = 51`);
  database.close();
  const upgraded = await startTestService({ dataDir });
  try {
    const { items } = (await upgraded.request('GET', '/api/files?unused=true')).body as NoteFileList;
    expect(items.map(({ filename }) => filename)).toEqual(['unused.pdf']);
    const answers = files.map(({ noteId, id }) => upgraded.request('DELETE', `/api/notes/${noteId}/files/${id}`));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([409, 409, 204]);
    const rows = new Sqlite(join(dataDir, databaseName), { readonly: true });
    const until = rows.prepare("SELECT until_version FROM embedded_files WHERE filename_key = 'now.pdf'").pluck().get();
    rows.close();
    expect(until).toBe(null);
  } finally {
    await upgraded.dispose();
  }
});

/** A change elsewhere in the note leaves the picture's bytes alone. */
async function notesUnchanged(upgraded: TestService, content: string): Promise<void> {
  const after = noteClient(upgraded);
  await after.change(noId, { edits: [{ oldText: 'Holiday', newText: 'Holidays' }] });
  expect((await after.read(noId)).content).toBe(content.replace('# Holiday', '# Holidays'));
}
