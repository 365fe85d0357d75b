// The AI feature as the rest of the service sees it. What it is made of is loaded when it is first asked for: a start does not wait for it.

import type { ChatRequest, LocalModel, ModelList } from '../contract/ai.ts';
import type { Caller } from '../lib/caller.ts';
import type { Log } from '../lib/log.ts';
import type { StreamAnswer } from '../lib/stream-answer.ts';
import type { Gateway, Provider } from './gateway.ts';
import type { SpawnModel } from './model-process.ts';
import type { ModelServer } from './model-server.ts';

export interface AiOptions {
  /** Where requests go now. */
  readonly provider: () => Provider;
  /** The value of a configuration key now. */
  readonly setting: (key: 'LOCAL_MODEL_PATH' | 'LLAMA_SERVER_PORT') => string | null;
  /** How a process for the model is started; null for a child process of Node with this environment. */
  readonly spawn: SpawnModel | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

interface Parts {
  readonly server: ModelServer;
  readonly gateway: Gateway;
}

export class Ai {
  readonly #options: AiOptions;
  #parts: Promise<Parts> | null = null;
  #closed = false;

  constructor(options: AiOptions) {
    this.#options = options;
  }

  /** `GET /api/ai/local`. Where the file lies is configuration, which is the owner's. */
  async local(caller: Caller): Promise<LocalModel> {
    const { server } = await this.#load();
    const status = await server.status();
    return caller.isOwner ? status : { ...status, modelPath: null };
  }

  async start(): Promise<LocalModel> {
    const { server } = await this.#load();
    await server.start();
    return server.status();
  }

  async stop(): Promise<LocalModel> {
    const { server } = await this.#load();
    await server.stop();
    return server.status();
  }

  async restart(): Promise<LocalModel> {
    const { server } = await this.#load();
    await server.restart();
    return server.status();
  }

  /** `POST /api/ai/chat`. */
  async chat(body: ChatRequest, signal: AbortSignal): Promise<StreamAnswer> {
    const { gateway } = await this.#load();
    return gateway.chat(body, signal);
  }

  /** `GET /api/ai/models`. */
  async models(): Promise<ModelList> {
    const { gateway } = await this.#load();
    return gateway.models();
  }

  /** Ends the model server for good; settles when it is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    const parts = await this.#parts;
    await parts?.server.close();
  }

  #load(): Promise<Parts> {
    return (this.#parts ??= this.#build());
  }

  async #build(): Promise<Parts> {
    const [{ forkModel }, { ModelServer }, { Gateway }] = await Promise.all([import('./model-process.ts'), import('./model-server.ts'), import('./gateway.ts')]);
    const { spawn, environment, setting, provider, log } = this.#options;
    const server = new ModelServer({
      spawn: spawn ?? forkModel(environment),
      settings: () => ({ modelPath: setting('LOCAL_MODEL_PATH'), port: setting('LLAMA_SERVER_PORT'), model: provider().model }),
      log,
    });
    if (this.#closed) await server.close();
    return { server, gateway: new Gateway({ provider, modelPath: () => setting('LOCAL_MODEL_PATH'), server, log }) };
  }
}
