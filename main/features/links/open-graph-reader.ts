// Has pages parsed in a thread of its own, one at a time. A page that takes too long, or too much memory, ends the thread and nothing else.

import { Worker } from 'node:worker_threads';
import { askWorker } from '../../lib/ask-worker.ts';
import { Turns } from '../../lib/turns.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { tooManyPages, upstreamFailed } from './failures.ts';
import type { OpenGraph } from './open-graph.ts';
import type { ReadingJob, ReadingReport } from './open-graph-worker.ts';
import type { Page } from './page.ts';

/** How long one page may take, and how long the thread is kept when there is nothing to do; milliseconds. */
const timeoutMs = 5_000;
const idleFor = 30_000;
const maxWaiting = 100;

export class OpenGraphReader {
  readonly #turns = new Turns(1, maxWaiting, tooManyPages);
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #stopped = false;

  /** Throws `upstream_failed` for a page that cannot be parsed in time, and what `signal` is aborted with. */
  read(page: Page, signal: AbortSignal): Promise<OpenGraph> {
    return this.#turns.take(async () => {
      signal.throwIfAborted();
      if (this.#idle !== null) clearTimeout(this.#idle);
      const { found } = await this.#ask(page, signal);
      this.#idle = setTimeout(() => { void this.#end(); }, idleFor).unref();
      if (found === null) throw upstreamFailed(page.url, 'sent what cannot be read');
      return found;
    }, signal);
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#end();
  }

  #start(): Worker {
    this.#worker ??= new Worker(workerFile('open-graph-worker', import.meta.url), { execArgv: [], env: {}, name: 'daybook-link-preview', resourceLimits: { maxOldGenerationSizeMb: 192 } });
    this.#worker.unref();
    return this.#worker;
  }

  #ask({ url, body, charset }: Page, signal: AbortSignal): Promise<ReadingReport> {
    if (this.#stopped) throw upstreamFailed(url, 'was not read, as the service is stopping');
    const job: ReadingJob = { body, charset };
    return askWorker(this.#start(), job, { timeoutMs, signal, refusal: () => upstreamFailed(url, 'sent a page that takes too long to read'), end: () => this.#end() });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (this.#idle !== null) clearTimeout(this.#idle);
    await worker?.terminate();
  }
}
