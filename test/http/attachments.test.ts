import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Attachment } from '../../main/contract/cards.ts';
import { AttachmentClient, form, unique, type Part } from '../support/attachments.ts';
import { rawRequest } from '../support/raw-request.ts';
import { picture, program, sampleFiles } from '../support/sample-files.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

let service: TestService;
let berta: string;
let client: AttachmentClient;

beforeAll(async () => {
  service = await startTestService();
  berta = await service.signUp('berta');
  client = new AttachmentClient(service);
  await client.open();
});
afterAll(() => service.dispose());

const noId = '01890a5d-ac96-774b-bcce-b302099a8057';
const path = 'POST /api/cards/:id/attachments';
const mib = 1024 * 1024;

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Asserts that a request leaves neither rows nor files, and gives its answer. */
async function leavesNothing(cardId: string, request: () => Promise<Answer>): Promise<Answer> {
  const before = [await client.card(cardId), client.filesOnDisk()];
  const answer = await request();
  expect([await client.card(cardId), client.filesOnDisk()]).toEqual(before);
  return answer;
}

describe(path, () => {
  test('401 without a token, before the body is read', async () => {
    const { host } = new URL(service.baseUrl);
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.write(
      `POST /api/cards/${noId}/attachments HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n`,
    );
    const [head] = await new Promise<Buffer[]>((resolve) => {
      socket.once('data', (...chunks: Buffer[]) => {
        resolve(chunks);
      });
    });
    socket.destroy();
    expect(head?.toString()).toMatch(/^HTTP\/1.1 401 /);
    expect(client.filesOnDisk().incoming).toEqual([]);
  });

  test('every allowed kind comes back byte for byte, as a download that no browser runs', full, async () => {
    const { id } = await client.newCard();
    // In Windows-1252: no charset is told for it.
    const sheet = { filename: 'excel.csv', mimeType: 'text/csv', content: Buffer.from('Stra\xDFe;\x80\r\n', 'latin1') };
    for (const { filename, mimeType, content } of [...(await sampleFiles()), sheet]) {
      const [attachment] = await client.attach(id, ['file', content, filename]);
      expect(attachment).toMatchObject({ cardId: id, filename, mimeType, size: content.length, sha256: sha256(content) });
      const { status, headers, bytes } = await client.download(attachment?.url ?? '');
      expect([status, bytes.equals(content)]).toEqual([200, true]);
      const active = ['text/html', 'image/svg+xml', 'application/xml', 'text/javascript'].includes(mimeType);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': active ? 'application/octet-stream' : mimeType,
        'content-length': String(content.length),
        'content-disposition': `attachment; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        etag: `"${sha256(content)}"`,
      });
    }
    expect(client.filesOnDisk().incoming).toEqual([]);
  });

  test('201 with all files in their order; the card has a new version, and the feed an entry, after those of the files', async () => {
    const before = await client.newCard();
    const seq = (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
    const items = await client.attach(before.id, ['file', unique(), 'b.txt'], ['other', unique(), 'a.txt'], ['file', unique(), 'b.txt']);
    expect(items.map(({ filename }) => filename)).toEqual(['b.txt', 'a.txt', 'b.txt']);
    const after = await client.card(before.id);
    expect(after).toMatchObject({ version: before.version + 1, attachments: items });
    expect((await service.request('GET', `/api/changes?since=${seq}`)).body.items).toMatchObject([
      ...items.map(({ id }) => ({ type: 'file', action: 'created', id, version: null })),
      { type: 'card', action: 'updated', id: before.id, version: after.version },
    ]);
    expect((await service.request('GET', `/api/cards/column/${client.columnId}`)).body.items).toContainEqual(after);
  });

  test.each([
    ['unicode', 'Übung 你好 🎲.txt'],
    ['quotes', 'the "best" file.txt'],
    ['percents', '100%25 sure.txt'],
    ['a leading dot and spaces', ' .a .txt'],
    ['a protected word', '__proto__.txt'],
    ['255 characters', `${'ü'.repeat(251)}.txt`],
  ])('a name with %s is kept as sent', async (_, filename) => {
    const { id } = await client.newCard();
    const [attachment] = await client.attach(id, ['file', unique(), filename]);
    expect(attachment?.filename).toBe(filename);
    expect((await client.card(id)).attachments[0]?.filename).toBe(filename);
    const disposition = (await client.download(attachment?.url ?? '')).headers.get('Content-Disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="/);
    const [, extended] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
    const [, quoted = ''] = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition) ?? [];
    const saved = extended === undefined ? quoted.replaceAll(/\\(.)/g, '$1') : decodeURIComponent(extended);
    expect(saved).toBe(filename.replace(/[/\\]/g, '_'));
  });

  test('a long name is shortened before its extension, and what is none is `file`, as of files of notes', async () => {
    const { id } = await client.newCard();
    const png = await picture().png().toBuffer();
    const items = await client.attach(
      id,
      ['file', unique(), `${'ü'.repeat(300)}.txt`],
      // Without an extension the content must tell.
      ...['a/..', '.', ''].map((sent): Part => ['file', png, sent]),
    );
    expect(items.map(({ filename }) => filename)).toEqual([`${'ü'.repeat(251)}.txt`, 'file', 'file', 'file']);
  });

  test.each([
    ['a quote with a backslash', 'a \\"b\\".txt', 'a "b".txt'],
    ['a quote as browsers write it', 'a %22b%22.txt', 'a "b".txt'],
    ['a name in UTF-8 without a mark', 'ü.txt', 'ü.txt'],
  ])('%s is read', async (_, written, filename) => {
    const { id } = await client.newCard();
    const answer = await rawForm(
      `/api/cards/${id}/attachments`,
      `Content-Disposition: form-data; name="file"; filename="${written}"\r\n\r\n${unique()}`,
    );
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([201, { items: [{ filename }] }]);
  });

  test('the last of several equal files keeps the content, no matter which user sent it', async () => {
    const [mine, mineToo] = [await client.newCard(), await client.newCard()];
    const hers = (await service.request('POST', '/api/columns', { body: { title: 'Hers', projectId: 'p' }, token: berta })).body
      .id as string;
    const herCard = await client.newCard(berta, hers);
    const content = unique();
    const [first, second] = await client.attach(mine.id, ['file', content, 'a.txt'], ['file', content, 'b.txt']);
    const [third] = await client.attach(mineToo.id, ['file', content, 'c.md']);
    const {
      items: [fourth],
    } = (await client.post(`/api/cards/${herCard.id}/attachments`, form([['file', content, 'd.csv']]), { token: berta })).body as {
      items: Attachment[];
    };
    expect([first, second, third, fourth].map((attachment) => attachment?.mimeType)).toEqual([
      'text/plain',
      'text/plain',
      'text/plain',
      'text/csv',
    ]);
    const kept = (): boolean => client.filesOnDisk().kept.includes(sha256(content));
    await service.request('DELETE', first?.url ?? '');
    await service.request('DELETE', second?.url ?? '');
    await service.request('DELETE', `/api/cards/${mineToo.id}`);
    expect(kept()).toBe(true);
    expect((await service.request('GET', fourth?.url ?? '', { token: berta })).body).toBe(content);
    await service.request('DELETE', `/api/columns/${hers}`, { token: berta });
    expect(kept()).toBe(false);
  });

  test('the same file sent and removed many times at once: rows and files agree', async () => {
    const { id } = await client.newCard();
    const content = unique();
    for (let round = 0; round < 5; round += 1) {
      const uploads = Array.from({ length: 8 }, () => client.attach(id, ['file', content, 'a.txt']));
      const removals = uploads.map(async (upload, index) => {
        const [attachment] = await upload;
        if (index < 7) expect((await service.request('DELETE', attachment?.url ?? '')).status).toBe(204);
      });
      await Promise.all(removals);
      const { attachments } = await client.card(id);
      expect(attachments).toHaveLength(round + 1);
      for (const { url } of attachments) expect((await client.download(url)).bytes.toString()).toBe(content);
    }
    for (const { url } of (await client.card(id)).attachments) await service.request('DELETE', url);
    expect(client.filesOnDisk().kept).not.toContain(sha256(content));
    expect(client.filesOnDisk().incoming).toEqual([]);
  });

  describe('with an Idempotency-Key', () => {
    test('a repetition gives the first answer and adds nothing', async () => {
      const { id } = await client.newCard();
      const content = unique();
      const send = (): Promise<Answer> =>
        client.post(`/api/cards/${id}/attachments`, form([['file', content, 'a.txt']]), { headers: { 'Idempotency-Key': `k-${id}` } });
      const first = await send();
      const again = await send();
      expect([again.status, again.headers.get('Idempotency-Replayed'), again.body]).toEqual([201, 'true', first.body]);
      expect((await client.card(id)).attachments).toHaveLength(1);
      // What was sent again is removed once the answer is out.
      await expect.poll(() => client.filesOnDisk().incoming).toEqual([]);
    });

    test('409 when a file of the same name and size has another content', async () => {
      const { id } = await client.newCard();
      const headers = { 'Idempotency-Key': `m-${id}` };
      await client.post(`/api/cards/${id}/attachments`, form([['file', 'one', 'a.txt']]), { headers });
      const answer = await leavesNothing(id, () =>
        client.post(`/api/cards/${id}/attachments`, form([['file', 'two', 'a.txt']]), { headers }),
      );
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_mismatch']);
    });
  });
});

/** A form of one part, written by hand. */
function rawForm(
  to: string,
  part: string,
  { end = '\r\n--x--\r\n', type = 'multipart/form-data; boundary=x' } = {},
): ReturnType<typeof rawRequest> {
  const headers = { Authorization: `Bearer ${service.token()}`, ...(type === '' ? {} : { 'Content-Type': type }) };
  return rawRequest(service.baseUrl + to, { method: 'POST', headers, body: `--x\r\n${part}${end}` });
}

describe(`${path} › refused, with nothing left behind`, () => {
  const good: Part = ['file', unique(), 'good.txt'];
  const big = (bytes: number): Buffer => Buffer.alloc(bytes, 'x');

  test.each<[string, () => Part[], number, string, RegExp]>([
    ['413 for an eleventh file', () => Array.from({ length: 11 }, () => good), 413, 'too_large', /At most 10 files/],
    [
      '413 for one byte too many',
      () => [good, ['file', big(10 * mib + 1), 'big.txt']],
      413,
      'too_large',
      /"big\.txt" is larger than 10 MiB/,
    ],
    [
      '413 for far too many bytes',
      () => Array.from({ length: 8 }, (): Part => ['file', big(15 * mib), 'big.txt']),
      413,
      'too_large',
      /larger than/,
    ],
    [
      '415 for a disguised program beside a good file',
      () => [good, ['file', program, 'photo.png']],
      415,
      'unsupported_media_type',
      /"photo\.png"/,
    ],
    ['415 for an unknown type', () => [['file', 'text', 'notes.xyz'], good], 415, 'unsupported_media_type', /allowed type/],
    ['400 for no file', () => [], 400, 'validation_failed', /./],
    ['415 for an empty picture', () => [good, ['file', '', 'empty.png']], 415, 'unsupported_media_type', /"empty\.png"/],
    ['400 for a field in which no file was chosen', () => [['file', '', '']], 400, 'validation_failed', /no file was chosen/],
    ['400 for a text field', () => [good, ['title', 'Hi']], 400, 'validation_failed', /^title is not a known field/],
    ['400 for a text where the file should be', () => [['file', 'Hi']], 400, 'validation_failed', /^file is missing/],
    ['400 for a nested field', () => [good, ['a[b][c]', 'Hi']], 400, 'validation_failed', /a\[b\]/],
    ['400 for a field of every object', () => [good, ['__proto__', 'Hi']], 400, 'validation_failed', /__proto__/],
  ])('%s', async (_, parts, status, code, detail) => {
    const { id } = await client.newCard();
    const answer = await leavesNothing(id, () => client.post(`/api/cards/${id}/attachments`, form(parts())));
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ code, detail: expect.stringMatching(detail) as string }),
    ]);
  });

  const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext';
  test.each<[string, string, { end?: string; type?: string }, number]>([
    ['400 for a form without an end', part, { end: '' }, 400],
    ['400 for a form that ends in a header', 'Content-Disposition: form', { end: '' }, 400],
    ['400 for a part without a name', 'Content-Disposition: form-data; filename="a.txt"\r\n\r\ntext', {}, 400],
    ['400 for a part with a broken header', 'Content-Disposition form-data\r\n\r\ntext', {}, 400],
    ['400 for a form without a boundary', part, { type: 'multipart/form-data' }, 400],
    ['400 for another boundary', part, { type: 'multipart/form-data; boundary=y' }, 400],
    ['415 for JSON', part, { type: 'application/json' }, 415],
    ['415 for another kind of multipart', part, { type: 'multipart/mixed; boundary=x' }, 415],
    ['415 for no type', part, { type: '' }, 415],
  ])('%s', async (_, sent, options, status) => {
    const { id } = await client.newCard();
    await leavesNothing(id, async () => {
      const answer = await rawForm(`/api/cards/${id}/attachments`, sent, options);
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { status }]);
      return answer as never;
    });
  });

  test('413 at once when Content-Length tells', async () => {
    // None of it is sent: an answer cannot have waited for it.
    const answer = await rawRequest(`${service.baseUrl}/api/cards/${noId}/attachments`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.token()}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': 2 ** 31,
        Expect: '100-continue',
      },
    }).catch((error: unknown) => error as { status: undefined });
    expect(answer).toMatchObject({ status: 413 });
  });

  test.each(['unknown', 'berta', 'malformed'])('404 for a card that is %s', async (whose) => {
    const hers = (await service.request('POST', '/api/columns', { body: { title: 'Hers', projectId: 'p' }, token: berta })).body
      .id as string;
    const id = whose === 'unknown' ? noId : whose === 'malformed' ? 'x' : (await client.newCard(berta, hers)).id;
    const before = client.filesOnDisk();
    const answer = await client.post(`/api/cards/${id}/attachments`, form([good]));
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([404, 'not_found', 'There is no such card']);
    expect(client.filesOnDisk()).toEqual(before);
  });

  test('uploads that are broken off in the middle', async () => {
    const { id } = await client.newCard();
    await leavesNothing(id, async () => {
      const { host, port } = new URL(service.baseUrl);
      const areThere = (count: number): Promise<boolean> =>
        vi.waitUntil(() => client.filesOnDisk().incoming.length === count, { timeout: 60_000, interval: 5 });
      for (let round = 1; round <= 10; round += 1) {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(
          `POST /api/cards/${id}/attachments HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.token()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3000000\r\n\r\n`,
        );
        socket.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(round * 40_000)}`);
        await areThere(1);
        socket.destroy();
        await areThere(0);
      }
      return undefined as never;
    });
  });
});

describe('GET /api/cards/:id/attachments/:attachmentId', () => {
  let attachment: Attachment;
  const content = `0123456789${unique()}`;
  beforeAll(async () => {
    const { id } = await client.newCard();
    [attachment] = (await client.attach(id, ['file', content, 'digits.txt'])) as [Attachment];
  });

  test.each<[string, Record<string, string>, number, string, string | null]>([
    ['the first bytes', { Range: 'bytes=0-3' }, 206, '0123', 'bytes 0-3/'],
    ['from a byte on', { Range: 'bytes=8-' }, 206, content.slice(8), 'bytes 8-'],
    ['the last bytes', { Range: 'bytes=-2' }, 206, content.slice(-2), 'bytes '],
    ['all when more are asked for from the end', { Range: 'bytes=-5000' }, 206, content, 'bytes 0-'],
    ['all with another unit', { Range: 'lines=0-1' }, 200, content, null],
    ['all for several ranges', { Range: 'bytes=0-1,4-5' }, 200, content, null],
    ['all if it is another version', { Range: 'bytes=0-3', 'If-Range': '"other"' }, 200, content, null],
  ])('%s', async (_, headers, status, text, range) => {
    const answer = await client.download(attachment.url, headers);
    expect([answer.status, answer.bytes.toString()]).toEqual([status, text]);
    if (range === null) expect(answer.headers.get('Content-Range')).toBeNull();
    else expect(answer.headers.get('Content-Range')).toContain(range);
  });

  test('206 if it is still this version', async () => {
    const etag = (await client.download(attachment.url)).headers.get('ETag') ?? '';
    expect(await client.download(attachment.url, { Range: 'bytes=0-3', 'If-Range': etag })).toMatchObject({ status: 206 });
    expect(await client.unless(etag, attachment.url)).toMatchObject({ status: 304, text: '' });
    expect(await client.download(attachment.url, {}, 'HEAD')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  });

  test('416 past the end', async () => {
    const { status, headers, bytes } = await client.download(attachment.url, { Range: 'bytes=1000-' });
    expect([status, headers.get('Content-Range'), JSON.parse(bytes.toString())]).toMatchObject([
      416,
      `bytes */${content.length}`,
      { code: 'range_not_satisfiable' },
    ]);
    expect(headers.get('Content-Type')).toContain('application/problem+json');
    expect(['Content-Disposition', 'ETag', 'Last-Modified'].map((name) => headers.get(name))).toEqual([null, null, null]);
    const { headers: usual } = await service.request('GET', '/api/projects');
    expect(headers.get('Content-Security-Policy')).toBe(usual.get('Content-Security-Policy'));
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('404 alike for another user, through another card, and for what never was', async () => {
    const other = await client.newCard();
    const never = await service.request('GET', `/api/cards/${attachment.cardId}/attachments/${noId}`);
    expect([never.status, never.body.code]).toEqual([404, 'not_found']);
    for (const method of ['GET', 'DELETE']) {
      for (const answer of [
        await service.request(method, attachment.url, { token: berta }),
        await service.request(method, `/api/cards/${other.id}/attachments/${attachment.id}`),
        await service.request(method, `/api/cards/${noId}/attachments/${attachment.id}`),
      ]) {
        expect([answer.status, { ...answer.body, requestId: '' }]).toEqual([404, { ...never.body, requestId: '' }]);
      }
    }
    expect((await client.download(attachment.url)).status).toBe(200);
  });
});

describe('DELETE /api/cards/:id/attachments/:attachmentId', () => {
  test('204; then it is gone, with its file', async () => {
    const { id } = await client.newCard();
    const content = unique();
    const [attachment] = await client.attach(id, ['file', content, 'a.txt']);
    const file = join(service.dataDir, 'attachments', sha256(content).slice(0, 2), sha256(content));
    expect(readFileSync(file, 'utf8')).toBe(content);
    const { version } = await client.card(id);
    expect((await service.request('DELETE', attachment?.url ?? '')).status).toBe(204);
    expect(await client.card(id)).toMatchObject({ version: version + 1, attachments: [] });
    expect(existsSync(file)).toBe(false);
    expect((await service.request('GET', attachment?.url ?? '')).status).toBe(404);
    expect((await service.request('DELETE', attachment?.url ?? '')).status).toBe(404);
  });

  test('412 when If-Match names another version of the card', async () => {
    const { id } = await client.newCard();
    const [attachment] = await client.attach(id, ['file', unique(), 'a.txt']);
    const answer = await service.request('DELETE', attachment?.url ?? '', { headers: { 'If-Match': '"1"' } });
    expect([answer.status, answer.body]).toMatchObject([412, { code: 'version_mismatch', version: 2 }]);
    expect((await service.request('DELETE', attachment?.url ?? '', { headers: { 'If-Match': '"2"' } })).status).toBe(204);
  });
});

test('201 for a file of 0 bytes, by its name; it is given out as it is', async () => {
  const { id } = await client.newCard();
  const [attachment] = await client.attach(id, ['file', '', 'empty.json']);
  expect(attachment).toMatchObject({ filename: 'empty.json', mimeType: 'application/json', size: 0 });
  const given = await fetch(service.baseUrl + (attachment?.url ?? ''), { headers: { Authorization: `Bearer ${service.token()}` } });
  expect([given.status, given.headers.get('Content-Length'), await given.text()]).toEqual([200, '0', '']);
  const range = await service.request('GET', attachment?.url ?? '', { headers: { Range: 'bytes=0-0' } });
  expect([200, 416]).toContain(range.status);
});

describe('POST /api/cards as a form', () => {
  test('201 with its files; an empty file field of a browser counts for nothing', async () => {
    const { status, headers, body } = await client.post(
      '/api/cards',
      form([
        ['title', 'Über'],
        ['columnId', client.columnId],
        ['priority', 'high'],
        ['file', unique(), 'a.txt'],
        ['x', unique(), 'b.md'],
        ['file', '', ''],
      ]),
    );
    expect([status, headers.get('Location'), body]).toMatchObject([
      201,
      `/api/cards/${body.id}`,
      { title: 'Über', priority: 'high', attachments: [{ filename: 'a.txt' }, { filename: 'b.md' }] },
    ]);
    expect(await client.card(body.id as string)).toEqual(body);
  });

  test('201 without files', async () => {
    expect(
      (
        await client.post(
          '/api/cards',
          form([
            ['title', 'Bare'],
            ['columnId', client.columnId],
          ]),
        )
      ).body,
    ).toMatchObject({ title: 'Bare', attachments: [] });
  });

  test('201 with lists: a field for each item, or all of it as JSON; 400 for what is none', async () => {
    const label = async (name: string): Promise<string> =>
      (await service.request('POST', '/api/projects/p/labels', { body: { name } })).body.id as string;
    const labels = [await label('one'), await label('two')];
    const [one = ''] = labels;
    const made = (...parts: Part[]): ReturnType<typeof client.post> =>
      client.post('/api/cards', form([['title', 'Lists'], ['columnId', client.columnId], ['dueDate', '2026-12-01'], ...parts]));
    const reminders = [{ minutesBefore: 5 }, { minutesBefore: 60 }];
    const asFields = await made(['labelIds', one], ...reminders.map((each): Part => ['reminders', JSON.stringify(each)]));
    expect(asFields).toMatchObject({ status: 201, body: { labelIds: [one], reminders } });
    const asJson = await made(['labelIds', JSON.stringify(labels)], ['reminders', JSON.stringify(reminders)]);
    expect(asJson).toMatchObject({ status: 201, body: { labelIds: labels, reminders } });
    expect(await made(['labelIds', '{"a":1}'], ['reminders', 'soon'])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reminders.0' }] },
    });
  });

  test.each<[string, Part[], number]>([
    [
      'an unknown text field',
      [
        ['title', 'A'],
        ['colour', 'teal'],
        ['file', unique(), 'a.txt'],
      ],
      400,
    ],
    ['no title', [['file', unique(), 'a.txt']], 400],
    [
      'two titles',
      [
        ['title', 'A'],
        ['title', 'B'],
        ['file', unique(), 'a.txt'],
      ],
      400,
    ],
    [
      'a column that is not there',
      [
        ['title', 'A'],
        ['columnId', noId],
        ['file', unique(), 'a.txt'],
      ],
      400,
    ],
    [
      'a disguised program',
      [
        ['title', 'A'],
        ['file', unique(), 'a.txt'],
        ['file', program, 'a.pdf'],
      ],
      415,
    ],
    [
      'a description that is too long',
      [
        ['title', 'A'],
        ['description', 'x'.repeat(5 * mib)],
      ],
      413,
    ],
  ])('refused with %s, and nothing is left behind', async (_, parts, status) => {
    const before = [client.filesOnDisk(), (await service.request('GET', '/api/cards?limit=0')).body];
    const withColumn: Part[] = parts.some(([field]) => field === 'columnId') ? parts : [['columnId', client.columnId], ...parts];
    expect((await client.post('/api/cards', form(withColumn))).status).toBe(status);
    expect([client.filesOnDisk(), (await service.request('GET', '/api/cards?limit=0')).body]).toEqual(before);
  });

  test('400 with the name of a text in another encoding than UTF-8, which nothing is made of', async () => {
    const before = [client.filesOnDisk(), (await service.request('GET', '/api/cards?limit=0')).body];
    const part = (name: string, value: string): string => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const { status, text } = await rawRequest(`${service.baseUrl}/api/cards`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: Buffer.from(`${part('columnId', client.columnId)}${part('title', 'B\xFCcher')}--x--\r\n`, 'latin1'),
    });
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'validation_failed', errors: [{ path: 'title' }] }]);
    expect([client.filesOnDisk(), (await service.request('GET', '/api/cards?limit=0')).body]).toEqual(before);
  });
});

describe('DELETE /api/users/:id', () => {
  test('204 takes the files of the user along, but not those that others have as well', async () => {
    const dora = await service.signUp('dora');
    const { id: userId } = (await service.request('GET', '/api/auth/me', { token: dora })).body as { id: string };
    const column = (await service.request('POST', '/api/columns', { body: { title: 'Hers', projectId: 'p' }, token: dora })).body as {
      id: string;
    };
    const hers = await client.newCard(dora, column.id);
    const mine = await client.newCard();
    const [own, shared] = [unique(), unique()];
    for (const content of [own, shared])
      expect((await client.post(`/api/cards/${hers.id}/attachments`, form([['file', content, 'a.txt']]), { token: dora })).status).toBe(
        201,
      );
    await client.attach(mine.id, ['file', shared, 'b.txt']);
    expect(client.filesOnDisk().kept).toEqual(expect.arrayContaining([sha256(own), sha256(shared)]));
    expect((await service.request('DELETE', `/api/users/${userId}`)).status).toBe(204);
    await expect.poll(() => client.filesOnDisk().kept.includes(sha256(own))).toBe(false);
    expect(client.filesOnDisk().kept).toContain(sha256(shared));
  });
});

test.each([
  ['../ü/..\\a.txt', 'a.txt'],
  ['../../etc/cron.d/x.txt', 'x.txt'],
  ['C:\\Users\\me\\plan.txt', 'plan.txt'],
  ['a\u0085b\u009Fc.txt', 'abc.txt'],
  ['a\nb.txt', 'ab.txt'],
  ['It’s "ü" & 模型.txt', 'It’s "ü" & 模型.txt'],
])(
  'POST /api/cards/:id/attachments › of the name %j only the last component is recorded, without control characters',
  async (sent, recorded) => {
    const { id } = await client.newCard();
    const [attachment] = await client.attach(id, ['file', unique(), sent]);
    expect(attachment?.filename).toBe(recorded);
  },
);

test('GET /api/cards/:id/attachments/:attachmentId › 410 file_missing when its file is gone, of a thumbnail too', async () => {
  const { id } = await client.newCard();
  const content = await picture(64, 64).png().toBuffer();
  const [attachment] = await client.attach(id, ['file', content, 'gone.png']);
  expect((await client.download(`${attachment?.url}?size=64`)).status).toBe(200);
  const [kept] = readdirSync(join(service.dataDir, 'attachments'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(sha256(content)),
  );
  rmSync(join(service.dataDir, 'attachments', kept ?? ''));
  for (const query of ['', '?size=64']) {
    const answer = await service.request('GET', `${attachment?.url}${query}`);
    expect(answer).toMatchObject({
      status: 410,
      body: { code: 'file_missing', detail: expect.stringContaining('missing from the data directory') as string },
    });
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'application/problem+json; charset=utf-8',
      null,
    ]);
  }
});

test('GET /api/cards/:id › 200 for a version that is known, because the place can have changed without it', async () => {
  const { id } = await client.newCard();
  expect((await service.request('GET', `/api/cards/${id}`, { headers: { 'If-None-Match': '"1"' } })).status).toBe(200);
});
