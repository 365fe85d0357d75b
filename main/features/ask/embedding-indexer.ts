// Keeps the index by meaning: follows the change feed in the background, and goes once through what was there before.

import { createHash } from 'node:crypto';
import { cutText } from '../../contract/cut-text.ts';
import { BackgroundLoop } from '../../lib/background-loop.ts';
import type { Log } from '../../lib/log.ts';
import { scannedTypes, type EmbeddingStore, type IndexProgress, type RecordKey } from './embedding-store.ts';
import { textPieces } from './pieces.ts';
import { packVector } from './vector.ts';

/** Makes vectors of texts. */
export interface Embedder {
  /** What tells its vectors from those of another model; null while none is set. */
  model(): string | null;
  /** A vector for each text, in order. Throws `AppError`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}

export interface IndexerOptions {
  readonly store: EmbeddingStore;
  readonly embedder: Embedder;
  /** What is embedded of a record; null where it is gone. */
  readonly read: (record: RecordKey) => Promise<{ readonly title: string; readonly text: string } | null>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly timing?: Partial<typeof usualTiming>;
  /** Pieces of one user. */
  readonly maxPieces?: number;
}

/** In milliseconds. */
const usualTiming = {
  /** From a commit to the work: what is written in one go is embedded once. */
  settle: 5_000,
  /** After a failure; each further one waits twice as long, up to `longest`. */
  retry: 2_000,
  longest: 5 * 60_000,
};

/** At 768 dimensions 15 MB of a user, which a thread looks through in some tens of milliseconds. */
const usualMaxPieces = 20_000;
/** Texts that one request embeds. */
const batchSize = 16;
/** Changes, and records from before, that are taken up at a time. */
const changesAtOnce = 200;
const scannedAtOnce = 16;
/** Vectors that one write removes. */
const clearedAtOnce = 500;
/** A text that is refused is tried again by its half, down to this many characters. */
const leastText = 100;

/** Whether the model refuses this very text: any other failure may pass. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['validation_failed', 'invalid_document', 'too_large'].includes(String(error.code));

export class EmbeddingIndexer {
  readonly #options: IndexerOptions;
  readonly #loop: BackgroundLoop;
  readonly #full = new Set<string>();

  constructor(options: IndexerOptions) {
    this.#options = options;
    const { settle, retry, longest } = { ...usualTiming, ...options.timing };
    this.#loop = new BackgroundLoop({
      work: async () => {
        await this.#run();
        return false;
      },
      failed: (error, failures) => {
        options.log.warn({ err: error, failures }, 'the index by meaning waits for its model');
      },
      delayMs: settle,
      retryMs: retry,
      maxRetryMs: longest,
    });
  }

  /** Something may have changed: records, or the model. Reads and writes nothing now. */
  wake(): void {
    this.#loop.start();
  }

  /** Settles once nothing runs any more. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #run(): Promise<void> {
    const { store, embedder } = this.#options;
    const model = embedder.model();
    let progress = store.progress();
    if (model === null && progress === null) return;
    if (progress === null || progress.model !== model || store.isGone(progress.seq)) {
      await this.#clear();
      if (model === null) return;
      progress = { model, seq: store.lastSeq(), scan: { type: scannedTypes[0], id: '' } };
      await this.#save(progress);
    }
    progress = await this.#scan(progress);
    await this.#follow(progress);
  }

  /** What another model has made says nothing to this one. */
  async #clear(): Promise<void> {
    const { store } = this.#options;
    this.#full.clear();
    await store.write(() => {
      store.forgetProgress();
    });
    for (;;) {
      this.#loop.signal.throwIfAborted();
      if ((await store.write(() => store.clear(clearedAtOnce))) < clearedAtOnce) return;
    }
  }

  async #save(progress: IndexProgress): Promise<void> {
    const { store } = this.#options;
    await store.write(() => {
      store.setProgress(progress);
    });
  }

  async #scan(begun: IndexProgress): Promise<IndexProgress> {
    let progress = begun;
    while (progress.scan !== null) {
      this.#check(progress);
      const { type, id } = progress.scan;
      const records = this.#options.store.after(type, id, scannedAtOnce);
      await this.#index(records);
      const last = records.at(-1);
      const next = scannedTypes[scannedTypes.indexOf(type) + 1];
      progress = { ...progress, scan: last !== undefined ? { type, id: last.id } : next === undefined ? null : { type: next, id: '' } };
      await this.#save(progress);
    }
    return progress;
  }

  async #follow(begun: IndexProgress): Promise<void> {
    let progress = begun;
    for (;;) {
      this.#check(progress);
      const { records, seq, isAll } = this.#options.store.changedAfter(progress.seq, changesAtOnce);
      if (seq === progress.seq) return;
      await this.#index(records);
      progress = { ...progress, seq };
      await this.#save(progress);
      if (isAll) return;
    }
  }

  /** Throws where this work is not wanted any more. */
  #check({ model }: IndexProgress): void {
    this.#loop.signal.throwIfAborted();
    if (this.#options.embedder.model() !== model) throw new Error('the model was changed meanwhile');
  }

  async #index(records: readonly RecordKey[]): Promise<void> {
    const { store } = this.#options;
    // What is gone goes first, and does not wait for the model.
    const gone = records.filter((record) => !store.exists(record));
    if (gone.length > 0)
      await store.write(() => {
        for (const { id } of gone) store.cut(id, 0);
      });
    for (const record of records) if (!gone.includes(record)) await this.#indexOne(record);
  }

  async #indexOne(record: RecordKey): Promise<void> {
    const { store, read, maxPieces = usualMaxPieces } = this.#options;
    this.#loop.signal.throwIfAborted();
    const found = await read(record);
    if (found === null) return;
    const texts = textsOf(found).map((text, piece) => ({ piece, text, digest: digestOf(text) }));
    const known = new Map(store.piecesOf(record.id).map(({ piece, digest }) => [piece, Buffer.from(digest)]));
    const changed = texts.filter(({ piece, digest }) => known.get(piece)?.equals(digest) !== true);
    const room = maxPieces - store.count(record.userId) + known.size;
    if (texts.length > room) {
      this.#tellFull(record.userId);
      if (room < 1) return;
    }
    const fitting = changed.filter(({ piece }) => piece < room);
    if (fitting.length === 0 && texts.length >= known.size) return;
    const made: { readonly piece: number; readonly digest: Buffer; readonly vector: Uint8Array }[] = [];
    for (let at = 0; at < fitting.length; at += batchSize) {
      const some = fitting.slice(at, at + batchSize);
      for (const [index, vector] of (await this.#embed(some.map(({ text }) => text))).entries()) {
        const packed = vector === null ? null : packVector(vector);
        const text = some[index];
        if (packed !== null && text !== undefined) made.push({ piece: text.piece, digest: text.digest, vector: packed });
      }
    }
    await store.write(() => {
      // It can have gone meanwhile, and its user.
      if (!store.exists(record)) return;
      for (const { piece, digest, vector } of made) store.put(record, piece, digest, vector);
      store.cut(record.id, Math.min(texts.length, room));
    });
  }

  /** Null for a text that the model does not take. */
  async #embed(texts: readonly string[]): Promise<readonly (readonly number[] | null)[]> {
    const { embedder } = this.#options;
    try {
      return await embedder.embed(texts, this.#loop.signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const [only = ''] = texts;
      // One of several may be too long: each is tried by itself, and a long one by its beginning.
      if (texts.length > 1) {
        const vectors: (readonly number[] | null)[] = [];
        for (const text of texts) vectors.push(...(await this.#embed([text])));
        return vectors;
      }
      return only.length < 2 * leastText ? [null] : await this.#embed([cutText(only, Math.floor(only.length / 2))]);
    }
  }

  #tellFull(userId: string): void {
    if (this.#full.has(userId)) return;
    this.#full.add(userId);
    this.#options.log.warn({ userId }, 'the index by meaning is full for a user: what is new is found by its words alone');
  }
}

/** What is embedded: each piece with the title, which tells what it is about. */
function textsOf({ title, text }: { readonly title: string; readonly text: string }): string[] {
  const pieces = textPieces(text);
  return (pieces.length === 0 ? [''] : pieces).map((piece) => `${title}\n\n${piece}`.trim());
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}
