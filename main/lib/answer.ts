// What a handler can answer with besides a plain value: a file, a body that comes bit by bit, a list that is read while it is sent, events.

/** A file that a handler answers with. It is always a download: a browser never shows or runs it. */
export interface FileAnswer {
  /** Where it lies, absolute, or what is in it. */
  readonly content: { readonly path: string } | Uint8Array<ArrayBuffer>;
  /** As the caller is to save it; any characters. */
  readonly filename: string;
  readonly mimeType: string;
  /** Tells contents apart; without quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly lastModified: number;
}

/** An answer whose body comes bit by bit, such as one that is passed on from another server. */
export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Read no faster than the caller takes it in, and closed early if the caller leaves. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The receiving end of a stream of Server-Sent Events. */
export interface EventSink {
  /** Answers 200. What is thrown before is answered as an error; `send` opens as well. */
  open(): void;
  /** Answers 204 instead: nothing comes any more, and a reader such as EventSource does not ask again. */
  nothing(): void;
  /** Sends one event. False when the reader is behind: wait for `drained`. */
  send(event: { readonly id: number; readonly data: unknown }): boolean;
  /** Settles when the reader has caught up; rejects when it is gone or too slow. */
  drained(): Promise<void>;
  /** Aborted when the stream ends, for whatever reason. */
  readonly signal: AbortSignal;
  /** `Last-Event-ID` as a number; null without one. */
  readonly lastEventId: number | null;
}

/**
 * A list that is too long to be in memory as a whole: a reply whose `items` are read in slices while it is written. What is needed of a
 * slice is garbage before the next one is read.
 */
export class LongList<List extends { readonly items: readonly unknown[] }> {
  /** Reads the list, each time anew: gives its items in slices, or the JSON text of one in UTF-8, and returns the rest of the reply. */
  readonly read: () => AsyncGenerator<List['items'] | Uint8Array, Omit<List, 'items'>>;

  constructor(read: LongList<List>['read']) {
    this.read = read;
  }

  /** The whole reply, in memory at once: for what is no response, such as the answer to a tool of a model. */
  async collect(): Promise<unknown> {
    const items: unknown[] = [];
    const slices = this.read();
    for (;;) {
      const { done, value } = await slices.next();
      if (done === true) return { items, ...value };
      items.push(...(value instanceof Uint8Array ? (JSON.parse(Buffer.from(value).toString()) as unknown[]) : value));
    }
  }
}
