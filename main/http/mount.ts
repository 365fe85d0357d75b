// From a line of the contract's table and its handler to an Express handler:
// authenticate, read, validate, run, reply. In this order, so that 401 comes before 400, and 400 before 404.

import type { Request, RequestHandler, Response } from 'express';
import { honoursIfMatch, type Route } from '../contract/route.ts';
import { AppError, RetryableConflict, invalid } from '../lib/app-error.ts';
import { defaultBodyLimit, jsonReader, drainRequestBody } from './body.ts';
import type { Authenticate, Caller } from '../lib/caller.ts';
import { sendEventStream } from './event-stream.ts';
import { sendFile } from './file-reply.ts';
import type { UploadedFile } from '../lib/uploaded-file.ts';
import type { Endpoint } from './handler.ts';
import type { LargeAnswers } from './large-answers.ts';
import { readIdempotencyKey, type IdempotencyOptions } from './idempotency.ts';
import { readPrecondition } from './precondition.ts';
import { sendStream } from './stream-reply.ts';
import type { Form } from './upload.ts';
import { validate } from './validate.ts';

/** Characters of an answer that is handed over at once: no more than a few of its bytes can wait for the reader. */
const smallAnswer = 16 * 1024;

export interface MountOptions {
  readonly authenticate: Authenticate;
  /** Runs work inside the next write transaction; settles after the commit. */
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly idempotency: IdempotencyOptions;
  /** Where uploaded files lie while their request lasts. */
  readonly uploadFolder: string;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  readonly largeAnswers: LargeAnswers;
  /** Compares every reply with the contract and fails if it differs. For tests. */
  readonly checkReplies: boolean;
}

/** The Express handler of one endpoint. */
export function mount(endpoint: Endpoint, options: MountOptions): RequestHandler {
  const { route } = endpoint;
  const readJson = route.body === undefined ? null : jsonReader(route.bodyLimit ?? defaultBodyLimit);
  const answer = async (req: Request, res: Response, readBody: ReadBody | null): Promise<void> => {
    const caller = admit(route, req, options.authenticate);
    const input = await readInput(route, req, res, caller, readBody);
    if (endpoint.kind === 'stream' && req.method === 'GET' && req.accepts(['json', 'text/event-stream']) === 'text/event-stream') {
      const stillAllowed = (): void => { admit(route, req, options.authenticate); };
      await sendEventStream(req, res, { stillAllowed, stopping: options.stopping }, (sink) => endpoint.stream(input as never, sink));
    } else if (endpoint.kind === 'write') {
      await runWrite(endpoint, input, req, res, options);
    } else if (endpoint.kind === 'download') {
      await sendFile(req, res, await endpoint.handle(input as never), options.largeAnswers);
    } else if (endpoint.kind === 'streamed') {
      // One document is waited for at a stop, as any answer; a stream may go on for minutes.
      const streams = (input as { readonly body?: { readonly stream?: unknown } }).body?.stream === true;
      await sendStream(res, streams ? options.stopping : null, (signal) => endpoint.handle(input as never, signal));
    } else {
      await reply(res, route, await endpoint.handle(input as never), options);
    }
  };
  const readFields: ReadBody | null = readJson === null ? null : async (req, res) => ({ fields: await readJson(req, res), files: [] });
  return async (req, res) => {
    drainRequestBody(req, res);
    if (!takesForm(route, req)) {
      await answer(req, res, readFields);
      return;
    }
    // Loaded when a form first comes: a start does not wait for it.
    const { Upload } = await import('./upload.ts');
    await using upload = new Upload({ folder: options.uploadFolder, textLimit: route.bodyLimit ?? defaultBodyLimit, required: route.multipart?.files === 'required' });
    await answer(req, res, (...request) => upload.read(...request));
  };
}

type ReadBody = (req: Request, res: Response) => Promise<Form | { readonly fields: unknown; readonly files: readonly [] }>;

/** Whether the body is to be read as a form. Where JSON does as well, only if it says that it is one. */
function takesForm({ multipart }: Route, req: Request): boolean {
  return multipart !== undefined && (multipart.files === 'required' || req.is('multipart/form-data') === 'multipart/form-data');
}

/** The caller; null on a public route. Throws `unauthorized` or `forbidden`. */
function admit(route: Route, req: Request, authenticate: Authenticate): Caller | null {
  if (route.access === 'public') return null;
  const caller = authenticate(req);
  if (route.access === 'owner' && !caller.isOwner) throw new AppError('forbidden', 'Only the owner may do this');
  return caller;
}

async function readInput(route: Route, req: Request, res: Response, caller: Caller | null, readBody: ReadBody | null): Promise<object> {
  const precondition = readPrecondition(honoursIfMatch(route) ? req.get('If-Match') : undefined);
  const query = readQuery(route, req);
  const { fields, files } = readBody === null ? { fields: undefined, files: [] } : await readBody(req, res);
  const body = route.body === undefined ? undefined : validate(route.body, fields, 'field');
  return {
    params: req.params,
    query,
    body,
    files,
    address: req.socket.remoteAddress ?? '',
    precondition,
    get signal(): AbortSignal {
      return goneSignal(res);
    },
    get caller(): Caller {
      if (caller === null) throw new Error(`${route.method} ${route.path} is public: it has no caller`);
      return caller;
    },
  };
}

/** Aborted when the connection closes and the answer is not sent. */
function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => { if (!res.writableFinished) gone.abort(new AppError('unavailable', 'The caller has gone away')); };
  if (res.closed) abort();
  else res.once('close', abort);
  return gone.signal;
}

function readQuery(route: Route, req: Request): unknown {
  const { query } = req;
  if (route.query !== undefined) return validate(route.query, { ...query }, 'query parameter');
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw invalid({ path: unknown, message: 'is not a known query parameter' });
  return undefined;
}

/** What was prepared can be out of date when its turn comes. So many times it is tried. */
const maxPreparations = 4;

async function runWrite(endpoint: Endpoint & { kind: 'write' }, input: object, req: Request, res: Response, options: MountOptions): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      await prepareAndWrite(endpoint, input, req, res, options);
      return;
    } catch (error) {
      if (!(error instanceof RetryableConflict) || count === maxPreparations) throw error;
    }
  }
}

async function prepareAndWrite(endpoint: Endpoint & { kind: 'write' }, input: object, req: Request, res: Response, options: MountOptions): Promise<void> {
  const { route } = endpoint;
  const once = route.creates ? readIdempotencyKey(req, (input as { caller: Caller }).caller.userId, sent(req, input as { files: readonly UploadedFile[] }), options.idempotency) : null;
  const prepared = endpoint.prepare === null ? undefined : await endpoint.prepare(input as never);
  using _ = disposable(prepared);
  const run = (): unknown => {
    // Since the request came in, the token can have been revoked: a body takes time to arrive.
    admit(route, req, options.authenticate);
    return endpoint.apply(input as never, prepared as never);
  };
  if (once === null) {
    await reply(res, route, await options.write(run), options);
    return;
  }
  let created: unknown;
  const { answer, replayed } = await options.write(() =>
    once(() => {
      created = run();
      if (options.checkReplies) assertReply(route, created);
      return { status: route.status, location: route.location?.(created as never) ?? null, body: JSON.stringify(created) };
    }),
  );
  if (replayed) res.set('Idempotency-Replayed', 'true');
  if (answer.location !== null) res.set('Location', answer.location);
  const text = answer.body ?? '';
  // The text goes out as it was kept; only the ETag, which is not kept beside it, is read from it.
  prepareHead(res, route, replayed && route.versioned ? JSON.parse(text) : created);
  await sendText(res, text, options.largeAnswers);
}

/** What makes two requests the same one: the body as it was read, and the contents of its files. */
function sent(req: Request, { files }: { readonly files: readonly UploadedFile[] }): unknown {
  if (files.length === 0) return req.body as unknown;
  return { fields: req.body as unknown, files: files.map(({ field, filename, sha256 }) => [field, filename, sha256]) };
}

function disposable(value: unknown): Disposable | null {
  return typeof value === 'object' && value !== null && Symbol.dispose in value ? (value as Disposable) : null;
}

async function reply(res: Response, route: Route, value: unknown, { checkReplies, largeAnswers }: MountOptions): Promise<void> {
  if (checkReplies) assertReply(route, value);
  prepareHead(res, route, value);
  if (route.reply === undefined) res.end();
  // If-None-Match: the caller has this version already.
  else if (route.versioned && !route.derived && res.req.fresh) {
    res.status(304).removeHeader('Content-Type');
    res.end();
  }
  else await sendText(res, JSON.stringify(value), largeAnswers);
}

function prepareHead(res: Response, route: Route, value: unknown): void {
  res.status(route.status);
  if (route.reply === undefined) return;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (route.versioned) res.setHeader('ETag', `"${(value as { version: number }).version}"`);
}

/** Settles once a large answer is handed over or its reader is gone. A small one does not need a second look. */
function sendText(res: Response, text: string, largeAnswers: LargeAnswers): Promise<void> | undefined {
  if (text.length > smallAnswer) return largeAnswers.send(res, Buffer.from(text));
  // Express' own `json` would parse the type and hash the body again at each answer.
  res.end(text);
  return undefined;
}

/** Throws if a reply is not exactly what the contract says, with nothing missing and nothing more. */
function assertReply(route: Route, value: unknown): void {
  if (route.reply === undefined) {
    if (value !== undefined) throw new Error(`${route.method} ${route.path} answers with a body that the contract does not have`);
    return;
  }
  const sent: unknown = JSON.parse(JSON.stringify(value));
  const parsed: unknown = route.reply.parse(sent);
  if (JSON.stringify(sortKeys(parsed)) !== JSON.stringify(sortKeys(sent))) {
    throw new Error(`${route.method} ${route.path} answers with fields that the contract does not have: ${JSON.stringify(Object.keys(sent as object))}`);
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sortKeys(inner)]));
}
