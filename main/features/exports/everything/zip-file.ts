// Writes a zip to the disk, one file after the other, with what each and the whole add up to.

import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

interface ZipEntry {
  /** Bytes, where they are known before. */
  readonly size?: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  /** False for what is packed already. */
  readonly isCompressed?: boolean;
}

/** Dates that a zip can tell lie in these years. */
const firstDate = Date.UTC(1980, 0, 2);
const lastDate = Date.UTC(2107, 11, 30);

export class ZipWriter {
  readonly #path: string;
  readonly #zip = new ZipFile();
  readonly #hash = createHash('sha256');
  readonly #written: Promise<void>;
  /** Aborted with what has gone wrong. */
  readonly #failed = new AbortController();
  #size = 0;
  /** What the library is to read next. It keeps what it is handed for a file until the end of the zip: so that is one function for all. */
  #next: Readable | null = null;
  readonly #take = (done: (error: unknown, source: NodeJS.ReadableStream) => void): void => {
    const source = this.#next ?? Readable.from([]);
    this.#next = null;
    done(null, source);
  };

  /** A new file at this path. */
  constructor(path: string) {
    this.#path = path;
    const measured = tap(this.#hash, (length) => {
      this.#size += length;
    });
    const fail = (error: unknown): void => {
      this.#failed.abort(error);
    };
    this.#zip.once('error', fail);
    const { signal } = this.#failed;
    this.#written = pipeline(this.#zip.outputStream, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    this.#written.catch(fail);
  }

  /** Settles once it is read to its end; its SHA-256 in hexadecimal. Throws the system's errors. */
  async add(path: string, content: Readable | string, { size, modifiedAt, isCompressed = true }: ZipEntry): Promise<string> {
    const hash = createHash('sha256');
    const measured = tap(hash, () => undefined);
    const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;
    const { signal } = this.#failed;
    signal.throwIfAborted();
    this.#next = measured;
    const options = {
      mtime: new Date(Math.min(lastDate, Math.max(firstDate, modifiedAt))),
      mode: 0o100644,
      compress: isCompressed,
      ...(size === undefined ? {} : { size }),
    };
    this.#zip.addReadStreamLazy(path, options, this.#take);
    try {
      // Also what is still held of it must be taken, or the next one would take its place.
      await Promise.all([pipeline(source, measured, { signal }), finished(measured, { signal })]);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
    return hash.digest('hex');
  }

  /** Settles once all of it is on the disk. Throws the system's errors. */
  async end(): Promise<{ readonly size: number; readonly sha256: string }> {
    this.#zip.end();
    try {
      await this.#written;
    } catch (error) {
      this.#failed.signal.throwIfAborted();
      throw error;
    }
    const file = await open(this.#path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

function tap(hash: Hash, passed: (length: number) => void): Transform {
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      passed(chunk.length);
      done(null, chunk);
    },
  });
}
