// What is told of runs: by the change feed their states, and nothing of their steps; by streams, all of it, to readers that come back, too.

import { createParser } from 'eventsource-parser';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServerResponse } from 'node:http';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import type { RunEvent } from '../../main/contract/runs.ts';
import { RunClient, says, waitingCall } from '../support/agent.ts';
import { event, type StandIn } from '../support/provider.ts';
import { withRuns } from '../support/runs.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let provider: StandIn;
let runs: RunClient;

beforeAll(async () => {
  ({ service, provider, runs } = await withRuns());
});
beforeEach(() => {
  provider.asked.length = 0;
});

const lastSeq = async (): Promise<number> => (await service.request('GET', '/api/changes?limit=0')).body.lastSeq as number;
const changesSince = async (seq: number): Promise<ChangeEntry[]> =>
  (await service.request('GET', `/api/changes?since=${seq}`)).body.items as ChangeEntry[];
const told = async (seq: number): Promise<string[]> =>
  (await changesSince(seq)).map(({ type, action, actor }) => `${type} ${action} by ${actor.kind}`);

describe('GET /api/changes', () => {
  test('tells that a run was made, each state it comes to and who caused it, and that it was deleted; none of its reads', async () => {
    const since = await lastSeq();
    const look = says('', { name: 'list', args: { what: 'boards' } });
    provider.answer(look, look, look, says('', { name: 'create_note', args: { title: 'Told' } }), look, says('Done.'));
    const waiting = await runs.until((await runs.start('Look around')).id, 'waiting');
    await runs.decide(waiting.id, waitingCall(waiting), 'once');
    const { id } = await runs.until(waiting.id, 'done');
    await service.request('DELETE', `/api/ai/agent/runs/${id}`);
    expect(await told(since)).toEqual([
      'run created by window',
      'run updated by agent', // It waits,
      'run updated by window', // goes on,
      'note created by agent',
      'run updated by agent', // and is done.
      'run deleted by window',
    ]);
    const own = (await changesSince(since)).filter(({ type }) => type === 'run');
    expect(own).toMatchObject(own.map(() => ({ id, version: null, batchId: null })));
    expect(own[1]?.actor).toEqual({ kind: 'agent', id, name: 'agent' });
  });

  test('an entry is there no sooner than the state of which it tells', async () => {
    const since = await lastSeq();
    provider.answer(says('Hello.'));
    const { id } = await runs.start('Say hello');
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${service.token()}` };
    const response = await fetch(`${service.baseUrl}/api/changes?since=${since}`, { headers });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !text.includes('"updated"');) text += (await reader?.read())?.value ?? '"updated"';
    expect((await runs.read(id)).status).toBe('done');
    await reader?.cancel();
  });

  test('a run that fails, one that is cancelled, and one that goes on after it was done', async () => {
    provider.answer(says('', { name: 'create_note', args: {} }));
    const { id: failing } = await runs.start('Be clumsy');
    await runs.until(failing, 'failed');
    const { id: cancelled } = await runs.start('Never ends', { tools: [] });
    await runs.post(cancelled, 'cancel');
    provider.answer(says('One.'), says('Two.'));
    const { id } = await runs.start('Count');
    await runs.until(id, 'done');
    const since = await lastSeq();
    await runs.post(cancelled, 'cancel');
    expect(await told(since)).toEqual([]);
    await runs.post(id, 'messages', { content: 'Go on' });
    await runs.until(id, 'done');
    expect(await told(since)).toEqual(['run updated by window', 'run updated by agent']);
  });

  test('the end of a run whose token was revoked is of the service', async () => {
    const { body: made } = await service.request('POST', '/api/tokens', {
      body: { name: 'Night shift', scopes: ['ai:read', 'ai:write', 'notes:write'], expiresAt: null },
    });
    const narrow = new RunClient((method, path, options) => service.request(method, path, { ...options, token: made.token as string }));
    const since = await lastSeq();
    provider.answer(says('', { name: 'create_note', args: { title: 'Waits' } }), () => undefined);
    const waiting = await narrow.until((await narrow.start('Work')).id, 'waiting');
    await narrow.decide(waiting.id, waitingCall(waiting), 'once');
    await expect.poll(() => provider.asked.length).toBe(2);
    await service.request('DELETE', `/api/tokens/${made.id as string}`);
    await runs.until(waiting.id, 'failed');
    expect((await changesSince(since)).map(({ type, actor: { kind, name } }) => [type, kind, name])).toEqual([
      ['run', 'token', 'Night shift'],
      ['run', 'agent', 'Night shift'],
      ['run', 'token', 'Night shift'],
      ['note', 'agent', 'Night shift'],
      ['run', 'system', 'system'],
    ]);
  });
});

test('POST /api/undo › a run’s own entries are no part of its batch, and one of them alone is gone', async () => {
  const since = await lastSeq();
  provider.answer(says('', { name: 'create_note', args: { title: 'Undone' } }), says('Done.'));
  const { id, batchId } = await runs.until((await runs.start('Make', { approval: 'auto-safe' })).id, 'done');
  const [created] = await changesSince(since);
  expect(await service.request('POST', '/api/undo', { body: { changes: [created?.seq] } })).toMatchObject({
    status: 200,
    body: { restored: [], skipped: [{ type: 'run', id, reason: 'gone' }] },
  });
  expect((await service.request('POST', '/api/undo', { body: { batchId } })).body).toMatchObject({
    restored: [{ type: 'note' }],
    skipped: [],
  });
});

describe('GET /api/ai/agent/runs/:id as an event stream', () => {
  interface Told {
    readonly id: number;
    readonly data: RunEvent;
  }

  /** Follows until `enough`, or the end; the status, and what was told. */
  async function follow(
    path: string,
    after: number | null = null,
    enough: (told: readonly Told[]) => boolean = () => false,
  ): Promise<{ readonly status: number; readonly told: readonly Told[] }> {
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${service.token()}` };
    const last: Record<string, string> = after === null ? {} : { 'Last-Event-ID': String(after) };
    const response = await fetch(`${service.baseUrl}${path}`, { headers: { ...headers, ...last } });
    const told: Told[] = [];
    const parser = createParser({
      onEvent: ({ id, data }) => {
        told.push({ id: Number(id), data: JSON.parse(data) as RunEvent });
      },
    });
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      parser.feed(text);
      if (enough(told)) break;
    }
    return { status: response.status, told };
  }

  const wordsOf = (told: readonly Told[]): string => told.map(({ data }) => (data.type === 'text' ? data.text : '')).join('');
  const lastOf = (told: readonly Told[]): number => told.at(-1)?.id ?? 0;

  test('goes on after the event with `Last-Event-ID`, which has the same id for every reader, and is 204 after the end', async () => {
    const { promise, resolve } = Promise.withResolvers<ServerResponse>();
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('one '));
      resolve(res);
    });
    const { id } = await runs.start('Count');
    const path = `/api/ai/agent/runs/${id}`;
    const writing = await promise;
    const before = await follow(path, null, (told) => wordsOf(told) === 'one ');
    expect(before.told.map(({ data }) => data.type)).toEqual(['run', 'message', 'message', 'text']);
    // Nothing follows it while this is written.
    writing.write(event('two '));
    await expect.poll(async () => (await runs.read(id)).messages.at(-1)?.content).toBe('one two ');
    const between = await follow(path, lastOf(before.told), (told) => wordsOf(told) === 'two ');
    expect(between.told.map(({ data }) => data.type)).toEqual(['text']);
    const first = follow(path, lastOf(between.told));
    const opened = Promise.withResolvers<void>();
    const second = follow(path, null, (told) => {
      if (told.length > 0) opened.resolve();
      return false;
    });
    await opened.promise;
    writing.end(`${event('three')}data: [DONE]\n\n`);
    const rest = (await first).told;
    expect(wordsOf(rest)).toBe('three');
    expect(rest.at(-1)?.data).toMatchObject({ type: 'run', run: { status: 'done' } });
    expect((await second).told.slice(-rest.length)).toEqual(rest);
    // Also to a reader that was away at the end, and to one that knows nothing yet.
    expect((await follow(path, lastOf(between.told))).told).toEqual(rest);
    expect(lastOf((await follow(path)).told)).toBe(lastOf(rest));
    expect(await follow(path, lastOf(rest))).toEqual({ status: 204, told: [] });
  });
});
