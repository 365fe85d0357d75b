// Documents made of notes, in threads of their own: a few at a time, the others wait. No small one waits for a large one.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError, unavailable } from '../../lib/app-error.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { isSmall, mayHavePictures, type ExportFormat, type ExportNote } from './export-note.ts';
import type { ExportJob, ExportReport, ExportWorkerData } from './export-worker.ts';

export interface ExportLimits {
  /** Processor time that one document may take, in milliseconds. What else the machine does meanwhile does not count. */
  readonly maxProcessorMs: number;
  /** How long one may take by the clock, in milliseconds. */
  readonly timeoutMs: number;
  /** Megabytes that a thread may use for one. */
  readonly memory: number;
  /** Documents that wait for a thread. */
  readonly waiting: number;
  /** How long a thread is kept when there is nothing to do, in milliseconds. */
  readonly idle: number;
}

export interface ExportsOptions {
  /** The module that reads the markdown of notes; it exports `parseMarkdown` and `parseNodes`. */
  readonly parser: URL;
  /** Told of what went wrong with a document for no reason that its reader could know. */
  readonly failed: (message: string) => void;
  readonly limits?: Partial<ExportLimits>;
}

const defaults: ExportLimits = { maxProcessorMs: 60_000, timeoutMs: 300_000, memory: 1_024, waiting: 20, idle: 30_000 };

interface Waiting {
  readonly job: ExportJob;
  readonly isLarge: boolean;
  readonly signal: AbortSignal;
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread, what it makes, and the timer that ends it when it is idle. */
interface Thread {
  readonly worker: Worker;
  isLarge: boolean;
  idle: NodeJS.Timeout | null;
}

/** Documents of large notes that are made at once. */
const maxLarge = availableParallelism() > 2 ? 2 : 1;

/** What V8 may use for young objects in each thread, in megabytes: its own limit is several times that, and faster by nothing. */
const youngMb = 24;

/** Threads: one is always left to small notes. */
const maxThreads = maxLarge + 1;

/**
 * The threads are its own and not those of `WorkerPool`: how much processor time one has used is only told by its `Worker`, which that
 * library keeps to itself.
 */
export class Exports {
  readonly #options: ExportsOptions;
  readonly #limits: ExportLimits;
  #waiting: Waiting[] = [];
  #free: Thread[] = [];
  readonly #busy = new Set<Thread>();
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
    // On Linux the library must have been loaded by the main thread first, so that it stays when the worker ends.
    if (mayHavePictures(note)) await import('sharp');
    signal.throwIfAborted();
    if (this.#stopped) throw unavailable('The service is stopping');
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

  /** Ends the threads; what waits is refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { reject } of this.#waiting) reject(unavailable('The service is stopping'));
    this.#waiting = [];
    const threads = [...this.#free, ...this.#busy];
    this.#free = [];
    await Promise.all(threads.map((thread) => end(thread)));
  }

  #next(): void {
    if (this.#busy.size >= maxThreads) return;
    const mayBeLarge = [...this.#busy].filter(({ isLarge }) => isLarge).length < maxLarge;
    // In the order in which they came, so that large ones have their turn too.
    const waiting = this.#waiting.find(({ isLarge }) => mayBeLarge || !isLarge);
    if (waiting === undefined) return;
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
    const thread = this.#free.pop() ?? this.#start();
    if (thread.idle !== null) clearTimeout(thread.idle);
    thread.isLarge = waiting.isLarge;
    this.#busy.add(thread);
    this.#run(thread, waiting);
  }

  #start(): Thread {
    const workerData: ExportWorkerData = { parser: this.#options.parser.href };
    const worker = new Worker(workerFile('export-worker', import.meta.url), {
      execArgv: [],
      name: 'daybook-exports',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memory, maxYoungGenerationSizeMb: youngMb },
    });
    worker.unref();
    // An error that comes late, while it ends, must not be one that is caught nowhere.
    worker.on('error', () => undefined);
    return { worker, isLarge: false, idle: null };
  }

  #run(thread: Thread, { job, signal, resolve, reject }: Waiting): void {
    const { worker } = thread;
    const settle = (isSound: boolean): void => {
      clearTimeout(timer);
      unwatch();
      signal.removeEventListener('abort', abort);
      worker.off('message', done).off('error', fail).off('exit', gone);
      this.#busy.delete(thread);
      if (isSound && !this.#stopped) this.#rest(thread);
      else void end(thread);
      this.#next();
    };
    const refuse = (error: unknown): void => {
      settle(false);
      reject(error);
    };
    const done = (report: ExportReport): void => {
      settle(true);
      if (report.made !== null) {
        resolve(report.made);
        return;
      }
      this.#options.failed(report.message);
      reject(new Error('The document could not be made'));
    };
    const fail = (error: Error & { readonly code?: string }): void => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        refuse(new AppError('too_large', 'The note is too large for such a document'));
        return;
      }
      this.#options.failed(error.stack ?? error.message);
      refuse(new Error('The document could not be made'));
    };
    const gone = (): void => {
      refuse(unavailable('The document could not be made: the service is stopping'));
    };
    const abort = (): void => {
      refuse(signal.reason);
    };
    const late = (): void => {
      refuse(unavailable('The document could not be made in time', 60));
    };
    const timer = setTimeout(late, this.#limits.timeoutMs);
    const unwatch = watchProcessorTime(worker, this.#limits.maxProcessorMs, late);
    worker.on('message', done).on('error', fail).on('exit', gone);
    signal.addEventListener('abort', abort, { once: true });
    worker.postMessage(job, []);
  }

  #rest(thread: Thread): void {
    thread.idle = setTimeout(() => {
      this.#free = this.#free.filter((each) => each !== thread);
      void end(thread);
    }, this.#limits.idle).unref();
    this.#free.push(thread);
  }
}

/** Calls `exceeded` once when a thread has used more processor time than this from now on, in milliseconds. Gives what ends the watch. */
function watchProcessorTime(worker: Worker, most: number, exceeded: () => void): () => void {
  let isWatched = true;
  // None yet if the thread is only just starting.
  const begin = used(worker);
  const look = async (): Promise<void> => {
    const [before, now] = await Promise.all([begin, used(worker)]);
    if (!isWatched || now === null || now - (before ?? 0) <= most) return;
    unwatch();
    exceeded();
  };
  const timer = setInterval(() => void look(), Math.min(1_000, most / 4)).unref();
  const unwatch = (): void => {
    isWatched = false;
    clearInterval(timer);
  };
  return unwatch;
}

/** Milliseconds of processor time that a thread has used; null if it is not running. */
async function used(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return null;
  }
}

async function end({ worker, idle }: Thread): Promise<void> {
  if (idle !== null) clearTimeout(idle);
  await worker.terminate();
}
