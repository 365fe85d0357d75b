// Documents made of notes, in a process of their own: a few at a time, the others wait. No small one waits for a large one.

import { availableParallelism } from 'node:os';
import { AppError, unavailable } from '../../lib/app-error.ts';
import type { SpawnChild } from '../../lib/child-process.ts';
import { DocumentProcess } from './document-process.ts';
import { isSmall, type ExportFormat, type ExportNote } from './export-note.ts';
import type { ExportJob, ExportOutcome, ThreadSettings } from './protocol.ts';

export interface ExportLimits extends Omit<ThreadSettings, 'parser'> {
  /** How long a document may take by the clock, the start of its process included, in milliseconds. */
  readonly timeoutMs: number;
  /** Documents that wait for a thread. */
  readonly waiting: number;
  /** How long the process is kept when there is nothing to do, and each of its threads, in milliseconds. */
  readonly idle: number;
}

export interface ExportsOptions {
  /** The module that reads the markdown of notes; it exports `parseMarkdown` and `parseNodes`. */
  readonly parser: URL;
  /** How the process is started. */
  readonly spawn: SpawnChild;
  /** Told of what went wrong with a document for no reason that its reader could know. */
  readonly failed: (message: string) => void;
  /** Told of each line that the process or one of its libraries writes. */
  readonly line: (line: string) => void;
  readonly limits?: Partial<ExportLimits>;
}

/** Idle: as long as a user who exports one note after the other takes for the next. A longer time would only keep the memory. */
const defaults: ExportLimits = { maxProcessorMs: 60_000, timeoutMs: 300_000, memory: 1_024, waiting: 20, idle: 20_000 };

interface Waiting {
  readonly job: ExportJob;
  readonly isLarge: boolean;
  readonly signal: AbortSignal;
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

/** Documents of large notes that are made at once. */
const maxLarge = availableParallelism() > 2 ? 2 : 1;

/** Documents that are made at once, each in a thread: one is always left to small notes. */
export const maxRunning = maxLarge + 1;

export class Exports {
  readonly #options: ExportsOptions;
  readonly #limits: ExportLimits;
  #waiting: Waiting[] = [];
  readonly #running = new Set<Waiting>();
  #process: DocumentProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: ExportsOptions) {
    this.#options = options;
    this.#limits = { ...defaults, ...options.limits };
  }

  /**
   * The bytes of the document; the same note gives the same. Throws `too_large` for a note that takes too much memory, `unavailable` for
   * one that takes too long and when too many wait, and the signal's reason once it is aborted: then the work on it ends.
   */
  async make(format: ExportFormat, note: ExportNote, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    signal.throwIfAborted();
    if (this.#stopped) throw stopping();
    if (this.#waiting.length >= this.#limits.waiting) throw unavailable('There are too many documents to be made at the moment');
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { job: { format, note }, isLarge: !isSmall(note), signal, resolve, reject };
      const leave = (): void => {
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Ends the process, without waiting for that; what is being made and what waits is refused. */
  stop(): void {
    this.#stopped = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stopping());
    this.#end();
  }

  #next(): void {
    if (this.#running.size >= maxRunning) return;
    const mayBeLarge = [...this.#running].filter(({ isLarge }) => isLarge).length < maxLarge;
    // In the order in which they came, so that large ones have their turn too.
    const next = this.#waiting.find(({ isLarge }) => mayBeLarge || !isLarge);
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((each) => each !== next);
    this.#running.add(next);
    clearTimeout(this.#idle);
    void this.#run(next);
  }

  async #run(document: Waiting): Promise<void> {
    const { job, signal, resolve, reject } = document;
    const ended = new AbortController();
    const abort = (): void => {
      ended.abort(signal.reason);
    };
    const timer = setTimeout(() => {
      ended.abort(late());
    }, this.#limits.timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const outcome = await this.#started().make(job, ended.signal);
      if (outcome.made !== null) resolve(outcome.made);
      else reject(outcome.why === 'given up' ? ended.signal.reason : this.#errorOf(outcome));
    } catch (error) {
      // The process could not even be started.
      reject(error);
    }
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    this.#running.delete(document);
    this.#next();
    if (this.#running.size === 0) this.#rest();
  }

  #errorOf({ why, message }: ExportOutcome & { made: null }): Error {
    if (why === 'too much memory') return new AppError('too_large', 'The note is too large for such a document');
    if (why === 'too much time') return late();
    if (this.#stopped) return unavailable('The document could not be made: the service is stopping');
    this.#options.failed(message);
    if (why === 'not started') return unavailable('No document can be made at the moment: the system starts no further process', 10);
    return new Error('The document could not be made');
  }

  #started(): DocumentProcess {
    if (this.#process !== null) return this.#process;
    const { parser, spawn, line } = this.#options;
    const started = new DocumentProcess({
      spawn,
      settings: { parser: parser.href, maxProcessorMs: this.#limits.maxProcessorMs, memory: this.#limits.memory, idle: this.#limits.idle },
      ended: () => {
        if (this.#process === started) this.#process = null;
      },
      line,
    });
    return (this.#process = started);
  }

  #rest(): void {
    this.#idle = setTimeout(() => {
      this.#end();
    }, this.#limits.idle).unref();
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#process?.kill();
    this.#process = null;
  }
}

const stopping = (): AppError => unavailable('The service is stopping');
const late = (): AppError => unavailable('The document could not be made in time', 60);
