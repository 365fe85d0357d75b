// The model server as its own process, with a tiny model, and OpenAI's own client to ask it.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { modelFiles } from '../../main/features/ai/model-files.ts';
import { ModelChild } from '../../main/features/ai/model-child.ts';
import { forkChild } from '../../main/lib/child-process.ts';
import type { Fatal, LoadOrder } from '../../main/features/ai/protocol.ts';
import { cleanEnvironment } from './process.ts';
import { writeTinyGguf, type TinyModel } from './tiny-gguf.ts';

export const testKey = 'the-key-of-a-test';

export interface TestModel {
  readonly child: ModelChild;
  readonly port: number;
  readonly url: string;
  /** Without retries: a test sees each answer. */
  readonly client: OpenAI;
  readonly lines: readonly string[];
  /** How often it has said that it was not asked for long. */
  readonly idleTimes: () => number;
  stop(): Promise<void>;
}

/** Where it listens will be free at the next moment, most probably. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return address === null || typeof address === 'string' ? 0 : address.port;
}

/** Starts a server for this file and waits until it is ready. Rejects with its reason if it cannot serve. */
export async function startModelServer(file: string, order: Partial<LoadOrder> = {}): Promise<TestModel> {
  const { promise: ready, resolve, reject } = Promise.withResolvers<number>();
  let idle = 0;
  const lines: string[] = [];
  const [model] = await modelFiles(file);
  const child = new ModelChild(
    forkChild(cleanEnvironment()),
    model,
    { port: 0, key: testKey, slots: 2, waiting: 4, idleAfter: 60_000, ...order },
    {
      ready: (message) => {
        resolve(message.port);
      },
      fatal: ({ reason }: Fatal) => {
        reject(new Error(reason));
      },
      idle: () => {
        idle += 1;
      },
      ended: (how) => {
        reject(new Error(`The server ended: ${how} ${lines.join('\n')}`));
      },
      line: (line) => {
        lines.push(line);
      },
    },
  );
  const port = await ready;
  const url = `http://127.0.0.1:${port}`;
  return {
    child,
    port,
    url,
    lines,
    idleTimes: () => idle,
    client: new OpenAI({ baseURL: `${url}/v1`, apiKey: testKey, maxRetries: 0 }),
    stop: () => child.stop(),
  };
}

/** A folder for a test file's models; `remove` at its end. */
export function modelFolder(): { readonly path: string; write(name: string, model?: TinyModel): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'daybook-model-'));
  return {
    path,
    write: (name, model) => writeTinyGguf(join(path, name), model),
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

let known: Promise<string | null> | undefined;

/** Why the library cannot run here; null if it can. Looked at once in a process: a start takes two seconds of the processor. */
export function libraryFault(): Promise<string | null> {
  known ??= findFault();
  return known;
}

async function findFault(): Promise<string | null> {
  const folder = modelFolder();
  try {
    const server = await startModelServer(folder.write('probe.gguf', { chatTemplate: null }));
    await server.stop();
    return null;
  } catch (error) {
    return `node-llama-cpp does not run on this machine: ${(error as Error).message}`;
  } finally {
    folder.remove();
  }
}
