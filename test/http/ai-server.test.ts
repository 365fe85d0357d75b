// The model server itself: the real library with a tiny model, asked by OpenAI's own client.

import { setTimeout as sleep } from 'node:timers/promises';
import { APIError, type OpenAI } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { full } from '../support/tiers.ts';
import { libraryFault, modelFolder, startModelServer, testKey, type TestModel } from '../support/model.ts';
import { rawRequest } from '../support/raw-request.ts';
import { tinyReply } from '../support/tiny-gguf.ts';

const sentence = tinyReply.join('');
const messages = [{ role: 'user' as const, content: 'Hi' }];
const basic = { model: 'any', messages, temperature: 0 };

const folder = modelFolder();
const fault = await libraryFault();
let plain: TestModel;
let endless: TestModel;
let caller: TestModel;
beforeAll(async () => {
  if (fault !== null) return;
  plain = await startModelServer(folder.write('plain.gguf'));
  endless = await startModelServer(folder.write('endless.gguf', { endless: true, contextLength: 8192, chatTemplate: null }), {
    waiting: 1,
  });
  caller = await startModelServer(folder.write('caller.gguf', { reply: ['||call: ', 'weather', '(', '{"city": "', 'Oslo', '"}', ')'] }));
});
afterAll(async () => {
  if (fault === null) await Promise.all([plain, endless, caller].map((server) => server.stop()));
  folder.remove();
});
beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

const chat = (body: object = {}): Promise<OpenAI.ChatCompletion> => plain.client.chat.completions.create({ ...basic, ...body });

async function refused(request: Promise<unknown>): Promise<{
  status: number | undefined;
  param: string | null | undefined;
  code: string | null | undefined;
  type: string | undefined;
  message: string;
  headers: Headers | undefined;
}> {
  try {
    await request;
  } catch (error) {
    if (error instanceof APIError) return error as never;
    throw error;
  }
  throw new Error('It was not refused');
}

describe('GET /health', () => {
  test('› 200 for any client', async () => {
    expect(await rawRequest(`${plain.url}/health`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });
});

describe('GET /v1/models', () => {
  test('› 200 with the one that is loaded, by the name of its file', async () => {
    expect((await plain.client.models.list()).data).toMatchObject([{ id: 'plain', object: 'model', owned_by: 'local' }]);
  });
});

describe('any request', () => {
  test.each([
    ['no key', {}, 401],
    ['another key', { Authorization: 'Bearer nope' }, 401],
    ['a foreign Host', { Authorization: `Bearer ${testKey}`, Host: 'evil.example:80' }, 403],
    ['a page as its Origin', { Authorization: `Bearer ${testKey}`, Origin: 'http://localhost:8717' }, 403],
    ['its key', { Authorization: `Bearer ${testKey}` }, 200],
  ])('with %s', async (_, headers, status) => {
    expect((await rawRequest(`${plain.url}/v1/models`, { headers })).status).toBe(status);
  });

  test.each([
    ['GET', '/v1/nowhere', 404],
    ['GET', '/v1/chat/completions', 405],
    ['DELETE', '/v1/models', 405],
    ['GET', '/v1/__proto__', 404],
  ])('%s %s is refused with %i, in OpenAI’s form', async (method, path, status) => {
    const answer = await rawRequest(plain.url + path, { method, headers: { Authorization: `Bearer ${testKey}` } });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) as unknown, param: null },
    });
  });

  test.each([
    ['no JSON', '{"a"', { 'Content-Type': 'application/json' }, 400],
    ['another type', '{}', { 'Content-Type': 'text/plain' }, 415],
    ['a body that says it is too large', '{}', { 'Content-Type': 'application/json', 'Content-Length': 20_000_000 }, 413],
  ])('with %s', async (_, body, headers, status) => {
    expect(
      (
        await rawRequest(`${plain.url}/v1/chat/completions`, {
          method: 'POST',
          body,
          headers: { Authorization: `Bearer ${testKey}`, ...headers },
        })
      ).status,
    ).toBe(status);
  });
});

describe('POST /v1/chat/completions', () => {
  test('› 200 with the exact reply and what it took', async () => {
    expect(await chat()).toMatchObject({
      object: 'chat.completion',
      model: 'plain',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: sentence } }],
      usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
    });
  });

  test.each([
    ['max_tokens', { max_tokens: 2 }, 'Hello from', 'length'],
    ['max_completion_tokens', { max_completion_tokens: 1 }, 'Hello', 'length'],
    ['stop', { stop: ' tiny' }, 'Hello from the', 'stop'],
    ['several stops', { stop: ['model', 'the'] }, 'Hello from ', 'stop'],
    ['every way to choose', { temperature: 0.2, top_p: 0.5, seed: 7, frequency_penalty: 0.1, presence_penalty: 0.1 }, sentence, 'stop'],
    ['no temperature', { temperature: null }, sentence, 'stop'],
  ])('› 200 with %s', async (_, body, content, finish) => {
    const {
      choices: [choice],
    } = await chat(body);
    expect([choice?.message.content, choice?.finish_reason]).toEqual([content, finish]);
  });

  test('› 200 as a stream: role, pieces, the reason, the usage, [DONE]', async () => {
    const deltas: unknown[] = [];
    for await (const {
      choices: [choice],
      usage,
    } of await plain.client.chat.completions.create({ ...basic, stream: true, stream_options: { include_usage: true } })) {
      deltas.push(choice === undefined ? usage : (choice.finish_reason ?? choice.delta));
    }
    expect(deltas).toEqual([
      { role: 'assistant', content: '' },
      ...tinyReply.map((content) => ({ content })),
      'stop',
      { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
    ]);
    const raw = await rawRequest(`${plain.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...basic, stream: true }),
    });
    expect(raw.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(raw.text).toMatch(/\n\ndata: \[DONE\]\n\n$/);
  });

  test('› 200 for every kind of message', async () => {
    const {
      choices: [choice],
    } = await chat({
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'developer', content: 'Very' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is ' },
            { type: 'text', text: 'the time?' },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'now', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'call_1', content: '12:00' },
        { role: 'user', content: 'Thanks' },
      ],
    });
    expect(choice?.message.content).toBe(sentence);
  });

  test.each([
    [
      'json_schema',
      {
        type: 'json_schema',
        json_schema: {
          name: 'a',
          strict: true,
          schema: {
            type: 'object',
            properties: { ok: { type: 'boolean' }, color: { enum: ['red', 'blue'] }, size: { anyOf: [{ const: 3 }, { type: 'null' }] } },
            required: ['ok'],
            additionalProperties: false,
          },
        },
      },
      (value: Record<string, unknown>) =>
        typeof value['ok'] === 'boolean' && ['red', 'blue'].includes(String(value['color'])) && [3, null].includes(value['size'] as null),
    ],
    ['json_object', { type: 'json_object' }, (value: object) => typeof value === 'object'],
  ])('› 200 with %s: a grammar makes even this model keep to it', async (_, response_format, fits) => {
    const {
      choices: [choice],
    } = await chat({ response_format, max_tokens: 300 });
    expect(choice?.finish_reason).toBe('stop');
    expect(fits(JSON.parse(choice?.message.content ?? '') as Record<string, unknown>)).toBe(true);
  });

  test.each([
    ['a message of no known role', { messages: [{ role: 'robot', content: 'x' }] }, 'messages.0.role'],
    ['a picture', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }] }, 'messages.0.content.0'],
    ['the result of a call that was not made', { messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] }, 'messages.0.tool_call_id'],
    ['a temperature of 3', { temperature: 3 }, 'temperature'],
    ['no tokens', { max_tokens: 0 }, 'max_tokens'],
    ['two replies', { n: 2 }, 'n'],
    [
      'a schema that no grammar can keep to',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { not: { type: 'string' } } } } },
      'response_format.json_schema.schema',
    ],
    [
      'a schema that would keep everybody waiting',
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', schema: { enum: Array.from({ length: 100_000 }, (_, index) => `value ${index}`) } },
        },
      },
      'response_format.json_schema.schema',
    ],
    [
      'tools that would',
      {
        tools: ['a', 'b'].map((name) => ({
          type: 'function',
          function: { name, parameters: { enum: Array.from({ length: 600 }, (_, index) => index) } },
        })),
      },
      'tools.1.function.parameters',
    ],
    [
      'the same, of which one is required',
      {
        tool_choice: 'required',
        tools: ['a', 'b'].map((name) => ({
          type: 'function',
          function: { name, parameters: { enum: Array.from({ length: 600 }, (_, index) => index) } },
        })),
      },
      'tools.1.function.parameters',
    ],
    [
      'too many tools',
      { tools: Array.from({ length: 129 }, (_, index) => ({ type: 'function', function: { name: `t${index}` } })) },
      'tools',
    ],
    ['a tool that is not there', { tool_choice: { type: 'function', function: { name: 'x' } } }, 'tool_choice'],
  ])('› 400 for %s, naming it', async (_, body, param) => {
    expect(await refused(chat(body))).toMatchObject({ status: 400, param, type: 'invalid_request_error' });
  });

  test('› 400 for what is nested too deep, and 200 for such arguments of a call', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' };
    expect(
      (
        await rawRequest(`${plain.url}/v1/chat/completions`, {
          method: 'POST',
          headers,
          body: `{"messages":[{"role":"user","content":${deep}}]}`,
        })
      ).status,
    ).toBe(400);
    const call = { id: 'c', type: 'function' as const, function: { name: 'now', arguments: '['.repeat(700) + ']'.repeat(700) } };
    const {
      choices: [choice],
    } = await chat({
      messages: [...messages, { role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: 'c', content: '1' }],
      max_tokens: 2,
    });
    expect(choice?.finish_reason).toBe('length');
  });

  test.each([5_000, 8_000_000])('› 400 for a conversation of %i characters, which the context does not hold', async (characters) => {
    expect(await refused(chat({ messages: [{ role: 'user', content: 'x'.repeat(characters) }] }))).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      message: expect.stringContaining('2048') as unknown,
    });
  });

  test('› 200 up to the end of the context, and not beyond: nothing of the conversation is dropped in silence', full, async () => {
    const server = await startModelServer(folder.write('short.gguf', { endless: true, contextLength: 256 }));
    try {
      const {
        choices: [choice],
        usage,
      } = await server.client.chat.completions.create(basic);
      expect([choice?.finish_reason, usage?.total_tokens]).toEqual(['length', 255]);
      expect(choice?.message.content?.startsWith(`${sentence}${sentence}`)).toBe(true);
    } finally {
      await server.stop();
    }
  });
});

describe('POST /v1/chat/completions with tools', () => {
  const weather = {
    type: 'function' as const,
    function: { name: 'weather', description: 'The weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  };
  const unit = {
    type: 'function' as const,
    function: {
      name: 'unit',
      parameters: { $ref: '#/$defs/unit', $defs: { unit: { type: 'object', properties: { unit: { enum: ['C', 'F'] } } } } },
    },
  };

  test('› 200 with the call that the model makes', async () => {
    const {
      choices: [choice],
    } = await caller.client.chat.completions.create({ ...basic, tools: [weather], max_tokens: 100 });
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }] },
    });
  });

  test('› 200 as a stream: the name first, then the arguments in pieces', async () => {
    const final = await caller.client.chat.completions.stream({ ...basic, tools: [weather], max_tokens: 100 }).finalChatCompletion();
    expect(final.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [{ id: expect.stringMatching(/^call_/) as unknown, function: { name: 'weather', arguments: '{"city": "Oslo"}' } }],
      },
    });
  });

  test.each([
    ['required', 'required' as const],
    ['by name', { type: 'function' as const, function: { name: 'unit' } }],
  ])('› 200: a call that is %s is made even by a model that would not', async (_, tool_choice) => {
    const tools = tool_choice === 'required' ? [unit] : [weather, unit];
    const {
      choices: [choice],
    } = await plain.client.chat.completions.create({ ...basic, tools, tool_choice, max_tokens: 300 });
    const [call] = choice?.message.tool_calls ?? [];
    expect([choice?.finish_reason, call?.type === 'function' ? call.function.name : null]).toEqual(['tool_calls', 'unit']);
    expect(['C', 'F']).toContain((JSON.parse(call?.type === 'function' ? call.function.arguments : '') as { unit: string }).unit);
    const streamed = await plain.client.chat.completions.stream({ ...basic, tools, tool_choice, max_tokens: 300 }).finalChatCompletion();
    expect(streamed.choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'unit' } }]);
  });

  test('› 200: none means none', async () => {
    const {
      choices: [choice],
    } = await chat({ tools: [weather], tool_choice: 'none' });
    expect([choice?.message.content, choice?.message.tool_calls]).toEqual([sentence, undefined]);
  });
});

describe('POST /v1/completions', () => {
  test('› 200 with what follows', async () => {
    expect(await plain.client.completions.create({ model: 'any', prompt: 'abc', temperature: 0 })).toMatchObject({
      object: 'text_completion',
      choices: [{ text: sentence, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 6 },
    });
  });

  test('› 200 as a stream', async () => {
    let text = '';
    for await (const {
      choices: [choice],
    } of await plain.client.completions.create({ model: 'any', prompt: 'abc', temperature: 0, max_tokens: 3, stream: true }))
      text += choice?.text ?? '';
    expect(text).toBe('Hello from the');
  });

  test('› 200: of an endless text 16 tokens unless told', async () => {
    const {
      choices: [choice],
      usage,
    } = await endless.client.completions.create({ model: 'any', prompt: 'abc', temperature: 0 });
    expect([choice?.finish_reason, usage?.completion_tokens]).toEqual(['length', 16]);
  });

  test('› 400 for a prompt that the context does not hold, and for what is not supported', async () => {
    expect(await refused(plain.client.completions.create({ model: 'any', prompt: 'x'.repeat(3_000) }))).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
    });
    expect(await refused(plain.client.completions.create({ model: 'any', prompt: 'x', echo: true }))).toMatchObject({
      status: 400,
      param: 'echo',
    });
  });
});

describe('POST /v1/embeddings', () => {
  test('› 200 with one vector of length 1 for each text; the same text has the same', async () => {
    const { data, usage } = await plain.client.embeddings.create({ model: 'any', input: ['one', 'other', 'one'] });
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
    for (const { embedding } of data) expect(Math.hypot(...embedding)).toBeCloseTo(1, 5);
    expect(data[2]?.embedding).toEqual(data[0]?.embedding);
    expect(usage.prompt_tokens).toBeGreaterThan(9);
    // The client asks for base64 unless told; plain numbers are the same.
    const floats = await plain.client.embeddings.create({ model: 'any', input: 'one', encoding_format: 'float' });
    expect(floats.data[0]?.embedding.map((value) => Math.fround(value))).toEqual(data[0]?.embedding);
  });

  test.each([
    ['', 'input'],
    [[], 'input'],
    [['x', ''], 'input'],
    ['x'.repeat(5_000), 'input'],
  ])('› 400 for %j', async (input, param) => {
    expect((await refused(plain.client.embeddings.create({ model: 'any', input }))).status).toBe(400);
    expect((await refused(plain.client.embeddings.create({ model: 'any', input }))).param).toContain(param);
  });
});

describe('idleness', () => {
  test('is told after the time that was set, again and again, and not while a reply is being made', full, async () => {
    const server = await startModelServer(folder.write('idle.gguf', { endless: true, contextLength: 8192, chatTemplate: null }), {
      idleAfter: 100,
    });
    try {
      await vi.waitUntil(() => server.idleTimes() >= 2, { timeout: 60_000 });
      const stream = await server.client.chat.completions.create({ ...basic, stream: true });
      for await (const {
        choices: [choice],
      } of stream) {
        if (choice?.delta.content === '') continue;
        const before = server.idleTimes();
        // Nothing is to come: without the reply it would be told three times in this time.
        await sleep(300);
        // One may have been on its way when the request came.
        expect(server.idleTimes() - before).toBeLessThan(2);
        break;
      }
      const after = server.idleTimes();
      await vi.waitUntil(() => server.idleTimes() > after, { timeout: 60_000 });
    } finally {
      await server.stop();
    }
  });
});

describe('several at a time', () => {
  /** The server may learn a moment later that a client has left. */
  const patient = { maxRetries: 10 };

  /** A reply without end, and its first piece. */
  async function begin(): Promise<AbortController> {
    const stream = await endless.client.chat.completions.create({ ...basic, stream: true }, patient);
    for await (const {
      choices: [choice],
    } of stream)
      if (choice?.delta.content !== '') break;
    return stream.controller;
  }

  test('two replies are made side by side', async () => {
    // Each goes on until the other has said something as well.
    const texts = ['', ''];
    await Promise.all(
      texts.map(async (_, index) => {
        for await (const {
          choices: [choice],
        } of await endless.client.chat.completions.create({ ...basic, stream: true })) {
          texts[index] += choice?.delta.content ?? '';
          expect(choice?.finish_reason).toBeNull();
          if (texts.every((text) => text.length > 100)) break;
        }
      }),
    );
    for (const text of texts) expect(text.startsWith(sentence)).toBe(true);
  });

  test('when the caller leaves, the next request starts at once', async () => {
    for (let round = 0; round < 4; round += 1) await Promise.all([begin(), begin()]);
    // Eight of these are at most two at a time: each had to end for the next. This one has a place as well.
    expect((await endless.client.chat.completions.create({ ...basic, max_tokens: 3 }, patient)).choices[0]?.message.content).toBe(
      'Hello from the',
    );
  });

  test('one waits, the next is refused with 429 and Retry-After; who waits can leave', full, async () => {
    const running = await Promise.all([1, 2].map(() => endless.client.chat.completions.create({ ...basic, stream: true })));
    const leaving = new AbortController();
    const waiting = endless.client.chat.completions.create({ ...basic, max_tokens: 2 }, { signal: leaving.signal });
    waiting.catch(() => undefined);
    // Until the one that waits has come in.
    let error: Awaited<ReturnType<typeof refused>> | undefined;
    while (error === undefined) {
      const probe = new AbortController();
      error = await Promise.race([
        refused(endless.client.chat.completions.create({ ...basic, max_tokens: 2 }, { signal: probe.signal })).catch(() => undefined),
        sleep(200).then(() => undefined),
      ]);
      probe.abort();
    }
    expect(error).toMatchObject({ status: 429, type: 'rate_limit_error' });
    expect(error.headers?.get('Retry-After')).toMatch(/^\d+$/);
    leaving.abort();
    for (const stream of running) stream.controller.abort();
    expect((await endless.client.chat.completions.create({ ...basic, max_tokens: 2 })).choices[0]?.message.content).toBe('Hello from');
  });

  test('nothing of what was asked is in what the server writes', () => {
    expect([...plain.lines, ...endless.lines, ...caller.lines].join('\n')).not.toMatch(/Hi|Oslo|xxx/);
  });
});
