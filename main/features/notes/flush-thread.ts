// Stores flushes of long notes in a thread, so that the event loop is free for others meanwhile.

import { unavailable } from '../../lib/app-error.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { Database } from '../../storage/database.ts';
import type { FlushJob } from './flush-worker.ts';
import type { PreparedFlush, SnapshotSpacing } from './stored-flush.ts';

interface FlushThreadOptions {
  readonly database: Pick<Database, 'files' | 'writeElsewhere'>;
  readonly spacing: SnapshotSpacing;
}

export class FlushThread {
  readonly #options: FlushThreadOptions;
  readonly #pool = new WorkerPool<FlushJob | null, void>({
    file: workerFile('flush-worker', import.meta.url),
    task: 'storeFlush',
    // All writes wait as long; a tenth of a second is usual.
    timeoutMs: 30_000,
    memoryMb: 512,
  });

  constructor(options: FlushThreadOptions) {
    this.#options = options;
  }

  /** Settles once it is stored, in a write that others wait for; `inBackground`: after those of requests. Throws `unavailable`. */
  async store(flush: PreparedFlush, inBackground: boolean): Promise<void> {
    // Not in the write: others would wait for the thread to start.
    await this.#run(null);
    const { database, spacing } = this.#options;
    await database.writeElsewhere(() => this.#run({ files: database.files(), spacing, flush }), inBackground);
  }

  /** Ends the thread; what it has not committed is undone. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }

  #run(job: FlushJob | null): Promise<void> {
    const refusal = (cause: unknown): Error => unavailable('The note could not be indexed', 10, cause);
    return this.#pool.run(job, { refusal });
  }
}
