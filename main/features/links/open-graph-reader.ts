// Has pages parsed in a thread of its own, one at a time. A page that takes too long, or too much memory, ends the thread and nothing else.

import { workerFile } from '../../lib/worker-file.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import { tooManyPages, hostFailed } from './failures.ts';
import type { OpenGraph } from './open-graph.ts';
import type { ReadingJob } from './open-graph-worker.ts';
import type { FetchedPage } from './page.ts';

export class OpenGraphReader {
  readonly #pool: WorkerPool<ReadingJob, OpenGraph | null>;

  /** `timeoutMs` is what one page may take, the start of its thread not counted; tests set their own. */
  constructor({ timeoutMs = 5_000 }: { readonly timeoutMs?: number } = {}) {
    this.#pool = new WorkerPool({
      file: workerFile('open-graph-worker', import.meta.url),
      task: 'readPage',
      starting: 'loadScraper',
      timeoutMs,
      memoryMb: 192,
      maxWaiting: 100,
      tooMany: tooManyPages,
      env: {},
    });
  }

  /** Throws `upstream_failed` for a page that cannot be parsed in time, `unavailable`, and what `signal` is aborted with. */
  async read({ url, body, charset }: FetchedPage, signal: AbortSignal): Promise<OpenGraph> {
    const found = await this.#pool.run(
      { body, charset },
      { signal, refusal: () => hostFailed(url, 'sent a page that takes too long to read') },
    );
    if (found === null) throw hostFailed(url, 'sent what cannot be read');
    return found;
  }

  /** Ends the thread. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
