// The loaded model: what it is called, how much it can take in, and whose turn it is.

import { availableParallelism, totalmem } from 'node:os';
import './binding-test.ts';
import {
  getLlama,
  InsufficientMemoryError,
  LlamaLogLevel,
  LlamaLogLevelGreaterThanOrEqual,
  resolveChatWrapper,
  type ChatWrapper,
  type Llama,
  type LlamaContextSequence,
  type LlamaEmbeddingContext,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp';
import { ApiError } from './api-error.ts';
import type { GgufHead } from './gguf.ts';
import { Slots } from './slots.ts';

/** A longer conversation needs more memory; few need more than this many tokens. */
const largestContext = 8_192;
/** An embedding is made of one batch. */
const largestEmbedding = 2_048;
/** No token stands for more characters than this: a text that is longer than the context times this need not be looked at. */
const maxTokenCharacters = 128;

/** More threads than cores make it hundreds of times slower, and one core is left to everything else. */
const threads = Math.max(1, availableParallelism() - 1);

/** A reason for which the model cannot be served, for a person. */
class LoadError extends Error {
  /** The file is to blame. */
  readonly lasting: boolean;

  constructor(message: string, lasting: boolean) {
    super(message);
    this.name = 'LoadError';
    this.lasting = lasting;
  }
}

interface EngineOptions {
  readonly file: string;
  /** What it is called in answers. */
  readonly name: string;
  readonly head: GgufHead;
  readonly slots: number;
  readonly waiting: number;
  /** Told how much of the model has been loaded, from 0 to 1, at most once for each hundredth. */
  readonly onProgress: (fraction: number) => void;
}

export class Engine {
  readonly name: string;
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly chatWrapper: ChatWrapper;
  /** In tokens, of one conversation. */
  readonly contextSize: number;
  /** How fast the last reply came; null before the first. */
  tokensPerSecond: number | null = null;
  readonly #slots: Slots<LlamaContextSequence>;
  #embedding: Promise<LlamaEmbeddingContext> | null = null;

  /** Loads the file. Throws a `LoadError`. */
  static async load(options: EngineOptions): Promise<Engine> {
    let complaint: string | null = null;
    const logger = (level: LlamaLogLevel, message: string): void => {
      // It repeats itself less precisely: the first complaint names the cause.
      if (level === LlamaLogLevel.error) complaint ??= /error loading model: (.+)/.exec(message)?.[1] ?? null;
      // Lines without a path: they go into the log.
      if (LlamaLogLevelGreaterThanOrEqual(level, LlamaLogLevel.warn) && !message.includes(options.file))
        process.stderr.write(`${message.trim()}\n`);
    };
    const llama = await getLlama({ gpu: 'auto', build: 'never', skipDownload: true, progressLogs: false, maxThreads: threads, logger });
    const { free } = await llama.getVramState();
    // macOS gives memory that programs hold on to but do not use: what is free at a moment says nothing.
    const memory = (process.platform === 'darwin' ? totalmem() : process.availableMemory()) + free;
    if (options.head.size > memory) {
      const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1);
      throw new LoadError(
        `The model ${options.name} needs ${gigabytes(options.head.size)} GiB of memory, and ${gigabytes(memory)} GiB are free`,
        false,
      );
    }
    try {
      let told = -1;
      const onLoadProgress = (fraction: number): void => {
        const hundredths = Math.floor(fraction * 100);
        if (hundredths <= told) return;
        told = hundredths;
        options.onProgress(hundredths / 100);
      };
      const model = await llama.loadModel({ modelPath: options.file, onLoadProgress });
      const context = await model.createContext({ contextSize: { max: largestContext }, sequences: options.slots, threads });
      const sequences = Array.from({ length: options.slots }, () => context.getSequence());
      return new Engine(options, llama, model, sequences);
    } catch (error) {
      await llama.dispose();
      if (error instanceof InsufficientMemoryError)
        throw new LoadError(`There is not enough free memory for the model ${options.name}`, false);
      throw new LoadError(`The model ${options.name} could not be loaded: ${complaint ?? (error as Error).message}`, true);
    }
  }

  private constructor({ name, waiting }: EngineOptions, llama: Llama, model: LlamaModel, sequences: readonly LlamaContextSequence[]) {
    this.name = name;
    this.llama = llama;
    this.model = model;
    this.chatWrapper = resolveChatWrapper(model, { warningLogs: false });
    this.contextSize = Math.min(...sequences.map((sequence) => sequence.contextSize));
    this.#slots = new Slots(sequences, waiting);
  }

  /** Runs `work` when its turn comes, with the sequence that knows most of what `tokens` begins with. Throws as `Slots.use` does. */
  turn<R>(tokens: readonly Token[], signal: AbortSignal, work: (sequence: LlamaContextSequence) => Promise<R>): Promise<R> {
    const known = (sequence: LlamaContextSequence): number => sequence.compareContextTokens([...tokens]).firstDifferentIndex;
    const choose = (free: readonly LlamaContextSequence[]): LlamaContextSequence =>
      free.reduce((best, other) => (known(other) > known(best) ? other : best));
    return this.#slots.use(signal, choose, work);
  }

  /** How many tokens can follow a prompt of this length. Throws the 400 of a prompt that leaves no room. */
  roomAfter(promptTokens: number): number {
    // The last place is never filled: then the library would drop the beginning of the conversation to go on.
    const room = this.contextSize - promptTokens - 1;
    if (room < 1) throw contextExceeded(this.contextSize, String(promptTokens));
    return room;
  }

  /** Throws the same for a text that is so long that it need not be taken apart to know. */
  checkLength(characters: number): void {
    if (characters > this.contextSize * maxTokenCharacters)
      throw contextExceeded(this.contextSize, `at least ${Math.floor(characters / maxTokenCharacters)}`);
  }

  /** What makes embeddings; loaded when the first is asked for. */
  async embedding(): Promise<{ context: LlamaEmbeddingContext; longest: number }> {
    const longest = Math.min(largestEmbedding, this.model.trainContextSize);
    this.#embedding ??= this.model.createEmbeddingContext({ contextSize: longest, batchSize: longest, threads });
    try {
      return { context: await this.#embedding, longest };
    } catch (error) {
      this.#embedding = null;
      throw error;
    }
  }

  async dispose(): Promise<void> {
    await this.llama.dispose();
  }
}

function contextExceeded(contextSize: number, tokens: string): ApiError {
  return new ApiError(400, `This model's context holds ${contextSize} tokens, and the request has ${tokens}; shorten it`, {
    code: 'context_length_exceeded',
    param: 'messages',
  });
}
