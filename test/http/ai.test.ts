// The gateway, against a provider that does as it is told.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { completion, event, json, startProvider, stream, type Script, type StandIn } from '../support/provider.ts';

const key = 'sk-test-0123456789abcdefghij';
const messages = [{ role: 'user', content: 'Hi' }];

let service: TestService;
let provider: StandIn;
beforeAll(async () => {
  service = await startTestService();
  provider = await startProvider();
});
afterAll(async () => {
  provider.close();
  await service.dispose();
});
beforeEach(async () => {
  provider.asked.length = 0;
  provider.answer(json(200, completion('Hello')));
  await configure({ AI_BASE_URL: provider.baseUrl, AI_API_KEY: key, AI_MODEL: 'small', AI_PROFILE: null, SOLO_MODE: null });
});

async function configure(values: Record<string, string | null>): Promise<void> {
  const { status, body } = await service.request('PUT', '/api/config', { body: values });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const chat = (body: object = {}, token?: string | null): Promise<Answer> =>
  service.request('POST', '/api/ai/chat', { body: { messages, ...body }, ...(token === undefined ? {} : { token }) });

describe('POST /api/ai/chat', () => {
  test('› 401 without a token', async () => {
    expect((await chat({}, null)).status).toBe(401);
    expect(provider.asked).toEqual([]);
  });

  test.each([
    ['no messages', {}, 'messages'],
    ['no message', { messages: [] }, 'messages'],
    ['a message without a role', { messages: [{ content: 'x' }] }, 'messages.0.role'],
    ['a model that is no string', { messages, model: 1 }, 'model'],
    ['a stream that is no boolean', { messages, stream: 'yes' }, 'stream'],
  ])('› 400 for %s', async (_, body, path) => {
    const answer = await service.request('POST', '/api/ai/chat', { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ path }] } });
    expect(provider.asked).toEqual([]);
  });

  test.each(['x', 'messages'])('› 400 for %s that is nested too deep', async (field) => {
    const deep = `${'['.repeat(700)}${']'.repeat(700)}`;
    const content = field === 'x' ? '"Hi"' : deep;
    const raw = `{"messages":[{"role":"user","content":${content}}]${field === 'x' ? `,"x":${deep}` : ''}}`;
    const headers = { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' };
    for (const address of ['/api/ai/chat', '/api/ai/v1/chat/completions']) {
      const response = await fetch(service.baseUrl + address, { method: 'POST', headers, body: raw });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'validation_failed', errors: [{ path: field }], ...(address.includes('v1') ? { error: { param: field } } : {}) },
      ]);
    }
    expect(provider.asked).toEqual([]);
  });

  test('› 200 with the provider’s answer; key and model are sent, unknown fields passed on', async () => {
    const answer = await chat({ temperature: 0.5, future_field: { a: [1] } });
    expect(answer).toMatchObject({ status: 200, body: completion('Hello') });
    expect(provider.asked).toMatchObject([
      { method: 'POST', url: '/v1/chat/completions', body: { model: 'small', messages, temperature: 0.5, future_field: { a: [1] } } },
    ]);
    expect(provider.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('› 200 for any user', async () => {
    expect((await chat({}, await service.signUp('guest'))).status).toBe(200);
  });

  test('› 200: a model in the body is kept', async () => {
    await chat({ model: 'large' });
    expect(provider.asked[0]?.body.model).toBe('large');
  });

  test('› 200: the configuration is read anew for each request', async () => {
    await chat();
    await configure({ AI_API_KEY: 'sk-another-key-0001', AI_MODEL: null, AI_BASE_URL: `http://localhost:${provider.port}/other/?api=2` });
    await chat();
    await configure({ AI_API_KEY: null });
    await chat();
    expect(provider.asked.map(({ url, headers, body }) => [url, headers.authorization, body.model])).toEqual([
      ['/v1/chat/completions', `Bearer ${key}`, 'small'],
      ['/other/chat/completions?api=2', 'Bearer sk-another-key-0001', undefined],
      ['/other/chat/completions?api=2', undefined, undefined],
    ]);
  });

  test('› 200: the active profile counts, and the plain key is not sent to its address', async () => {
    const other = await startProvider();
    try {
      await configure({ AI_PROFILE: 'other', AI_OTHER_BASE_URL: other.baseUrl, AI_OTHER_MODEL: 'theirs' });
      await chat();
      await configure({ AI_OTHER_API_KEY: 'sk-other-0123456789' });
      await chat();
      await configure({ AI_OTHER_BASE_URL: null });
      await chat();
      expect(other.asked.map(({ headers, body }) => [headers.authorization, body.model])).toEqual([
        [undefined, 'theirs'],
        ['Bearer sk-other-0123456789', 'theirs'],
      ]);
      expect(provider.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-other-0123456789']);
    } finally {
      other.close();
      await configure({ AI_PROFILE: null, AI_OTHER_BASE_URL: null, AI_OTHER_MODEL: null, AI_OTHER_API_KEY: null });
    }
  });

  test.each([
    [400, 400, 'validation_failed'],
    [404, 404, 'not_found'],
    [413, 413, 'too_large'],
    [422, 422, 'invalid_document'],
    [402, 502, 'upstream_failed'],
    [500, 502, 'upstream_failed'],
    [503, 502, 'upstream_failed'],
  ])('› the provider’s %i becomes %i with its message', async (theirs, ours, code) => {
    provider.answer(json(theirs, { error: { message: 'the reason', code: 'x' } }));
    const answer = await chat();
    expect(answer).toMatchObject({ status: ours, body: { code } });
    expect(answer.body.detail).toContain('the reason');
  });

  test.each([401, 403])('› 502 when the provider answers %i; what it says is not passed on', async (status) => {
    provider.answer(json(status, { error: { message: `Incorrect key ${key.slice(0, 7)}…` } }));
    const { status: ours, body } = await chat();
    expect([ours, body.code]).toEqual([502, 'upstream_failed']);
    expect(JSON.stringify(body)).not.toContain(key.slice(0, 7));
  });

  test('› 429 with Retry-After', async () => {
    provider.answer(json(429, { error: { message: 'slow down' } }, { 'Retry-After': '77' }));
    const told = await chat();
    expect([told.status, told.body.code, told.body.detail, told.headers.get('Retry-After')]).toEqual([
      429,
      'rate_limited',
      'slow down',
      '77',
    ]);
    expect(provider.asked.length).toBe(1);
    provider.answer(json(429, {}));
    expect((await chat()).headers.get('Retry-After')).toMatch(/^\d+$/);
  });

  test('› 200 after 429 and 503 that say when to come back', async () => {
    provider.answer(json(429, {}, { 'Retry-After': '0' }), json(503, {}, { 'Retry-After': '0' }), json(200, completion('at last')));
    expect((await chat()).body.choices[0].message.content).toBe('at last');
    expect(provider.asked.length).toBe(3);
  });

  test('› 429 when that does not help: at most two more tries', async () => {
    provider.answer(json(429, {}, { 'Retry-After': '0' }));
    expect((await chat()).status).toBe(429);
    expect(provider.asked.length).toBe(3);
  });

  test.each([301, 302, 307, 308])('› 502 for a redirect (%i), which is not followed', async (status) => {
    const elsewhere = await startProvider();
    provider.answer((res) => {
      res.writeHead(status, { Location: `${elsewhere.baseUrl}/chat/completions` }).end();
    });
    const { status: ours, body } = await chat();
    expect([ours, body.code]).toEqual([502, 'upstream_failed']);
    expect(elsewhere.asked).toEqual([]);
    elsewhere.close();
  });

  test.each<[string, Script]>([
    [
      'text',
      (res) => {
        res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
      },
    ],
    ['broken JSON', json(200, '{"a":')],
    ['a list', json(200, [1])],
    [
      'nothing',
      (res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' }).end();
      },
    ],
    [
      'a cut connection',
      (res) => {
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 }).write('{', () => {
          res.destroy();
        });
      },
    ],
    [
      'no answer',
      (res) => {
        res.destroy();
      },
    ],
    [
      'compressed bytes',
      (res) => {
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end('x');
      },
    ],
    [
      'compressed events',
      (res) => {
        res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' }).end(gzipSync(event('x')));
      },
    ],
    [
      'another protocol',
      (res) => {
        res.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
      },
    ],
    ['JSON that is nested too deep', json(200, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    [
      'no end',
      (res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' });
        const more = (): void => {
          while (!res.destroyed && res.write(' '.repeat(1024 * 1024)));
          res.once('drain', more);
        };
        more();
      },
    ],
  ])('› 502 when the provider sends %s', async (_, script) => {
    provider.answer(script);
    expect(await chat()).toMatchObject({ status: 502, body: { code: 'upstream_failed' } });
  });

  test('› 502 with what it says for an error with status 200', async () => {
    provider.answer(json(200, { error: { message: 'out of credits' } }));
    const { status, body } = await chat();
    expect([status, body.code, body.detail]).toEqual([502, 'upstream_failed', expect.stringContaining('out of credits')]);
  });

  test('› 502 when no server listens', async () => {
    const gone = await startProvider();
    gone.close();
    await configure({ AI_BASE_URL: gone.baseUrl });
    expect(await chat()).toMatchObject({ status: 502, body: { code: 'upstream_failed' } });
  });

  test('› 502 for an address of the service itself, which is not asked; PUT /api/config takes no such', async () => {
    const { port } = new URL(service.baseUrl);
    for (const [key, value] of [
      ['AI_BASE_URL', `${service.baseUrl}/api/ai/v1`],
      ['AI_BASE_URL', `http://127.0.0.1:${port}/api/ai/v1`],
      ['AI_X_BASE_URL', `http://[::1]:${port}/api/ai/v1`],
      ['AI_X_BASE_URL', service.frontendUrl],
    ] as const) {
      const refused = await service.request('PUT', '/api/config', { body: { [key]: value } });
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ path: key }] } });
    }
    await configure({ AI_API_KEY: service.token(), EMBEDDING_MODEL: 'small' });
    const file = join(service.dataDir, '.env');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace(/^AI_BASE_URL=.*$/m, `AI_BASE_URL=${service.baseUrl}/api/ai/v1`));
    const said = { status: 502, body: { code: 'upstream_failed', detail: expect.stringContaining('is Daybook itself') as string } };
    expect(await chat()).toMatchObject(said);
    expect(await service.request('GET', '/api/ai/models')).toMatchObject(said);
    expect(await service.request('POST', '/api/ai/ask', { body: { question: 'What?' } })).not.toMatchObject({ status: 500 });
    await configure({ EMBEDDING_MODEL: null });
  });

  test('› 503 with Retry-After while neither a provider nor a model is configured', async () => {
    await configure({ AI_BASE_URL: null });
    const answer = await chat();
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(answer.body.detail).toContain('LOCAL_MODEL_PATH');
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
  });
});

describe('POST /api/ai/chat, as a stream', () => {
  test('› 200 with the events as they come', async () => {
    provider.answer(stream('Hel', 'lo', ' wörld 🙂'));
    const answer = await chat({ stream: true });
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    expect(answer.body).toBe(`${event('Hel')}${event('lo')}${event(' wörld 🙂')}data: [DONE]\n\n`);
    expect(provider.asked[0]?.body.stream).toBe(true);
  });

  test('› 200: each piece goes out when it has come in', async () => {
    const { promise: seen, resolve: go } = Promise.withResolvers<void>();
    provider.answer(async (res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('first!'));
      await seen;
      res.end(`${event('second')}data: [DONE]\n\n`);
    });
    const response = await fetch(`${service.baseUrl}/api/ai/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ messages, stream: true }),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader(); // oxlint-disable-line typescript/no-non-null-assertion -- a 200 has a body
    expect((await reader.read()).value).toBe(event('first!'));
    go();
    expect((await reader.read()).value?.startsWith(event('second'))).toBe(true);
  });

  test('› 4xx and 5xx are problems, no streams', async () => {
    provider.answer(json(404, { error: { message: 'no such model' } }));
    expect(await chat({ stream: true })).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'no such model' } });
  });

  test('› a caller who leaves ends the provider’s work', async () => {
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('first!'));
    });
    const leaving = new AbortController();
    const response = await fetch(`${service.baseUrl}/api/ai/chat`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ messages, stream: true }),
    });
    expect(response.status).toBe(200);
    leaving.abort();
    await provider.asked[0]?.closed;
  });

  test('› a caller who leaves before the answer has begun ends it as well', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    provider.answer(() => {
      resolve();
    });
    const outgoing = httpRequest(`${service.baseUrl}/api/ai/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' },
    });
    outgoing.on('error', () => undefined);
    outgoing.end(JSON.stringify({ messages }));
    await arrived;
    outgoing.destroy();
    await provider.asked[0]?.closed;
  });

  test('› a slow reader slows the provider down: little is kept in between', async () => {
    let written = 0;
    const { promise: full, resolve } = Promise.withResolvers<void>();
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const large = event('x'.repeat(64 * 1024));
      const more = (): void => {
        while (!res.destroyed && written < 200 * 1024 * 1024) {
          written += large.length;
          if (!res.write(large)) break;
        }
        const stuck = setTimeout(resolve, 500);
        res.once('drain', () => {
          clearTimeout(stuck);
          more();
        });
      };
      more();
    });
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const body = JSON.stringify({ messages, stream: true });
    socket.write(
      `POST /api/ai/chat HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${service.token()}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    socket.pause();
    await full;
    // What the buffers of the system between the three hold, and no more.
    expect(written).toBeLessThan(40 * 1024 * 1024);
    socket.destroy();
    await provider.asked[0]?.closed;
  });

  test('› a stream that breaks off ends with an event that says so', async () => {
    provider.answer((res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event('first!'), () => {
        res.destroy();
      });
    });
    const { status, body } = await chat({ stream: true });
    expect(status).toBe(200);
    const events = String(body)
      .split('\n\n')
      .filter((part) => part !== '')
      .map((part) => JSON.parse(part.replace(/^data: /, '')) as { error?: { code: string } });
    expect(events.map((one) => one.error?.code)).toEqual([undefined, 'upstream_failed']);
  });
});

describe('the key', () => {
  test('is in no answer and no line of the log, also when the provider repeats it', async () => {
    const answers: Answer[] = [];
    for (const script of [
      json(400, { error: { message: `Wrong: ${key}, that is ${key.slice(4, 16)}` } }),
      json(500, { error: `Bearer ${key}` }),
      json(401, { message: key }),
      json(200, { echo: key, choices: [] }),
      json(200, { choices: [{ message: { content: `It ends with ${key.slice(11)}` } }], [key.slice(0, 9)]: 1 }),
      json(200, `{"choices":[],"echo":"\\u0073${key.slice(1)}"}`),
      (res: Parameters<Script>[0]) => {
        res
          .writeHead(200, { 'Content-Type': 'text/event-stream' })
          .end(`${event(`Its middle is ${key.slice(3, 20)}`)}data: {"a":"\\u0073${key.slice(1)}"}\n\n: ${key.slice(9)}\n\n`);
      },
      (res: Parameters<Script>[0]) => {
        res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(`data: {"a":"${key.slice(0, 10)}`);
        setTimeout(() => {
          res.end(`${key.slice(10)}"}\n\n`);
        }, 20);
      },
      // It comes in pieces, of which none gives it away.
      stream('My key is ', ...(key.match(/.{1,5}/g) ?? []), '.'),
    ]) {
      provider.answer(script);
      answers.push(await chat());
    }
    provider.answer(json(200, { object: 'list', data: [{ id: key }, { id: key.slice(5, 20) }] }));
    answers.push(await service.request('GET', '/api/ai/models'));
    expect(answers.map(({ status }) => status)).toEqual([400, 502, 502, 200, 200, 200, 200, 200, 200, 200]);
    // Texts as clients put them together, too.
    const joined = answers.map(({ body }) => Array.from(String(body).matchAll(/"content":"([^"]*)"/g), ([, text]) => text).join(''));
    const said = JSON.stringify(answers.map(({ headers, body }, at) => [[...headers], body as unknown, joined[at]]));
    await service.restart();
    const log = readdirSync(join(service.dataDir, 'logs'))
      .map((file) => readFileSync(join(service.dataDir, 'logs', file), 'utf8'))
      .join('');
    for (let at = 0; at + 8 <= key.length; at += 1) {
      expect(said).not.toContain(key.slice(at, at + 8));
      expect(log).not.toContain(key.slice(at, at + 8));
    }
    // Neither is what was asked.
    expect(log).not.toContain('"Hi"');
  });
});

describe('GET /api/ai/models', () => {
  test('› 200 with the provider’s models', async () => {
    provider.answer(json(200, { object: 'list', data: [{ id: 'a', object: 'model', owned_by: 'x' }, { id: 'b' }, { no: 'id' }] }));
    expect((await service.request('GET', '/api/ai/models')).body).toEqual({
      object: 'list',
      data: [
        { id: 'a', object: 'model', owned_by: 'x' },
        { id: 'b', object: 'model' },
      ],
    });
    expect(provider.asked).toMatchObject([{ method: 'GET', url: '/v1/models', headers: { authorization: `Bearer ${key}` } }]);
  });

  test('› 200 with none while nothing is configured', async () => {
    await configure({ AI_BASE_URL: null });
    expect((await service.request('GET', '/api/ai/models')).body).toEqual({ object: 'list', data: [] });
  });

  test('› 404 when the provider has no such list, 502 when it fails', async () => {
    provider.answer(json(404, {}), json(500, {}));
    expect((await service.request('GET', '/api/ai/models')).status).toBe(404);
    expect((await service.request('GET', '/api/ai/models')).status).toBe(502);
  });
});

describe('a stream that goes on', () => {
  /** The provider says one word and no more. */
  const oneWord: Script = (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(event('Hel'));
  };
  /** What it gave, once it has ended. */
  const readThrough = async (
    path: string,
    token: string,
    body?: object,
  ): Promise<{ readonly first: Promise<void>; readonly rest: Promise<string> }> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' };
    const response = await fetch(service.baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { promise: first, resolve } = Promise.withResolvers<void>();
    const read = async (): Promise<string> => {
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        resolve();
      }
      return text;
    };
    return { first, rest: read() };
  };

  test('› of a chat ends when its token is revoked, and says why', async () => {
    provider.answer(oneWord);
    const made = await service.request('POST', '/api/tokens', { body: { name: 'chat', scopes: ['ai:write'], expiresAt: null } });
    const { first, rest } = await readThrough('/api/ai/chat', made.body.token as string, { messages, stream: true });
    await first;
    await service.request('DELETE', `/api/tokens/${made.body.id as string}`);
    expect(await rest).toContain('"code":"unauthorized"');
  });

  test('› of a chat or of changes ends when solo mode shuts its user out', async () => {
    const token = await service.signUp('emil');
    provider.answer(oneWord);
    const chatting = await readThrough('/api/ai/chat', token, { messages, stream: true });
    const following = await readThrough('/api/changes', token);
    await Promise.all([chatting.first, following.first]);
    await configure({ SOLO_MODE: 'true' });
    expect(await chatting.rest).toContain('"code":"unauthorized"');
    expect(await following.rest).toContain(': open');
  });
});
