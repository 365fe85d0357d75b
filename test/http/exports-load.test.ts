// What a large document means for others: they are served meanwhile, and no request waits for one that no client wants any more.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestExport } from '../support/export-client.ts';
import { full } from '../support/tiers.ts';
import { longNote } from '../support/golden-notes.ts';
import { noteClient, typed, type NoteClient } from '../support/notes.ts';
import { times } from '../support/property.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { isRunning, killProcess, watchChildren, type WatchedChildren } from '../support/watched-child.ts';

const length = times(60_000, 1_000_000);

let service: TestService;
let notes: NoteClient;
let children: WatchedChildren;

beforeEach(async () => {
  children = watchChildren();
  service = await startTestService({ spawnChild: children.spawn });
  notes = noteClient(service);
});
afterEach(() => service.dispose());

const begun = (): number => children.sent.filter(({ type }) => type === 'make').length;
const documents = (): number => children.told.filter(({ outcome }) => outcome.made !== null).length;
/** How many have ended with their threads. */
const givenUp = (): number => children.told.filter(({ outcome }) => outcome.made === null && outcome.why === 'given up').length;

describe.each(['docx', 'pdf'] as const)('POST /api/notes/:id/export/%s', (format) => {
  test(`others are answered while a note of ${length} characters is made`, full, async () => {
    const large = await notes.create(longNote(length), { title: 'Large' });
    const other = await notes.create('ab\n');
    let isMade = false;
    const made = requestExport(service, format, large.id).finally(() => {
      isMade = true;
    });
    await expect.poll(begun).toBe(1);
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

  test('the work ends when the caller goes away, and the next document is made', full, async () => {
    const large = await notes.create(longNote(300_000));
    const small = await notes.create('text\n');
    const gone = new AbortController();
    const made = requestExport(service, format, large.id, { init: { signal: gone.signal } });
    await expect.poll(begun).toBe(1);
    gone.abort();
    await expect(made).rejects.toThrow('aborted');
    await expect.poll(givenUp).toBe(1);
    expect(documents()).toBe(0);
    expect((await requestExport(service, format, small.id)).status).toBe(200);
    expect([begun(), documents(), children.pids.length]).toEqual([2, 1, 1]);
  });
});

test(
  'POST /api/notes/:id/export/pdf › 503 with Retry-After when too many wait; those whose callers have gone are not made',
  full,
  async () => {
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
    await expect.poll(() => givenUp() - begun()).toBe(0);
    expect(documents()).toBe(0);
    await vi.waitFor(
      async () => {
        expect((await requestExport(service, 'docx', small.id)).status).toBe(200);
      },
      { timeout: 60_000 },
    );
    expect(documents()).toBe(1);
  },
);

test(
  'POST /api/notes/:id/export/pdf › 500 when the process that makes it is killed; the next has another, which is gone once the service is',
  full,
  async () => {
    const large = await notes.create(longNote(300_000));
    const small = await notes.create('text\n');
    const made = requestExport(service, 'pdf', large.id);
    await expect.poll(begun).toBe(1);
    killProcess(children.pids[0]);
    const { status, bytes } = await made;
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([500, { code: 'internal' }]);
    expect((await requestExport(service, 'pdf', small.id)).status).toBe(200);
    expect(children.pids.map((pid) => isRunning(pid))).toEqual([false, true]);
    await service.stop();
    await expect.poll(() => isRunning(children.pids[1])).toBe(false);
  },
);
