// The HTTP adapter: reads a request into a call, hands it to the endpoint, and sends what comes back.
// The caller is authorized before the body is read, so that 401 and 403 come before 400.

import type { Request, Response } from 'express';
import { honoursIfMatch, uploadLimits, type Route } from '../contract/route.ts';
import { authorize, type Call } from '../invoke/call.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { Invoke, Reply } from '../invoke/invoke.ts';
import type { Authenticate, Caller } from '../lib/caller.ts';
import { AppError, invalid, unavailable } from '../lib/app-error.ts';
import { onceAfter, systemClock } from '../lib/clock.ts';
import { anyVersion, type Precondition, readPrecondition } from '../lib/precondition.ts';
import { CooperativeScheduler } from '../lib/cooperative-scheduler.ts';
import { isHeavy, slicedJsonBytes } from '../lib/sliced-json.ts';
import { hasLongText, isJsonList, maybeListText, utf8Of } from './json-text.ts';
import { answerAtOnce, beginAnswer } from './answer-head.ts';
import { defaultBodyLimit, hasBody, jsonReader, rawReader } from './body.ts';
import { sendEventStream } from './event-stream.ts';
import { sendFile } from './file-reply.ts';
import { fieldsOfForm } from './form-fields.ts';
import { pieceSize, type LargeAnswers } from './large-answers.ts';
import { allowLongUpload } from './long-uploads.ts';
import { messageHeaders, orJsonRpcError } from './json-rpc.ts';
import { sendStream } from './stream-reply.ts';
import type { Form } from './upload.ts';

/** Characters of an answer that Node writes as a text, together with its head; a longer one takes less time as bytes. */
const smallAnswerLength = 16 * 1024;

export interface MountOptions {
  readonly authenticate: Authenticate;
  readonly invoke: Invoke;
  /** Calls `listener` after each commit that may have ended the right of a token, until the function that comes back is called. */
  readonly onAccessChange: (listener: () => void) => () => void;
  /** Where uploaded files lie while their request lasts. */
  readonly uploadFolder: string;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  readonly largeAnswers: LargeAnswers;
}

type Access = Pick<MountOptions, 'authenticate' | 'onAccessChange'>;

/** Answers a request whose path matched the endpoint's, with these path parameters. Rejects with what is to be told. */
export type AnswerRequest = (req: Request, res: Response, params: Call['params']) => Promise<void>;

type Body = Form | { readonly fields: unknown; readonly files: readonly [] };
type ReadBody = (req: Request, res: Response) => Promise<Body>;

const noQuery: Call['query'] = Object.freeze({});

/** What answers requests to one endpoint. */
export function mount(endpoint: Endpoint, options: MountOptions): AnswerRequest {
  const { route } = endpoint;
  const readWhole = bodyReader(route);
  const readFields: ReadBody | null = readWhole === null ? null : async (req, res) => ({ fields: await readWhole(req, res), files: [] });
  const answer = async (req: Request, res: Response, params: Call['params'], readBody: ReadBody): Promise<void> => {
    const call = new HttpCall(route, req, res, params, options);
    const reading = readBody(req, res);
    const body = endpoint.kind === 'json-rpc' ? await orJsonRpcError(res, reading) : await reading;
    if (body === null) return;
    ({ fields: call.body, files: call.files } = body);
    // Its token can have ended since the head came. A command looks by itself, inside its write, but has none where its answer is known.
    if (endpoint.kind !== 'command' || call.idempotencyKey !== null) call.reauthorize();
    await send(endpoint, call, req, res, options);
  };
  return async (req, res, params) => {
    if (readFields === null || (route.body === undefined && route.multipart === undefined && !hasBody(req))) {
      await send(endpoint, new HttpCall(route, req, res, params, options), req, res, options);
      return;
    }
    if (!takesForm(route, req)) {
      await answer(req, res, params, readFields);
      return;
    }
    // Loaded when a form first comes: a start does not wait for it.
    const { ReceivedUpload } = await import('./upload.ts');
    using stack = new DisposableStack();
    if (route.multipart?.limits !== undefined) stack.use(allowLongUpload(req.socket));
    await using upload = new ReceivedUpload({
      folder: options.uploadFolder,
      textLimit: route.bodyLimit ?? defaultBodyLimit,
      required: route.multipart?.files === 'required',
      limits: route.multipart?.limits ?? uploadLimits,
    });
    await answer(req, res, params, async (...request) => {
      const { fields, files } = await upload.read(...request);
      return { fields: fieldsOfForm(fields, route.body), files };
    });
  };
}

/** Null for a GET. Of a route without a body it reads what is sent all the same, which is refused where it says anything. */
function bodyReader({ method, rawBody, bodyLimit = defaultBodyLimit }: Route): ReturnType<typeof jsonReader> | null {
  if (method === 'GET') return null;
  return rawBody === undefined ? jsonReader(bodyLimit) : rawReader(rawBody, bodyLimit);
}

/** Whether the body is to be read as a form. Where JSON does as well, only if it says that it is one. */
function takesForm({ multipart }: Route, req: Request): boolean {
  return multipart !== undefined && (multipart.files === 'required' || req.is('multipart/form-data') === 'multipart/form-data');
}

/**
 * A request as a call: what comes before the body is read at once. A class because `signal` is made on demand; see `ReadInput`.
 * Its constructor throws 400, 401 and 403.
 */
class HttpCall implements Call {
  readonly #route: Route;
  readonly #req: Request;
  readonly #res: Response;
  readonly #access: Access;
  #signal: AbortSignal | undefined;
  readonly caller: Caller | null;
  readonly params: Call['params'];
  readonly query: Call['query'];
  readonly precondition: Precondition;
  readonly idempotencyKey: string | null;
  readonly address: string;
  body: unknown = undefined;
  files: Body['files'] = [];

  constructor(route: Route, req: Request, res: Response, params: Call['params'], access: Access) {
    this.#route = route;
    this.#req = req;
    this.#res = res;
    this.#access = access;
    this.caller = this.#identify();
    this.params = params;
    this.query = req.url.includes('?') ? req.query : noQuery;
    this.precondition = honoursIfMatch(route) ? readPrecondition(req.get('If-Match'), req.get('If-None-Match')) : anyVersion;
    this.idempotencyKey = route.creates === true ? readIdempotencyKey(req) : null;
    this.address = req.socket.remoteAddress ?? '';
  }

  reauthorize(): void {
    this.#identify();
  }

  /** The same one each time: the operations of a batch ask for it one by one. */
  get signal(): AbortSignal {
    return (this.#signal ??= lastingSignal(this.#res, this, this.#access));
  }

  #identify(): Caller | null {
    const caller = this.#route.access === 'public' ? null : this.#access.authenticate(this.#req);
    authorize(this.#route, caller);
    return caller;
  }
}

function readIdempotencyKey(req: Request): string | null {
  const key = req.get('Idempotency-Key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  return key;
}

/**
 * Aborted when the connection closes and the answer is not sent, and once the caller may no longer do this: what writes several times stops
 * before the next one.
 */
function lastingSignal(res: Response, call: Call, { onAccessChange }: Access): AbortSignal {
  const ending = new AbortController();
  const look = (): void => {
    try {
      call.reauthorize();
    } catch (error) {
      ending.abort(error);
    }
  };
  const stopWatching = onAccessChange(look);
  const stopWaiting = onceAfter((call.caller?.expiresAt ?? Infinity) * 1_000, systemClock, look);
  const close = (): void => {
    stopWatching();
    stopWaiting();
    if (!res.writableFinished) ending.abort(new AppError('unavailable', 'The caller has gone away'));
  };
  if (res.closed) close();
  else res.once('close', close);
  return ending.signal;
}

/** Answers a call in the way of its endpoint's kind. */
async function send(endpoint: Endpoint, call: Call, req: Request, res: Response, options: MountOptions): Promise<void> {
  const { invoke, largeAnswers } = options;
  switch (endpoint.kind) {
    case 'download':
      beginAnswer(res);
      await sendFile(req, res, await endpoint.open(call), largeAnswers);
      return;
    case 'proxied-stream':
    case 'json-rpc': {
      beginAnswer(res);
      const { mayGoOn, start } = endpoint.kind === 'json-rpc' ? endpoint.open(call, messageHeaders(req)) : endpoint.open(call);
      if (mayGoOn) await whileAllowed(call, options, (ended) => sendStream(res, ended, start));
      else await sendStream(res, null, start);
      return;
    }
    case 'event-stream':
      if (req.method === 'GET' && req.accepts(['json', 'text/event-stream']) === 'text/event-stream') {
        beginAnswer(res);
        const stillAllowed = (): void => {
          call.reauthorize();
        };
        await whileAllowed(call, options, (ended) =>
          sendEventStream(req, res, { stillAllowed, ended }, (sink) => endpoint.follow(call, sink)),
        );
        return;
      }
      await sendReply(res, endpoint.route, await invoke(endpoint, call), largeAnswers);
      return;
    default:
      await sendReply(res, endpoint.route, await invoke(endpoint, call), largeAnswers);
  }
}

/**
 * Does what can go on for long. Its signal is aborted when the service stops, with a 503 as its reason, and when the caller may no longer
 * do this, with that error.
 */
async function whileAllowed<T>(
  call: Call,
  { stopping, onAccessChange }: MountOptions,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = (): void => {
    ending.abort(unavailable('Daybook is stopping; ask again when it is back'));
  };
  const stopWatching = onAccessChange(() => {
    try {
      call.reauthorize();
    } catch (error) {
      ending.abort(error);
    }
  });
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  try {
    return await work(ending.signal);
  } finally {
    stopWatching();
    stopping.removeEventListener('abort', stop);
  }
}

/** Settles once the reply is handed over or its reader is gone. A small one does not need a second look. */
function sendReply(
  res: Response,
  route: Route,
  { status, value, text, location, replayed }: Reply,
  largeAnswers: LargeAnswers,
): Promise<void> | undefined {
  const own: string[] = [];
  if (replayed) own.push('Idempotency-Replayed', 'true');
  if (location !== null) own.push('Location', location);
  if (route.reply === undefined || status === 204) {
    answerAtOnce(res, status, own, null);
    return undefined;
  }
  if (route.versioned) {
    const etag = `"${(value as { version: number }).version}"`;
    own.push('ETag', etag);
    if (!route.derived && isKnown(res, etag)) {
      answerAtOnce(res, 304, own, null);
      return undefined;
    }
  }
  own.push('Content-Type', 'application/json; charset=utf-8');
  const body = text ?? smallBody(route, value);
  // Express' own `json` would parse the type and hash the body again at each answer.
  const content = body === null || body.length <= smallAnswerLength ? body : utf8Of(body);
  // No more than one piece can wait for the reader.
  if (typeof content === 'string' || (content !== null && content.byteLength <= pieceSize)) {
    answerAtOnce(res, status, own, content);
    return undefined;
  }
  beginAnswer(res);
  res.statusCode = status;
  for (let at = 0; at < own.length; at += 2) res.setHeader(own[at] ?? '', own[at + 1] ?? '');
  if (content !== null) return largeAnswers.send(res, content);
  if (isJsonList(value)) return largeAnswers.sendList(res, value);
  return new CooperativeScheduler().run(slicedJsonBytes(value as object)).then((bytes) => largeAnswers.send(res, bytes));
}

/** Whether the caller has this version of what it asks for already (`If-None-Match`). */
function isKnown(res: Response, etag: string): boolean {
  if (res.req.headers['if-none-match'] === undefined) return false;
  res.setHeader('ETag', etag);
  return res.req.fresh;
}

/** The value as JSON; null for one that is not to be written in one go. */
function smallBody({ sliced }: Route, value: unknown): string | null {
  if (isJsonList(value)) return maybeListText(value);
  const mayBeHeavy = sliced?.some((member) => Object.hasOwn(value as object, member)) === true;
  return (mayBeHeavy && isHeavy(value)) || hasLongText(value) ? null : JSON.stringify(value);
}
