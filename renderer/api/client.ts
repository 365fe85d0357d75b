// Speaks with the service. What can be sent and what comes back follows from the contract's route table.

import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { BatchResult } from '../../main/contract/batch.ts';
import type { Session } from '../../main/contract/bridge.ts';
import { addressOf } from '../../main/contract/endpoints.ts';
import type { Problem } from '../../main/contract/errors.ts';
import type { PathParams, ReplyOf, RequestOf, Route } from '../../main/contract/route.ts';
import { problemText } from './problem-text.ts';
import type { RouteRef } from './routes.ts';
import { sendFiles, type Upload, type UploadAnswer } from './upload.ts';

type AnyRoute = Pick<Route, 'method' | 'path'>;

/** What a call of this route takes, before the service has read it. */
type CallInput<R extends AnyRoute> = RequestOf<R> & RequestOptions;

/** How a request is made, besides what it says. */
interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Only if the record still has this version; else `ServiceError` with the code `version_mismatch`. */
  readonly ifMatch?: number;
  /** Sent again with the same key, nothing is created twice. */
  readonly idempotencyKey?: string;
  /** Goes on when the page is closed; for small requests. */
  readonly keepalive?: boolean;
  /** The longest that the answer may take, in milliseconds; 15 seconds when absent. */
  readonly timeoutMs?: number;
}

type ItemOf<Reply> = Reply extends { items: readonly (infer Item)[] } ? Item : never;

export interface Client {
  readonly baseUrl: string;
  /** The body of the answer. Throws `ServiceError` or `UnreachableError`; the signal's reason once it is aborted. */
  call<R extends AnyRoute>(route: RouteRef<R>, input: CallInput<R>): Promise<ReplyOf<R>>;
  /** The entries that come to a list from now on. Ends when the service ends it; throws like `call`. */
  follow<R extends AnyRoute>(route: RouteRef<R>, input: CallInput<R>): AsyncGenerator<ItemOf<ReplyOf<R>>, void>;
  /** The answer whose body is still to be read, as events or as one document; without a limit of time. Throws like `call`. */
  open<R extends AnyRoute>(route: RouteRef<R>, input: CallInput<R> & { readonly signal: AbortSignal }): Promise<Response>;
  /** A file that the route answers with, whole, and the name that the service suggests for it. Throws like `call`. */
  file<R extends AnyRoute>(route: RouteRef<R>, input: CallInput<R>): Promise<NamedBlob>;
  /** Sends files as multipart/form-data and tells how far it is. Throws like `call`. */
  upload<R extends AnyRoute>(
    route: RouteRef<R>,
    input: Upload & { readonly params: PathParams<R>; readonly query?: Readonly<Record<string, string>> },
  ): Promise<ReplyOf<R>>;
}

export interface NamedBlob {
  readonly blob: Blob;
  /** Null when the service suggests none. */
  readonly filename: string | null;
}

/** The service answered, and said no. */
export class ServiceError extends Error {
  readonly status: number;
  /** A code of the contract's closed list; null when something else than the service answered. */
  readonly code: Problem['code'] | null;
  /** All that the service said, such as the steps that a stale writer has missed. */
  readonly problem: Problem | null;
  /** After how many seconds it may be asked again; null when it did not say. */
  readonly retryAfter: number | null;
  /** The request had an Idempotency-Key: sent again, it does nothing twice. */
  readonly isKeyed: boolean;

  constructor(status: number, problem: Problem | null, retryAfter: number | null = null, isKeyed = false) {
    super(problem === null ? `Something else than Daybook’s service has answered (HTTP ${status}).` : problemText(problem.detail));
    this.name = 'ServiceError';
    this.status = status;
    this.code = problem?.code ?? null;
    this.problem = problem;
    this.retryAfter = retryAfter;
    this.isKeyed = isKeyed;
  }
}

/** An answer gets its type unseen: the service checks what it answers by the very table that the type is of. */
function replyTo<R extends AnyRoute>(_route: RouteRef<R>, body: unknown): ReplyOf<R> {
  return body as ReplyOf<R>;
}

/** What an operation of a batch would have been refused with alone. */
export function refusalOf({ problem }: NonNullable<BatchResult['failed']>): ServiceError {
  return new ServiceError(problem.status, { ...problem, requestId: '' });
}

/** The service does not take the token: with another one the same request may succeed. */
export function isSessionEnd(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 401;
}

/** Whether the same request may well be accepted in a moment. A full disk is none of that. */
export function isPassing(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.status === 408 || error.status === 429 || (error.status >= 500 && error.status !== 507);
}

/** Another client has changed the record since the version that the request was made for. */
export function isVersionMismatch(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'version_mismatch';
}

/** What `attempt` gives, which reads records and changes them in these versions: made again where another client has changed one. */
export async function untilVersionsMatch<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isVersionMismatch(error)) throw error;
    }
  }
}

/** There was no answer, or not in time, or the answer broke off. */
export class UnreachableError extends Error {
  constructor(options: ErrorOptions) {
    super('The service does not answer', options);
    this.name = 'UnreachableError';
  }
}

/** The longest that an answer may take, in milliseconds. */
const defaultTimeoutMs = 15_000;
/** A followed list sends a sign of life every 15 seconds; after this many milliseconds without one it is dead. */
const maxSilenceMs = 40_000;

interface AnyInput extends RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * The session's token is read for each request; with an empty one it can call what is public. A 401 to a token that was replaced meanwhile
 * says nothing of the new one, with which the request is made again.
 */
export function createClient(session: Session): Client {
  const { baseUrl } = session;
  const send = async ({ method, path }: RouteRef<AnyRoute>, input: AnyInput, accept: string, signal: AbortSignal): Promise<Response> => {
    const { params = {}, query = {}, body, keepalive = false } = input;
    const { token } = session;
    const response = await fetch(baseUrl + addressOf(path, params, query), {
      method,
      headers: { ...(token === '' ? {} : { Authorization: `Bearer ${token}` }), Accept: accept, ...headersOf(input) },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      signal,
      keepalive,
      // The token is the one proof; cookies of other programs on localhost stay at home.
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    if (response.ok) return response;
    if (response.status === 401 && session.token !== token) return send({ method, path }, input, accept, signal);
    throw await serviceError(response, input.idempotencyKey !== undefined);
  };

  /** Gives what `read` makes of the answer. */
  const ask = async <T>(
    route: RouteRef<AnyRoute>,
    input: AnyInput,
    accept: string,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const { signal, timeoutMs = defaultTimeoutMs } = input;
    const late = AbortSignal.timeout(timeoutMs);
    try {
      return await read(await send(route, input, accept, signal === undefined ? late : AbortSignal.any([signal, late])));
    } catch (error) {
      throw asOurs(error, signal);
    }
  };

  return {
    baseUrl,
    call: (route, input) =>
      ask(route, input, 'application/json', async (response) =>
        replyTo(route, response.status === 204 ? undefined : await response.json()),
      ),
    open: (route, input) =>
      send(route, input, 'text/event-stream, application/json', input.signal).catch((error: unknown) => {
        throw asOurs(error, input.signal);
      }),
    file: (route, input) =>
      ask(route, input, '*/*', async (response) => ({
        blob: await response.blob(),
        filename: filenameIn(response.headers.get('Content-Disposition')),
      })),
    upload: async (route, { params, query = {}, ...upload }) => {
      const { method, path } = route;
      const sendAll = async (): Promise<UploadAnswer> => {
        const { token } = session;
        const answer = await sendFiles(method, baseUrl + addressOf(path, params, query), token, upload);
        return answer.status === 401 && session.token !== token ? sendAll() : answer;
      };
      try {
        const { status, text, problem } = await sendAll();
        if (status >= 200 && status < 300) return replyTo(route, JSON.parse(text));
        throw new ServiceError(status, problem ? (JSON.parse(text) as Problem) : null);
      } catch (error) {
        throw asOurs(error, upload.signal);
      }
    },
    follow: async function* <R extends AnyRoute>(route: RouteRef<R>, input: CallInput<R>) {
      const { signal, ...rest } = input as AnyInput;
      const pulse = heartbeat(maxSilenceMs);
      try {
        const response = await send(
          route,
          rest,
          'text/event-stream',
          signal === undefined ? pulse.stopped : AbortSignal.any([signal, pulse.stopped]),
        );
        const messages = response.body
          ?.pipeThrough(new TextDecoderStream())
          .pipeThrough(pulse.stream)
          .pipeThrough(new EventSourceParserStream())
          .getReader();
        if (messages === undefined) return;
        for (;;) {
          const { done, value } = await messages.read();
          if (done) return;
          yield JSON.parse(value.data) as ItemOf<ReplyOf<R>>;
        }
      } catch (error) {
        throw asOurs(error, signal);
      } finally {
        // Also when the reader has had enough: the connection goes with it.
        pulse.stop();
      }
    },
  };
}

function headersOf({ body, ifMatch, idempotencyKey }: AnyInput): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
    ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

/** The name in a Content-Disposition header (RFC 6266), `filename*` before `filename`. */
export function filenameIn(header: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Then the plain one.
    }
  }
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '');
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
}

async function serviceError(response: Response, isKeyed: boolean): Promise<ServiceError> {
  const isProblem = (response.headers.get('Content-Type') ?? '').startsWith('application/problem+json');
  const wait = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const problem = isProblem ? ((await response.json()) as Problem) : null;
  return new ServiceError(response.status, problem, Number.isNaN(wait) ? null : wait, isKeyed);
}

function asOurs(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof ServiceError || signal?.aborted === true) return error;
  return new UnreachableError({ cause: error });
}

/** A stream to pass text through; `stopped` aborts when nothing has passed for `limit` milliseconds, or on `stop`. */
function heartbeat(limit: number) {
  const controller = new AbortController();
  const expire = (): void => {
    controller.abort(new Error('The stream fell silent'));
  };
  let timer = setTimeout(expire, limit);
  return {
    stopped: controller.signal,
    stream: new TransformStream<string, string>({
      transform: (text, next) => {
        clearTimeout(timer);
        timer = setTimeout(expire, limit);
        next.enqueue(text);
      },
    }),
    stop: (): void => {
      clearTimeout(timer);
      controller.abort();
    },
  };
}
