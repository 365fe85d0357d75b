// The desktop app as a client of the service, by its public API like any other client.

import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { changesApi } from '../contract/changes.ts';
import { addressOf } from '../contract/endpoints.ts';
import type { ReplyOf, RequestOf, Route } from '../contract/route.ts';
import type { Service } from '../service.ts';

/** How long one answer may take, in milliseconds. */
const timeoutMs = 15_000;

/** How long one change may be, in characters; the service writes some hundreds. */
const maxEventLength = 1024 * 1024;

/** What the desktop app needs of a change. */
const Change = z.object({ type: z.string() });

/** How long a file may take, in milliseconds: thousands of events are written one after the other. */
const fileTimeoutMs = 300_000;

/** How a request is made, besides what it says. */
interface SendOptions {
  readonly signal?: AbortSignal;
}

interface AnyRequest extends SendOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The service's refusal, in its own words. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'RefusedError';
    this.status = status;
  }
}

export class ServiceClient {
  readonly #service: Pick<Service, 'baseUrl' | 'token'>;

  constructor(service: Pick<Service, 'baseUrl' | 'token'>) {
    this.#service = service;
  }

  /** The body of the answer, undefined without one. Throws `RefusedError`, or what `fetch` throws when there is no answer. */
  async call<R extends Route>(route: R, request: RequestOf<R> & SendOptions): Promise<ReplyOf<R>> {
    const { signal, ...rest }: AnyRequest = request;
    const limit = AbortSignal.timeout(rest.body instanceof Blob ? fileTimeoutMs : timeoutMs);
    const response = await this.#fetch(route, rest, 'application/json', signal === undefined ? limit : AbortSignal.any([signal, limit]));
    return route.reply?.parse(await response.json()) as ReplyOf<R>;
  }

  /** Calls `changed` with the type of everything that changes after `since`, until the stream ends. Throws like `call`. */
  async follow(since: number, changed: (type: string) => void, signal: AbortSignal): Promise<void> {
    const { body } = await this.#fetch(changesApi.listChanges, { query: { since } }, 'text/event-stream', signal);
    if (body === null) return;
    const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream({ maxBufferSize: maxEventLength }));
    for await (const { data } of events) changed(Change.parse(JSON.parse(data)).type);
  }

  async #fetch(route: Route, { params = {}, query = {}, body }: AnyRequest, accept: string, signal: AbortSignal): Promise<Response> {
    const response = await fetch(this.#service.baseUrl + addressOf(route.path, params, query), {
      method: route.method,
      headers: {
        Authorization: `Bearer ${this.#service.token()}`,
        Accept: accept,
        ...(body === undefined ? {} : { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
        ...(route.creates === true ? { 'Idempotency-Key': crypto.randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      signal,
    });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as { detail?: string } | null;
    throw new RefusedError(response.status, problem?.detail ?? `HTTP ${response.status}`);
  }
}
