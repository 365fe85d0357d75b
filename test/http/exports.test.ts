import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AttachmentClient } from '../support/attachments.ts';
import { noId, refused, withoutRequestId } from '../support/boards.ts';
import { pdfObjects, requestExport, wordPart, wordText, type Exported } from '../support/export-client.ts';
import { full } from '../support/tiers.ts';
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

const mimeTypes = { docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', pdf: 'application/pdf' } as const;

/** What a download is to be saved as, by both ways in which the header tells it. */
function names(headers: Headers): { plain: string; extended: string | null } {
  const [, plain = '', extended] =
    /^attachment; filename="((?:[ !#-[\]-~]|\\.)*)"(?:; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+))?$/.exec(
      headers.get('Content-Disposition') ?? '',
    ) ?? [];
  return { plain: plain.replace(/\\(.)/g, '$1'), extended: extended === undefined ? null : decodeURIComponent(extended) };
}

describe.each(['docx', 'pdf'] as const)('POST /api/notes/:id/export/%s', (format) => {
  const path = (id: string, query = ''): string => `/api/notes/${id}/export/${format}${query}`;
  const made = async (id: string, query = '', init: RequestInit = {}): Promise<Exported> => {
    const answer = await requestExport(service, format, id, { query, init });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, mimeTypes[format]]);
    return answer;
  };
  /** The words of its headings; a PDF keeps those of a text as glyphs, but its outline as they are. */
  const headings = (bytes: Buffer): string => (format === 'docx' ? wordText(bytes) : pdfObjects(bytes));
  const dispositionOf = async (title: string): Promise<ReturnType<typeof names>> =>
    names((await made((await notes.create('text\n', { title })).id)).headers);

  test('401 without a token, whatever else is wrong', async () => {
    const { id } = await notes.create('text\n');
    for (const at of [path(id), path(id, '?paper=x'), path(noId)]) {
      const { status, body, headers } = await service.request('POST', at, { token: null });
      expect([status, body.code, headers.get('Content-Disposition')]).toEqual([401, 'unauthorized', null]);
    }
  });

  test.each([
    ['?paper=a3', 'paper'],
    ['?paper=', 'paper'],
    ['?paper=A4', 'paper'],
    ['?paper=a4&paper=letter', 'paper'],
    ['?format=pdf', 'format'],
  ])('400 for %s, also where there is no such note', async (query, field) => {
    const { id } = await notes.create('text\n');
    for (const each of [id, noId]) expect(refused(await service.request('POST', path(each, query)))).toEqual([field]);
  });

  test.each([noId, 'x', 'a'.repeat(300), '%00', '..%2F..%2Fnotes', '%E0%A4%A'])('404 for the id %s', async (id) => {
    const { status, body, headers } = await service.request('POST', path(id));
    expect([status, body.code, headers.get('Content-Disposition'), headers.get('ETag')]).toEqual([404, 'not_found', null, null]);
  });

  test('404 for another user’s note, in the same words as for one that never was; and once it is deleted', full, async () => {
    const mine = await notes.create('text\n');
    const hers = await notes.create('text\n', {}, berta);
    const never = withoutRequestId(await service.request('POST', path(noId)));
    expect(withoutRequestId(await service.request('POST', path(hers.id)))).toEqual(never);
    expect(withoutRequestId(await service.request('POST', path(mine.id), { token: berta }))).toEqual(never);
    expect((await requestExport(service, format, hers.id, { token: berta })).status).toBe(200);
    await service.request('DELETE', `/api/notes/${mine.id}`);
    expect(withoutRequestId(await service.request('POST', path(mine.id)))).toEqual(never);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('405 with Allow for %s', async (method) => {
    const { id } = await notes.create('text\n');
    const { status, headers } = await service.request(method, path(id));
    expect([status, headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('200 with the document, as a download that no browser runs', full, async () => {
    const { id, updatedAt } = await notes.create('# First heading\n\nA [link](https://example.org/there).\n\n## Second heading\n', {
      title: 'Offer',
    });
    const { headers, bytes } = await made(id);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': String(bytes.length),
      'content-disposition': expect.stringMatching(new RegExp(`^attachment; filename="Offer\\.${format}"`)),
      'last-modified': new Date(updatedAt).toUTCString(),
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    expect(bytes.subarray(0, 4).toString('latin1')).toBe(format === 'docx' ? 'PK\x03\x04' : '%PDF');
    const text = headings(bytes);
    for (const word of ['First heading', 'Second heading']) expect(text).toContain(word);
    expect(format === 'docx' ? wordPart(bytes, 'word/_rels/document.xml.rels') : text).toContain('https://example.org/there');
    expect(format === 'docx' ? wordPart(bytes, 'docProps/core.xml') : bytes.toString('utf8')).toMatch(
      format === 'docx' ? '<dc:title>Offer</dc:title>' : '<rdf:li xml:lang="x-default">Offer</rdf:li>',
    );
  });

  test('its headers are those of other files', async () => {
    const client = new AttachmentClient(service);
    await client.open();
    const { id: cardId } = await client.newCard();
    const [attachment] = await client.attach(cardId, ['file', 'text', 'a.txt']);
    const file = await client.download(attachment?.url ?? '');
    const { headers } = await made((await notes.create('text\n')).id);
    for (const name of [
      'Content-Security-Policy',
      'X-Content-Type-Options',
      'Cache-Control',
      'Referrer-Policy',
      'X-Frame-Options',
      'Cross-Origin-Resource-Policy',
    ]) {
      expect([name, headers.get(name)]).toEqual([name, file.headers.get(name) ?? 'a header']);
    }
    expect([headers.get('Content-Security-Policy'), headers.get('X-Content-Type-Options')]).toEqual(['sandbox', 'nosniff']);
  });

  test('200 for an empty note', async () => {
    const { bytes } = await made((await notes.create('')).id);
    expect(bytes.length).toBeGreaterThan(500);
  });

  test('the pages are A4 unless they are to be letters', async () => {
    const { id } = await notes.create('text\n');
    const [plain, a4, letter] = [await made(id), await made(id, '?paper=a4'), await made(id, '?paper=letter')];
    expect(a4.bytes.equals(plain.bytes)).toBe(true);
    expect(letter.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
    const size = (bytes: Buffer): string | undefined =>
      (format === 'docx'
        ? /<w:pgSz [^>]*?w:w="(\d+)"/.exec(wordPart(bytes, 'word/document.xml'))
        : /\/MediaBox \[0 0 (\d+)/.exec(pdfObjects(bytes)))?.[1];
    expect([size(plain.bytes), size(letter.bytes)]).toEqual(format === 'docx' ? ['11906', '12240'] : ['595', '612']);
  });

  const json = { 'Content-Type': 'application/json' };

  test.each<[string, RequestInit]>([
    ['nothing, said to be JSON', { headers: json }],
    ['no fields', { body: '{}', headers: json }],
  ])('a body that says nothing is taken: %s', async (_, init) => {
    const { id } = await notes.create('text\n');
    expect((await made(id, '', init)).bytes.equals((await made(id)).bytes)).toBe(true);
  });

  test.each<[string, number, RequestInit]>([
    ['a field, which is one of the query', 400, { body: '{"paper":"letter"}', headers: json }],
    ['broken JSON', 400, { body: '{', headers: json }],
    ['a form', 415, { body: new URLSearchParams({ paper: 'letter' }) }],
    ['two megabytes', 413, { body: 'x'.repeat(2_000_000) }],
  ])('a body that says something is refused: %s is %i', async (_, status, init) => {
    const { id } = await notes.create('text\n');
    expect((await requestExport(service, format, id, { init })).status).toBe(status);
  });

  test.each([
    ['Offer for Meridian', 'Offer for Meridian'],
    ['Angebot – Größe', 'Angebot – Größe'],
    ['日本語 😀 العربية', '日本語 😀 العربية'],
    ['the "best" offer', 'the -best- offer'],
    ["it’s the author's (100%)", "it’s the author's (100%)"],
    ['100%41 sure; filename=x', '100%41 sure; filename=x'],
    ['filename=evil.exe', 'filename=evil.exe'],
    ['a/b\\c', 'a-b-c'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['C:\\Users\\me', 'C--Users-me'],
    ['a<b>c|d?e*f', 'a-b-c-d-e-f'],
    ['two\r\nlines: x', 'two lines- x'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['trailing dots...', 'trailing dots'],
    ['...', 'Note'],
    ['invoice\u202Excod.exe', 'invoice xcod.exe'],
  ])('the title %j is a file name that every system takes', async (title, name) => {
    const { plain, extended } = await dispositionOf(title);
    const expected = `${name}.${format}`;
    expect(extended ?? plain).toBe(expected);
    expect(plain).toMatch(new RegExp(`^[^/\\\\]+\\.${format}$`));
    if (/[^\x20-\x7e]/.test(name)) expect(extended).toBe(expected);
  });

  test('a title of 500 characters is shortened to a whole number of them', async () => {
    for (const [title, begin] of [
      ['ü'.repeat(500), 'ü'],
      ['👩‍👩‍👧'.repeat(60), '👩‍👩‍👧'],
      ['x'.repeat(500), 'x'],
    ] as const) {
      const { plain, extended } = await dispositionOf(title);
      const name = extended ?? plain;
      expect(name.endsWith(`.${format}`)).toBe(true);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.length).toBeGreaterThan(80);
      expect(
        name
          .slice(0, -format.length - 1)
          .split(begin)
          .join(''),
      ).toBe('');
    }
  });

  test('the same note gives the same bytes, also after a restart; a changed one has another ETag', full, async () => {
    const { id } = await notes.create('# Plan\n\n1. one\n2. two\n\n| a | b |\n|---|--:|\n| $x^2$ | `y` |\n\n[^1] text\n\n[^1]: note\n', {
      title: 'Plan',
    });
    const first = await made(id);
    await made((await notes.create('# Another\n\n[a](https://example.org) text\n')).id);
    const second = await made(id, '', { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
    await service.restart();
    const third = await made(id);
    for (const { bytes, headers } of [second, third])
      expect([bytes.equals(first.bytes), headers.get('ETag')]).toEqual([true, first.headers.get('ETag')]);
    await notes.change(id, { version: 0, edits: [{ oldText: 'two', newText: 'three' }] });
    const changed = await made(id);
    await notes.change(id, { title: 'Another title' });
    const renamed = await made(id);
    expect(new Set([first, changed, renamed].map(({ headers }) => headers.get('ETag'))).size).toBe(3);
    expect(names(renamed.headers).plain).toBe(`Another title.${format}`);
  });

  test('a note that is being written gives its newest text, and the same bytes once that is settled', full, async () => {
    const { id } = await notes.create('# ab\n\n* loose\n* list\n\nlast\n');
    await notes.change(id, { version: 0, steps: [typed(1, 'Newer ')], clientID: 'a' });
    const newer = await made(id);
    expect(headings(newer.bytes)).toContain('Newer ab');
    await notes.change(id, { version: 1, steps: [typed(1, 'Newest '), typed(1, 'The ')], clientID: 'b' });
    const newest = await made(id);
    expect(headings(newest.bytes)).toContain('The Newest Newer ab');
    await service.restart();
    const settled = await made(id);
    expect([settled.bytes.equals(newest.bytes), settled.bytes.equals(newer.bytes)]).toEqual([true, false]);
  });
});

test('POST /api/notes/:id/export/:format › 404 for a format that is not made', async () => {
  const { id } = await notes.create('text\n');
  for (const format of ['odt', 'DOCX', '']) expect((await service.request('POST', `/api/notes/${id}/export/${format}`)).status).toBe(404);
});
