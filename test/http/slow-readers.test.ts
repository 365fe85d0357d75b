// Clients that ask for large answers and do not read them.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LargeAnswers } from '../../main/http/large-answers.ts';
import { LongList } from '../../main/lib/answer.ts';
import { form, AttachmentClient } from '../support/attachments.ts';
import { startTestService, type TestService } from '../support/service.ts';

const mib = 1024 * 1024;
/** What a connection may be handed before its reader takes it: two pieces, and the head. */
const maxWaiting = 160 * 1024;
const timeoutMs = 1_500;

/** Opens a connection that sends this and never reads. */
async function silentReader(port: string, bytes: string): Promise<Socket> {
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.pause();
  await new Promise((resolve) => {
    socket.once('connect', resolve);
  });
  socket.write(bytes);
  return socket;
}

describe('clients that do not read', () => {
  let service: TestService;
  let attachment: string;
  /** The service's side of each answer. */
  const answers: ServerResponse[] = [];
  const seen = (message: unknown): void => {
    answers.push((message as { response: ServerResponse }).response);
  };
  const sockets: Socket[] = [];

  beforeAll(async () => {
    // Comparing a large list with the contract takes long, and is not what is tried here.
    service = await startTestService({ limits: { readerTimeoutMs: timeoutMs }, checkReplies: false });
    for (const title of ['One', 'Two', 'Three'])
      await service.request('POST', '/api/notes', { body: { title, content: 'All work and no play. '.repeat(200_000) } });
    const client = new AttachmentClient(service);
    await client.open();
    const { id } = await client.newCard();
    attachment = (await client.post(`/api/cards/${id}/attachments`, form([['file', Buffer.alloc(8 * mib, 'x'), 'large.txt']]))).body
      .items[0].url as string;
    subscribe('http.server.request.start', seen);
  });
  afterAll(async () => {
    unsubscribe('http.server.request.start', seen);
    for (const socket of sockets) socket.destroy();
    await service.dispose();
  });

  test.each<[string, () => string, number, number]>([
    ['a list', () => '/api/notes?include=content', 2, 1],
    ['a file', () => attachment, 6, 1],
    ['the description of the interface, sent again and again', () => '/api/openapi.json', 2, 60],
  ])(
    'of %s: each connection holds a few pieces, and is cut when nothing is taken for the reader’s timeout',
    async (_, path, readers, requests) => {
      answers.length = 0;
      const { host, port } = new URL(service.baseUrl);
      const request = `GET ${path()} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.token()}\r\n\r\n`;
      const ofThis = await Promise.all(Array.from({ length: readers }, () => silentReader(port, request.repeat(requests))));
      sockets.push(...ofThis);
      let most = 0;
      await expect
        .poll(
          () => {
            most = Math.max(
              most,
              ...answers.filter((res) => res.headersSent && res.socket !== null).map((res) => res.socket?.writableLength ?? 0),
            );
            return answers.length >= readers && answers.every((res) => res.closed || res.destroyed);
          },
          { timeout: 100_000, interval: 20 },
        )
        .toBe(true);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(maxWaiting);
      expect(answers.filter((res) => !res.writableFinished).length).toBeGreaterThanOrEqual(readers);
    },
  );

  test('a reader that takes its time, but takes, gets all of it', async () => {
    const { host, port } = new URL(service.baseUrl);
    const socket = await silentReader(
      port,
      `GET /api/notes?include=content HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.token()}\r\nConnection: close\r\n\r\n`,
    );
    sockets.push(socket);
    let received = 0;
    let length = Number.NaN;
    let pauses = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      if (Number.isNaN(length))
        length = Number(/Content-Length: (\d+)/i.exec(chunk.toString('latin1'))?.[1]) + chunk.indexOf('\r\n\r\n') + 4;
      received += chunk.length;
      // Pauses, each well within the timeout, and together more than it. Between two of them a megabyte is taken: the kernel asks the
      // service for more only once a good part of what it holds for the reader is gone, which at a few kilobytes a time took the timeout.
      if (received < (pauses + 1) * mib) continue;
      pauses += 1;
      await sleep(timeoutMs / 6);
    }
    expect(pauses).toBeGreaterThanOrEqual(12);
    expect(received).toBe(length);
    expect(length).toBeGreaterThan(12 * mib);
  });
});

describe('answers that wait for their readers', () => {
  test('are held to a limit: those whose readers have taken nothing for the longest time are cut', async () => {
    const large = new LargeAnswers({ maxHeldBytes: 40 * mib, grace: 0 });
    const responses: ServerResponse[] = [];
    let most = 0;
    const server = createServer((_req, res) => {
      responses.push(res);
      void large.send(res, Buffer.alloc(12 * mib));
      most = Math.max(most, large.held);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const port = String((server.address() as AddressInfo).port);
    const sockets: Socket[] = [];
    for (let count = 1; count <= 10; count += 1) {
      sockets.push(await silentReader(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
      await expect.poll(() => responses.length).toBe(count);
      await sleep(5);
    }
    expect(most).toBeLessThanOrEqual(40 * mib);
    expect(large.held).toBe(36 * mib);
    await expect.poll(() => responses.map((res) => res.destroyed)).toEqual([...Array.from({ length: 7 }, () => true), false, false, false]);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => large.held).toBe(0);
    server.close();
  });
});

/** What a client receives of an answer. */
async function received(send: (large: LargeAnswers, res: ServerResponse) => Promise<void>): Promise<string> {
  const large = new LargeAnswers();
  const server = createServer((_req, res) => {
    void send(large, res);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
  } finally {
    server.close();
  }
}

describe('what a reader has taken of a long list', () => {
  const item = { text: 'All work and no play. '.repeat(2_000) };

  test('takes no memory any more, whether or not it is collected: V8 would let the lists of many pile up', async () => {
    const slices = Array.from({ length: 20 }, (_, at) => Buffer.from(JSON.stringify(Array.from({ length: at === 7 ? 9 : 1 }, () => item))));
    const count = 28;
    const list = new LongList(async function* () {
      for (const slice of slices) yield await Promise.resolve(slice);
      return { total: count };
    });
    const text = await received((large, res) => large.sendList(res, list));
    expect(JSON.parse(text)).toEqual({ items: Array.from({ length: count }, () => item), total: count });
    await expect.poll(() => slices.map(({ byteLength }) => byteLength)).toEqual(slices.map(() => 0));
  });

  test('is left alone where it is not the list’s own: a small piece, or the content of a file', async () => {
    const shared = Buffer.from(`pool${JSON.stringify([{ small: true }])}${'x'.repeat(100)}`);
    const content = Buffer.alloc(mib, 'x');
    const list = new LongList(async function* () {
      yield await Promise.resolve(Buffer.from(JSON.stringify([item, item, item, item])));
      yield shared.subarray(4, 4 + JSON.stringify([{ small: true }]).length);
      return {};
    });
    const text = await received((large, res) => large.sendList(res, list));
    expect(JSON.parse(text)).toEqual({ items: [item, item, item, item, { small: true }] });
    expect(await received((large, res) => large.send(res, content))).toHaveLength(mib);
    expect(shared.toString()).toContain('"small":true');
    expect(content.byteLength).toBe(mib);
  });
});
