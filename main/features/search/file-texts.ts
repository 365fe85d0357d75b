// Reads what files say, one after the other, in the background: new ones, and those that a stop has left. A request never does.

import { BackgroundLoop } from '../../lib/background-loop.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { isOutOfMemory, WorkerPool } from '../../lib/worker-pool.ts';
import type { FileText, FileTextJob } from './file-text-worker.ts';
import type { FileTextStore, UnreadFile } from './file-text-store.ts';

interface FileTextsOptions {
  readonly store: FileTextStore;
  readonly write: <T>(work: () => T) => Promise<T>;
  /** Where a content lies. */
  readonly path: (sha256: string) => string;
  readonly failed: (error: unknown) => void;
}

/** Characters of a file that are kept and found: some hundred pages. */
const maxLength = 500_000;
const timeoutMs = 60_000;
/** Many times the largest file, which is copied while it is read: a small PDF can unpack to gigabytes. */
const buffersMb = 256;
const maxTries = 2;
/** How long after a commit it is looked for new files, and how long after a failure; milliseconds. */
const settleMs = 300;
const afterFailureMs = 30_000;

const isReadable = (mimeType: string): boolean =>
  mimeType === 'application/pdf' ||
  mimeType.includes('openxmlformats') ||
  mimeType.startsWith('text/') ||
  /^application\/(?:json|xml)$/.test(mimeType);

const unread = (error: string | null): FileText => ({ text: '', words: '', error });

export class FileTexts {
  readonly #options: FileTextsOptions;
  readonly #loop: BackgroundLoop;
  #pool: WorkerPool<FileTextJob, FileText> | null = null;

  constructor(options: FileTextsOptions) {
    this.#options = options;
    this.#loop = new BackgroundLoop({
      work: (signal) => this.#readNext(signal),
      failed: options.failed,
      delayMs: settleMs,
      retryMs: afterFailureMs,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** To be called after each commit: it may have brought files. */
  readonly look = (): void => {
    this.#loop.wake();
  };

  /** What is being read is read anew after the next start. */
  async stop(): Promise<void> {
    await Promise.all([this.#loop.stop(), this.#pool?.stop()]);
  }

  /** False when all are read. */
  async #readNext(signal: AbortSignal): Promise<boolean> {
    const { store, write } = this.#options;
    const file = store.maybeNext();
    if (file === null) return false;
    const text = isReadable(file.mimeType) ? await this.#textOf(file, signal) : unread(null);
    await write(() => {
      store.put(file, text);
    });
    return true;
  }

  async #textOf({ id, mimeType, sha256, tries }: UnreadFile, signal: AbortSignal): Promise<FileText> {
    const { store, write, path } = this.#options;
    if (tries >= maxTries) return unread('The file could not be read');
    await write(() => {
      store.begin(id);
    });
    try {
      return await this.#started().run(
        { path: path(sha256), mimeType, maxLength },
        { signal, refusal: (cause) => new Error('ended', { cause }) },
      );
    } catch (error) {
      signal.throwIfAborted();
      const isTooLarge = error instanceof Error && isOutOfMemory(error.cause);
      return unread(isTooLarge ? 'The file takes too much memory to be read' : 'The file takes too long to be read, or is gone');
    }
  }

  #started(): WorkerPool<FileTextJob, FileText> {
    return (this.#pool ??= new WorkerPool({
      file: workerFile('file-text-worker', import.meta.url),
      task: 'readFileText',
      timeoutMs,
      memoryMb: 256,
      buffersMb,
      env: {},
    }));
  }
}
