// The model server in a utility process, with the real library.

import { afterAll, beforeEach, expect, test } from 'vitest';
import { ModelChild } from '../../main/features/ai/model-child.ts';
import { modelFiles } from '../../main/features/ai/model-files.ts';
import { spawnModel } from '../../main/desktop/spawn-model.ts';
import { cleanEnvironment } from '../support/process.ts';
import { libraryFault, modelFolder, testKey } from '../support/model.ts';
import { tinyReply } from '../support/tiny-gguf.ts';

const folder = modelFolder();
const fault = await libraryFault();
afterAll(() => {
  folder.remove();
});
beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

test('is started, answers, tells of itself, and ends when it is stopped', async () => {
  const [model] = await modelFiles(folder.write('tiny.gguf', { chatTemplate: null }));
  const { promise: ready, resolve, reject } = Promise.withResolvers<number>();
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const child = new ModelChild(
    spawnModel(cleanEnvironment()),
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

test('killed, it is known to have ended', async () => {
  const [model] = await modelFiles(folder.write('tiny.gguf', { chatTemplate: null }));
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const child = new ModelChild(
    spawnModel(cleanEnvironment()),
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
