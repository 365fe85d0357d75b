// The desktop app as a client of the service, by its public API like any other client.

import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import type { Service } from '../service.ts';

/** How long one answer may take, in milliseconds. */
const timeoutMs = 15_000;

/** How long one change may be, in characters; the service writes some hundreds. */
const maxEventLength = 1024 * 1024;

/** What the desktop app needs of a change. */
const Change = z.object({ type: z.string() });

/** How long a file may take, in milliseconds: thousands of events are written one after the other. */
const fileTimeoutMs = 300_000;

interface Sent {
  readonly method?: 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
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

  /** Throws `RefusedError`, or what `fetch` throws when there is no answer. */
  async read<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    return schema.parse(await (await this.#send(path, signal === undefined ? {} : { signal })).json());
  }

  /** Creates; sent once. Throws like `read`. */
  async create<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    return schema.parse(await (await this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json());
  }

  /** Asks for something that may be asked for again; the answer's body, undefined without one. Throws like `read`. */
  async post(path: string, body: unknown): Promise<unknown> {
    const headers = { 'Content-Type': 'application/json' };
    const response = await this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.status === 204 ? undefined : await response.json();
  }

  /** Sends a calendar file. Throws like `read`. */
  async upload<T>(path: string, calendar: Uint8Array, schema: z.ZodType<T>): Promise<T> {
    const signal = AbortSignal.timeout(fileTimeoutMs);
    const body = new Uint8Array(calendar);
    return schema.parse(
      await (await this.#fetch(path, { method: 'POST', headers: { 'Content-Type': 'text/calendar' }, body, signal })).json(),
    );
  }

  async remove(path: string): Promise<void> {
    await this.#send(path, { method: 'DELETE' });
  }

  /** Calls `changed` with the type of everything that changes from now on, until the stream ends. Throws like `read`. */
  async follow(path: string, changed: (type: string) => void, signal: AbortSignal): Promise<void> {
    const { body } = await this.#fetch(path, { headers: { Accept: 'text/event-stream' }, signal });
    if (body === null) return;
    const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream({ maxBufferSize: maxEventLength }));
    for await (const { data } of events) changed(Change.parse(JSON.parse(data)).type);
  }

  #send(path: string, init: Sent): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    return this.#fetch(path, { ...init, signal: init.signal === undefined ? limit : AbortSignal.any([init.signal, limit]) });
  }

  async #fetch(path: string, init: Sent): Promise<Response> {
    const response = await fetch(this.#service.baseUrl + path, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${this.#service.token()}` },
    });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as { detail?: string } | null;
    throw new RefusedError(response.status, problem?.detail ?? `HTTP ${response.status}`);
  }
}
