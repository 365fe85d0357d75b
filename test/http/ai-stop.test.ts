// What becomes of replies that are being made when the service stops.

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { completion, event, json, startProvider, type StandIn } from '../support/provider.ts';
import { freePort, libraryFault, modelFolder } from '../support/model.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { full } from '../support/tiers.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const folder = modelFolder();
const fault = await libraryFault();
let service: TestService;
let provider: StandIn;
beforeAll(() => {
  folder.write('endless.gguf', { endless: true, contextLength: 8192, chatTemplate: null });
});
afterAll(() => {
  folder.remove();
});
beforeEach(async () => {
  service = await startTestService();
  provider = await startProvider();
  await service.request('PUT', '/api/config', {
    body: {
      AI_BASE_URL: provider.baseUrl,
      LOCAL_MODEL_PATH: join(folder.path, 'endless.gguf'),
      LLAMA_SERVER_PORT: String(await freePort()),
    },
  });
});
afterEach(async () => {
  provider.close();
  await service.dispose();
});

interface Reading {
  readonly status: number;
  /** The next piece; undefined at the clean end. */
  readonly next: () => Promise<string | undefined>;
}

async function chat(body: object, query = ''): Promise<Reading> {
  const headers = { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${service.baseUrl}/api/ai/chat${query}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ messages, ...body }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { status: response.status, next: async () => (await reader?.read())?.value };
}

async function rest({ next }: Reading): Promise<string> {
  let text = '';
  for (let piece = await next(); piece !== undefined; piece = await next()) text += piece;
  return text;
}

test('a stream of a provider ends at once, with an event that says so', async () => {
  provider.answer((res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('first'));
  });
  const reading = await chat({ stream: true });
  expect(await reading.next()).toBe(event('first'));
  // The provider never ends it: without that, the stop would wait for its grace, and cut the connection then.
  const stopped = service.stop();
  const said = await rest(reading);
  expect(JSON.parse(said.replace(/^\s*data: /, ''))).toMatchObject({
    error: { code: 'unavailable', message: expect.stringContaining('stopping') as unknown },
  });
  await provider.asked[0]?.closed;
  await stopped;
});

test('a stream that has not begun is refused with 503', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  provider.answer(() => {
    resolve();
  });
  const asking = chat({ stream: true });
  await arrived;
  const stopped = service.stop();
  const reading = await asking;
  expect([reading.status, (JSON.parse(await rest(reading)) as { code: string }).code]).toEqual([503, 'unavailable']);
  await stopped;
});

test('a reader who takes nothing in is cut off at once, while one document is waited for', full, async () => {
  const { promise: full, resolve } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: go, resolve: answer } = Promise.withResolvers<void>();
  provider.answer(
    (res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const large = event('x'.repeat(64 * 1024));
      const more = (): void => {
        while (!res.destroyed && res.write(large));
        const stuck = setTimeout(resolve, 500);
        res.once('drain', () => {
          clearTimeout(stuck);
          more();
        });
      };
      more();
    },
    async (res, asked) => {
      arrive();
      await go;
      await json(200, completion('late'))(res, asked);
    },
  );
  const stuck = await chat({ stream: true });
  await full;
  const asking = chat({});
  await arrived;
  const stopped = service.stop();
  await expect(rest(stuck)).rejects.toThrow();
  await provider.asked[0]?.closed;
  answer();
  expect(await rest(await asking)).toContain('late');
  await stopped;
});

test('a stream of the built-in model ends at once, and the model with it', full, async (context) => {
  if (fault !== null) context.skip(fault);
  const reading = await chat({ stream: true, temperature: 0 }, '?provider=local');
  await reading.next();
  const stopped = service.stop();
  expect(await rest(reading)).toContain('"code":"unavailable"');
  await stopped;
});
