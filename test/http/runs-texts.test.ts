// What a model writes in a run, as it is told and kept.

import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Run } from '../../main/contract/runs.ts';
import { eventsOf, RunClient, says, waitingCall } from '../support/agent.ts';
import { event, json, startProvider, type StandIn } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let provider: StandIn;
let runs: RunClient;

const key = 'sk-test-0123456789';

beforeAll(async () => {
  service = await startTestService();
  provider = await startProvider();
  runs = new RunClient((...args) => service.request(...args));
  await service.request('PUT', '/api/config', { body: { AI_BASE_URL: provider.baseUrl, AI_API_KEY: key, AI_MODEL: 'small' } });
});
afterAll(async () => {
  provider.close();
  await service.dispose();
});
beforeEach(() => {
  provider.asked.length = 0;
  provider.answer(says('Done.'));
});

test('a provider that writes its key in pieces, into what it says and into a note › the run holds nothing of it', async () => {
  const args = { title: 'The key', content: `It is ${key}.` };
  const chunks = (key.match(/.{1,4}/g) ?? []).map((piece) => ({ content: piece }));
  const called =
    JSON.stringify(args)
      .replaceAll('sk', String.raw`\u0073k`)
      .match(/.{1,3}/g) ?? [];
  const calls = called.map((text, at) => ({
    tool_calls: [
      { index: 0, ...(at === 0 ? { id: 'a' } : {}), function: { ...(at === 0 ? { name: 'create_note' } : {}), arguments: text } },
    ],
  }));
  provider.answer((res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const delta of [{ content: 'It is ' }, ...chunks, ...calls])
      res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
    res.end('data: [DONE]\n\n');
  }, says('Done.'));
  const { id } = await runs.start('Tell the key');
  const waiting = await runs.until(id, 'waiting');
  expect([waiting.messages.at(-1)?.content, waitingCall(waiting).arguments]).toEqual([
    'It is [key]',
    { title: 'The key', content: 'It is [key].' },
  ]);
  await runs.decide(id, waitingCall(waiting), 'once');
  expect(JSON.stringify(await runs.until(id, 'done'))).not.toContain('0123456789');
});

test('a provider that asks to come back later › failed, and tells when', async () => {
  provider.answer(json(429, { error: { message: 'Too many requests.' } }, { 'Retry-After': '60' }), says('Done.'));
  const { id } = await runs.start('Do it');
  const { error } = await runs.until(id, 'failed');
  expect(error).toEqual({ code: 'rate_limited', message: 'Too many requests. (it can be asked again in 60 s)' });
  await runs.post(id, 'resume');
  await runs.until(id, 'done');
});

describe('what a model has written of an answer that is cut off is kept, and told as a part', () => {
  /** A run whose model has written this, and goes on with `writing`. */
  async function writes(...words: readonly string[]): Promise<{ id: string; writing: ServerResponse }> {
    const { promise, resolve } = Promise.withResolvers<ServerResponse>();
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const word of words) res.write(event(word));
      resolve(res);
    }, says('Begun anew.'));
    const { id } = await runs.start('Write');
    const writing = await promise;
    await expect.poll(async () => (await runs.read(id)).messages.at(-1)?.content).toBe(words.join(''));
    return { id, writing };
  }

  const lastOf = ({ messages }: Run): object | undefined =>
    messages.map(({ role, content, isWhole }) => ({ role, content, isWhole })).at(-1);
  const part = (content: string): object => ({ role: 'assistant', content, isWhole: false });

  test('while it writes, for a reader and for a follower that comes late', async () => {
    const { id, writing } = await writes('one, ', 'two, ');
    expect(lastOf(await runs.read(id))).toEqual(part('one, two, '));
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${service.token()}` };
    const told = await eventsOf(await fetch(`${service.baseUrl}/api/ai/agent/runs/${id}`, { headers }), (events) =>
      events.some(({ type }) => type === 'text'),
    );
    expect(told.slice(-2)).toMatchObject([
      { type: 'message', message: { content: '', isWhole: false } },
      { type: 'text', text: 'one, two, ' },
    ]);
    writing.end(`${event('three.')}data: [DONE]\n\n`);
    expect(lastOf(await runs.until(id, 'done'))).toEqual({ role: 'assistant', content: 'one, two, three.', isWhole: true });
  });

  test('by cancel, also where the user has said something meanwhile', async () => {
    const { id, writing } = await writes('one, ');
    await runs.post(id, 'messages', { content: 'Faster' });
    writing.write(event('two, '));
    await expect.poll(async () => (await runs.read(id)).messages.at(-2)?.content).toBe('one, two, ');
    await runs.post(id, 'cancel');
    const { messages } = await runs.read(id);
    expect(messages.map(({ content, isWhole }) => [content, isWhole])).toEqual([
      ['Write', true],
      ['one, two, ', false],
      ['Faster', true],
    ]);
  });

  test('by a provider that breaks off; resume writes it anew', async () => {
    const { id, writing } = await writes('one, ', 'two, ');
    writing.destroy();
    expect(lastOf(await runs.until(id, 'failed'))).toEqual(part('one, two, '));
    await runs.post(id, 'resume');
    const done = await runs.until(id, 'done');
    expect(done.messages.map(({ content, isWhole }) => [content, isWhole])).toEqual([
      ['Write', true],
      ['Begun anew.', true],
    ]);
  });

  test('by a filter of the provider', async () => {
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('one, '));
      res.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}\n\ndata: [DONE]\n\n');
    });
    const failed = await runs.until((await runs.start('Write')).id, 'failed', 'done');
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'upstream_failed', message: expect.stringContaining('filter') as string },
    });
    expect(lastOf(failed)).toEqual(part('one, '));
  });

  test('by the provider, which lets an answer be no longer; its tokens count', async () => {
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('one, '));
      res.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n');
    }, says('Begun anew.'));
    const { id } = await runs.start('Write');
    const failed = await runs.until(id, 'failed', 'done');
    expect(failed).toMatchObject({
      status: 'failed',
      steps: 1,
      error: { code: 'upstream_failed', message: expect.stringContaining('cut off') as string },
    });
    expect(lastOf(failed)).toEqual(part('one, '));
    await runs.post(id, 'resume');
    expect(lastOf(await runs.until(id, 'done'))).toEqual({ role: 'assistant', content: 'Begun anew.', isWhole: true });
  });

  test('by a token that is revoked', async () => {
    const { body } = await service.request('POST', '/api/tokens', {
      body: { name: 'P', scopes: ['ai:read', 'ai:write'], expiresAt: null },
    });
    const own = new RunClient((method, path, options) => service.request(method, path, { ...options, token: body.token as string }));
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('one, '));
    });
    const { id } = await own.start('Write');
    await expect.poll(async () => (await own.read(id)).messages.at(-1)?.content).toBe('one, ');
    await service.request('DELETE', `/api/tokens/${body.id as string}`);
    expect(lastOf(await runs.until(id, 'failed'))).toEqual(part('one, '));
  });

  test('by a stop of the service', async () => {
    const { id } = await writes('one, ', 'two, ');
    await service.restart();
    expect(lastOf(await runs.until(id, 'interrupted'))).toEqual(part('one, two, '));
    await runs.post(id, 'resume');
    expect(lastOf(await runs.until(id, 'done'))).toEqual({ role: 'assistant', content: 'Begun anew.', isWhole: true });
  });
});

test('an answer in parts › the text of them is what the model says', async () => {
  const content = [
    { type: 'thinking', thinking: 'Hm' },
    { type: 'text', text: 'All is ' },
    { type: 'text', text: 'done.' },
  ];
  provider.answer(json(200, { choices: [{ message: { content }, finish_reason: 'stop' }] }));
  const done = await runs.until((await runs.start('Write')).id, 'done', 'failed');
  expect(done.messages.at(-1)?.content).toBe('All is done.');
});
