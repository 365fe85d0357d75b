// The HTTP side of the model server: who may ask, what comes in, which route answers.

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { deepestJson, isDeeperThan, maybeJson } from '../../../lib/json.ts';
import { ApiError } from './api-error.ts';
import { ModelReply } from './reply.ts';

/** Conversations can be long, and hold pictures that other servers take. In bytes. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Answers one kind of request; `body` is parsed JSON, undefined for GET. */
export type RouteHandler = (body: unknown, reply: ModelReply, signal: AbortSignal) => void | Promise<void>;

interface ModelHttpOptions {
  readonly key: string;
  /** By method and path, such as `GET /v1/models`. */
  readonly routes: Readonly<Record<string, RouteHandler>>;
  /** Told when the number of requests that are being answered changes. */
  readonly onActivity: (inFlight: number) => void;
}

/** The one address that tells nothing and that any program may ask. */
const open = 'GET /health';

export class ModelHttp {
  readonly #options: ModelHttpOptions;
  readonly #server: Server;
  readonly #keyHash: Buffer;
  #port = 0;
  #inFlight = 0;

  constructor(options: ModelHttpOptions) {
    this.#options = options;
    this.#keyHash = hash(options.key);
    this.#server = createServer(
      { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 10_000, noDelay: true },
      (req, res) => {
        void this.#handle(req, res);
      },
    );
  }

  /** Binds the port on 127.0.0.1 and gives the one that was bound. Rejects with the system's error. */
  async listen(port: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    this.#server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
    await promise;
    const address = this.#server.address();
    this.#port = address === null || typeof address === 'string' ? port : address.port;
    return this.#port;
  }

  /** Cuts every connection. */
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const left = new AbortController();
    res.once('close', () => {
      this.#options.onActivity(--this.#inFlight);
      left.abort(new Error('The caller has left'));
    });
    this.#options.onActivity(++this.#inFlight);
    const reply = new ModelReply(res);
    try {
      const answer = this.#authorize(req);
      const body = req.method === 'POST' ? await readJson(req) : undefined;
      await answer(body, reply, left.signal);
    } catch (error) {
      if (left.signal.aborted) return;
      refuse(reply, error);
      if (!req.complete)
        res.once('finish', () => {
          req.destroy();
        });
    }
  }

  #authorize(req: IncomingMessage): RouteHandler {
    const { host, origin } = req.headers;
    // As with the service: a hostile name can be made to point here, and pages of any site can post to loopback.
    if (host !== `127.0.0.1:${this.#port}` && host?.toLowerCase() !== `localhost:${this.#port}`)
      throw new ApiError(403, 'The Host header must be 127.0.0.1 with the port of this server');
    if (origin !== undefined) throw new ApiError(403, 'Web pages may not call this server');
    const path = (req.url ?? '/').replace(/\?.*$/s, '');
    const name = `${req.method ?? ''} ${path}`;
    if (name !== open && !this.#hasKey(req))
      throw new ApiError(401, 'This server asks for its key as a bearer token', {
        code: 'invalid_api_key',
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    const { routes } = this.#options;
    const answer = Object.hasOwn(routes, name) ? routes[name] : undefined;
    if (answer !== undefined) return answer;
    const allowed = Object.keys(routes).flatMap((route) => (route.endsWith(` ${path}`) ? [route.split(' ')[0] ?? ''] : []));
    if (allowed.length > 0) throw new ApiError(405, `${req.method ?? ''} is not possible here`, { headers: { Allow: allowed.join(', ') } });
    throw new ApiError(404, 'There is nothing at this address', { code: 'unknown_url' });
  }

  #hasKey(req: IncomingMessage): boolean {
    const sent = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    return sent !== undefined && timingSafeEqual(hash(sent), this.#keyHash);
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const tooLarge = new ApiError(413, `The body is larger than ${maxBodyBytes} bytes`);
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge;
  if (!/^application\/(?:json|[\w.-]+\+json)\b/i.test(req.headers['content-type'] ?? ''))
    throw new ApiError(415, 'The body must be sent as application/json');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge;
    chunks.push(chunk);
  }
  const body = maybeJson(Buffer.concat(chunks).toString('utf8'));
  if (body === undefined) throw new ApiError(400, 'The body is not valid JSON');
  if (isDeeperThan(body, deepestJson)) throw new ApiError(400, `The body is nested too deep: more than ${deepestJson} levels`);
  return body;
}

/** Answers with an error, in a stream that has begun as its last event. */
function refuse(reply: ModelReply, error: unknown): void {
  const known = error instanceof ApiError ? error : new ApiError(500, 'The model could not answer');
  if (!(error instanceof ApiError)) process.stderr.write(`a request failed: ${where(error)}\n`);
  if (reply.started) reply.fail(known.body);
  else reply.json(known.status, known.body, known.headers);
}

/** What kind of error it is and where it comes from. Not its message: that can repeat what was asked. */
function where(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 4)
    .map((line) => line.trim());
  return [error.name, ...frames].join(' ');
}
