// Large files to and from the service, and jobs that are followed.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Job } from '../contract/jobs.ts';
import type { Api, Upload } from './api.ts';
import { CommandRefusal } from './command.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** The job once it has ended; `told` of each of its states. */
export async function followJob(api: Api, job: Job, told: (job: Job) => void): Promise<Job> {
  const [stream, { createParser }] = await Promise.all([api.open('GET', `/api/jobs/${job.id}`), import('eventsource-parser')]);
  let last = job;
  const parser = createParser({
    onEvent: ({ data }) => {
      last = JSON.parse(data) as Job;
      told(last);
    },
  });
  stream.setEncoding('utf8');
  for await (const chunk of stream) parser.feed(chunk as string);
  if (last.endedAt === null) throw new CommandRefusal('The service has left before the end; the job goes on when it is there again');
  return last;
}

/** False where nothing is. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Throws a `CommandRefusal` where a file is that is not to be written over. */
export function requireFree(file: string, isReplaced: boolean): void {
  if (!isReplaced && existsSync(file)) throw new CommandRefusal(`${file} is there already; --force writes over it`);
}

interface Download {
  readonly sha256: string;
  readonly isReplaced: boolean;
}

/** Writes what comes as a file; it has its name once all of it is there and is what it should be. Throws a `CommandRefusal`. */
export async function saveDownload(
  response: IncomingMessage,
  file: string,
  { sha256, isReplaced }: Download,
  progress: (bytes: number) => void,
): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  const hash = createHash('sha256');
  let done = 0;
  response.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    progress((done += chunk.length));
  });
  try {
    await pipeline(response, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    if (hash.digest('hex') !== sha256) throw new CommandRefusal('What came is not what the service has made; try again');
    requireFree(file, isReplaced);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error instanceof CommandRefusal ? error : new CommandRefusal(`${file} cannot be written (${codeOf(error)})`);
  }
}

/** A file as the only part of a form. Throws a `CommandRefusal` where it cannot be read. */
export function multipart(file: string, progress: (done: number, total: number) => void): Upload {
  const size = sizeOf(file);
  const boundary = `daybook-${randomUUID()}`;
  const filename = basename(file).replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* content(): AsyncGenerator<Uint8Array> {
    yield head;
    let done = 0;
    try {
      for await (const chunk of createReadStream(file)) {
        progress((done += (chunk as Buffer).length), size);
        yield chunk as Buffer;
      }
    } catch (error) {
      throw unreadable(file, error);
    }
    yield tail;
  }
  return {
    headers: {
      Accept: 'application/json',
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(head.length + size + tail.length),
    },
    content: content(),
  };
}

function sizeOf(file: string): number {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) throw new CommandRefusal(`${file} is a folder: pack it into a zip`);
    return stats.size;
  } catch (error) {
    throw error instanceof CommandRefusal ? error : unreadable(file, error);
  }
}

const unreadable = (file: string, error: unknown): CommandRefusal => new CommandRefusal(`${file} cannot be read (${codeOf(error)})`);
