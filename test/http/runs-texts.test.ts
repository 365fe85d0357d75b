// What a model writes in a run, as it is told and kept.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RunClient, says, waitingCall } from '../support/agent.ts';
import { startProvider, type StandIn } from '../support/provider.ts';
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
