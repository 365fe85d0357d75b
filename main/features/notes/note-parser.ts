// Parses notes: small ones at once, large ones in a thread, one at a time, so that nobody else has to wait for them.

import { Worker } from 'node:worker_threads';
import { unavailable } from '../../lib/app-error.ts';
import { askWorker } from '../../lib/ask-worker.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { parseMarkdown, type ParsedMarkdown } from './markdown/parse.ts';
import { fromPieces, type ParsedPieces } from './note-pieces.ts';

/** Markdown of more characters than this goes to the thread. */
export const parsedAtOnce = 64 * 1024;
/** How long one note may take, and how long the thread is kept when there is nothing to do; milliseconds. */
const timeoutMs = 20_000;
const idleFor = 30_000;
const maxWaiting = 100;
/** What the thread may use. */
const threadMegabytes = 1024;

export class NoteParser {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #stopped = false;

  /** Whether the note is small enough to be parsed without any delay that others would notice. */
  static isSmall(markdown: string): boolean {
    return markdown.length <= parsedAtOnce;
  }

  /** Throws `unavailable` if it takes too long or there is too much to do. */
  async parse(markdown: string): Promise<ParsedMarkdown> {
    if (NoteParser.isSmall(markdown)) return parseMarkdown(markdown);
    return fromPieces(markdown, await this.#queue(markdown));
  }

  /** Ends the thread; what waits is refused. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#end();
  }

  async #queue(markdown: string): Promise<ParsedPieces> {
    if (this.#waiting >= maxWaiting) throw unavailable('There are too many large notes to be read at the moment');
    this.#waiting += 1;
    const parsing = this.#last.then(() => this.#run(markdown));
    this.#last = parsing.catch(() => undefined);
    try {
      return await parsing;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #run(markdown: string): Promise<ParsedPieces> {
    if (this.#stopped) throw unavailable('The service is stopping');
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#worker ??= new Worker(workerFile('note-parse-worker', import.meta.url), {
      execArgv: [],
      name: 'daybook-notes',
      resourceLimits: { maxOldGenerationSizeMb: threadMegabytes },
    });
    const pieces = await askWorker<ParsedPieces>(this.#worker, markdown, {
      timeoutMs,
      refusal: (cause) => unavailable('The note is too large to be read in time', 10, cause instanceof Error ? cause : undefined),
      end: () => this.#end(),
    });
    this.#idle = setTimeout(() => { void this.#end(); }, idleFor).unref();
    return pieces;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
