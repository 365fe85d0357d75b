// Work in threads of their own: one is started when there is something to do, and ended when there has been nothing for a while.

import { Worker, type TransferListItem } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { unavailable } from './app-error.ts';
import { untilAborted } from './clock.ts';
import { startThreadsWithYoung } from './heap-bounds.ts';
import { Semaphore } from './semaphore.ts';

/**
 * A thread that is at its limit may use 16 MB more until Node has ended it; what needs more ends the whole process. One collection of young
 * objects adds to the old ones what has survived: of V8's own 48 MB that was too much in every third try.
 */
const defaultYoungMb = 16;
/** How long a thread may take to start, where that is not part of a job; milliseconds. */
const startMs = 60_000;

export interface WorkerPoolOptions {
  /** The module that the threads load, as `workerFile` gives it. */
  readonly file: URL;
  /** The name of the function that it exports; it is called with the job, and what it returns or resolves to is the result. */
  readonly task: string;
  /**
   * How long one job may take, the start of its thread included unless there is `starting`; milliseconds. The thread of a job that takes
   * longer is ended.
   */
  readonly timeoutMs: number;
  /**
   * The name of a function that the module exports, which settles once all that a job needs is loaded. A job then waits for it as long as
   * it takes, and a caller that gives up meanwhile does not end it: a busy machine would start anew for each. For one thread, and not
   * together with `firstYoungMb`.
   */
  readonly starting?: string;
  /** What V8 may use for the objects of one thread, in megabytes. A job that needs more ends its thread. */
  readonly memoryMb: number;
  /** What it may use of that for young objects, in megabytes; 16 if absent. Less makes it collect sooner what large streams leave. */
  readonly youngMb?: number;
  /**
   * What a thread has of that at once, in megabytes; V8's own size if absent, which it doubles as it collects. For a first job that makes
   * very many objects: collections in small spaces took a sixth of its processor time.
   */
  readonly firstYoungMb?: number;
  /**
   * What the buffers of the thread may take, in megabytes, which V8 does not count among its objects: what is unpacked lies in them. It is
   * looked at while a job is done; one whose buffers take more ends its thread, as for `memoryMb`. For one thread. Unlimited if absent.
   */
  readonly buffersMb?: number;
  /** Jobs that may wait for a thread; unlimited if absent. */
  readonly maxWaiting?: number;
  /** Told to the caller whose job is one too many. */
  readonly tooMany?: string;
  /** Threads at once; 1 if absent. Each does one job at a time. */
  readonly maxThreads?: number;
  /** How long a thread without a job is kept, in milliseconds; half a minute if absent. */
  readonly idleMs?: number;
  /** The environment variables that the threads see; those of the process if absent. */
  readonly env?: Readonly<Record<string, string>>;
}

interface RunOptions {
  /** Gives the job up: one that has begun ends with its thread. */
  readonly signal?: AbortSignal;
  /**
   * What is thrown when the job fails, uses too much memory or takes too long, or the pool is stopped meanwhile; `cause` is what happened.
   */
  readonly refusal: (cause: unknown) => Error;
  /** Handed over to the thread instead of copied. */
  readonly transfer?: readonly TransferListItem[];
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/** Whether the thread was ended because it used more than `memoryMb` or `buffersMb`. */
export function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === outOfMemory;
}

/** How often it is looked at what the buffers of a thread take, in milliseconds: in such a time some dozens of megabytes are unpacked. */
const lookMs = 50;

/** Calls `exceeded` once the buffers of the thread take more, until what it gives is called; never where Node cannot tell. */
function watchBuffers(threads: Tinypool, megabytes: number, exceeded: () => void): () => void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    const { thread } = Object(threads.threads[0]) as { readonly thread?: unknown };
    if (isLooking || !(thread instanceof Worker) || !('getHeapStatistics' in thread)) return;
    isLooking = true;
    // One that has ended tells nothing.
    const told = await thread.getHeapStatistics().catch(() => null);
    isLooking = false;
    if (told !== null && told.external_memory > megabytes * 1024 ** 2) exceeded();
  };
  const timer = setInterval(() => void look(), lookMs);
  return () => {
    clearInterval(timer);
  };
}

/** Jobs of one kind. A failure of one never harms another: what failed ends with its thread, and the next job gets a new one. */
export class WorkerPool<Job, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #semaphore: Semaphore;
  #threads: Tinypool | null = null;
  /** Why no thread could be started for what waited there. */
  readonly #unstarted = new WeakMap<Tinypool, unknown>();
  #starting: Promise<unknown> | null = null;
  #stopped = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { maxThreads = 1, maxWaiting = Number.POSITIVE_INFINITY, tooMany = 'There is too much to do at the moment' } = options;
    // The library starts no thread for what waits behind a job that failed, so nothing ever waits there.
    this.#semaphore = new Semaphore(maxThreads, maxWaiting, tooMany);
  }

  /**
   * Throws what `refusal` gives, the reason of `signal` where that ended the job or it had not begun yet, and `unavailable` when too many
   * wait, the pool is stopped, or its thread does not start.
   */
  run(job: Job, { signal, refusal, transfer = [] }: RunOptions): Promise<Result> {
    return this.#semaphore.run(async () => {
      this.#refuseIfStopped();
      await this.#whenStarted(signal);
      // A stop meanwhile has found no job of this caller to end.
      this.#refuseIfStopped();
      const ended = new AbortController();
      const abort = (): void => {
        ended.abort();
      };
      const timer = setTimeout(abort, this.#options.timeoutMs);
      const { firstYoungMb } = this.#options;
      const isFirst = firstYoungMb !== undefined && this.size === 0;
      if (isFirst) startThreadsWithYoung(firstYoungMb);
      signal?.addEventListener('abort', abort, { once: true });
      const threads = this.#started();
      let isTooMuch = false;
      const { buffersMb = null } = this.#options;
      const exceeded = (): void => {
        isTooMuch = true;
        abort();
      };
      const stopLooking = buffersMb === null ? null : watchBuffers(threads, buffersMb, exceeded);
      try {
        return (await threads.run(job, { signal: ended.signal, transferList: [...transfer] })) as Result;
      } catch (cause) {
        signal?.throwIfAborted();
        if (this.#unstarted.has(threads)) throw unavailable('No thread can be started at the moment', 10, this.#unstarted.get(threads));
        throw refusal(isTooMuch ? Object.assign(new Error('Its buffers took too much memory'), { code: outOfMemory, cause }) : cause);
      } finally {
        stopLooking?.();
        if (isFirst) startThreadsWithYoung(null);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      }
    }, signal);
  }

  /** How many threads there are. */
  get size(): number {
    return this.#threads?.threads.length ?? 0;
  }

  /** Ends the threads; what is being done and what waits is refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#threads?.destroy();
  }

  #refuseIfStopped(): void {
    if (this.#stopped) throw unavailable('The service is stopping');
  }

  async #whenStarted(signal?: AbortSignal): Promise<void> {
    const { starting, tooMany = 'There is too much to do at the moment' } = this.#options;
    if (starting === undefined || (this.#starting === null && this.size > 0)) return;
    this.#starting ??= this.#started()
      .run(undefined, { name: starting, signal: AbortSignal.timeout(startMs) })
      .catch((cause: unknown) => {
        throw unavailable(tooMany, undefined, cause);
      })
      .finally(() => {
        this.#starting = null;
      });
    await untilAborted(this.#starting, signal);
  }

  #started(): Tinypool {
    if (this.#threads !== null) return this.#threads;
    const { file, task, memoryMb, youngMb = defaultYoungMb, maxThreads = 1, idleMs = 30_000, env } = this.#options;
    const threads = new Tinypool({
      filename: file.href,
      name: task,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      // Waiting by Atomics would block the event loop of a thread, which libraries with callbacks of their own need.
      useAtomics: false,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      ...(env === undefined ? {} : { env: { ...env } }),
    });
    this.#threads = threads;
    // What comes late, while a thread ends, and what keeps one from starting, such as too many open files. The library starts no other
    // thread for a job that waits for that one, and never ends it.
    threads.on('error', (cause) => {
      if (threads !== this.#threads || this.size > 0) return;
      this.#unstarted.set(threads, cause);
      this.#threads = null;
      void threads.destroy();
    });
    return threads;
  }
}
