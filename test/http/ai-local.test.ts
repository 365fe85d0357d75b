// The built-in model through the service: its life, with the real library and a tiny model.

import { mkdirSync, mkdtempSync, openSync, ftruncateSync, closeSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LocalModel } from '../../main/contract/ai.ts';
import { full } from '../support/tiers.ts';
import { freePort, libraryFault, modelFolder } from '../support/model.ts';
import { untilModel } from '../support/until-model.ts';
import { startServiceProcess, type ServiceProcess } from '../support/process.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { tinyGguf, tinyReply } from '../support/tiny-gguf.ts';

const sentence = tinyReply.join('');
const messages = [{ role: 'user', content: 'A secret question' }];

const folder = modelFolder();
const fault = await libraryFault();
let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  port = await freePort();
  folder.write('tiny.gguf', { chatTemplate: null });
  folder.write('endless.gguf', { endless: true, contextLength: 8192, chatTemplate: null });
});
afterAll(async () => {
  await service.dispose();
  folder.remove();
});
beforeEach(async (context) => {
  if (fault !== null) context.skip(fault);
  await configure({ LOCAL_MODEL_PATH: join(folder.path, 'tiny.gguf'), LLAMA_SERVER_PORT: String(port), AI_MODEL: null, SOLO_MODE: null });
});

async function configure(values: Record<string, string | null>): Promise<void> {
  const { status, body } = await service.request('PUT', '/api/config', { body: values });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const chat = (body: object = {}): Promise<Answer> =>
  service.request('POST', '/api/ai/chat', { body: { messages, temperature: 0, ...body } });
const order = async (what: 'start' | 'stop' | 'restart'): Promise<LocalModel> =>
  (await service.request('POST', `/api/ai/local/${what}`)).body as LocalModel;
const local = async (): Promise<LocalModel> => (await service.request('GET', '/api/ai/local')).body as LocalModel;

const until = (fits: (status: LocalModel) => boolean): Promise<LocalModel> => untilModel(local, fits);

/**
 * Configures this model and gives its status once it is ready. It is loaded already where the test before has left it: a start takes a
 * fifth of a second of the processor. A test of the start itself orders a stop before.
 */
async function ready(name: 'tiny' | 'endless'): Promise<LocalModel> {
  await configure({ LOCAL_MODEL_PATH: join(folder.path, `${name}.gguf`) });
  const { state, modelName } = await until((status) => status.state !== 'starting');
  if (state !== 'ready' || modelName !== name) await order('restart');
  return until((status) => status.state === 'ready');
}

/** Waits for `work` while a server of this test's own has the port of the model's. */
async function withPortTaken(work: () => Promise<void>): Promise<void> {
  await order('stop');
  const other: Server = createServer();
  await new Promise<void>((resolve) => {
    other.listen(port, '127.0.0.1', resolve);
  });
  try {
    await work();
  } finally {
    await new Promise((resolve) => {
      other.close(resolve);
    });
  }
}

function runs(pid: number | null): boolean {
  try {
    process.kill(pid ?? 0, 0);
    // One that has ended and that no request has asked after is no longer there.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('who may', () => {
  test('other users see how it is, but not where the file lies, and may not start or stop it', full, async () => {
    await order('stop');
    const token = await service.signUp('guest');
    expect(await service.request('GET', '/api/ai/local', { token })).toMatchObject({
      status: 200,
      body: { state: 'stopped', modelPath: null },
    });
    for (const what of ['start', 'stop', 'restart'])
      expect((await service.request('POST', `/api/ai/local/${what}`, { token })).status).toBe(403);
    const answer = await service.request('POST', '/api/ai/chat', { body: { messages, temperature: 0 }, token });
    expect(answer.body.choices[0].message.content).toBe(sentence);
  });

  test('other users see that it failed, but not why', async () => {
    const token = await service.signUp('visitor');
    await withPortTaken(async () => {
      await order('start');
      expect((await until(({ state }) => state === 'failed')).error).toContain('LLAMA_SERVER_PORT');
      const { body } = await service.request('GET', '/api/ai/local', { token });
      expect(body).toMatchObject({ state: 'failed', error: expect.stringContaining('owner') as unknown });
      expect(JSON.stringify(body)).not.toContain('LLAMA_SERVER_PORT');
    });
  });
});

describe('its life', () => {
  test('POST /api/ai/local/start, restart, stop', full, async () => {
    await order('stop');
    expect(await order('start')).toMatchObject({ state: 'starting', port });
    const first = await until(({ state }) => state !== 'starting');
    expect(first).toMatchObject({
      state: 'ready',
      modelPath: join(folder.path, 'tiny.gguf'),
      modelName: 'tiny',
      port,
      error: null,
      contextSize: 2048,
      startedAt: expect.stringMatching(/Z$/) as unknown,
    });
    expect(first.memoryBytes).toBeGreaterThan(50_000_000);
    expect(await order('restart')).toMatchObject({ state: 'starting' });
    const second = await until(({ state }) => state === 'ready');
    expect(second.pid).not.toBe(first.pid);
    expect(await order('stop')).toMatchObject({ state: 'stopped', pid: null, memoryBytes: null });
    expect([runs(first.pid), runs(second.pid)]).toEqual([false, false]);
  });

  test(
    'POST /api/ai/chat › 200: starts it, and the status tells how fast it was; as a stream; ten at once; 400 for more than the context',
    full,
    async () => {
      await order('stop');
      const answer = await chat();
      expect(answer).toMatchObject({ status: 200, body: { model: 'tiny', choices: [{ message: { content: sentence } }] } });
      expect((await local()).tokensPerSecond).toBeGreaterThan(0);

      const { body } = await chat({ stream: true });
      const events = String(body)
        .trimEnd()
        .split('\n\n')
        .map((part) => part.replace(/^data: /, ''));
      expect(events.pop()).toBe('[DONE]');
      expect(
        events
          .map((event) => (JSON.parse(event) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '')
          .join(''),
      ).toBe(sentence);
      const many = await Promise.all(Array.from({ length: 10 }, () => chat()));
      expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));

      expect(await chat({ messages: [{ role: 'user', content: 'x'.repeat(5_000) }] })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', detail: expect.stringContaining('2048') as unknown },
      });
    },
  );

  test('GET /api/ai/models › 200 with the files of a folder, of which a request can name one', full, async () => {
    await configure({ LOCAL_MODEL_PATH: folder.path });
    expect((await service.request('GET', '/api/ai/models')).body).toMatchObject({
      object: 'list',
      data: [{ id: 'endless', object: 'model', owned_by: 'local' }, { id: 'tiny' }],
    });
    expect((await chat({ model: 'tiny' })).body.model).toBe('tiny');
    expect((await chat({ model: 'endless', max_tokens: 2 })).body).toMatchObject({
      model: 'endless',
      choices: [{ message: { content: 'Hello from' } }],
    });
  });

  test('GET /api/config › a changed LOCAL_MODEL_PATH with a model loaded is told in appliesAtNextLoad', full, async () => {
    await ready('tiny');
    const told = async (): Promise<unknown> => (await service.request('GET', '/api/config')).body.appliesAtNextLoad;
    expect(await told()).toEqual([]);
    const changed = await service.request('PUT', '/api/config', { body: { LOCAL_MODEL_PATH: join(folder.path, 'endless.gguf') } });
    expect(changed.body.appliesAtNextLoad).toEqual(['LOCAL_MODEL_PATH']);
    expect(await told()).toEqual(['LOCAL_MODEL_PATH']);
    await order('restart');
    expect(await told()).toEqual([]);
  });

  test('killed, it starts again, and the reply that was being made ends with an error', full, async () => {
    const { pid } = await ready('endless');
    const { body } = await fetch(`${service.baseUrl}/api/ai/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ messages, stream: true, temperature: 0 }),
    });
    let reply = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      // In the middle of it.
      if (reply === '') process.kill(pid ?? 0, 'SIGKILL');
      reply += chunk;
    }
    expect(reply).toContain('upstream_failed');
    expect((await until((status) => status.state === 'ready' && status.pid !== pid)).error).toContain('SIGKILL');
    expect((await chat({ max_tokens: 2 })).body.choices[0].message.content).toBe('Hello from');
  });

  test('a caller who leaves frees it for the next', full, async () => {
    await ready('endless');
    for (let round = 0; round < 6; round += 1) {
      const leaving = new AbortController();
      const response = await fetch(`${service.baseUrl}/api/ai/chat`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { Authorization: `Bearer ${service.token()}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ messages, stream: true, temperature: 0 }),
      });
      await response.body?.getReader().read();
      leaving.abort();
    }
    // Six of them, without an end, at two places: this one would wait for minutes.
    expect((await chat({ max_tokens: 2 })).body.choices[0].message.content).toBe('Hello from');
  });

  test('the log tells of it, and not of what was asked or answered', async () => {
    await ready('endless');
    expect((await chat({ max_tokens: 2 })).body.choices[0].message.content).toBe('Hello from');
    await order('stop');
    await service.restart();
    const log = readdirSync(join(service.dataDir, 'logs'))
      .map((file) => readFileSync(join(service.dataDir, 'logs', file), 'utf8'))
      .join('');
    expect(log).toContain('the model server is ready');
    expect(log).not.toMatch(/secret question|Hello from/);
  });
});

describe('DAYBOOK_START_MODEL', () => {
  beforeEach(() => order('stop'));

  const environment = (file: string): Record<string, string> => ({
    DAYBOOK_START_MODEL: 'true',
    LOCAL_MODEL_PATH: file,
    LLAMA_SERVER_PORT: String(port),
  });

  async function settled(of: TestService): Promise<LocalModel> {
    for (;;) {
      const status = (await of.request('GET', '/api/ai/local')).body as LocalModel;
      if (status.state !== 'starting') return status;
      await sleep(20);
    }
  }

  test('the model is loaded with the service, before the first request', full, async () => {
    const early = await startTestService({ environment: environment(join(folder.path, 'tiny.gguf')) });
    try {
      expect(await settled(early)).toMatchObject({ state: 'ready', modelName: 'tiny' });
    } finally {
      await early.dispose();
    }
  });

  test('one that cannot be loaded keeps nothing else from working', async () => {
    const early = await startTestService({ environment: environment(join(folder.path, 'none.gguf')) });
    try {
      expect(await settled(early)).toMatchObject({ state: 'failed', error: expect.stringContaining('no file or folder') as unknown });
      expect((await early.request('GET', '/health')).status).toBe(200);
    } finally {
      await early.dispose();
    }
  });
});

describe('the configuration', () => {
  test('a changed path counts at the next load, a changed port at the next start', full, async () => {
    await ready('tiny');
    const next = await freePort();
    await configure({ LOCAL_MODEL_PATH: join(folder.path, 'endless.gguf'), LLAMA_SERVER_PORT: String(next) });
    expect((await chat()).body.model).toBe('tiny');
    expect(await local()).toMatchObject({ port, modelName: 'tiny' });
    await order('restart');
    expect(await until(({ state }) => state === 'ready')).toMatchObject({ port: next, modelName: 'endless' });
    port = next;
  });

  test('POST /api/ai/chat › 503 with the reason when the file is bad, until it is another one', full, async () => {
    await order('stop');
    const file = join(folder.path, '..', `${Date.now()}.gguf`);
    writeFileSync(file, 'GGUF');
    await configure({ LOCAL_MODEL_PATH: file });
    try {
      expect(await chat()).toMatchObject({
        status: 503,
        body: { code: 'unavailable', detail: expect.stringContaining('cut off') as unknown },
      });
      const { state, error } = await local();
      expect([state, error]).toEqual(['failed', expect.stringContaining('cut off')]);
      writeFileSync(file, tinyGguf());
      expect((await chat()).body.choices[0].message.content).toBe(sentence);
    } finally {
      rmSync(file);
    }
  });
});

describe('what cannot be served', () => {
  beforeEach(() => order('stop'));

  const good = tinyGguf();
  const files: readonly [string, string | Buffer | null, RegExp][] = [
    ['nothing', '', /no GGUF file/],
    ['text', 'GGUX and more', /no GGUF file/],
    ['version 1', tinyGguf({ ggufVersion: 1 }), /version 1/],
    ['version 9', tinyGguf({ ggufVersion: 9 }), /version 9/],
    ['an unknown architecture', tinyGguf({ architecture: 'nonesuch' }), /nonesuch/],
    ['a head that is cut off', good.subarray(0, 2_000), /cut off/],
    ['data that is cut off', good.subarray(0, good.length - 40), /cut off/],
    ['more than fits into memory', null, /GiB/],
  ];
  test.each(files)('%s', async (name, bytes, reason) => {
    const path = mkdtempSync(join(tmpdir(), 'daybook-bad-'));
    const file = join(path, `${name}.gguf`);
    // The configuration takes no file that does not begin like a model.
    writeFileSync(file, good);
    await configure({ LOCAL_MODEL_PATH: file });
    writeFileSync(file, bytes ?? good);
    if (bytes === null) {
      const descriptor = openSync(file, 'r+');
      ftruncateSync(descriptor, 2 ** 43);
      closeSync(descriptor);
    }
    try {
      await order('start');
      const failed = await until(({ state }) => state === 'failed');
      expect(failed).toMatchObject({ pid: null, error: expect.stringMatching(reason) as unknown });
      expect(failed.error).not.toContain(path);
      expect((await service.request('GET', '/health')).status).toBe(200);
    } finally {
      rmSync(path, { recursive: true });
    }
  });

  test('a file that is gone, and a folder without models', async () => {
    const path = mkdtempSync(join(tmpdir(), 'daybook-bad-'));
    writeFileSync(join(path, 'm.gguf'), good);
    await configure({ LOCAL_MODEL_PATH: path });
    rmSync(path, { recursive: true });
    await order('start');
    expect((await until(({ state }) => state === 'failed')).error).toContain('no file or folder');
    mkdirSync(path);
    await order('start');
    expect((await until(({ state }) => state === 'failed')).error).toContain('no GGUF file');
    rmSync(path, { recursive: true });
  });

  test('a port that another program has; free again, it starts', full, async () => {
    await withPortTaken(async () => {
      await order('start');
      const { error } = await until(({ state }) => state === 'failed');
      expect(error).toContain(String(port));
      expect(error).toContain('LLAMA_SERVER_PORT');
    });
    await order('start');
    await until(({ state }) => state === 'ready');
  });
});

describe('the end of the service', () => {
  let dataDir: string;
  let running: ServiceProcess;
  let pid: number | null;
  beforeEach(async () => {
    await order('stop');
    dataDir = mkdtempSync(join(tmpdir(), 'daybook-orphan-'));
    running = await startServiceProcess(dataDir, {
      environment: { LOCAL_MODEL_PATH: join(folder.path, 'endless.gguf'), LLAMA_SERVER_PORT: String(port) },
    });
    const headers = { Authorization: `Bearer ${running.info.token}`, 'Content-Type': 'application/json' };
    // In the middle of a reply.
    const response = await fetch(`${running.info.baseUrl}/api/ai/chat`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ messages, stream: true, temperature: 0 }),
    });
    await response.body?.getReader().read();
    ({ pid } = (await (await fetch(`${running.info.baseUrl}/api/ai/local`, { headers })).json()) as LocalModel);
    if (!runs(pid)) throw new Error('The model server does not run');
  });
  afterEach(async () => {
    await running.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('SIGKILL: the model server ends as well', full, async () => {
    await running.end('SIGKILL');
    while (runs(pid)) await sleep(20);
  });

  test('SIGTERM: it is gone before the service is', full, async () => {
    expect(await running.end('SIGTERM')).toBe(0);
    expect(runs(pid)).toBe(false);
  });
});
