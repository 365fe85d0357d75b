import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import { full } from '../support/tiers.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.dispose();
});

const event = (title: string) => ({ title, startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' });
const create = async (title: string, token = service.token()): Promise<string> =>
  (await service.request('POST', '/api/events', { body: event(title), token })).body.id as string;
const lastSeq = async (token = service.token()): Promise<number> =>
  (await service.request('GET', '/api/changes?limit=0', { token })).body.lastSeq as number;

/** Follows the feed until `enough` says so, or twenty seconds have passed. */
async function follow(
  path: string,
  enough: (messages: readonly EventSourceMessage[]) => boolean,
  headers: Record<string, string> = {},
  token = service.token(),
): Promise<EventSourceMessage[]> {
  const messages: EventSourceMessage[] = [];
  const leave = new AbortController();
  const response = await fetch(service.baseUrl + path, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.any([leave.signal, AbortSignal.timeout(20_000)]),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const parser = createParser({
    onEvent: (message) => {
      messages.push(message);
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (enough(messages)) break;
    }
  } catch (error) {
    if (!enough(messages)) throw error;
  }
  leave.abort();
  return messages;
}

const dataOf = (message: EventSourceMessage): ChangeEntry => JSON.parse(message.data) as ChangeEntry;

describe('GET /api/changes', () => {
  test.each(['since=-1', 'since=x', 'limit=1.5', 'limit=10001', 'after=3', 'since=1&since=2'])('400 for ?%s', async (query) => {
    expect((await service.request('GET', `/api/changes?${query}`)).status).toBe(400);
  });

  test('200 with an entry for every write, oldest first, and the newest seq also when the limit cuts', async () => {
    const since = await lastSeq();
    const id = await create('Tea');
    await service.request('PUT', `/api/events/${id}`, { body: { title: 'Coffee' } });
    await service.request('DELETE', `/api/events/${id}`);
    const { body } = await service.request('GET', `/api/changes?since=${since}`);
    expect((body.items as ChangeEntry[]).map(({ type, action, id: changed }) => [type, action, changed])).toEqual([
      ['event', 'created', id],
      ['event', 'updated', id],
      ['event', 'deleted', id],
    ]);
    expect(body.lastSeq).toBe(body.items.at(-1).seq);
    const cut = await service.request('GET', `/api/changes?since=${since}&limit=1`);
    expect(cut.body.items).toHaveLength(1);
    expect(cut.body.lastSeq).toBe(body.lastSeq);
  });

  test('200 with nothing for a refused write', async () => {
    const since = await lastSeq();
    await service.request('POST', '/api/events', { body: { title: '' } });
    expect(await lastSeq()).toBe(since);
  });

  test('200 with an entry for configuration, without an id', async () => {
    const since = await lastSeq();
    await service.request('PUT', '/api/config', { body: { AI_MODEL: 'small' } });
    const { body } = await service.request('GET', `/api/changes?since=${since}`);
    expect(body.items).toMatchObject([{ type: 'config', action: 'updated', id: null, version: null }]);
  });

  test('200 with only the own entries', async () => {
    const berta = await service.signUp('berta');
    await create('Mine');
    const hers = await create('Hers', berta);
    const { body } = await service.request('GET', '/api/changes', { token: berta });
    expect((body.items as ChangeEntry[]).map(({ id }) => id)).toEqual([hers]);
  });
});

describe('GET /api/changes as Server-Sent Events', () => {
  test('sends what was and what comes, with seq as id', async () => {
    const since = await lastSeq();
    const first = await create('Before');
    let after: Promise<string> | undefined;
    const messages = await follow(`/api/changes?since=${since}`, (seen) => {
      // What was has come: what is made now comes live.
      if (seen.length > 0) after ??= create('After');
      return seen.length >= 2;
    });
    const second = await after;
    expect(messages.map((message) => dataOf(message).id)).toEqual([first, second]);
    expect(messages.map((message) => Number(message.id))).toEqual(messages.map((message) => dataOf(message).seq));
    expect(messages.every((message) => message.event === undefined)).toBe(true);
  });

  test('Last-Event-ID wins over since', async () => {
    const since = await lastSeq();
    await create('One');
    const middle = await lastSeq();
    const second = await create('Two');
    const messages = await follow(`/api/changes?since=${since}`, (seen) => seen.length >= 1, { 'Last-Event-ID': String(middle) });
    expect(dataOf(messages[0] as EventSourceMessage).id).toBe(second);
    const odd = await service.request('GET', '/api/changes', { headers: { Accept: 'text/event-stream', 'Last-Event-ID': 'x' } });
    expect(odd.status).toBe(400);
  });

  test('a long past arrives whole and in order', full, async () => {
    const since = await lastSeq();
    await Promise.all(Array.from({ length: 700 }, (_, index) => create(`Event ${index}`)));
    const messages = await follow(`/api/changes?since=${since}`, (seen) => seen.length >= 700);
    const seqs = messages.map((message) => Number(message.id));
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(messages.map((message) => dataOf(message).id)).size).toBe(700);
  });

  test('ends when the token is revoked', async () => {
    const clara = await service.signUp('clara');
    const stream = await fetch(`${service.baseUrl}/api/changes`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${clara}` },
      signal: AbortSignal.timeout(20_000),
    });
    const ended = stream.text();
    const other = await service.request('POST', '/api/auth/login', {
      token: null,
      body: { username: 'clara', password: 'clara has a long password' },
    });
    await service.request('POST', '/api/auth/logout', { token: clara });
    await create('After the logout', other.body.token as string);
    expect(await ended).not.toContain('data:');
  });

  test('a reader that takes nothing is dropped and costs no memory', full, async () => {
    const { port } = new URL(service.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(
      `GET /api/changes HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${service.token()}\r\n\r\n`,
    );
    await Promise.all(Array.from({ length: 300 }, () => create('x')));
    // It is read from the database at its own pace: others are served meanwhile, and a stop does not wait for it.
    expect((await service.request('GET', '/api/events?limit=1')).status).toBe(200);
    const before = performance.now();
    await service.restart();
    expect(performance.now() - before).toBeLessThan(7_000);
    socket.destroy();
  });

  test('a stop ends the stream', async () => {
    const response = await fetch(`${service.baseUrl}/api/changes?since=${await lastSeq()}`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${service.token()}` },
    });
    const ended = response.text();
    await service.restart();
    expect(await ended).toContain(': open');
  });
});
