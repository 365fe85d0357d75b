// Reads multipart bodies: files go to the disk as they come in, under random names, and never through memory whole.

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Transform, type Readable, type TransformCallback, type Writable } from 'node:stream';
import { MIMEType } from 'node:util';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { UploadLimits } from '../contract/route.ts';
import { AppError, invalid } from '../lib/app-error.ts';
import type { UploadedFile } from '../lib/uploaded-file.ts';
import { encodingOf, tooLarge } from './body.ts';

/** Most text fields of a form, and the longest name of one in bytes. A card with a field for each label and reminder has 60. */
const maxFields = 80;
const maxNameLength = 100;
/** Characters of the name of a file. */
const maxFilename = 255;
/** What a file without a name is called. */
const nameless = 'file';
/** A body of which nothing has come for this long, in milliseconds, is given up. */
const timeoutMs = 30_000;
/** Room for the headers of one part and the lines around it, in bytes. */
const partOverhead = 4 * 1024;

interface UploadOptions {
  /** Where files lie while their request lasts; it is there, on the file system on which they are kept. */
  readonly folder: string;
  /** The most bytes of all text fields together. */
  readonly textLimit: number;
  /** Whether a request without a file is refused. */
  readonly required: boolean;
  readonly limits: UploadLimits;
}

interface Part {
  readonly field: string;
  readonly filename: string;
  /** Whether it came with a name. */
  readonly isNamed: boolean;
  readonly path: string;
  readonly stream: Readable;
  readonly stored: Promise<{ readonly size: number; readonly sha256: string }>;
}

export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

/** The files of one request. Disposing of it removes those that were not moved away, whatever has happened. */
export class ReceivedUpload implements AsyncDisposable {
  readonly #options: UploadOptions;
  readonly #parts: Part[] = [];
  /** Those that came without a name. */
  readonly #nameless = new WeakSet<Readable>();

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /**
   * Reads the body. Throws `too_large` (before reading, where Content-Length tells), `unsupported_media_type`,
   * `validation_failed` for a form that is broken or whose files are empty, and the system's errors.
   */
  async read(req: Request, res: Response): Promise<Form> {
    const { textLimit, limits } = this.#options;
    const limit = limits.files * limits.fileSize + textLimit + (limits.files + maxFields) * partOverhead;
    if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    const type = req.is('multipart/form-data');
    // No body at all is a form without anything in it.
    if (type === null) return this.#checked({}, []);
    if (type === false) throw new AppError('unsupported_media_type', 'The body must be sent as multipart/form-data');
    if (encodingOf(req) !== null) throw new AppError('unsupported_media_type', 'A form must not be compressed as a whole');
    // What tidies up removes it while it is empty, as it is between two uploads.
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    if (req.headers.expect !== undefined) res.writeContinue();
    let fields: Form['fields'];
    try {
      fields = await this.#parse(req, res, limit);
    } catch (error) {
      throw (await this.#storageFailure()) ?? toUploadRefusal(error, limits);
    }
    const files = await Promise.all(
      this.#parts.map(async ({ field, filename, isNamed, path, stored }) => ({ field, filename, isNamed, path, ...(await stored) })),
    );
    return this.#checked({ ...fields }, files);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing more is written from then on: no file can come back after it was removed.
    await this.#storageFailure();
    for (const { path } of this.#parts) await rm(path, { force: true });
  }

  /**
   * Ends the writing of files, and gives the error of the file system that one of them met, if any; the parser only knows that a file
   * broke off.
   */
  async #storageFailure(): Promise<unknown> {
    for (const { stream } of this.#parts) stream.destroy();
    const outcomes = await Promise.allSettled(this.#parts.map(({ stored }) => stored));
    return outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as unknown) : null)).find(isOfFileSystem);
  }

  /** Gives the text fields. */
  async #parse(req: Request, res: Response, limit: number): Promise<Readonly<Record<string, unknown>>> {
    const form = new ReadableForm(req.headers, this.#maxParts);
    // Its parser listens to its errors, but there is none where the Content-Type was refused: unheard they would end the service.
    form.on('error', () => undefined);
    let read = 0;
    const watch = (_req: Request, parser: Writable): void => {
      let text = 0;
      parser.on('field', (name: string, value: string) => {
        read += 1;
        // The parser writes this in the place of bytes that are no UTF-8.
        if (value.includes('\uFFFD')) form.destroy(invalid({ path: name, message: 'must be text in UTF-8, without U+FFFD' }));
        text += value.length;
        if (text > this.#options.textLimit) form.destroy(tooLarge(this.#options.textLimit));
      });
      // Before multer, which passes over files without a name.
      parser.prependListener('file', (_field: string | undefined, stream: Readable, info: { filename?: string }) => {
        read += 1;
        if (!info.filename) this.#nameless.add(stream);
        info.filename ||= nameless;
      });
      form.pipe(parser);
    };
    const parsed = new Promise<void>((resolve, reject) => {
      // multer takes of a request what a stream with headers has.
      this.#parser(watch)(form as unknown as Request, res, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('The form cannot be read', { cause: error }));
      });
    });
    feed(req, form, limit);
    try {
      await parsed;
      // Multer passes over a form whose Content-Type it cannot read.
      if (!form.readableEnded) throw new Error('The form was not read');
    } finally {
      form.destroy();
    }
    if (read !== form.parts) throw unreadablePart();
    return form.body;
  }

  get #maxParts(): number {
    return this.#options.limits.files + maxFields + 1;
  }

  #parser(streamHandler: (req: Request, parser: Writable) => void) {
    const options = {
      storage: this.#storage(),
      streamHandler,
      preservePath: true,
      defParamCharset: 'utf8',
      limits: {
        ...this.#options.limits,
        fields: maxFields,
        // Not the first to be reached, so that one file or field too many is told as such.
        parts: this.#maxParts,
        fieldSize: this.#options.textLimit,
        fieldNameSize: maxNameLength,
        fieldNestingDepth: 0,
        headerPairs: 20,
      },
    };
    return multer(options).any();
  }

  #storage(): StorageEngine {
    return {
      _handleFile: (_req, { fieldname, originalname, stream }, done) => {
        const path = join(this.#options.folder, randomBytes(16).toString('hex'));
        const stored = store(stream, path);
        const isNamed = !this.#nameless.has(stream);
        this.#parts.push({ field: fieldname, filename: recordedName(originalname), isNamed, path, stream, stored });
        void tell(stored, done);
      },
      // All files are removed together when the request is over.
      _removeFile: (_req, _file, done) => {
        done(null);
      },
    };
  }

  #checked(fields: Readonly<Record<string, unknown>>, parts: readonly (UploadedFile & Pick<Part, 'isNamed'>)[]): Form {
    const files: UploadedFile[] = [];
    for (const { isNamed, ...file } of parts) {
      if (file.size > 0 || isNamed) files.push(file);
      // A browser sends this for a field in which no file was chosen.
      else if (this.#options.required) throw invalid({ path: file.field, message: 'is empty: no file was chosen' });
    }
    if (this.#options.required && files.length === 0) throw invalid({ path: 'file', message: 'is missing: the form holds no file' });
    return { fields, files };
  }
}

/** Hands the body to `form` as it comes, and gives it up with an error where it has more than `limit` bytes, breaks off or stalls. */
function feed(req: Request, form: Transform, limit: number): void {
  let received = 0;
  const stalled = setTimeout(() => form.destroy(new Error('Nothing more has come')), timeoutMs);
  req.once('end', () => {
    clearTimeout(stalled);
  });
  req.once('close', () => {
    clearTimeout(stalled);
    if (!req.readableEnded) form.destroy(new Error('The body ended too early'));
  });
  req.on('data', (chunk: Buffer) => {
    stalled.refresh();
    received += chunk.length;
    if (received > limit) form.destroy(tooLarge(limit));
  });
  req.pipe(form);
}

/** The most bytes between a delimiter and the content of its part: those that the parser takes. */
const maxHeadBytes = 16 * 1024;
const unreadablePart = (): AppError =>
  new AppError('validation_failed', 'Each part of the form needs a Content-Disposition of form-data with the name of a field');

/**
 * A form on its way to multer's parser, which passes over each part in silence whose head it cannot read. Heads that clients write against
 * the standard are written anew; a form with one that tells nothing is refused. The parts are counted, to be compared with those that were
 * read.
 */
class ReadableForm extends Transform {
  /** Multer reads these, and puts the text fields here. */
  readonly headers: IncomingHttpHeaders;
  body: Readonly<Record<string, unknown>> = {};
  parts = 0;
  readonly #delimiter: Buffer;
  readonly #maxParts: number;
  #place: 'content' | 'head' | 'epilogue' = 'content';
  /** What has come and is not passed on yet. The first delimiter need not have a line before it. */
  #rest: Buffer = Buffer.from('\r\n');

  /**
   * What comes behind more than `maxParts` is not looked at: the parser refuses the form. Throws `validation_failed` where no boundary is
   * named, and TypeError for what is no Content-Type.
   */
  constructor(headers: IncomingHttpHeaders, maxParts: number) {
    super();
    this.headers = headers;
    this.#maxParts = maxParts;
    const boundary = new MIMEType(headers['content-type'] ?? '').params.get('boundary') ?? '';
    if (boundary === '') throw new AppError('validation_failed', 'The Content-Type names no boundary: it is left to what writes the form');
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    try {
      while (this.#goOn());
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.#place === 'head') done(unreadablePart());
    else done(null, this.#rest);
  }

  /** Passes on what is sure; whether there may be more. Throws `validation_failed`. */
  #goOn(): boolean {
    const [rest, delimiter] = [this.#rest, this.#delimiter];
    if (this.#place === 'head') {
      if (rest.length < 2) return false;
      if (rest.toString('latin1', 0, 2) === '--') this.#place = 'epilogue';
      else {
        const end = rest.indexOf('\r\n\r\n');
        if (end > maxHeadBytes || (end === -1 && rest.length > maxHeadBytes)) throw unreadablePart();
        if (end === -1) return false;
        this.push(Buffer.from(readableHead(rest.toString('latin1', 0, end)), 'latin1'));
        this.#rest = rest.subarray(end);
        this.#pass(4);
        this.parts += 1;
        this.#place = this.parts > this.#maxParts ? 'epilogue' : 'content';
      }
      return true;
    }
    const at = this.#place === 'epilogue' ? -1 : rest.indexOf(delimiter);
    if (at === -1) {
      this.#pass(this.#place === 'epilogue' ? rest.length : Math.max(0, rest.length - delimiter.length + 1));
      return false;
    }
    this.#pass(at + delimiter.length);
    this.#place = 'head';
    return true;
  }

  #pass(bytes: number): void {
    this.push(this.#rest.subarray(0, bytes));
    this.#rest = this.#rest.subarray(bytes);
  }
}

/**
 * What stands between a delimiter and the content of its part, as the parser can read it: without the blanks that may end a delimiter's
 * line (RFC 2046, 5.1.1) and without control characters, of which the parser takes none. Throws `validation_failed`.
 */
function readableHead(head: string): string {
  let isTold = false;
  const readable = head
    .replace(/^[ \t]+/, '')
    .replaceAll(/[^\P{Cc}\t\r\n\x80-\x9f]/gu, '')
    .replace(/\r\ncontent-disposition[ \t]*:((?:[^\r\n]|\r\n[ \t])*)/i, (_header, value: string) => {
      isTold = true;
      return `\r\nContent-Disposition: ${readableDisposition(value.replaceAll('\r\n', ' '))}`;
    });
  if (!isTold || !readable.startsWith('\r\n')) throw unreadablePart();
  return readable;
}

const wellFormed = /^[ \t]*form-data(?:[ \t]*;[ \t]*[!#-'*+.^`|~\w-]+=(?:"(?:[^"\\]|\\.)*"|[!#-'*+.^`|~\w-]+))*[ \t]*$/i;
const looseValue = String.raw`"(.*?)"(?=[ \t]*(?:$|;[ \t]*(?:$|[\w*-]+[ \t]*=)))|([^;"][^;]*)`;
/** A parameter as clients write it that do not know of quotes: those within a value stand as they are, or there are none around it. */
const looseParameter = new RegExp(String.raw`[ \t]*;[ \t]*(?:([\w*-]+)[ \t]*=[ \t]*(?:${looseValue})|(?=;)|$)`, 'gy');
/** Not `trim`: a blank of Latin-1 can be the half of a letter in UTF-8. */
const trailingBlanks = /(?<![ \t])[ \t]+$/;

/** The value of a Content-Disposition, as the parser can read it. Throws `validation_failed`. */
function readableDisposition(sent: string): string {
  if (wellFormed.test(sent)) return sent;
  const [type = '', parameters] = [/^[ \t]*form-data/i.exec(sent)?.[0], [] as string[]];
  let read = type.length;
  for (const [all, name = '', quoted, bare = ''] of sent.slice(read).matchAll(looseParameter)) {
    read += all.length;
    const value = quoted?.replaceAll('\\"', '"') ?? bare.replace(trailingBlanks, '');
    // A value of RFC 8187 has a charset and no quotes.
    if (name.endsWith('*')) parameters.push(`; ${name}=${value}`);
    else if (name !== '') parameters.push(`; ${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`);
  }
  if (type === '' || read < sent.replace(trailingBlanks, '').length) throw unreadablePart();
  return type + parameters.join('');
}

/**
 * What of a sent name is recorded: its last path component (RFC 7578, 4.2), for either kind of slash, without control characters. One that
 * says nothing is `file`, and of a long one the extension stays.
 */
function recordedName(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '');
  if (/^[.\s]*$/.test(name)) return nameless;
  const letters = Array.from(name);
  if (letters.length <= maxFilename) return name;
  const extension = Array.from(/\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '');
  return [...letters.slice(0, maxFilename - extension.length), ...extension].join('');
}

/** Reports to multer, which speaks in callbacks. */
async function tell(stored: Part['stored'], done: (error: unknown, info?: { size: number }) => void): Promise<void> {
  let size: number;
  try {
    ({ size } = await stored);
  } catch (error) {
    done(error);
    return;
  }
  done(null, { size });
}

async function store(stream: Readable, path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** What multer, its parser or the file system threw, as the caller is to hear it. */
function toUploadRefusal(error: unknown, limits: UploadLimits): unknown {
  if (error instanceof MulterError) return limitReached(error, limits);
  // What the file system says is told as such further up.
  if (error instanceof AppError || isOfFileSystem(error)) return error;
  // All others are of the parser, or of a connection that broke off.
  return new AppError('validation_failed', 'The body is not a whole multipart form', { cause: error });
}

function limitReached(error: MulterError & { readonly filename?: string }, limits: UploadLimits): AppError {
  const { field = '' } = error;
  switch (error.code as string) {
    case 'LIMIT_FILE_SIZE':
      return new AppError('too_large', `"${error.filename ?? field}" is larger than ${limits.fileSize / 1024 / 1024} MiB`);
    case 'LIMIT_FILE_COUNT':
      return new AppError('too_large', `At most ${limits.files} files can be sent at once`);
    case 'LIMIT_FIELD_VALUE':
      return new AppError('too_large', `${field} is too long`);
    case 'LIMIT_FIELD_COUNT':
    case 'LIMIT_PART_COUNT':
      return new AppError('too_large', `At most ${maxFields} fields can be sent at once`);
    case 'LIMIT_FIELD_NESTING':
      return invalid({ path: field, message: 'is not a known field' });
    case 'LIMIT_FIELD_KEY':
      return invalid({ path: field, message: `the name of a field must be at most ${maxNameLength} bytes` });
    default:
      return new AppError('validation_failed', 'Each part of the form needs the name of a field', { cause: error });
  }
}
