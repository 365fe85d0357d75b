// What answers are made with: the index by meaning, the thread that looks through it, and the model.

import type { AskRequest } from '../../contract/ask.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import { answerQuestion } from './answer.ts';
import type { AskOptions } from './ask.ts';
import { EmbeddingIndexer } from './embedding-indexer.ts';
import { EmbeddingStore } from './embedding-store.ts';
import type { FindOptions } from './find.ts';
import type { Near, NearestJob } from './nearest-store.ts';
import { packVector } from './vector.ts';

/** How long the question itself may take to be embedded, and its vector to be compared with all others, in milliseconds. */
const timeoutMs = 20_000;
/** Records whose vectors are nearest. */
const nearest = 20;
/** Less than this is chance: unrelated texts are above 0 with most models. */
const leastSimilarity = 0.3;

export class AskParts {
  readonly store: EmbeddingStore;
  readonly indexer: EmbeddingIndexer;
  readonly #options: AskOptions;
  readonly #pool: WorkerPool<NearestJob, Near[]>;

  constructor(options: AskOptions) {
    const { database, embedder, read, log, timing } = options;
    this.#options = options;
    this.store = new EmbeddingStore(database);
    // `AskService` has waited for changes to settle already.
    this.indexer = new EmbeddingIndexer({ store: this.store, embedder, read, log, timing: { ...timing, settle: 0 } });
    this.#pool = new WorkerPool({
      file: workerFile('nearest-worker', import.meta.url),
      task: 'nearestOfJob',
      timeoutMs,
      memoryMb: 256,
      maxWaiting: 16,
      tooMany: 'Too many questions are being answered',
    });
  }

  /** Throws what the model throws before its answer begins. */
  answer(caller: Caller, request: AskRequest, signal: AbortSignal): Promise<StreamAnswer> {
    const { search, read, plain, chat, today } = this.#options;
    const find: FindOptions = { search, read, plain, nearest: (...of) => this.#nearest(...of) };
    return answerQuestion(caller, request, { find, chat, today }, signal);
  }

  async stop(): Promise<void> {
    await Promise.all([this.indexer.stop(), this.#pool.stop()]);
  }

  /** A model that fails leaves the words of the question. */
  readonly #nearest: FindOptions['nearest'] = async (userId, types, question, signal) => {
    const { embedder, database, log } = this.#options;
    const model = embedder.model();
    if (model === null) return { near: [], meaning: 'off' };
    try {
      const [made = []] = await embedder.embed([question], AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      const vector = packVector(made);
      if (vector === null || this.store.progress()?.model !== model) return { near: [], meaning: 'failed' };
      const refusal = (cause: unknown): Error => new AppError('unavailable', 'The vectors could not be compared', { cause });
      const job: NearestJob = { files: database.files(), userId, types, vector, limit: nearest, least: leastSimilarity };
      return { near: await this.#pool.run(job, { signal, refusal }), meaning: 'on' };
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, 'a question was not looked for by its meaning');
      return { near: [], meaning: 'failed' };
    }
  };
}
