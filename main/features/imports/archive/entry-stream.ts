// What an entry of an archive unpacks to: into memory up to its told size, or to a file.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AppError } from '../../../lib/app-error.ts';

/** An entry whose bytes are not those that the archive tells of: the others can come in all the same. */
export class DamagedEntry extends AppError {
  constructor(path: string, cause?: unknown) {
    super('validation_failed', `${path} is damaged in the archive`, {
      cause,
      errors: [{ path: 'file', message: `holds ${path}, which is damaged` }],
    });
    this.name = 'DamagedEntry';
  }
}

/** All of a stream. Throws `too_large` for more than `limit` bytes, whatever was told before. */
export async function collect(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) throw new AppError('too_large', 'A file in the archive is larger than the archive says');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The same chunks; after the last one it throws unless they have the CRC-32 that was told of them. */
export function checked(stream: Readable, expected: number): AsyncGenerator<Buffer> {
  // The library's stream can fail before it is read, and does not remember that: unheard it would end the thread, or be waited for in vain.
  const kept = new PassThrough();
  pipeline(stream, kept, () => undefined);
  return chunksOf(kept as AsyncIterable<Buffer>, expected);
}

async function* chunksOf(stream: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let found = 0;
  for await (const chunk of stream) {
    found = crc32(chunk, found);
    yield chunk;
  }
  if (found !== expected) throw new Error('The checksum is another');
}

/** Writes a stream to a new file. Throws the system's errors. */
export async function writeTo(stream: AsyncIterable<Buffer>, path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of stream) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** The SHA-256 of a file, in hexadecimal. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
