import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ModelServer, type ModelServerOptions } from '../../../main/features/ai/model-server.ts';
import type { ModelSettings } from '../../../main/features/ai/model-settings.ts';
import type { LocalModel } from '../../../main/contract/ai.ts';
import { forkChild } from '../../../main/lib/child-process.ts';
import { full } from '../../support/tiers.ts';
import { cleanEnvironment } from '../../support/process.ts';
import { untilModel } from '../../support/until-model.ts';

const scripted = new URL('../../support/scripted-model.ts', import.meta.url);
const never = new AbortController().signal;

let folder: string;
let settings: ModelSettings;
let server: ModelServer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-model-server-'));
  settings = { modelPath: join(folder, 'm.gguf'), port: '1234', model: null };
  server = serverWith();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `heard` gets what its children tell. */
function serverWith(timing: ModelServerOptions['timing'] = {}, heard: (message: unknown) => void = () => undefined): ModelServer {
  return new ModelServer({
    spawn: <Order, Report>(_file: URL, name: string) => {
      const child = forkChild(cleanEnvironment())<Order, Report>(scripted, name);
      child.onMessage(heard);
      return child;
    },
    settings: () => settings,
    log: pino({ level: 'silent' }),
    timing: { backOff: 5, healthyAfter: 60_000, retryAfter: 60_000, idleAfter: 60_000, ...timing },
  });
}

function script(text: string, name = 'm.gguf'): void {
  writeFileSync(join(folder, name), text);
}

/** Ports and files of the starts so far. */
function starts(name = 'm.gguf'): string[] {
  const file = join(folder, `${name}.starts`);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

const until = (fits: (status: LocalModel) => boolean): Promise<LocalModel> => untilModel(() => server.status(), fits);

describe('start and stop', () => {
  test('stopped, starting, ready, stopping, stopped', async () => {
    script('ready');
    expect(await server.status()).toEqual({
      state: 'stopped',
      modelPath: settings.modelPath,
      modelName: null,
      port: 1234,
      pid: null,
      error: null,
      startedAt: null,
      loadProgress: null,
      memoryBytes: null,
      contextSize: null,
      tokensPerSecond: null,
    });
    await server.start();
    expect((await server.status()).state).toBe('starting');
    const ready = await until(({ state }) => state === 'ready');
    expect(ready).toMatchObject({
      modelPath: settings.modelPath,
      modelName: 'm',
      port: 1234,
      pid: expect.any(Number) as unknown,
      error: null,
      memoryBytes: 1,
      contextSize: 2048,
    });
    const stopping = server.stop();
    expect((await server.status()).state).toBe('stopping');
    await stopping;
    expect(await server.status()).toMatchObject({ state: 'stopped', pid: null, startedAt: null, error: null });
    expect(() => process.kill(ready.pid ?? 0, 0)).toThrow('ESRCH');
  });

  test('while it starts, the status tells how much has been loaded', async () => {
    script('half');
    await server.start();
    expect(await until(({ loadProgress }) => loadProgress !== null)).toMatchObject({ state: 'starting', loadProgress: 0.5 });
    await server.stop();
    script('half ready');
    await server.start();
    expect((await until(({ state }) => state === 'ready')).loadProgress).toBeNull();
  });

  test('started twice, stopped twice: once', async () => {
    script('ready');
    await Promise.all([server.start(), server.start()]);
    await until(({ state }) => state === 'ready');
    await server.start();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(starts().length).toBe(1);
    expect((await server.status()).state).toBe('stopped');
  });

  test('stopped while it starts, and started while it stops', async () => {
    script('slow');
    await server.start();
    await server.stop();
    expect((await server.status()).state).toBe('stopped');
    await server.start();
    await until(({ pid }) => pid !== null);
    const stopping = server.stop();
    script('ready');
    await server.start();
    await stopping;
    await until(({ state }) => state === 'ready');
  });

  test('one that is closed does not start again', async () => {
    script('ready');
    await server.close();
    await server.start();
    expect((await server.status()).state).toBe('stopped');
    await expect(server.lease(null, never)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a crash', () => {
  test('is followed by another start; the status says so', async () => {
    script('ready');
    await server.start();
    const first = await until(({ state }) => state === 'ready');
    process.kill(first.pid ?? 0, 'SIGKILL');
    const second = await until(({ state, pid }) => state === 'ready' && pid !== first.pid);
    expect(second.error).toContain('SIGKILL');
    expect(starts().length).toBe(2);
  });

  test('three times; then it has failed, with the reason', full, async () => {
    script('crash');
    await server.start();
    const failed = await until(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ pid: null, error: expect.stringContaining('SIGKILL') as unknown });
    expect(starts().length).toBe(4);
  });

  test(
    'while it loads, again and again, is the fault of the file: those who need it do not try it anew, until it has changed',
    full,
    async () => {
      server = serverWith({ retryAfter: 0 });
      script('crash');
      await expect(server.lease(null, never)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('damaged') as unknown,
      });
      await expect(server.lease(null, never)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('damaged') as unknown,
      });
      // Nor after a stop.
      await server.stop();
      await expect(server.lease(null, never)).rejects.toMatchObject({ code: 'unavailable' });
      expect(starts().length).toBe(4);
      script('ready');
      utimesSync(join(folder, 'm.gguf'), 1, 1);
      using _ = await server.lease(null, never);
      expect(starts().length).toBe(5);
    },
  );

  test('while it loads: a caller who says start has it tried anew', full, async () => {
    script('crash');
    await server.start();
    await until(({ state }) => state === 'failed');
    await server.start();
    await until(() => starts().length > 4);
  });

  test('while one model of a folder loads keeps no caller from another, and is not forgotten over it', full, async () => {
    script('crash', 'a.gguf');
    script('ready', 'b.gguf');
    settings = { ...settings, modelPath: folder };
    // The file alone changes, in place.
    await expect(server.lease('a', never)).rejects.toMatchObject({ code: 'unavailable' });
    (await server.lease('b', never))[Symbol.dispose]();
    await expect(server.lease('a', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('damaged') as unknown,
    });
    expect(starts('a.gguf').length).toBe(4);
    script('ready as well', 'a.gguf');
    utimesSync(join(folder, 'a.gguf'), 1, 1);
    (await server.lease('a', never))[Symbol.dispose]();
  });

  test('of one that was ready is no fault of the file', full, async () => {
    server = serverWith({ retryAfter: 0 });
    script('ready crash');
    await server.start();
    await until(({ state }) => state === 'failed');
    expect((await server.status()).error).not.toContain('damaged');
    script('ready');
    using _ = await server.lease(null, never);
  });

  test('is forgotten after a healthy while', full, async () => {
    server = serverWith({ healthyAfter: 1 });
    script('ready');
    await server.start();
    for (let round = 0; round < 4; round += 1) {
      const { pid } = await until(({ state, error }) => state === 'ready' && error === null);
      process.kill(pid ?? 0, 'SIGKILL');
      await until((status) => status.pid !== pid);
    }
    await until(({ state }) => state === 'ready');
    expect(starts().length).toBe(5);
  });

  test('stop ends the waiting for another start', async () => {
    server = serverWith({ backOff: 60_000 });
    script('crash');
    await server.start();
    await until(({ error }) => error !== null);
    await server.stop();
    expect(await server.status()).toMatchObject({ state: 'stopped', error: null });
    expect(starts().length).toBe(1);
  });
});

describe('a failure that is told', () => {
  test.each([
    ['damaged', 'the file is damaged'],
    ['taken', 'the port is taken'],
  ])('%s: not tried again by itself', async (word, reason) => {
    script(word);
    await server.start();
    expect(await until(({ state }) => state === 'failed')).toMatchObject({ error: reason });
    await expect(server.lease(null, never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(reason) as unknown,
    });
    expect(starts().length).toBe(1);
  });

  test('names no path', async () => {
    script('misplaced');
    await server.start();
    const { error } = await until(({ state }) => state === 'failed');
    expect(error).toContain('m.gguf');
    expect(error).not.toContain(folder);
  });

  test('a damaged file is tried again by those who need it once it has changed, not before', async () => {
    server = serverWith({ retryAfter: 0 });
    script('damaged');
    await expect(server.lease(null, never)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(server.lease(null, never)).rejects.toMatchObject({ code: 'unavailable' });
    expect(starts().length).toBe(1);
    script('ready');
    utimesSync(join(folder, 'm.gguf'), 1, 1);
    using lease = await server.lease(null, never);
    expect(lease.baseUrl).toBe('http://127.0.0.1:1234/v1');
  });

  test('a taken port is tried again after a while', async () => {
    server = serverWith({ retryAfter: 0 });
    script('taken');
    await expect(Promise.race([server.lease(null, never), until(() => starts().length >= 2)])).resolves.toBeDefined();
    await server.close();
  });

  test('a caller who starts it has it tried at once', async () => {
    script('damaged');
    await server.start();
    await until(({ state }) => state === 'failed');
    await server.start();
    await until(({ state }) => state === 'failed');
    expect(starts().length).toBe(2);
  });

  test.each<[string, Partial<ModelSettings>, string]>([
    ['no path', { modelPath: null }, 'LOCAL_MODEL_PATH'],
    ['a path that leads nowhere', { modelPath: '/nowhere/m.gguf' }, 'no file or folder'],
    ['no port', { port: 'x' }, 'LLAMA_SERVER_PORT'],
  ])('%s', async (_, change, words) => {
    script('ready');
    settings = { ...settings, ...change };
    await server.start();
    const { error } = await until(({ state }) => state === 'failed');
    expect(error).toContain(words);
    expect(error).not.toContain('/nowhere');
  });
});

describe('the configuration', () => {
  test('counts from the next start on', async () => {
    script('ready');
    script('ready', 'other.gguf');
    await server.start();
    await until(({ state }) => state === 'ready');
    settings = { ...settings, port: '4321', modelPath: join(folder, 'other.gguf') };
    expect(await server.status()).toMatchObject({ port: 1234, modelName: 'm' });
    using lease = await server.lease(null, never);
    expect(lease.baseUrl).toContain(':1234/');
    await server.restart();
    expect(await until(({ state }) => state === 'ready')).toMatchObject({ port: 4321, modelName: 'other' });
    expect(starts('other.gguf')).toEqual([`4321 ${join(folder, 'other.gguf')}`]);
  });

  test('of a folder: the first by name, AI_MODEL, or the one that is asked for', async () => {
    for (const name of ['b.gguf', 'a.gguf', 'c.GGUF']) script('ready', name);
    settings = { ...settings, modelPath: folder };
    const loaded = async (wanted: string | null): Promise<string | null> => {
      using _ = await server.lease(wanted, never);
      return (await server.status()).modelName;
    };
    expect(await loaded(null)).toBe('a');
    await expect(loaded('gpt-4o')).rejects.toMatchObject({
      code: 'not_found',
      errors: [{ path: 'model' }],
      extra: { reason: 'model_not_found' },
    });
    expect(await loaded('b.gguf')).toBe('b');
    expect(await loaded(null)).toBe('b');
    await server.stop();
    server = serverWith();
    settings = { ...settings, model: 'c' };
    expect(await loaded(null)).toBe('c');
  });

  test('an unknown model is not found, also of a single file, and the one that is loaded goes on', async () => {
    script('ready');
    using _ = await server.lease(null, never);
    await expect(server.lease('gpt-4o', never)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('gpt-4o') as unknown,
    });
    using again = await server.lease('m', never);
    expect(again.baseUrl).toContain(':1234/');
    expect(starts()).toHaveLength(1);
  });

  test('tells what the model that is loaded was loaded with, until it is stopped', async () => {
    script('ready');
    const before = settings;
    expect(server.loadedWith).toBeNull();
    using _ = await server.lease(null, never);
    settings = { ...settings, modelPath: join(folder, 'other.gguf') };
    expect(server.loadedWith).toEqual(before);
    await server.stop();
    expect(server.loadedWith).toBeNull();
  });

  test('another model is refused while one answers', async () => {
    for (const name of ['a.gguf', 'b.gguf']) script('ready', name);
    settings = { ...settings, modelPath: folder };
    using _ = await server.lease('a', never);
    await expect(server.lease('b', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('busy') as unknown,
    });
    expect(await server.status()).toMatchObject({ state: 'ready', modelName: 'a' });
  });

  test('of two models that are asked for at the same time one is loaded, and the other is refused', async () => {
    settings = { ...settings, modelPath: folder };
    script('ready', 'a.gguf');
    script('ready', 'b.gguf');
    const names = ['a', 'b'];
    const leases = await Promise.allSettled(names.map((name) => server.lease(name, never)));
    const { modelName } = await server.status();
    const refused = leases.find(({ status }) => status === 'rejected');
    expect(names.filter((_, index) => leases[index]?.status === 'fulfilled')).toEqual([modelName]);
    expect(refused).toMatchObject({ reason: { code: 'unavailable', message: `The built-in server is busy with the model ${modelName}` } });
  });
});

describe('idleness', () => {
  test('stops it, unless a caller is being answered; the next request starts it', async () => {
    const told: unknown[] = [];
    server = serverWith({ idleAfter: 10 }, (message) => told.push(message));
    script('ready idle');
    const lease = await server.lease(null, never);
    const { pid } = await server.status();
    await expect.poll(() => told.filter((message) => Object(message).type === 'idle').length).toBeGreaterThan(2);
    expect(await server.status()).toMatchObject({ state: 'ready', pid });
    lease[Symbol.dispose]();
    lease[Symbol.dispose]();
    await until(({ state }) => state === 'stopped');
    using _ = await server.lease(null, never);
    expect(starts().length).toBe(2);
  });
});

describe('those who wait', () => {
  test('leave when they want to, and are not counted then', async () => {
    script('slow');
    const leaving = new AbortController();
    const waiting = server.lease(null, leaving.signal);
    await until(({ pid }) => pid !== null);
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  test('are told when it takes too long', async () => {
    server = serverWith({ startTimeoutMs: 50 });
    script('slow');
    await expect(server.lease(null, never)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
