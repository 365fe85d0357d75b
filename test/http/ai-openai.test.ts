// The gateway as any OpenAI client sees it: the official one, with Daybook's address and token.

import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { full } from '../support/tiers.ts';
import { completion, event, json, startProvider, stream, type StandIn } from '../support/provider.ts';
import { freePort, libraryFault, modelFolder } from '../support/model.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { tinyReply } from '../support/tiny-gguf.ts';

const sentence = tinyReply.join('');
const messages = [{ role: 'user' as const, content: 'Hi' }];
const basic = { model: 'default', messages, temperature: 0 };

const folder = modelFolder();
const fault = await libraryFault();
let service: TestService;
let provider: StandIn;
let port: number;
/** Asks the active provider, and the built-in model. */
let client: OpenAI;
let local: OpenAI;
beforeAll(async () => {
  service = await startTestService();
  provider = await startProvider();
  port = await freePort();
  const options = { baseURL: `${service.baseUrl}/api/ai/v1`, apiKey: service.token(), maxRetries: 0 };
  client = new OpenAI(options);
  local = new OpenAI({ ...options, defaultQuery: { provider: 'local' } });
  folder.write('plain.gguf', { chatTemplate: null });
  folder.write('endless.gguf', { endless: true, contextLength: 8192, chatTemplate: null });
  folder.write('caller.gguf', { reply: ['||call: ', 'weather', '(', '{"city": "', 'Oslo', '"}', ')'], chatTemplate: null });
});
afterAll(async () => {
  provider.close();
  await service.dispose();
  folder.remove();
});
beforeEach(async () => {
  provider.asked.length = 0;
  provider.answer(json(200, completion('Hello')));
  await configure({
    AI_BASE_URL: provider.baseUrl,
    AI_API_KEY: 'sk-plain-0123456789',
    AI_MODEL: 'small',
    AI_PROFILE: null,
    LOCAL_MODEL_PATH: folder.path,
    LLAMA_SERVER_PORT: String(port),
    SOLO_MODE: null,
  });
});

async function configure(values: Record<string, string | null>): Promise<void> {
  const { status, body } = await service.request('PUT', '/api/config', { body: values });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function refused(request: Promise<unknown>): Promise<APIError> {
  try {
    await request;
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

describe('a provider, by the openai client', () => {
  test('› a completion; `default` is AI_MODEL, any other name is kept', async () => {
    expect((await client.chat.completions.create(basic)).choices[0]?.message.content).toBe('Hello');
    await client.chat.completions.create({ ...basic, model: 'large' });
    await configure({ AI_MODEL: null });
    await client.chat.completions.create(basic);
    expect(provider.asked.map(({ url, headers, body }) => [url, headers.authorization, body.model])).toEqual([
      ['/v1/chat/completions', 'Bearer sk-plain-0123456789', 'small'],
      ['/v1/chat/completions', 'Bearer sk-plain-0123456789', 'large'],
      ['/v1/chat/completions', 'Bearer sk-plain-0123456789', undefined],
    ]);
  });

  test('› a stream, and one that its reader ends', async () => {
    provider.answer(stream('Hel', 'lo'), (res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('first'));
    });
    let text = '';
    for await (const {
      choices: [choice],
    } of await client.chat.completions.create({ ...basic, stream: true }))
      text += choice?.delta.content ?? '';
    expect(text).toBe('Hello');
    for await (const {
      choices: [choice],
    } of await client.chat.completions.create({ ...basic, stream: true })) {
      expect(choice?.delta.content).toBe('first');
      break;
    }
    await provider.asked[1]?.closed;
  });

  test('› its models, completions and embeddings', async () => {
    provider.answer(
      json(200, { object: 'list', data: [{ id: 'a' }] }),
      json(200, { object: 'list', data: [{ id: 'a' }, { id: 'b/c' }] }),
      json(200, { object: 'list', data: [] }),
      json(200, { choices: [{ text: 'x' }] }),
      json(200, { data: [{ index: 0, embedding: [1, 0] }] }),
    );
    expect((await client.models.list()).data).toEqual([{ id: 'a', object: 'model' }]);
    expect(await client.models.retrieve('b/c')).toEqual({ id: 'b/c', object: 'model' });
    expect(await refused(client.models.retrieve('d'))).toMatchObject({ status: 404 });
    expect((await client.completions.create({ model: 'default', prompt: 'abc' })).choices[0]?.text).toBe('x');
    expect((await client.embeddings.create({ model: 'e', input: ['abc'], encoding_format: 'float' })).data[0]?.embedding).toEqual([1, 0]);
    expect(provider.asked.map(({ method, url, body }) => [method, url, body?.model])).toEqual([
      ['GET', '/v1/models', undefined],
      ['GET', '/v1/models', undefined],
      ['GET', '/v1/models', undefined],
      ['POST', '/v1/completions', 'small'],
      ['POST', '/v1/embeddings', 'e'],
    ]);
  });

  test('› errors are as the client knows them', async () => {
    provider.answer(
      json(400, { error: { message: 'too long', code: 'context_length_exceeded' } }),
      json(429, { error: { message: 'slow down' } }, { 'Retry-After': '77' }),
      json(500, {}),
    );
    expect(await refused(client.chat.completions.create(basic))).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
      message: expect.stringContaining('too long') as unknown,
    });
    const limited = await refused(client.chat.completions.create(basic));
    expect(limited).toMatchObject({
      status: 429,
      code: 'rate_limited',
      type: 'rate_limit_error',
      message: expect.stringContaining('slow down') as unknown,
    });
    expect(limited.headers?.get('Retry-After')).toBe('77');
    expect(await refused(client.chat.completions.create(basic))).toMatchObject({
      status: 502,
      code: 'upstream_failed',
      type: 'server_error',
    });
    expect(await refused(client.chat.completions.create({ ...basic, messages: [] }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      param: 'messages',
    });
    expect(
      await refused(new OpenAI({ baseURL: `${service.baseUrl}/api/ai/v1`, apiKey: 'nope', maxRetries: 0 }).models.list()),
    ).toMatchObject({ status: 401, type: 'authentication_error', message: expect.stringMatching(/^401 .{10}/) as unknown });
  });
});

describe('what is refused below the base URL', () => {
  test.each([
    ['GET', '/chat/completions', {}, 405],
    ['GET', '/nothing', {}, 404],
    ['GET', '', {}, 404],
    ['GET', '/models?x=1', {}, 400],
    ['GET', '/models', { Origin: 'https://evil.example' }, 403],
    ['POST', '/chat/completions', { 'Content-Type': 'text/plain' }, 415],
  ])('%s %s %j › %i with OpenAI’s error', async (method, path, headers, status) => {
    const response = await fetch(`${service.baseUrl}/api/ai/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${service.token()}`, ...headers },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      status,
      error: { type: 'invalid_request_error', message: expect.any(String) as unknown, code: expect.any(String) as unknown },
    });
  });

  test('other addresses have none', async () => {
    expect((await service.request('GET', '/api/nothing')).body).not.toHaveProperty('error');
    expect((await service.request('GET', '/api/ai/v1nothing')).body).not.toHaveProperty('error');
  });

  test('a stream that ends too early is an error of the client', async () => {
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(event('first'));
    });
    const read = async (): Promise<void> => {
      for await (const _ of await client.chat.completions.create({ ...basic, stream: true }));
    };
    expect(await refused(read())).toMatchObject({ code: 'upstream_failed' });
  });

  test('one without [DONE] that says why it finished is whole', async () => {
    provider.answer((res) => {
      res
        .writeHead(200, { 'Content-Type': 'text/event-stream' })
        .end(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'all' }, finish_reason: 'stop' }] })}\n\n`);
    });
    let text = '';
    for await (const {
      choices: [choice],
    } of await client.chat.completions.create({ ...basic, stream: true }))
      text += choice?.delta.content ?? '';
    expect(text).toBe('all');
  });
});

describe('the choice of a provider', () => {
  test('GET /api/ai/providers › 200: the built-in model, the plain keys, the profiles', async () => {
    await configure({
      AI_OTHER_BASE_URL: 'http://localhost:9/v1',
      AI_OTHER_MODEL: 'theirs',
      AI_OTHER_API_KEY: 'sk-other-0123456789',
      AI_BIG_MODEL: 'big',
    });
    const list = async (token?: string): Promise<unknown> =>
      (await service.request('GET', '/api/ai/providers', token === undefined ? {} : { token })).body.items as unknown;
    const other = {
      id: 'profile:other',
      kind: 'profile',
      profile: 'other',
      baseUrl: 'http://localhost:9/v1',
      model: 'theirs',
      isActive: false,
      isConfigured: true,
    };
    const big = {
      id: 'profile:big',
      kind: 'profile',
      profile: 'big',
      baseUrl: provider.baseUrl,
      model: 'big',
      isActive: false,
      isConfigured: true,
    };
    const standard = {
      id: 'standard',
      kind: 'standard',
      profile: null,
      baseUrl: provider.baseUrl,
      model: 'small',
      isActive: true,
      isConfigured: true,
    };
    const builtIn = { id: 'local', kind: 'local', profile: null, baseUrl: null, model: null, isActive: false, isConfigured: true };
    expect(await list()).toEqual([builtIn, standard, big, other]);
    expect(JSON.stringify(await list())).not.toContain('sk-other');
    await configure({ AI_PROFILE: 'other' });
    expect(await list()).toEqual([builtIn, { ...standard, isActive: false }, big, { ...other, isActive: true }]);
    expect(await list(await service.signUp('guest'))).toMatchObject([
      { baseUrl: null },
      { baseUrl: null },
      { baseUrl: null },
      { baseUrl: null },
    ]);
    await configure({ AI_PROFILE: 'nothing', SOLO_MODE: null });
    expect(await list()).toMatchObject([{ isActive: false }, { id: 'standard', isActive: true }, { isActive: false }, { isActive: false }]);
    await configure({ AI_BASE_URL: null, AI_PROFILE: null, LOCAL_MODEL_PATH: null });
    expect(await list()).toEqual([{ ...builtIn, isActive: true, isConfigured: false }, other]);
    await configure({ AI_OTHER_BASE_URL: null, AI_OTHER_MODEL: null, AI_OTHER_API_KEY: null, AI_BIG_MODEL: null });
    expect((await service.request('GET', '/api/ai/providers', { token: null })).status).toBe(401);
  });

  test('POST /api/ai/chat › 200: the one that is named is asked, with its own key', async () => {
    const other = await startProvider();
    try {
      await configure({ AI_PROFILE: 'other', AI_OTHER_BASE_URL: other.baseUrl, AI_OTHER_MODEL: 'theirs' });
      for (const id of ['standard', 'profile:other'])
        expect((await service.request('POST', `/api/ai/chat?provider=${id}`, { body: { messages } })).status).toBe(200);
      expect(provider.asked.map(({ headers, body }) => [headers.authorization, body.model])).toEqual([
        ['Bearer sk-plain-0123456789', 'small'],
      ]);
      expect(other.asked.map(({ headers, body }) => [headers.authorization, body.model])).toEqual([[undefined, 'theirs']]);
      other.answer(json(200, { data: [{ id: 'theirs' }] }));
      expect((await service.request('GET', '/api/ai/models?provider=profile:other')).body.data).toEqual([
        { id: 'theirs', object: 'model' },
      ]);
      expect((await service.request('GET', '/api/ai/models?provider=local')).body.data).toMatchObject([
        { id: 'caller' },
        { id: 'endless' },
        { id: 'plain' },
      ]);
    } finally {
      other.close();
      await configure({ AI_PROFILE: null, AI_OTHER_BASE_URL: null, AI_OTHER_MODEL: null });
    }
  });

  test.each(['profile:none', 'profile:', 'else', 'profile:UP'])('POST /api/ai/chat › 400 for %s, naming the parameter', async (id) => {
    expect(await service.request('POST', `/api/ai/chat?provider=${id}`, { body: { messages } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'provider' }] },
    });
    expect(provider.asked).toEqual([]);
  });
});

describe('the built-in model, by the openai client', () => {
  beforeEach((context) => {
    if (fault !== null) context.skip(fault);
  });

  test('› a completion, a stream, completions, embeddings, models: also while a provider is configured', full, async () => {
    expect((await local.chat.completions.create({ ...basic, model: 'plain' })).choices[0]?.message.content).toBe(sentence);
    let text = '';
    for await (const {
      choices: [choice],
    } of await local.chat.completions.create({ ...basic, model: 'plain', stream: true }))
      text += choice?.delta.content ?? '';
    expect(text).toBe(sentence);
    expect((await local.completions.create({ model: 'plain', prompt: 'abc', temperature: 0 })).choices[0]?.text).toBe(sentence);
    let more = '';
    for await (const {
      choices: [choice],
    } of await local.completions.create({ model: 'plain', prompt: 'abc', temperature: 0, stream: true }))
      more += choice?.text ?? '';
    expect(more).toBe(sentence);
    expect(Math.hypot(...((await local.embeddings.create({ model: 'plain', input: 'abc' })).data[0]?.embedding ?? []))).toBeCloseTo(1, 5);
    expect((await local.models.list()).data.map(({ id }) => id)).toEqual(['caller', 'endless', 'plain']);
    expect(provider.asked).toEqual([]);
  });

  test('› 404 model_not_found for an unknown model, at both addresses', async () => {
    expect(await refused(local.chat.completions.create({ ...basic, model: 'gpt-4o' }))).toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    });
    expect(await service.request('POST', '/api/ai/chat?provider=local', { body: { messages, model: 'gpt-4o' } })).toMatchObject({
      status: 404,
      body: { code: 'not_found', errors: [{ path: 'model' }] },
    });
  });

  test('› tools and JSON schemas', full, async () => {
    const tools = [
      {
        type: 'function' as const,
        function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
      },
    ];
    const called = await local.chat.completions.create({ ...basic, model: 'caller', tools, max_tokens: 100 });
    expect(called.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Oslo"}' } }] },
    });
    const response_format = {
      type: 'json_schema' as const,
      json_schema: {
        name: 'a',
        strict: true,
        schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false },
      },
    };
    const shaped = await local.chat.completions.create({ ...basic, model: 'plain', response_format, max_tokens: 300 });
    expect(typeof (JSON.parse(shaped.choices[0]?.message.content ?? '') as { ok: unknown }).ok).toBe('boolean');
  });

  test('› a reply that is broken off makes room at once', full, async () => {
    for (let round = 0; round < 6; round += 1) {
      const endless = await local.chat.completions.create({ ...basic, model: 'endless', stream: true });
      for await (const {
        choices: [choice],
      } of endless)
        if (choice?.delta.content !== '') break;
    }
    expect((await local.chat.completions.create({ ...basic, model: 'endless', max_tokens: 2 })).choices[0]?.message.content).toBe(
      'Hello from',
    );
  });

  test('› a conversation that is too long has OpenAI’s code', full, async () => {
    expect(
      await refused(local.chat.completions.create({ ...basic, model: 'plain', messages: [{ role: 'user', content: 'x'.repeat(5_000) }] })),
    ).toMatchObject({ status: 400, code: 'context_length_exceeded', message: expect.stringContaining('2048') as unknown });
  });
});
