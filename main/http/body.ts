// Reads JSON bodies: bounded, UTF-8 only, and only once the caller is known to be allowed.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { Request, Response } from 'express';
import { AppError, unavailable } from '../lib/app-error.ts';
import { atMost } from '../lib/clock.ts';
import { isTextDeeperThan } from '../lib/json.ts';
import { Semaphore } from '../lib/semaphore.ts';

/** The largest JSON body unless the route says otherwise, in bytes. */
export const defaultBodyLimit = 1024 * 1024;

/**
 * For how long a refused request may still send, in all and without a pause, in milliseconds: most clients read no answer before they have
 * sent all. As with other servers, its size does not count.
 */
const drainMs = 30_000;
const drainPauseMs = 5_000;

/**
 * Few compressed bodies are inflated at a time: each may grow to its limit from a thousandth of it. Not while they come in: a slow sender
 * would keep the others waiting.
 */
const inflating = new Semaphore(3, Number.POSITIVE_INFINITY, 'Too many compressed bodies are being read at the moment');

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)],
  // The same (RFC 9110, 8.4.1.3).
  ['x-gzip', promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)],
  ['br', promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress)],
  ['zstd', promisify<Buffer, { maxOutputLength: number }, Buffer>(zstdDecompress)],
]);

/** How the body is encoded, in lower case; null for not at all. */
export function encodingOf({ headers }: IncomingMessage): string | null {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  return encoding === '' || encoding === 'identity' ? null : encoding;
}

/** Throws `unsupported_media_type`. */
function decoderOf(encoding: string): Decode {
  const decode = decoders.get(encoding);
  if (decode === undefined) throw new AppError('unsupported_media_type', 'This Content-Encoding is not supported');
  return decode;
}

/** Throws `too_large`, and what Node's decoders throw. */
async function inflated(bytes: Buffer, decode: Decode, limit: number): Promise<Buffer> {
  try {
    return await inflating.run(() => decode(bytes, { maxOutputLength: limit }));
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    throw error;
  }
}

type ReadBody = (req: Request, res: Response) => Promise<unknown>;

export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Lets a client that has asked first (`Expect: 100-continue`) send its body. */
function askToGoOn(req: Request, res: Response): void {
  if (req.headers.expect !== undefined) res.writeContinue();
}

/** 413 for a body of more than `limit` bytes. */
export function tooLarge(limit: number): AppError {
  return new AppError('too_large', `The body is larger than ${limit} bytes`);
}

/** What nearly all callers send: nothing else need be looked at. */
const plainType = /^application\/json(?:; ?charset=utf-8)?$/i;
/**
 * In UTF-16, the signs that tell how deep a body is would be the bytes of letters as well. ASCII is UTF-8, and some clients write its name
 * without the hyphen or in single quotes.
 */
const otherCharset = /;\s*charset=(?!(["']?)(?:utf-?8|us-ascii)\1\s*(?:;|$))/i;

/** How deep lists and objects may be nested in a body: twice what any route takes. */
const deepestBody = 1_000;
/** In bytes. A shorter body is parsed in some milliseconds, however deep it is. */
const shallowBytes = 64 * 1024;

/** Throws `malformed_json` for what is no UTF-8, and `validation_failed` for what would take long to parse, and be refused all the same. */
function checkBytes(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new AppError('malformed_json', 'The body is not valid UTF-8');
  if (bytes.length > shallowBytes && isTextDeeperThan(bytes, deepestBody))
    throw new AppError('validation_failed', 'The body is nested too deeply', { errors: [{ path: '', message: 'is nested too deeply' }] });
}

/** Throws `malformed_json` and `validation_failed`. An empty body is an empty object. */
function parsed(bytes: Buffer): unknown {
  checkBytes(bytes);
  const text = bytes.toString().replace(/^\uFEFF/, '');
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch (cause) {
    throw new AppError('malformed_json', 'The body is not valid JSON', { cause });
  }
}

/** The body as it was sent. Rejects once it has more than `limit` bytes, or can come no more. */
function bytesOf(req: Request, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) reject(tooLarge(limit));
      else chunks.push(chunk);
    });
    req.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    whenCut(req, reject);
  });
}

/** Whether a body whose length was not told ends before its first byte: some clients and proxies send none so. */
async function isEmpty(req: Request, res: Response): Promise<boolean> {
  if (req.headers['content-length'] !== undefined) return false;
  askToGoOn(req, res);
  return bytesOf(req, 0).then(
    () => true,
    () => false,
  );
}

/** Calls `reject` when the sender goes before the end of the body, also if that was before. */
function whenCut(req: Request, reject: (error: AppError) => void): void {
  const cut = (): void => {
    if (!req.readableEnded) reject(new AppError('malformed_json', 'The body ended too early'));
  };
  if (req.destroyed) cut();
  else req.once('close', cut);
}

/**
 * A reader of JSON bodies of at most `limit` bytes, also when decompressed. It gives undefined for no body, and throws
 * `too_large` (before reading, where Content-Length tells), `unsupported_media_type`, `malformed_json`, or `validation_failed` for what is
 * nested too deeply.
 */
export function jsonReader(limit: number): ReadBody {
  return async (req, res) => {
    if (!hasBody(req)) return undefined;
    if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    const { 'content-type': type = '' } = req.headers;
    if (!plainType.test(type)) {
      if (type === '' && (await isEmpty(req, res))) return undefined;
      if (req.is(['application/json', 'application/*+json']) === false)
        throw new AppError('unsupported_media_type', 'The body must be sent as application/json');
      if (otherCharset.test(type)) throw new AppError('unsupported_media_type', 'The body must be UTF-8');
    }
    const encoding = encodingOf(req);
    const decode = encoding === null ? null : decoderOf(encoding);
    askToGoOn(req, res);
    const bytes = await bytesOf(req, limit);
    return parsed(decode === null ? bytes : await inflated(bytes, decode, limit));
  };
}

/** Few bodies of more bytes than this are read at a time, and none of them for longer than this; in bytes and milliseconds. */
const largeBytes = 1024 * 1024;
const largeMs = 10_000;
const reading = new Semaphore(3, 50, 'Too many files are being read at the moment');
const tooSlow = (): never => {
  throw unavailable('The body comes too slowly');
};

/**
 * A reader of bodies of one media type and at most `limit` bytes, which gives them as they are, or undefined for no body. It throws
 * `too_large` and `unsupported_media_type`.
 */
export function rawReader(type: string | readonly string[], limit: number): ReadBody {
  const types = typeof type === 'string' ? [type] : type;
  return async (req, res) => {
    if (!hasBody(req)) return undefined;
    if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    if (req.is([...types]) === false || encodingOf(req) !== null)
      throw new AppError('unsupported_media_type', `The body must be sent as ${types[0]}, without an encoding`);
    askToGoOn(req, res);
    const body = new Chunks(req, limit);
    if (!(await body.take(largeBytes))) await reading.run(() => atMost(largeMs, body.take(limit), tooSlow));
    return body.bytes();
  };
}

/** A body as it comes in, in pieces. */
class Chunks {
  // Left early, the connection must not end: the answer goes back on it.
  readonly #chunks: AsyncIterator<Buffer, undefined>;
  readonly #limit: number;
  readonly #taken: Buffer[] = [];
  #received = 0;

  constructor(req: Request, limit: number) {
    this.#chunks = (req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer, undefined>)[Symbol.asyncIterator]();
    this.#limit = limit;
  }

  /** Takes what comes until it is more than this many bytes; whether that was all. Throws `too_large`. */
  async take(bytes: number): Promise<boolean> {
    while (this.#received <= bytes) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return true;
      this.#received += value.length;
      if (this.#received > this.#limit) throw tooLarge(this.#limit);
      this.#taken.push(value);
    }
    return false;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#received);
    let at = 0;
    for (const chunk of this.#taken) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

/**
 * After an answer that did not wait for the body: takes in the rest for a while, so that the sender can read the answer, then cuts. Where
 * the connection is not to be kept, only its own direction ends at once (RFC 9112, 9.6).
 */
export function drainRequestBody(req: IncomingMessage, res: ServerResponse): void {
  if (!hasBody(req)) return;
  // Before the listener of Node, which would destroy a connection that is not to be kept, and with it the answer.
  res.prependOnceListener('finish', () => {
    if (req.complete) return;
    const { socket } = req;
    const closeSoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      socket.end();
    };
    const cut = (): void => {
      socket.destroy();
    };
    const timers = [setTimeout(cut, drainMs).unref(), setTimeout(cut, drainPauseMs).unref()];
    req.on('data', () => timers[1]?.refresh());
    req.once('end', () => {
      socket.destroySoon = closeSoon;
      if (socket.writableEnded) closeSoon();
    });
    req.once('close', () => {
      timers.forEach(clearTimeout);
    });
    req.resume();
  });
}
