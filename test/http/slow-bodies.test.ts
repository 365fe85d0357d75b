// Senders whose bodies begin and do not go on: what they hold, others must not wait for.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.dispose());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const send = ({ method, path, headers }: Sent, body: BodyInit | ReadableStream, signal?: AbortSignal): Promise<Response> =>
  fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.token()}`, ...headers },
    body: body as BodyInit,
    ...({ duplex: 'half' } as object),
    ...(signal === undefined ? {} : { signal }),
  });

/** Runs `work` while five senders, more than are served at a time, have sent the beginning of their bodies. */
async function besideStuck<T>(sent: Sent, beginning: Uint8Array, work: () => Promise<T>): Promise<T> {
  const cut = new AbortController();
  let begun = 0;
  const begins = (): void => {
    begun += 1;
  };
  subscribe('http.server.request.start', begins);
  const body = (): ReadableStream =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(beginning);
      },
    });
  const stuck = Array.from({ length: 5 }, () => send(sent, body(), cut.signal).catch(() => null));
  try {
    await expect.poll(() => begun).toBe(5);
    return await work();
  } finally {
    unsubscribe('http.server.request.start', begins);
    cut.abort();
    await Promise.all(stuck);
  }
}

test('compressed bodies are read beside those that do not come', { timeout: 30_000 }, async () => {
  const body = gzipSync(JSON.stringify({ title: 'Tea', date: '2026-03-01', isAllDay: true }));
  const sent = { method: 'POST', path: '/api/events', headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' } };
  const answers = await besideStuck(sent, body.subarray(0, 5), () => Promise.all(Array.from({ length: 6 }, () => send(sent, body))));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
});

test('programs of calendars are answered beside those whose bodies do not come', { timeout: 30_000 }, async () => {
  const sent = { method: 'PROPFIND', path: '/dav/', headers: { 'Content-Type': 'application/xml', Depth: '0' } };
  const answer = await besideStuck(sent, Buffer.from('<'), () => send(sent, '<propfind xmlns="DAV:"><allprop/></propfind>'));
  expect(answer.status).toBe(207);
});
