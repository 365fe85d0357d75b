// The AI feature as the rest of the service sees it. What it is made of is loaded when it is first asked for: a start does not wait for it.

import type { AiProvider, LocalModel, Model, ModelList, ModelRequest } from '../../contract/ai.ts';
import { notFound } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { SpawnChild } from '../../lib/child-process.ts';
import type { Log } from '../../lib/log.ts';
import type { EmbeddingSettings, ProviderSettings } from '../../lib/provider-settings.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import type { TextEmbedder } from './embedder.ts';
import type { Gateway, ModelPath } from './gateway.ts';
import type { ModelServer } from './model-server.ts';

interface AiOptions {
  /** Where requests go now: those that name no provider (null), or this provider; null if there is no such one. */
  readonly provider: (id: string | null) => ProviderSettings | null;
  /** Who can be asked now. */
  readonly providers: () => AiProvider[];
  /** What texts are embedded with now; null while no embedding model is set. */
  readonly embedding: () => EmbeddingSettings | null;
  /** The value of a configuration key now. */
  readonly setting: (key: 'LOCAL_MODEL_PATH' | 'LLAMA_SERVER_PORT') => string | null;
  /** How a process for the model is started. */
  readonly spawn: SpawnChild;
  readonly log: Log;
}

const toldToOthers = 'The built-in model has failed; the owner of this Daybook can see why';

interface Parts {
  readonly server: ModelServer;
  readonly gateway: Gateway;
}

export class Ai {
  readonly #options: AiOptions;
  #parts: Promise<Parts> | null = null;
  #embedder: Promise<TextEmbedder> | null = null;
  #server: ModelServer | null = null;
  #closed = false;

  constructor(options: AiOptions) {
    this.#options = options;
  }

  /** `GET /api/ai/local`. Where the file lies is configuration, which is the owner's, and what is wrong with it as well. */
  async local(caller: Caller): Promise<LocalModel> {
    const { server } = await this.#load();
    const status = await server.status();
    return caller.isOwner ? status : { ...status, modelPath: null, error: status.error === null ? null : toldToOthers };
  }

  /** Loads the model before the first request for it. Does not wait, and never throws: what is in the way of it is in the status. */
  begin(): void {
    this.start().catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'the model server could not be started');
    });
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

  /** What the model that is loaded now was loaded with; null while none is. */
  loadedWith(): { readonly LOCAL_MODEL_PATH: string | null; readonly LLAMA_SERVER_PORT: string | null } | null {
    const settings = this.#server?.loadedWith ?? null;
    return settings === null ? null : { LOCAL_MODEL_PATH: settings.modelPath, LLAMA_SERVER_PORT: settings.port };
  }

  /** Passes a request on, as `Gateway.ask` does. */
  async ask(path: ModelPath, provider: string | undefined, body: ModelRequest, signal: AbortSignal): Promise<StreamAnswer> {
    const { gateway } = await this.#load();
    return gateway.ask(path, provider ?? null, body, signal);
  }

  /** Whether requests to this provider (null: the active one) go to the built-in model now. */
  isLocal(provider: string | null): boolean {
    return this.#options.provider(provider)?.baseUrl === null;
  }

  /** Throws what a request to this provider (null: the active one) would throw at once. */
  async check(provider: string | null): Promise<void> {
    const { gateway } = await this.#load();
    await gateway.check(provider);
  }

  /** `GET /api/ai/models`. */
  async models(provider: string | undefined): Promise<ModelList> {
    const { gateway } = await this.#load();
    return gateway.models(provider ?? null);
  }

  /** The one of these with this id. Throws 404 as well. */
  async model(id: string, provider: string | undefined): Promise<Model> {
    const { data } = await this.models(provider);
    const model = data.find((each) => each.id === id);
    if (model === undefined) throw notFound('model');
    return model;
  }

  /** `GET /api/ai/providers`. Addresses are configuration, which is the owner's. */
  providers(caller: Caller): { items: AiProvider[] } {
    const items = this.#options.providers();
    return { items: caller.isOwner ? items : items.map((item) => ({ ...item, baseUrl: null })) };
  }

  /** What tells the vectors of the embedding model from those of another; null while none is set. */
  embeddingModel(): string | null {
    const settings = this.#options.embedding();
    if (settings === null) return null;
    return JSON.stringify('path' in settings ? ['local', settings.path] : ['provider', settings.baseUrl, settings.model]);
  }

  /** A vector for each text, in order. Throws as `Gateway.ask` does. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    this.#embedder ??= this.#buildEmbedder();
    return (await this.#embedder).embed(texts, signal);
  }

  /** Ends the model servers for good; settles when they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    const parts = await this.#parts;
    const embedder = await this.#embedder;
    await Promise.all([parts?.server.close(), embedder?.close()]);
  }

  async #buildEmbedder(): Promise<TextEmbedder> {
    const { TextEmbedder } = await import('./embedder.ts');
    const { spawn, embedding, log } = this.#options;
    const embedder = new TextEmbedder({ settings: embedding, spawn, log });
    if (this.#closed) await embedder.close();
    return embedder;
  }

  #load(): Promise<Parts> {
    return (this.#parts ??= this.#build());
  }

  async #build(): Promise<Parts> {
    const [{ ModelServer }, { Gateway }] = await Promise.all([import('./model-server.ts'), import('./gateway.ts')]);
    const { spawn, setting, provider, log } = this.#options;
    const server = new ModelServer({
      spawn,
      settings: () => ({
        modelPath: setting('LOCAL_MODEL_PATH'),
        port: setting('LLAMA_SERVER_PORT'),
        model: provider(null)?.model ?? null,
      }),
      log,
    });
    this.#server = server;
    if (this.#closed) await server.close();
    return { server, gateway: new Gateway({ provider, modelPath: () => setting('LOCAL_MODEL_PATH'), server, log }) };
  }
}
