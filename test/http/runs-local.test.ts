// Runs of agents with the built-in model: the real library, and a tiny model that calls a tool.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RunClient, waitingCall } from '../support/agent.ts';
import { full } from '../support/tiers.ts';
import { freePort, libraryFault, modelFolder } from '../support/model.ts';
import { startTestService, type TestService } from '../support/service.ts';

const folder = modelFolder();
const fault = await libraryFault();
let service: TestService;
let runs: RunClient;
/** Of a batch that has made a note. */
let batchId: string;

beforeAll(async () => {
  service = await startTestService();
  runs = new RunClient((...args) => service.request(...args));
  const operations = [{ method: 'POST', path: '/api/notes', body: { title: 'Oslo' } }];
  batchId = (await service.request('POST', '/api/batch', { body: { operations } })).body.batchId as string;
  folder.write('caller.gguf', {
    reply: ['||call: ', 'undo', '(', '{"batchId": "', batchId, '"}', ')'],
    contextLength: 16_384,
    chatTemplate: null,
  });
  folder.write('plain.gguf', { contextLength: 16_384, chatTemplate: null });
  folder.write('endless.gguf', { endless: true, contextLength: 65_536, chatTemplate: null });
  const body = { LOCAL_MODEL_PATH: folder.path, LLAMA_SERVER_PORT: String(await freePort()), AI_BASE_URL: null };
  await service.request('PUT', '/api/config', { body });
});
afterAll(async () => {
  await service.dispose();
  folder.remove();
});
beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

test('a model that only talks ends its run, and its tokens are counted', full, async () => {
  const { id } = await runs.start('Say hello', { model: 'plain', tools: ['list'] });
  const run = await runs.until(id, 'done', 'failed');
  expect([run.error, run.messages.at(-1)?.content, run.usage.isEstimate]).toEqual([null, 'Hello from the tiny model.', false]);
  expect(run.usage.promptTokens).toBeGreaterThan(100);
});

test('a model that calls a tool waits for a decision, which is carried out', async () => {
  const { id } = await runs.start('Undo it', { model: 'caller', tools: ['undo'], maxSteps: 1, approval: 'auto-safe' });
  const waiting = await runs.until(id, 'waiting', 'failed');
  expect(waitingCall(waiting)).toMatchObject({
    tool: 'undo',
    arguments: { batchId },
    diff: { action: 'undo', id: batchId, records: [{ title: 'Oslo', action: 'trash' }] },
  });
  await runs.decide(id, waitingCall(waiting), 'once');
  const ended = await runs.until(id, 'failed', 'done');
  // This model makes one call after the other: its second answer would be one too many.
  expect(ended.error?.code).toBe('max_steps');
  expect(ended.calls).toMatchObject([{ status: 'done', decision: 'once', result: expect.stringMatching(/^Undone/) as string }]);
});

test('cancel cuts off a model that writes without end, and the next run starts at once', full, async () => {
  const { id } = await runs.start('Talk', { model: 'endless', tools: ['list'] });
  const response = await fetch(`${service.baseUrl}/api/ai/agent/runs/${id}`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${service.token()}` },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; !text.includes('"type":"text"');) text += (await reader?.read())?.value ?? '"type":"text"';
  expect((await runs.post(id, 'cancel')).body.status).toBe('cancelled');
  await reader?.cancel();
  const next = await runs.start('Say hello', { model: 'plain', tools: ['list'] });
  expect((await runs.until(next.id, 'done', 'failed')).error).toBe(null);
});

test('POST /api/ai/agent/runs › a model that there is not: failed with the error of a chat', async () => {
  const { id } = await runs.start('Say hello', { model: 'none-such' });
  expect(await runs.until(id, 'failed', 'done')).toMatchObject({ error: { code: 'not_found' } });
});
