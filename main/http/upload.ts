// Reads multipart bodies: files go to the disk as they come in, under random names, and never through memory whole.

import { createHash, randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { UploadLimits } from '../contract/route.ts';
import { AppError, invalid } from '../lib/app-error.ts';
import type { UploadedFile } from '../lib/uploaded-file.ts';
import { tooLarge } from './body.ts';

/** Most text fields of a form, and the longest name of one in bytes. */
const maxFields = 20;
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
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new AppError('unsupported_media_type', 'A form must not be compressed as a whole');
    if (req.headers.expect !== undefined) res.writeContinue();
    try {
      await this.#parse(req, res, limit);
    } catch (error) {
      throw (await this.#storageFailure()) ?? toUploadRefusal(error, limits);
    }
    const files = await Promise.all(
      this.#parts.map(async ({ field, filename, isNamed, path, stored }) => ({ field, filename, isNamed, path, ...(await stored) })),
    );
    return this.#checked({ ...(req.body as Record<string, unknown>) }, files);
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

  #parse(req: Request, res: Response, limit: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const watch = (_req: Request, parser: Writable): void => {
        // multer tells of an error only when all of the body has come in, which can be never.
        const refuse = (error: Error): void => {
          reject(error);
          req.unpipe(parser);
          parser.destroy(error);
        };
        let received = 0;
        const stalled = setTimeout(() => {
          refuse(new Error('Nothing more has come'));
        }, timeoutMs);
        for (const end of ['end', 'close'])
          req.once(end, () => {
            clearTimeout(stalled);
          });
        req.on('data', (chunk: Buffer) => {
          stalled.refresh();
          received += chunk.length;
          if (received > limit) refuse(tooLarge(limit));
        });
        let text = 0;
        parser.on('field', (name: string, value: string) => {
          // The parser writes this in the place of bytes that are no UTF-8.
          if (value.includes('\uFFFD')) refuse(invalid({ path: name, message: 'must be text in UTF-8, without U+FFFD' }));
          text += value.length;
          if (text > this.#options.textLimit) refuse(tooLarge(this.#options.textLimit));
        });
        // Before multer, which passes over files without a name.
        parser.prependListener('file', (_field: string | undefined, stream: Readable, info: { filename?: string }) => {
          if (!info.filename) this.#nameless.add(stream);
          info.filename ||= nameless;
        });
        req.pipe(parser);
      };
      this.#parser(watch)(req, res, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('The form cannot be read', { cause: error }));
      });
    });
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
        parts: this.#options.limits.files + maxFields + 1,
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
