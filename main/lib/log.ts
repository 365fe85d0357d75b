// The service's log: JSON lines in `<data>/logs`, rotated by size.

import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

export type Log = Logger;

interface OpenLog {
  readonly log: Log;
  /** Writes out what is waiting; settles also if that cannot be done. */
  close(): Promise<void>;
}

/** Lines are gathered up to this many milliseconds or characters before they are written: a write each would slow every request. */
const gatherFor = 200;
const gatherAtMost = 32_768;

const fileName = 'daybook.log';

/** How long to leave a log file alone that could not be written, in milliseconds. */
const pauseAfterFailure = 10_000;

/** Names under which a secret could come along by mistake. */
const secretNames = ['token', 'password', 'currentPassword', 'secret', 'authorization', 'apiKey', 'value'];

/** Opens the log in the folder `directory`, which is made if need be. A log that cannot be written never stops the service. */
export function openLog(directory: string): OpenLog {
  const file = new LogFile(directory);
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    file,
  );
  return { log, close: () => file.close() };
}

class LogFile {
  readonly #directory: string;
  #stream: RotatingFileStream | null = null;
  /** Whether its file has its name: not while that is being opened or rotated. */
  #isNamed = false;
  #retryAt = 0;
  #gathered = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  write(line: string): void {
    this.#gathered += line;
    if (this.#gathered.length >= gatherAtMost) this.#flush();
    else
      this.#timer ??= setTimeout(() => {
        this.#flush();
      }, gatherFor).unref();
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isNamed && !existsSync(join(this.#directory, fileName))) this.#leave();
    if (this.#gathered !== '') (this.#stream ?? this.#open())?.write(this.#gathered);
    this.#gathered = '';
  }

  close(): Promise<void> {
    this.#flush();
    const stream = this.#stream;
    if (stream === null) return Promise.resolve();
    return new Promise((resolve) => {
      stream.once('error', () => {
        resolve();
      });
      stream.end(() => {
        resolve();
      });
    });
  }

  #open(): RotatingFileStream | null {
    if (performance.now() < this.#retryAt) return null;
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    } catch {
      return this.#failed();
    }
    const unfinished = endsInTheMiddle(join(this.#directory, fileName));
    const stream = createStream(fileName, { path: this.#directory, size: '5M', maxFiles: 5, mode: 0o600 });
    // A full disk must not bring the service down with its log.
    stream.on('error', () => {
      if (this.#stream === stream) this.#failed();
    });
    stream.on('open', () => {
      this.#isNamed = this.#stream === stream;
    });
    stream.on('rotation', () => {
      this.#isNamed = false;
    });
    this.#stream = stream;
    if (unfinished) stream.write('\n');
    return stream;
  }

  /** The file was removed, maybe with its folder: what is written to it would be lost. */
  #leave(): void {
    this.#stream?.end();
    this.#stream = null;
    this.#isNamed = false;
  }

  #failed(): null {
    this.#stream = null;
    this.#isNamed = false;
    this.#retryAt = performance.now() + pauseAfterFailure;
    return null;
  }
}

/** Whether the last line of a file has no end: a crash or a full disk has cut it. False for a file that is not there. */
function endsInTheMiddle(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const last = Buffer.alloc(1);
      return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString('latin1') !== '\n';
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
