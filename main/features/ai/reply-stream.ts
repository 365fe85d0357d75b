// A reply that a provider streams: passed on event by event, without what an event holds of the key.

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { deepestJson, isDeeperThan, maybeJson } from '../../lib/json.ts';
import type { KeyFilter } from './key-filter.ts';
import { ReplyTexts } from './reply-texts.ts';
import { UpstreamError } from './upstream.ts';

/** In bytes: an event can hold a picture. */
const maxEventBytes = 32 * 1024 * 1024;

export class ReplyStream {
  readonly #filter: KeyFilter;
  readonly #texts: ReplyTexts;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #parser = createParser({
    onEvent: (event) => {
      this.#pass(event);
    },
    onComment: (comment) => {
      this.#passed += `: ${this.#filter.text(comment)}\n\n`;
    },
  });
  /** Bytes that came since the last whole event. */
  #pendingBytes = 0;
  /** What can be passed on and has not been yet. */
  #passed = '';
  #ended = false;
  readonly #begun = new Set<unknown>();
  readonly #finished = new Set<unknown>();

  constructor(filter: KeyFilter) {
    this.#filter = filter;
    this.#texts = new ReplyTexts(filter);
  }

  /** Whether the end has come: `[DONE]`, an error, or for each choice a reason to finish. Some providers never send `[DONE]`. */
  get isComplete(): boolean {
    return this.#ended || (this.#begun.size > 0 && [...this.#begun].every((index) => this.#finished.has(index)));
  }

  /**
   * The events and comments that this chunk completes, written as `field: value` with line feeds. What clients of the HTML standard
   * ignore is left out, and so is `retry`. Throws an `UpstreamError` for an event that is too large or nested too deep.
   */
  take(chunk: Uint8Array): Buffer {
    this.#pendingBytes += chunk.length;
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    if (this.#pendingBytes > maxEventBytes) throw new UpstreamError(`sent an event of more than ${maxEventBytes} bytes`);
    return this.#taken();
  }

  /**
   * What is left at the end: an event that only lacks its empty line, and what was held back. Text that breaks off in the middle is
   * dropped, as clients would do.
   */
  end(): Buffer {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`);
    return this.rest();
  }

  /** What was held back, where nothing more comes. */
  rest(): Buffer {
    this.#release();
    return this.#taken();
  }

  #release(): void {
    this.#add(this.#texts.rest());
  }

  /** Events of their own. */
  #add(documents: readonly object[]): void {
    for (const document of documents) this.#passed += `data: ${JSON.stringify(document)}\n\n`;
  }

  #taken(): Buffer {
    const passed = Buffer.from(this.#passed);
    this.#passed = '';
    return passed;
  }

  #pass({ event, id, data }: EventSourceMessage): void {
    this.#pendingBytes = 0;
    const clean = this.#clean(data);
    for (const [name, value] of [
      ['event', event],
      ['id', id],
    ] as const) {
      if (value !== undefined) this.#passed += `${name}: ${this.#filter.text(value)}\n`;
    }
    this.#passed += `${clean
      .split('\n')
      .map((line) => `data: ${line}\n`)
      .join('')}\n`;
  }

  /** The data of an event without the key: byte for byte the same if it holds nothing of it. */
  #clean(data: string): string {
    const document = maybeJson(data);
    const clean = this.#filter.text(data);
    if (document === undefined) {
      if (data.trim() === '[DONE]') {
        this.#ended = true;
        this.#release();
      }
      return clean;
    }
    if (isDeeperThan(document, deepestJson)) throw new UpstreamError('sent an event that is nested too deep');
    this.#note(document);
    const { before, streamed } = this.#texts.take(document);
    this.#add(before);
    if (this.#ended) this.#release();
    const without = this.#filter.value(streamed);
    // The text alone can hold what the document does not: of two fields of one name the first.
    return without === document && clean === data ? data : JSON.stringify(without);
  }

  #note(document: unknown): void {
    const { choices, error } = Object(document) as { choices?: unknown; error?: unknown };
    if (error !== undefined && error !== null) this.#ended = true;
    for (const choice of Array.isArray(choices) ? (choices as unknown[]) : []) {
      const { index = 0, finish_reason: reason } = Object(choice) as { index?: unknown; finish_reason?: unknown };
      this.#begun.add(index);
      if (typeof reason === 'string' && reason !== '') this.#finished.add(index);
    }
  }
}
