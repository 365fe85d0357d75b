import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noId, refused, withoutRequestId } from '../support/boards.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let notes: NoteClient;
let berta: string;

beforeAll(async () => {
  service = await startTestService();
  notes = noteClient(service);
  berta = await service.signUp('berta');
});

afterAll(() => service.dispose());

const path = '/api/notes';
const megabyte = 1024 * 1024;

describe('POST /api/notes', () => {
  test.each<[string, object, string[]]>([
    ['the title is missing', { title: undefined }, ['title']],
    ['the title is blank', { title: ' \n ' }, ['title']],
    ['the title is too long', { title: 'x'.repeat(501) }, ['title']],
    ['the title is a number', { title: 5 }, ['title']],
    ['the content is null', { content: null }, ['content']],
    ['the content is a list', { content: ['a'] }, ['content']],
    ['the content holds NUL', { content: 'a\0b' }, ['content']],
    ['the content holds half a character', { content: 'a\ud83d' }, ['content']],
    ['a field is unknown', { contents: 'a' }, ['contents']],
    ['a field is read-only', { version: 3 }, ['version']],
  ])('400 when %s', async (_, fields, paths) => {
    const seq = await notes.lastSeq();
    expect(refused(await service.request('POST', path, { body: { title: 'Note', ...fields } }))).toEqual(paths);
    expect(await notes.lastSeq()).toBe(seq);
  });

  test('409 when the Idempotency-Key was used for another note', async () => {
    const headers = { 'Idempotency-Key': 'one-note' };
    await service.request('POST', path, { body: { title: 'One' }, headers });
    const { status, body } = await service.request('POST', path, { body: { title: 'Two' }, headers });
    expect([status, body.code]).toEqual([409, 'idempotency_mismatch']);
  });

  test.each([
    ['of one byte each', 'x'.repeat(5 * megabyte + 1)],
    ['of four bytes each', '😀'.repeat((5 * megabyte) / 4 + 1)],
  ])('413 for more than 5 MiB of characters %s', async (_, content) => {
    const { status, body } = await service.request('POST', path, { body: { title: 'Large', content } });
    expect([status, body.code]).toEqual([413, 'too_large']);
  });

  test('415 when it is not JSON', async () => {
    expect(
      (await service.request('POST', path, { body: 'title=Note', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }))
        .status,
    ).toBe(415);
  });

  test('201 with the whole record, its ETag and Location, and an entry in the feed', async () => {
    const seq = await notes.lastSeq();
    const { status, headers, body } = await service.request('POST', path, { body: { title: 'Shopping', content: '- [ ] bread\n' } });
    expect([status, headers.get('ETag'), headers.get('Location')]).toEqual([201, '"0"', `${path}/${body.id}`]);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      title: 'Shopping',
      content: '- [ ] bread\n',
      notebookId: null,
      isPinned: false,
      isArchived: false,
      version: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updatedAt: body.createdAt,
    });
    expect(await notes.read(body.id)).toEqual(body);
    expect(await notes.changesSince(seq)).toEqual([expect.objectContaining({ type: 'note', action: 'created', id: body.id, version: 0 })]);
  });

  test('201 without a content: it is empty', async () => {
    expect((await service.request('POST', path, { body: { title: 'Empty' } })).body).toMatchObject({ content: '', version: 0 });
  });

  test('201 with the first answer for a repeated Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'shopping-list' };
    const send = () => service.request('POST', path, { body: { title: 'Once', content: 'only once' }, headers });
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await notes.list('?q="only once"')).total).toBe(1);
  });

  const nasty: [string, string][] = [
    ['CRLF', '# Title\r\n\r\nA line\r\nand another\r\n'],
    ['lone CR', 'a\rb\r\rc'],
    ['a byte order mark', '\uFEFF# Title\n'],
    ['no final newline', 'a'],
    ['trailing blanks and empty lines', 'a  \n\n\n  \n\t\n'],
    ['leading empty lines', '\n\n\n# Late\n'],
    ['only blanks', ' \n \t\n'],
    ['emoji, joiners and combining marks', '👩‍👩‍👧 e\u0301 \u202Eright to left\u202C \u2028 \u{10FFFF}'],
    ['what is no front matter', '---\nnot: [closed\n'],
    ['an open fence', '```js\nlet a;\n\n\n'],
    ['unusual Markdown', 'Setext\n===\n\n***\n\n* a\n+ b\n\n| a |\n|-|\n| b |\n\n[^1]: note\n\n<div>\n\n</div>\n\n[x]: y "z"\n'],
    ['control characters', 'a\u0001b\u007Fc\u0085d'],
    ['5 MiB', `${'0123456789 abcdefghijklmnopqrstuvwxyz\n'.repeat(1000)}\n`.repeat(200).slice(0, 5 * megabyte)],
  ];
  test.each(nasty)('201, and the content is kept byte for byte with %s', async (_, content) => {
    const note = await notes.create(content);
    expect(note.content === content).toBe(true);
    expect((await notes.read(note.id)).content === content).toBe(true);
  });
});

describe('GET /api/notes/:id', () => {
  test.each(['?include=everything', '?include=content', '?since=-1', '?since=1.5', '?since=', '?format=html', '?include=doc&include=doc'])(
    '400 for %s',
    async (query) => {
      const { id } = await notes.create();
      refused(await service.request('GET', `${path}/${id}${query}`));
    },
  );

  test.each([noId, 'x', '1', '..%2F', noId.toUpperCase()])('404 for %s', async (id) => {
    const { status, body } = await service.request('GET', `${path}/${id}`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('409 when since is ahead of the note', async () => {
    const { id } = await notes.create('a\n');
    await notes.change(id, { edits: [{ append: 'b\n' }] });
    const { status, body } = await service.request('GET', `${path}/${id}?since=2`);
    expect([status, body.code, body.version]).toEqual([409, 'stale_version', 1]);
  });

  test('200 with the version as ETag; 304 to a client that has it', async () => {
    const { id } = await notes.create('a\n');
    const { headers } = await service.request('GET', `${path}/${id}`);
    expect(headers.get('ETag')).toBe('"0"');
    // `fetch` says `Cache-Control: no-cache` besides.
    const again = () => service.request('GET', `${path}/${id}`, { headers: { 'If-None-Match': '"0"' } });
    expect(await again()).toMatchObject({ status: 304, body: undefined });
    await notes.change(id, { title: 'Other' });
    expect((await again()).status).toBe(200);
  });

  test('200 with the document', async () => {
    const { id } = await notes.create('# Hello\n\n- [x] done\n', { title: 'With a document' });
    const { doc } = await notes.read(id, '?include=doc');
    expect(doc).toMatchObject({
      type: 'doc',
      attrs: { title: 'With a document' },
      content: [{ type: 'heading' }, { type: 'bullet_list' }],
    });
  });

  test('200 with the steps after a version, and who made them', async () => {
    const { id } = await notes.create('a\n');
    await notes.change(id, { version: 0, steps: [typed(1, 'x')], clientID: 'one' });
    await notes.change(id, { version: 1, steps: [typed(1, 'y'), typed(1, 'z')], clientID: 2 });
    await notes.change(id, { title: 'New' });
    const note = await notes.read(id, '?since=1');
    expect(note.clientIDs).toEqual([2, 2, null]);
    expect(note.steps).toMatchObject([typed(1, 'y'), typed(1, 'z'), { stepType: 'docAttr', attr: 'title', value: 'New' }]);
    expect(note).toMatchObject({ version: 4, content: 'zyxa\n', title: 'New' });
    expect(await notes.read(id, '?since=4')).toMatchObject({ steps: [], clientIDs: [] });
    expect((await notes.read(id, '?since=0&include=doc')).steps).toHaveLength(4);
  });
});

describe('DELETE /api/notes/:id', () => {
  test('401 without a token', async () => {
    const { id } = await notes.create();
    expect((await service.request('DELETE', `${path}/${id}`, { token: null })).status).toBe(401);
    await notes.read(id);
  });

  test('404 for a note that is not there', async () => {
    expect((await service.request('DELETE', `${path}/${noId}`)).status).toBe(404);
  });

  test('412 when If-Match names another version', async () => {
    const { id } = await notes.create('a\n');
    await notes.change(id, { title: 'Other' });
    const { status, headers, body } = await service.request('DELETE', `${path}/${id}`, { headers: { 'If-Match': '"0"' } });
    expect([status, body.code, body.version, headers.get('ETag')]).toEqual([412, 'version_mismatch', 1, '"1"']);
    await notes.read(id);
  });

  test('204; it is gone from reads, lists, searches and history, and the feed tells', async () => {
    const { id } = await notes.create('the axolotl\n');
    await notes.change(id, { edits: [{ append: 'swims\n' }] });
    expect((await notes.list('?q=axolotl')).total).toBe(1);
    const seq = await notes.lastSeq();
    const { status, body } = await service.request('DELETE', `${path}/${id}`, { headers: { 'If-Match': '"1"' } });
    expect([status, body]).toEqual([204, undefined]);
    for (const place of ['', '/history', '/history/0']) expect((await service.request('GET', `${path}/${id}${place}`)).status).toBe(404);
    expect((await notes.post(id, { edits: [{ append: 'x' }] })).status).toBe(404);
    expect((await notes.list('?q=axolotl')).total).toBe(0);
    expect((await notes.list()).items.map((note) => note.id)).not.toContain(id);
    expect(await notes.changesSince(seq)).toEqual([expect.objectContaining({ type: 'note', action: 'deleted', id, version: 1 })]);
  });
});

describe('PUT /api/notes/:id', () => {
  test('405 with Allow: a note is changed by deltas', async () => {
    const { id } = await notes.create();
    const { status, headers, body } = await service.request('PUT', `${path}/${id}`, { body: { title: 'Other' } });
    expect([status, body.code, headers.get('Allow')]).toEqual([405, 'method_not_allowed', 'GET, DELETE, HEAD, OPTIONS']);
    expect((await notes.read(id)).title).toBe('Note');
  });
});

describe('another user’s note', () => {
  test('is one that never was, on every route', async () => {
    const { id } = await notes.create('secret\n');
    await notes.change(id, { edits: [{ append: 'more\n' }] });
    const seq = await notes.lastSeq();
    const requests: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '?include=doc'],
      ['GET', '?since=0'],
      ['GET', '?since=99'],
      ['DELETE', ''],
      ['POST', '/delta', { title: 'Mine' }],
      ['POST', '/delta', { version: 99, steps: [typed(1, 'x')] }],
      ['GET', '/history'],
      ['GET', '/history/0'],
      ['GET', '/history/99'],
      ['POST', '/restore', { version: 0 }],
      ['POST', '/restore', { version: 99 }],
    ];
    for (const [method, place, body] of requests) {
      const theirs = await service.request(method, `${path}/${id}${place}`, { body, token: berta });
      const nobodys = await service.request(method, `${path}/${noId}${place}`, { body, token: berta });
      expect([method, place, theirs.status]).toEqual([method, place, 404]);
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(nobodys));
    }
    expect(await notes.list('', berta)).toMatchObject({ items: [], total: 0 });
    expect(await notes.list('?q=secret', berta)).toMatchObject({ items: [], total: 0 });
    expect(await notes.read(id)).toMatchObject({ content: 'secret\nmore\n', version: 1 });
    expect(await notes.lastSeq()).toBe(seq);
  });
});
