// Reads what files say, one after the other, in the background: new ones, and those that a stop has left. A request never does.

import { setTimeout as pause } from 'node:timers/promises';
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
  readonly #stopping = new AbortController();
  #pool: WorkerPool<FileTextJob, FileText> | null = null;
  #working: Promise<void> | null = null;
  #isStarted = false;
  #mayBeMore = false;

  constructor(options: FileTextsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStarted = true;
    this.look();
  }

  /** To be called after each commit: it may have brought files. */
  readonly look = (): void => {
    this.#mayBeMore = true;
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  };

  /** What is being read is read anew after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#pool?.stop();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { store, failed } = this.#options;
    const { signal } = this.#stopping;
    try {
      while (this.#mayBeMore) {
        await pause(settleMs, undefined, { signal, ref: false });
        this.#mayBeMore = false;
        for (let file = store.maybeNext(); file !== null; file = store.maybeNext()) {
          signal.throwIfAborted();
          await this.#read(file);
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      failed(error);
      await pause(afterFailureMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #read(file: UnreadFile): Promise<void> {
    const { store, write } = this.#options;
    const text = isReadable(file.mimeType) ? await this.#textOf(file) : unread(null);
    await write(() => {
      store.put(file, text);
    });
    // The commit of this file is no reason to look for others.
    this.#mayBeMore = false;
  }

  async #textOf({ id, mimeType, sha256, tries }: UnreadFile): Promise<FileText> {
    const { store, write, path } = this.#options;
    const { signal } = this.#stopping;
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
      env: {},
    }));
  }
}
