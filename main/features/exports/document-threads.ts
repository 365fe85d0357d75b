// The threads that make documents, each one after the other. One is kept for a while when there is nothing to do.

import { Worker } from 'node:worker_threads';
import { workerFile } from '../../lib/worker-file.ts';
import { mayHavePictures } from './export-note.ts';
import type { ExportReport, ExportWorkerData } from './export-worker.ts';
import type { ExportJob, ExportOutcome, ThreadSettings } from './protocol.ts';

/** A thread, and the timer that ends it when it is idle. */
interface Thread {
  readonly worker: Worker;
  idle: NodeJS.Timeout | null;
}

/** What came of a document, and whether its thread can make another. */
interface Run {
  readonly outcome: ExportOutcome;
  readonly isSound: boolean;
}

/** What V8 may use for young objects in each thread, in megabytes: its own limit is several times that, and faster by nothing. */
const youngMb = 24;

/**
 * The threads are its own and not those of `WorkerPool`: how much processor time one has used is only told by its `Worker`, which that
 * library keeps to itself.
 */
export class DocumentThreads {
  readonly #settings: ThreadSettings;
  #free: Thread[] = [];

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** Begins at once, in a thread that is free or in a new one. One that fails or that `signal` gives up has ended when this settles. */
  async make(job: ExportJob, signal: AbortSignal): Promise<ExportOutcome> {
    // On Linux the library must have been loaded by the main thread first, so that it stays when the worker ends.
    if (mayHavePictures(job.note)) await import('sharp');
    if (signal.aborted) return { made: null, why: 'given up', message: '' };
    const thread = this.#free.pop() ?? this.#start();
    if (thread.idle !== null) clearTimeout(thread.idle);
    const { outcome, isSound } = await this.#run(thread.worker, job, signal);
    if (isSound) this.#rest(thread);
    else await thread.worker.terminate();
    return outcome;
  }

  #start(): Thread {
    const workerData: ExportWorkerData = { parser: this.#settings.parser };
    const worker = new Worker(workerFile('export-worker', import.meta.url), {
      execArgv: [],
      name: 'daybook-exports',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: this.#settings.memory, maxYoungGenerationSizeMb: youngMb },
    });
    worker.unref();
    // An error that comes late, while it ends, must not be one that is caught nowhere.
    worker.on('error', () => undefined);
    return { worker, idle: null };
  }

  #run(worker: Worker, job: ExportJob, signal: AbortSignal): Promise<Run> {
    const { promise, resolve } = Promise.withResolvers<Run>();
    const settle = (run: Run): void => {
      unwatch();
      signal.removeEventListener('abort', abort);
      worker.off('message', done).off('error', fail).off('exit', gone);
      resolve(run);
    };
    const refuse = (why: (ExportOutcome & { made: null })['why'], message = ''): void => {
      settle({ outcome: { made: null, why, message }, isSound: false });
    };
    const done = (report: ExportReport): void => {
      settle({ outcome: report.made === null ? { ...report, why: 'failed' } : report, isSound: true });
    };
    const fail = (error: Error & { readonly code?: string }): void => {
      refuse(whyOf(error), error.stack ?? error.message);
    };
    const gone = (): void => {
      refuse('failed', 'A thread that made a document has ended');
    };
    const abort = (): void => {
      refuse('given up');
    };
    const unwatch = watchProcessorTime(worker, this.#settings.maxProcessorMs, () => {
      refuse('too much time');
    });
    worker.on('message', done).on('error', fail).on('exit', gone);
    signal.addEventListener('abort', abort, { once: true });
    worker.postMessage(job, []);
    return promise;
  }

  #rest(thread: Thread): void {
    thread.idle = setTimeout(() => {
      this.#free = this.#free.filter((each) => each !== thread);
      void thread.worker.terminate();
    }, this.#settings.idle).unref();
    this.#free.push(thread);
  }
}

function whyOf({ code }: { readonly code?: string }): (ExportOutcome & { made: null })['why'] {
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too much memory';
  return code === 'ERR_WORKER_INIT_FAILED' ? 'not started' : 'failed';
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
