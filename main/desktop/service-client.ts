// The desktop app as a client of the service, by its public API like anybody else.

import type { z } from 'zod';
import type { Service } from '../service.ts';

/** How long one answer may take, in milliseconds. */
const timeoutMs = 15_000;

interface Sent {
  readonly method?: 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
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

  /** Throws `RefusedError`, or what `fetch` throws when nobody answers. */
  async read<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    return schema.parse(await (await this.#send(path, signal === undefined ? {} : { signal })).json());
  }

  /** Creates; sent once. Throws like `read`. */
  async create<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    return schema.parse(await (await this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json());
  }

  async remove(path: string): Promise<void> {
    await this.#send(path, { method: 'DELETE' });
  }

  /** Calls `changed` with the type of everything that changes from now on, until the stream ends. Throws like `read`. */
  async follow(path: string, changed: (type: string) => void, signal: AbortSignal): Promise<void> {
    const { body } = await this.#fetch(path, { headers: { Accept: 'text/event-stream' }, signal });
    if (body === null) return;
    let rest = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const type = line.startsWith('data:') ? /"type":"(\w+)"/.exec(line)?.[1] : undefined;
        if (type !== undefined) changed(type);
      }
    }
  }

  #send(path: string, init: Sent): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    return this.#fetch(path, { ...init, signal: init.signal === undefined ? limit : AbortSignal.any([init.signal, limit]) });
  }

  async #fetch(path: string, init: Sent): Promise<Response> {
    const response = await fetch(this.#service.baseUrl + path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${this.#service.token()}` } });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as { detail?: string } | null;
    throw new RefusedError(response.status, problem?.detail ?? `HTTP ${response.status}`);
  }
}
