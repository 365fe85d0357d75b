// Forms as clients write them that keep less to the standard than browsers do, and bodies that are refused while they come.

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelsPerCard } from '../../main/contract/projects.ts';
import { AttachmentClient } from '../support/attachments.ts';
import { rawRequest, type RawAnswer } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: AttachmentClient;
let path: string;

beforeAll(async () => {
  service = await startTestService();
  client = new AttachmentClient(service);
  await client.open();
  path = `/api/cards/${(await client.newCard()).id}/attachments`;
});
afterAll(() => service.dispose());

const headersOf = (type: string): Record<string, string> => ({ Authorization: `Bearer ${service.token()}`, 'Content-Type': type });

const send = (body: string, to = path): Promise<RawAnswer> =>
  rawRequest(service.baseUrl + to, { method: 'POST', headers: headersOf('multipart/form-data; boundary=x'), body });

test.each([
  ['quotes as they are', 'filename="a "q".txt"', 'a "q".txt'],
  ['quotes as they are, before a semicolon', 'filename="a "b"; c".txt"; size=5', 'a "b"; c".txt'],
  ['quotes as they are, in a folder', 'filename="b\\a "q".txt"', 'a "q".txt'],
  ['blanks and no quotes', 'filename=my file.txt', 'my file.txt'],
  ['letters and no quotes', 'filename=b.txt/voilà.md; filename=x', 'voilà.md'],
  ['a semicolon behind it', 'filename="a.txt";', 'a.txt'],
  ['control characters', 'filename="\0\x01a\x0b\x1f\x7f\u0085.txt"', 'a.txt'],
  ['two semicolons behind it', 'filename=a.txt;;', 'a.txt'],
  ['a line of its own', 'x=y;\r\n filename=a b.txt', 'a b.txt'],
  ['a charset and a semicolon behind it', "filename*=UTF-8''%C3%BC.txt;", 'ü.txt'],
])('a name that is written with %s is read', async (_, written, filename) => {
  const answer = await send(`--x\r\nContent-Disposition: form-data; name="file"; ${written}\r\n\r\ntext\r\n--x--\r\n`);
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([201, { items: [{ filename, size: 4 }] }]);
});

test('a text field with a semicolon behind its name is read', async () => {
  const part = (name: string, value: string): string => `--x\r\nContent-Disposition: form-data; name="${name}";\r\n\r\n${value}\r\n`;
  const answer = await send(`${part('title', 'T')}${part('columnId', client.columnId)}${part('description', 'D')}--x--\r\n`, '/api/cards');
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([201, { title: 'T', description: 'D' }]);
});

test('all labels and reminders that a card can have are taken, a field each', async () => {
  const { projectId } = (await service.request('GET', `/api/columns/${client.columnId}`)).body;
  const labels = Array.from({ length: labelsPerCard }, (_, at) => ({
    method: 'POST',
    path: `/api/projects/${projectId}/labels`,
    body: { name: `Label ${at}`, color: 'red' },
  }));
  const made = (await service.request('POST', '/api/batch', { body: { operations: labels } })).body.results as { body: { id: string } }[];
  const labelIds = made.map(({ body }) => body.id);
  const form = new FormData();
  const fields = { title: 'T', columnId: client.columnId, description: 'D', priority: 'low', dueDate: '2026-03-01' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const id of labelIds) form.append('labelIds', id);
  for (let at = 1; at <= 5; at += 1) form.append('reminders', JSON.stringify({ minutesBefore: at }));
  for (let at = 0; at < 10; at += 1) form.append('file', new Blob(['text']), `${at}.txt`);
  const { status, body } = await client.post('/api/cards', form);
  expect([status, body.labelIds?.toSorted(), body.reminders?.length, body.attachments?.length]).toEqual([201, labelIds.toSorted(), 5, 10]);
});

test('fields that were left blank in the form of a browser are not set, those that are needed are missed', async () => {
  const blank = (values: Readonly<Record<string, string>>): string => {
    const all = { description: '', priority: '', dueDate: '', labelIds: '', reminders: '', ...values };
    const parts = Object.entries(all).map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    return `${parts.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n`;
  };
  const made = await send(blank({ title: 'T', columnId: client.columnId }), '/api/cards');
  expect([made.status, JSON.parse(made.text)]).toMatchObject([
    201,
    { title: 'T', priority: null, dueDate: null, labelIds: [], reminders: [], attachments: [] },
  ]);
  const refused = await send(blank({ title: '', columnId: '' }), '/api/cards');
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([400, { errors: [{ path: 'title' }] }]);
});

test('a form is read however it comes in pieces', async () => {
  const head = 'Content-Disposition: form-data; name=file; filename=my file.txt';
  const body = `before\r\n--x y \r\n${head}\r\n\r\n\r\n--x\r\n--x y\r\n${head};\r\n\r\n\r\n--x y--\r\nbehind`;
  const answer = await new Promise<Buffer>((resolve, reject) => {
    const headers = headersOf('multipart/form-data; boundary="x y"');
    const req = request(service.baseUrl + path, { method: 'POST', headers }, (res) => {
      res.toArray().then((chunks) => {
        resolve(Buffer.concat(chunks as Buffer[]));
      }, reject);
    });
    req.once('error', reject);
    req.setNoDelay(true);
    // One byte at a time, so that each place of the form lies between two.
    const next = (at: number): void => {
      if (at === body.length) req.end();
      else
        req.write(body.slice(at, at + 1), () => {
          setImmediate(next, at + 1);
        });
    };
    next(0);
  });
  expect(JSON.parse(answer.toString())).toMatchObject({
    items: [
      { filename: 'my file.txt', size: 5 },
      { filename: 'my file.txt', size: 0 },
    ],
  });
});

const good = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
test.each([
  ['another disposition', 'Content-Disposition: attachment; name="file"; filename="a.txt"'],
  ['no disposition', 'Content-Type: text/plain'],
  ['no header', ''],
  ['an unknown charset', 'Content-Disposition: form-data; name="file"; filename*=FOO\'\'x.txt'],
  ['half a quote', 'Content-Disposition: form-data; name="file"; filename="a.txt'],
  ['a long head', `X: ${'x'.repeat(17_000)}\r\n${good}`],
  ['a boundary in its text', `${good}\r\n\r\na\r\n--xyz`],
])('400 for a form with a part with %s, and none of its files is kept', async (_, head) => {
  const before = (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
  // The part behind it can be read.
  const answer = await send(`--x\r\n${head}\r\n\r\ntext\r\n--x\r\n${good}\r\n\r\nother\r\n--x--\r\n`);
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { code: 'validation_failed' }]);
  expect((await service.request('GET', '/api/changes?limit=0')).body.lastSeq).toBe(before);
  expect(client.filesOnDisk().incoming).toEqual([]);
});

test.each([
  ['names no boundary', 'multipart/form-data', 'names no boundary'],
  ['names an empty boundary', 'multipart/form-data; boundary=', 'names no boundary'],
  ['names half a boundary', 'multipart/form-data; boundary="', 'names no boundary'],
  ['the parser does not take', 'multipart/form-data; boundary=x; =y', 'is not a whole multipart form'],
])('400 for a form whose Content-Type %s, and the service goes on', async (_, type, said) => {
  // Without a name the part is refused while it is read, which the parser has not begun to.
  const body = '--x\r\nContent-Disposition: form-data\r\nContent-Type: text/plain\r\n\r\ntext\r\n--x--\r\n';
  const parts = [body, body.replace('Content-Disposition', 'X')].join('');
  const answer = await rawRequest(service.baseUrl + path, { method: 'POST', headers: headersOf(type), body: parts });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { detail: expect.stringContaining(said) as string }]);
  expect((await service.request('GET', '/api/cards')).status).toBe(200);
});

test('413 for a form of very many fields, whose rest is not looked through', async () => {
  const field = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(16)}\r\n`;
  const [many, count] = [field.repeat(40_000), 120];
  const cost = async (body: string): Promise<number> => {
    const before = process.cpuUsage();
    const answer = await send(body);
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('At most 80 fields')]);
    return process.cpuUsage(before).user;
  };
  // As many bytes in one value.
  const one = many.slice(0, field.length * count) + 'x'.repeat(many.length - field.length * count);
  const costs: (readonly [number, number])[] = [];
  for (let round = 0; round < 3; round += 1) costs.push([await cost(many), await cost(one)]);
  const [ofMany, ofOne] = [Math.min(...costs.map(([each]) => each)), Math.min(...costs.map(([, each]) => each))];
  expect(ofMany).toBeLessThan(4 * ofOne + 50_000);
});

test.each([
  ['a connection that is kept', 'keep-alive', '/api/notes', 401],
  ['a connection that is not kept', 'close', '/api/notes', 401],
  ['an address at which there is nothing', 'close', '/api/nothing', 404],
])('the answer to a large body that is refused can be read once all is sent, on %s', async (_, connection, to, status) => {
  const { port, host } = new URL(service.baseUrl);
  // As a client that looks at nothing before it has sent all.
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const size = 80 * 1024 * 1024;
  await pipeline(
    function* pieces() {
      yield `POST ${to} HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
      for (let sent = 0; sent < size; sent += 2 ** 20) yield Buffer.alloc(2 ** 20, ' ');
    },
    socket,
    { end: false },
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  socket.destroy();
});
