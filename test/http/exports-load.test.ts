// What a large document means for others: they are served meanwhile, and no request waits for one that no client wants any more.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestExport } from '../support/export-client.ts';
import { longNote } from '../support/golden-notes.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { times } from '../support/property.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A thread that makes documents: how many it has handed over, and whether it has ended. */
interface Thread {
  documents: number;
  readonly ended: Promise<unknown>;
}

const length = times(60_000, 1_000_000);

let service: TestService;
let notes: NoteClient;
let threads: Thread[];

function watch(message: unknown): void {
  const { worker } = message as { worker: Worker };
  if (worker.threadName !== 'daybook-exports') return;
  const thread: Thread = { documents: 0, ended: once(worker, 'exit') };
  worker.on('message', () => {
    thread.documents += 1;
  });
  threads.push(thread);
}

beforeEach(async () => {
  threads = [];
  subscribe('worker_threads', watch);
  service = await startTestService();
  notes = noteClient(service);
});
afterEach(async () => {
  unsubscribe('worker_threads', watch);
  await service.dispose();
});

/** Settles when a thread has been given its first document. */
const started = (): Promise<Thread> =>
  vi.waitFor(() => threads[0] ?? Promise.reject(new Error('no thread yet')), { timeout: 20_000, interval: 5 });

const documents = (): number => threads.reduce((sum, thread) => sum + thread.documents, 0);

describe.each(['docx', 'pdf'] as const)('POST /api/notes/:id/export/%s', (format) => {
  test(`others are answered while a note of ${length} characters is made`, async () => {
    const large = await notes.create(longNote(length), { title: 'Large' });
    const other = await notes.create('ab\n');
    let isMade = false;
    const made = requestExport(service, format, large.id).finally(() => {
      isMade = true;
    });
    await started();
    const event = { title: 'Tea', startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' };
    const others: [number, string, string, object?][] = [
      [200, 'GET', '/health'],
      [201, 'POST', '/api/events', event],
      [200, 'GET', '/api/events'],
      [200, 'GET', '/api/notes'],
      [200, 'GET', `/api/notes/${large.id}`],
      [200, 'POST', `/api/notes/${other.id}/delta`, { version: 0, steps: [typed(1, 'x')], clientID: 'a' }],
      [201, 'POST', '/api/notes', { title: 'New' }],
    ];
    for (const [status, method, path, body] of others) {
      const answer = await service.request(method, path, { body });
      expect([method, path, answer.status, isMade, documents()]).toEqual([method, path, status, false, 0]);
    }
    const { status, bytes } = await made;
    expect([status, bytes.length > length / 10, documents()]).toEqual([200, true, 1]);
  });

  test('the work ends when the caller goes away, and the next document is made', async () => {
    const large = await notes.create(longNote(300_000));
    const small = await notes.create('text\n');
    const gone = new AbortController();
    const made = requestExport(service, format, large.id, { init: { signal: gone.signal } });
    const thread = await started();
    gone.abort();
    await expect(made).rejects.toThrow('aborted');
    await thread.ended;
    expect(thread.documents).toBe(0);
    expect((await requestExport(service, format, small.id)).status).toBe(200);
    expect([threads.length, documents()]).toEqual([2, 1]);
  });
});

test('POST /api/notes/:id/export/pdf › 503 with Retry-After when too many wait; those whose callers have gone are not made', async () => {
  const large = await notes.create(longNote(300_000));
  const small = await notes.create('text\n');
  const gone = new AbortController();
  // More than may wait, and than there are threads; the first ones keep the threads busy.
  const answers: { status: number; headers: Headers; text: string }[] = [];
  const all = Array.from({ length: 26 }, async () => {
    const { status, headers, bytes } = await requestExport(service, 'pdf', large.id, { init: { signal: gone.signal } });
    answers.push({ status, headers, text: bytes.toString() });
  });
  const settled = Promise.allSettled(all);
  // 20 wait, and one or two are being made.
  await vi.waitFor(
    () => {
      expect(answers.length).toBeGreaterThanOrEqual(4);
    },
    { timeout: 60_000, interval: 20 },
  );
  for (const { status, headers, text } of answers) {
    expect([status, JSON.parse(text)]).toMatchObject([503, { code: 'unavailable' }]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(headers.get('Content-Disposition')).toBeNull();
  }
  expect((await requestExport(service, 'docx', small.id)).status).toBe(503);
  gone.abort();
  await settled;
  await Promise.all(threads.map(({ ended }) => ended));
  expect(documents()).toBe(0);
  await vi.waitFor(
    async () => {
      expect((await requestExport(service, 'docx', small.id)).status).toBe(200);
    },
    { timeout: 20_000 },
  );
  expect(documents()).toBe(1);
});
