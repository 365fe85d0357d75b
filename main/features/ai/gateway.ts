// Sends requests to the provider that is configured at this moment, or to the built-in model.

import type { ModelList, ModelRequest } from '../../contract/ai.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { AppError, invalid, unavailable } from '../../lib/app-error.ts';
import type { Log } from '../../lib/log.ts';
import type { ProviderSettings } from '../../lib/provider-settings.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { deepestJson, isDeeperThan } from '../../lib/json.ts';
import { KeyFilter } from './key-filter.ts';
import { ModelError, modelFiles } from './model-files.ts';
import type { ModelServer } from './model-server.ts';
import { ReplyStream } from './reply-stream.ts';
import { addressBelow, askUpstream, UpstreamError, type UpstreamAnswer, type UpstreamTiming } from './upstream.ts';
import { checkEncoding, readObject, refuseError, upstreamRefusal, providerFailed } from './upstream-answer.ts';

interface GatewayOptions {
  /** Who answers requests that name no provider (null), or this provider; null if there is no such one. */
  readonly provider: (id: string | null) => ProviderSettings | null;
  readonly modelPath: () => string | null;
  readonly server: Pick<ModelServer, 'lease'>;
  readonly log: Log;
  readonly timing?: UpstreamTiming;
  /** For the list of models, in milliseconds. */
  readonly listTimeoutMs?: number;
}

/** What can be asked, below the address of a provider. */
export type ModelPath = '/chat/completions' | '/completions' | '/embeddings';

/** The name under which a request asks for `AI_MODEL`: many clients insist on naming a model. */
const defaultModel = 'default';

const usualTiming: UpstreamTiming = { connect: 10_000, headers: 120_000, idle: 120_000 };
/** A small machine may read a long conversation for many minutes before its first word; that it crashes shows at once. */
const localTiming: UpstreamTiming = { connect: 10_000, headers: null, idle: null };
const defaultListTimeoutMs = 30_000;
/** Of a list of models: the longest that providers have, of some hundred with descriptions, are below a megabyte. */
const listLimits = { bytes: 4 * 1024 * 1024, values: 100_000 };

/** A server that can answer. Disposed of when the answer has ended. */
interface Target extends Disposable {
  /** How messages call it. */
  readonly who: string;
  readonly baseUrl: string;
  readonly key: string | null;
  /** For requests that name none. */
  readonly model: string | null;
  readonly timing: UpstreamTiming;
}

export class Gateway {
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /**
   * The answer to a request, from the provider of this id or from the active one (null). Throws `upstream_failed` (also for a
   * provider that refuses the key), `unavailable` when there is no model, `validation_failed` when there is no such provider,
   * and what the provider says to 400, 404, 413, 422 and 429. A stream whose `signal` is aborted with an `AppError` ends with
   * an event that says so.
   */
  async ask(
    path: ModelPath,
    provider: string | null,
    { model: wanted, ...body }: ModelRequest,
    signal: AbortSignal,
  ): Promise<StreamAnswer> {
    checkDepth(body);
    const named = wanted === undefined || wanted === defaultModel ? null : wanted;
    const target = await this.#target(provider, named, signal);
    let passing = false;
    try {
      const model = named ?? target.model;
      const sent = JSON.stringify(model === null ? body : { model, ...body });
      const answer = await this.#ask(target, 'POST', path, sent, signal);
      if (/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '')) {
        passing = true;
        return {
          status: 200,
          headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
          body: this.#pass(target, answer, signal),
        };
      }
      const value = await readObject(answer);
      refuseError(value, target.who, target.key);
      const text = Buffer.from(await new CooperativeScheduler().run(new KeyFilter(target.key).json(value)));
      return {
        status: 200,
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(text.length) },
        body: once(text),
      };
    } catch (error) {
      throw error instanceof UpstreamError ? providerFailed(target.who, error.message, error) : error;
    } finally {
      if (!passing) target[Symbol.dispose]();
    }
  }

  /** Throws what `ask` would throw at once: `validation_failed` for no such provider, `unavailable` where there is no model. */
  async check(id: string | null): Promise<void> {
    const { baseUrl } = this.#provider(id);
    if (baseUrl !== null) return;
    try {
      await modelFiles(this.#options.modelPath());
    } catch (error) {
      throw error instanceof ModelError ? unavailable(`The built-in model cannot answer: ${error.message}`, 10, error) : error;
    }
  }

  /** The models of the provider, or the files of the built-in server; none if neither is configured. Throws as `ask` does. */
  async models(id: string | null): Promise<ModelList> {
    const provider = this.#provider(id);
    if (provider.baseUrl === null) return { object: 'list', data: await this.#localModels() };
    using target = providerTarget(provider, provider.baseUrl, this.#timing);
    const late = AbortSignal.timeout(this.#options.listTimeoutMs ?? defaultListTimeoutMs);
    try {
      const answer = await this.#ask(target, 'GET', '/models', null, late);
      const list = await readObject(answer, listLimits);
      const { data } = (await new CooperativeScheduler().run(new KeyFilter(target.key).value(list))) as { data?: unknown };
      const models = Array.isArray(data) ? (data as unknown[]) : [];
      return { object: 'list', data: models.flatMap((model) => (isModel(model) ? [{ ...model, object: 'model' as const }] : [])) };
    } catch (error) {
      if (error instanceof UpstreamError) throw providerFailed(target.who, error.message, error);
      // What is thrown depends on what was waited for, and is not always the reason of the signal.
      throw late.aborted ? providerFailed(target.who, 'did not answer in time', error) : error;
    }
  }

  get #timing(): UpstreamTiming {
    return this.#options.timing ?? usualTiming;
  }

  #provider(id: string | null): ProviderSettings {
    const provider = this.#options.provider(id);
    if (provider === null) throw invalid({ path: 'provider', message: 'names none that is configured; GET /api/ai/providers lists them' });
    if (provider.isItself === true)
      throw providerFailed('The AI provider', 'is Daybook itself: its address must be that of another service');
    return provider;
  }

  async #target(id: string | null, model: string | null, signal: AbortSignal): Promise<Target> {
    const provider = this.#provider(id);
    if (provider.baseUrl !== null) return providerTarget(provider, provider.baseUrl, this.#timing);
    const lease = await this.#options.server.lease(model, signal);
    return {
      who: 'The built-in model',
      baseUrl: lease.baseUrl,
      key: lease.key,
      model: null,
      timing: localTiming,
      [Symbol.dispose]: () => {
        lease[Symbol.dispose]();
      },
    };
  }

  async #localModels(): Promise<ModelList['data']> {
    const files = await modelFiles(this.#options.modelPath()).catch(() => []);
    return files.map(({ name, modifiedAt }) => ({
      id: name,
      object: 'model' as const,
      created: Math.floor(modifiedAt / 1000),
      owned_by: 'local',
    }));
  }

  /** A good answer. Throws for any other. */
  async #ask(
    { who, baseUrl, key, timing }: Target,
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const answer = await askUpstream({ method, url: addressBelow(baseUrl, path), key, body, timing, signal });
    if (answer.status < 200 || answer.status >= 300) throw await upstreamRefusal(answer, who, key);
    checkEncoding(answer);
    return answer;
  }

  /** The stream as it comes. One that breaks off ends with an event that says so: its head is long gone. */
  async *#pass(target: Target, answer: UpstreamAnswer, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    using _ = target;
    const stream = new ReplyStream(new KeyFilter(target.key));
    const scheduler = new CooperativeScheduler();
    try {
      for await (const chunk of answer.body) {
        const passed = await scheduler.run(stream.take(chunk));
        if (passed.length > 0) yield passed;
      }
      const rest = await scheduler.run(stream.end());
      if (rest.length > 0) yield rest;
      // A connection can end too early without an error: where neither a length nor chunks were announced.
      if (!stream.isComplete) throw new UpstreamError('broke off before the end of its answer');
    } catch (error) {
      const stopped: unknown = signal.aborted ? signal.reason : null;
      const rest = stream.rest();
      if (rest.length > 0) yield rest;
      if (stopped instanceof AppError) yield errorEvent(stopped.message, stopped.code);
      else if (signal.aborted || !(error instanceof UpstreamError)) throw error;
      else {
        this.#options.log.warn({ reason: error.message }, 'a stream of the AI provider broke off');
        yield errorEvent(`${target.who} ${error.message}`, 'upstream_failed');
      }
    } finally {
      answer.discard();
    }
  }
}

/** Throws the 400 of a field that could not be written as JSON again. */
function checkDepth(body: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(body)) {
    if (isDeeperThan(value, deepestJson)) throw invalid({ path, message: `is nested too deep: more than ${deepestJson} levels` });
  }
}

/** The last event of a stream that does not come to its end. */
function errorEvent(message: string, code: ErrorCode): Uint8Array {
  return Buffer.from(`\n\ndata: ${JSON.stringify({ error: { message, type: 'server_error', param: null, code } })}\n\n`);
}

function providerTarget({ apiKey, model }: ProviderSettings, baseUrl: string, timing: UpstreamTiming): Target {
  return { who: 'The AI provider', baseUrl, key: apiKey, model, timing, [Symbol.dispose]: () => undefined };
}

function isModel(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

// oxlint-disable-next-line typescript/require-await -- a body is asynchronous, also one that is there already
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
