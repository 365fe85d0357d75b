// Processes of the service's own as utility processes: the model server with the real library, and the one that makes documents.

import { once } from 'node:events';
import { utilityProcess } from 'electron';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ModelChild } from '../../main/features/ai/model-child.ts';
import { modelFiles } from '../../main/features/ai/model-files.ts';
import { utilityChild } from '../../main/desktop/spawn-child.ts';
import { Exports } from '../../main/features/exports/exports.ts';
import { childEnvironment } from '../../main/lib/child-process.ts';
import { workerFile } from '../../main/lib/worker-file.ts';
import { documentOf, exportNote } from '../support/export-notes.ts';
import { full } from '../support/tiers.ts';
import { cleanEnvironment } from '../support/process.ts';
import { killProcess } from '../support/watched-child.ts';
import { libraryFault, modelFolder, testKey } from '../support/model.ts';
import { tinyReply } from '../support/tiny-gguf.ts';

const folder = modelFolder();
const fault = await libraryFault();
afterAll(() => {
  folder.remove();
});

describe('the model server', () => {
  beforeEach((context) => {
    if (fault !== null) context.skip(fault);
  });

  test('is started, answers, tells of itself, and ends when it is stopped', full, async () => {
    const [model] = await modelFiles(folder.write('tiny.gguf', { chatTemplate: null }));
    const { promise: ready, resolve, reject } = Promise.withResolvers<number>();
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    const child = new ModelChild(
      utilityChild(cleanEnvironment()),
      model,
      { port: 0, key: testKey, slots: 1, waiting: 0, idleAfter: 60_000 },
      {
        ready: ({ port }) => {
          resolve(port);
        },
        fatal: ({ reason }) => {
          reject(new Error(reason));
        },
        idle: () => undefined,
        ended: end,
        line: () => undefined,
      },
    );
    const response = await fetch(`http://127.0.0.1:${await ready}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] }),
    });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: tinyReply.join('') } }] });
    expect((await child.report())?.memoryBytes).toBeGreaterThan(50_000_000);
    await child.stop();
    expect(await ended).toBe('exit code 0');
    expect(child.pid).toBeNull();
  });

  test('killed, it is known to have ended', full, async () => {
    const [model] = await modelFiles(folder.write('tiny.gguf', { chatTemplate: null }));
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    const child = new ModelChild(
      utilityChild(cleanEnvironment()),
      model,
      { port: 0, key: testKey, slots: 1, waiting: 0, idleAfter: 60_000 },
      {
        ready: () => {
          resolve();
        },
        fatal: () => undefined,
        idle: () => undefined,
        ended: end,
        line: () => undefined,
      },
    );
    await ready;
    process.kill(child.pid ?? 0, 'SIGKILL');
    expect(await ended).toMatch(/^exit code/);
  });
});

describe('documents', () => {
  const parser = workerFile('../../main/contract/markdown/parse', import.meta.url);
  const never = new AbortController().signal;
  const environment = { ...cleanEnvironment(), JWT_SECRET: 's', NODE_OPTIONS: '--inspect=0' };
  const fork = vi.spyOn(utilityProcess, 'fork');
  let exports: Exports;
  const failures: string[] = [];
  beforeEach(() => {
    fork.mockClear();
    exports = new Exports({ parser, spawn: utilityChild(environment), failed: (message) => failures.push(message), line: () => undefined });
  });
  afterEach(() => {
    exports.stop();
  });
  afterAll(() => {
    fork.mockRestore();
  });

  test('are made in one, which has nothing of the app’s environment and options', full, async () => {
    const note = exportNote('# A heading\n\n![](/api/cards/c1/attachments/a1)');
    expect(Buffer.from(await exports.make('pdf', note, never)).equals(await documentOf('pdf', note.markdown))).toBe(true);
    expect(fork.mock.calls.map(([, args, options]) => [args, options])).toEqual([
      [[], { serviceName: 'Daybook documents', env: childEnvironment(environment), execArgv: [], stdio: 'pipe' }],
    ]);
    expect(failures).toEqual([]);
  });

  test('fail when V8 gives it up, and the app goes on', full, async () => {
    const made = exports.make('docx', exportNote('text'), never);
    const child = fork.mock.results[0]?.value as ReturnType<typeof utilityProcess.fork>;
    await once(child, 'spawn');
    child.emit('error', 'FatalError', 'somewhere', 'a report');
    killProcess(child.pid);
    await expect(made).rejects.toThrow('The document could not be made');
    expect(failures.splice(0)).toMatchObject([expect.stringMatching(/has ended: exit code/)]);
    expect((await exports.make('docx', exportNote('text'), never)).byteLength).toBeGreaterThan(1_000);
  });

  test('that are stopped while it is being started leave none behind', async () => {
    const made = exports.make('docx', exportNote('text'), never);
    const child = fork.mock.results[0]?.value as ReturnType<typeof utilityProcess.fork>;
    expect(child.pid).toBeUndefined();
    exports.stop();
    await expect(made).rejects.toMatchObject({ code: 'unavailable' });
    expect(child.pid).toBeUndefined();
  });
});
