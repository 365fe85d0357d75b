// Answers from notes, cards and events, as the rest of the service sees it. What it is made of is loaded when it is first needed: a start
// does not wait for it.

import type { AskRequest } from '../../contract/ask.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Log } from '../../lib/log.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import type { Database } from '../../storage/database.ts';
import type { AnswerOptions } from './answer.ts';
import type { Embedder, IndexerOptions } from './embedding-indexer.ts';
import type { FindOptions } from './find.ts';
import type { AskParts } from './parts.ts';

export interface AskOptions extends Pick<AnswerOptions, 'chat' | 'today'> {
  readonly database: Database;
  readonly search: FindOptions['search'];
  readonly read: FindOptions['read'];
  readonly plain: FindOptions['plain'];
  readonly embedder: Embedder;
  readonly log: Log;
  /** As usual when absent. */
  readonly timing?: IndexerOptions['timing'] | undefined;
}

/** From a commit to a look at what has changed, in milliseconds. */
const usualSettleMs = 5_000;

export class AskService {
  readonly #options: AskOptions;
  #parts: Promise<AskParts> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** No model is set, and nothing is left of one: until one is, there is nothing to do. */
  #isUnused = false;
  #isStarted = false;

  constructor(options: AskOptions) {
    this.#options = options;
  }

  /** Throws what the model throws before its answer begins. */
  async answer(caller: Caller, request: AskRequest, signal: AbortSignal): Promise<StreamAnswer> {
    const parts = await this.#load();
    this.changed();
    return parts.answer(caller, request, signal);
  }

  /** The index by meaning is brought up to date from here on. */
  start(): void {
    this.#isStarted = true;
    this.changed();
  }

  /** Records or the configuration may have changed: that is looked at in a while, and not now. */
  readonly changed = (): void => {
    if (!this.#isStarted || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#look().catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'the index by meaning could not be brought up to date');
      });
    }, this.#options.timing?.settle ?? usualSettleMs).unref();
  };

  /** Settles once nothing runs any more. To be called before the database is closed. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const parts = await this.#parts;
    await parts?.stop();
  }

  async #look(): Promise<void> {
    const hasModel = this.#options.embedder.model() !== null;
    if (!hasModel && this.#isUnused) return;
    const { indexer, store } = await this.#load();
    this.#isUnused = !hasModel && store.progress() === null;
    if (!this.#isUnused && this.#isStarted) indexer.wake();
  }

  #load(): Promise<AskParts> {
    return (this.#parts ??= import('./parts.ts').then(({ AskParts }) => new AskParts(this.#options)));
  }
}
