// Turns texts into vectors: by a model of its own in the built-in server, or by the provider's `/embeddings`.

import { AppError } from '../../lib/app-error.ts';
import type { SpawnChild } from '../../lib/child-process.ts';
import { maybeJson } from '../../lib/json.ts';
import type { Log } from '../../lib/log.ts';
import type { EmbeddingSettings } from '../../lib/provider-settings.ts';
import { Gateway } from './gateway.ts';
import { ModelServer } from './model-server.ts';

interface EmbedderOptions {
  readonly settings: () => EmbeddingSettings | null;
  readonly spawn: SpawnChild;
  readonly log: Log;
}

/** Of one answer: 16 vectors of 4,096 dimensions, written out, are some 2 MB. */
const maxBytes = 16 * 1024 * 1024;

export class TextEmbedder {
  readonly #server: ModelServer;
  readonly #gateway: Gateway;

  constructor({ settings, spawn, log }: EmbedderOptions) {
    const path = (): string | null => {
      const now = settings();
      return now !== null && 'path' in now ? now.path : null;
    };
    // Any free port: only this process asks it.
    this.#server = new ModelServer({ spawn, settings: () => ({ modelPath: path(), port: '0', model: null }), log });
    this.#gateway = new Gateway({
      provider: () => {
        const now = settings();
        return now === null || 'path' in now ? { baseUrl: null, apiKey: null, model: null } : now;
      },
      modelPath: path,
      server: this.#server,
      log,
    });
  }

  /** A vector for each text, in order. Throws `AppError`. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const { body } = await this.#gateway.ask('/embeddings', null, { input: texts, encoding_format: 'float' }, signal);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw failed();
    }
    return vectorsIn(Buffer.concat(chunks).toString(), texts.length);
  }

  /** Ends the model's process for good. */
  async close(): Promise<void> {
    await this.#server.close();
  }
}

function vectorsIn(text: string, count: number): number[][] {
  const answer = maybeJson(text);
  if (answer === undefined) throw failed();
  const { data } = Object(answer) as { data?: unknown };
  const items = (Array.isArray(data) ? (data as unknown[]) : []).map((item) => Object(item) as { index?: unknown; embedding?: unknown });
  // By their index, where they have one: their order is not promised.
  const inOrder = items.every(({ index }) => typeof index === 'number')
    ? items.toSorted((a, b) => Number(a.index) - Number(b.index))
    : items;
  const vectors = inOrder.map(({ embedding }) => embedding);
  if (vectors.length !== count || !vectors.every(isVector)) throw failed();
  return vectors;
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((number) => typeof number === 'number');
}

function failed(): AppError {
  return new AppError('upstream_failed', 'The embedding model gave what is no list of vectors');
}
