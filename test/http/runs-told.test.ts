// What the change feed tells of runs: their states, and nothing of their steps.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeEntry } from '../../main/contract/changes.ts';
import { RunClient, says, waitingCall } from '../support/agent.ts';
import type { StandIn } from '../support/provider.ts';
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
