import type { Worker } from 'node:worker_threads';

export interface AskOptions {
  /** How long the answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Gives the answer up. */
  readonly signal?: AbortSignal;
  /** What is thrown when the thread fails, ends, or takes too long; `cause` is its error, if it had one. */
  readonly refusal: (cause?: unknown) => Error;
  /** Ends the thread, which is of no use after a failure. Not awaited. */
  readonly end: () => Promise<void>;
}

/** Sends a job to a thread that does one at a time, and gives its answer. Throws what `refusal` gives, or the reason of `signal`. */
export function askWorker<Report>(worker: Worker, job: unknown, { timeoutMs, signal, refusal, end }: AskOptions): Promise<Report> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      worker.off('message', done).off('error', fail).off('exit', gone);
    };
    const done = (report: Report): void => {
      settle();
      resolve(report);
    };
    const fail = (cause?: unknown): void => {
      settle();
      // An error that comes late, while it ends, must not be one that nobody catches.
      worker.on('error', () => undefined);
      void end();
      reject(signal?.aborted === true ? (signal.reason as Error) : refusal(cause));
    };
    const gone = (): void => { fail(); };
    const abort = (): void => { fail(); };
    const timer = setTimeout(gone, timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    worker.on('message', done).on('error', fail).on('exit', gone);
    worker.postMessage(job, []);
  });
}
