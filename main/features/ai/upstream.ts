// Requests to a provider, or to the built-in server, which speaks the same: bounded in time, never redirected.
// Not by `fetch`: that gives up on an answer after five minutes, and a model can think for longer.

import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

/** The other side cannot be reached, is too slow, or breaks off. `message` goes to the caller. */
export class UpstreamError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpstreamError';
  }
}

/** In milliseconds. */
export interface UpstreamTiming {
  readonly connect: number;
  /** From the request to the head of the answer; null for no limit. */
  readonly headers: number | null;
  /** Between two pieces of the answer; null for no limit. */
  readonly idle: number | null;
}

interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly key: string | null;
  /** JSON. */
  readonly body: string | null;
  readonly timing: UpstreamTiming;
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Read no faster than it is asked for. Throws an `UpstreamError` when it breaks off or is silent for too long. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection without reading on. */
  discard(): void;
}

// A new connection each time: one that was kept can have been closed at the other end, and then a request that costs money is lost.
const agent = new HttpAgent({ keepAlive: false });
let secureAgent: HttpsAgent | null = null;

const maxRetries = 2;
/** Who asks to come back later than this is told to the caller instead, in seconds. */
const maxWaitSeconds = 10;

/** The address of an interface below a base such as `https://api.example.com/v1`, whose query it keeps. */
export function addressBelow(base: string, path: string): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.hash = '';
  return url;
}

/** `Retry-After` in whole seconds, whether it is written as a number or as a date; null for none. */
export function retryAfterOf(headers: IncomingHttpHeaders): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  // `Date.parse` takes many things for dates that this header cannot hold.
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/**
 * The answer, whatever its status. One of 429 or 503 that says when to come back is tried again then, at most twice.
 * Throws an `UpstreamError`, or what `signal` is aborted with.
 */
export async function askUpstream(request: UpstreamRequest): Promise<UpstreamAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(request);
    const wait = answer.status === 429 || answer.status === 503 ? retryAfterOf(answer.headers) : null;
    if (wait === null || wait > maxWaitSeconds || attempt >= maxRetries) return answer;
    answer.discard();
    await sleep(wait * 1000, undefined, { signal: request.signal });
  }
}

/** With it Node loads all of TLS, which a start has no use for. */
function requestSecurely(url: URL, options: RequestOptions, answered: (message: IncomingMessage) => void): ClientRequest {
  const https = process.getBuiltinModule('node:https');
  secureAgent ??= new https.Agent({ keepAlive: false });
  return https.request(url, { ...options, agent: secureAgent }, answered);
}

async function send({ method, url, key, body, timing, signal }: UpstreamRequest): Promise<UpstreamAnswer> {
  const secure = url.protocol === 'https:';
  const options: RequestOptions = {
    method,
    signal,
    headers: {
      Accept: 'application/json, text/event-stream',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Daybook',
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    },
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const timers: NodeJS.Timeout[] = [];
  try {
    const outgoing = secure ? requestSecurely(url, options, resolve) : httpRequest(url, { ...options, agent }, resolve);
    outgoing.on('error', reject);
    outgoing.once('upgrade', (_message, socket) => {
      socket.destroy();
      reject(new UpstreamError('answered with another protocol, which it was not asked for'));
    });
    // Whatever else ends it: then nothing would come any more.
    outgoing.once('close', () => {
      reject(new UpstreamError('ended the connection without an answer'));
    });
    const late = (milliseconds: number, message: string): NodeJS.Timeout => {
      const timer = setTimeout(() => {
        outgoing.destroy(new UpstreamError(message));
      }, milliseconds);
      timers.push(timer);
      return timer;
    };
    const connecting = late(timing.connect, 'could not be reached in time');
    outgoing.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting);
      });
    });
    if (timing.headers !== null) late(timing.headers, 'did not answer in time');
    outgoing.end(body ?? undefined);
    const message = await promise;
    return {
      status: message.statusCode ?? 0,
      headers: message.headers,
      body: pieces(message, timing.idle, signal),
      discard: () => {
        message.destroy();
      },
    };
  } catch (error) {
    throw failure(error, signal);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function* pieces(message: IncomingMessage, idle: number | null, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  let timer: NodeJS.Timeout | null = null;
  const wait = (): void => {
    if (idle !== null)
      timer = setTimeout(() => {
        message.destroy(new UpstreamError('stopped in the middle of its answer'));
      }, idle);
  };
  try {
    wait();
    for await (const chunk of message as AsyncIterable<Buffer>) {
      // The time that our own reader takes is not the other side's.
      if (timer !== null) clearTimeout(timer);
      yield chunk;
      wait();
    }
  } catch (error) {
    throw failure(error, signal);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

/** The error for the caller, unless the caller has left. Names of errors, no addresses and no headers. */
function failure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof UpstreamError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_INVALID_CHAR') return new UpstreamError('cannot be asked: its key holds characters that no request can carry');
  return new UpstreamError(`cannot be reached (${code ?? 'unknown'})`, { cause: error });
}
