// A reply that a provider streams: passed on event by event, byte for byte unless an event holds something of the key.

import { EventSplitter, readEvent } from './event-splitter.ts';
import { deepestJson, isDeeperThan } from './json-depth.ts';
import type { KeyFilter } from './key-filter.ts';
import { UpstreamError } from './upstream.ts';

/** In bytes: an event can hold a picture. */
const largestEvent = 32 * 1024 * 1024;

export class ReplyStream {
  readonly #filter: KeyFilter;
  readonly #splitter = new EventSplitter();
  #ended = false;
  readonly #begun = new Set<unknown>();
  readonly #finished = new Set<unknown>();

  constructor(filter: KeyFilter) {
    this.#filter = filter;
  }

  /** Whether the end has come: `[DONE]`, an error, or for each choice a reason to finish. Some providers never send `[DONE]`. */
  get isComplete(): boolean {
    return this.#ended || (this.#begun.size > 0 && [...this.#begun].every((index) => this.#finished.has(index)));
  }

  /** What can be passed on now that this has come in. Throws an `UpstreamError` for an event that is too large or too deep. */
  take(chunk: Uint8Array): Buffer {
    const events = this.#splitter.take(chunk).map((event) => this.#pass(event));
    if (this.#splitter.size > largestEvent) throw new UpstreamError(`sent an event of more than ${largestEvent} bytes`);
    return Buffer.concat(events);
  }

  /** What is left at the end. */
  end(): Buffer {
    return this.#pass(this.#splitter.rest());
  }

  #pass(event: Buffer): Buffer {
    const text = event.toString('utf8');
    const { data, others } = readEvent(text);
    const document = parsed(data);
    const clean = this.#filter.text(text);
    if (document === undefined) {
      if (data?.trim() === '[DONE]') this.#ended = true;
      return clean === text ? event : Buffer.from(clean);
    }
    if (isDeeperThan(document, deepestJson)) throw new UpstreamError('sent an event that is nested too deep');
    this.#note(document);
    const without = this.#filter.value(document);
    // The text alone can hold what the document does not: of two fields of one name the first.
    if (without === document && clean === text) return event;
    return Buffer.from(`${[...others.map((line) => this.#filter.text(line)), `data: ${JSON.stringify(without)}`].join('\n')}\n\n`);
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

/** Undefined for what is no JSON. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
