// A reply that a provider streams: passed on event by event, without what an event holds of the key.

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { excessOf, maybeJson } from '../../lib/json.ts';
import type { KeyFilter } from './key-filter.ts';
import { ReplyTexts } from './reply-texts.ts';
import { UpstreamError } from './upstream.ts';

/** In bytes: an event can hold a picture. */
const maxEventBytes = 8 * 1024 * 1024;
/** Of its JSON: an event of a piece of text has some dozens of values in six levels, with the likelihoods of its words some thousands. */
const eventLimits = { depth: 100, values: 50_000 };

/** An event, or a comment. */
type Arrived = EventSourceMessage | string;

export class ReplyStream {
  readonly #filter: KeyFilter;
  readonly #texts: ReplyTexts;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #parser = createParser({
    onEvent: (event) => {
      this.#pendingBytes = 0;
      this.#arrived.push(event);
    },
    onComment: (comment) => {
      this.#arrived.push(comment);
    },
  });
  /** What is whole and has not been looked at yet. */
  readonly #arrived: Arrived[] = [];
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
   * ignore is left out, and so is `retry`. Yields in between. Throws an `UpstreamError` for an event that is too large or nested too deep.
   */
  *take(chunk: Uint8Array): Generator<void, Buffer> {
    this.#pendingBytes += chunk.length;
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    yield* this.#pass();
    if (this.#pendingBytes > maxEventBytes) throw new UpstreamError(`sent an event of more than ${maxEventBytes} bytes`);
    return this.#taken();
  }

  /**
   * What is left at the end: an event that only lacks its empty line, and what was held back. Text that breaks off in the middle is
   * dropped, as clients would do. Yields in between.
   */
  *end(): Generator<void, Buffer> {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`);
    yield* this.#pass();
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

  *#pass(): Generator<void, void> {
    for (const arrived of this.#arrived.splice(0)) {
      if (typeof arrived === 'string') this.#passed += `: ${yield* this.#filter.sliced(arrived)}\n\n`;
      else yield* this.#passEvent(arrived);
      yield;
    }
  }

  *#passEvent({ event, id, data }: EventSourceMessage): Generator<void, void> {
    const clean = yield* this.#clean(data);
    // Clients stop reading there.
    if (event === 'error') this.#release();
    for (const [name, value] of [
      ['event', event],
      ['id', id],
    ] as const) {
      if (value !== undefined) this.#passed += `${name}: ${yield* this.#filter.sliced(value)}\n`;
    }
    this.#passed += `data: ${clean.replaceAll('\n', '\ndata: ')}\n\n`;
  }

  /** The data of an event without the key: byte for byte the same if it holds nothing of it. */
  *#clean(data: string): Generator<void, string> {
    const excess = /^\s*[[{]/.test(data) ? excessOf(data, eventLimits) : null;
    if (excess === 'depth') throw new UpstreamError('sent an event that is nested too deep');
    if (excess === 'values') throw new UpstreamError(`sent an event of more than ${eventLimits.values} values`);
    yield;
    const document = maybeJson(data);
    const clean = yield* this.#filter.sliced(data);
    if (document === undefined) {
      if (data.trim() === '[DONE]') {
        this.#ended = true;
        this.#release();
      }
      return clean;
    }
    this.#note(document);
    const { before, streamed } = yield* this.#texts.take(document);
    this.#add(before);
    if (this.#ended) this.#release();
    yield;
    const without = yield* this.#filter.value(streamed);
    yield;
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
