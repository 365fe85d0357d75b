// The two ways of answering: one JSON document, or a stream of events.

import type { ServerResponse } from 'node:http';

export class ModelReply {
  readonly #res: ServerResponse;
  #waiting = '';

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  get started(): boolean {
    return this.#res.headersSent;
  }

  json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
    const text = JSON.stringify(body);
    this.#res.writeHead(status, { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
  }

  /** Begins a stream: its head goes out before the first token is there. */
  open(): void {
    this.#res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    });
    this.#res.flushHeaders();
  }

  // What a slow reader has not taken in waits in memory; the model's context bounds how much that can be.
  event(data: unknown): void {
    // Two turns later: by then the model computes the next token, in a thread of its own, and the writing costs no time.
    if (this.#waiting === '')
      setImmediate(() => {
        setImmediate(() => {
          this.#flush();
        });
      });
    this.#waiting += `data: ${JSON.stringify(data)}\n\n`;
  }

  done(): void {
    this.#end('data: [DONE]\n\n');
  }

  /** Ends a stream that failed half-way. */
  fail(body: unknown): void {
    this.#end(`data: ${JSON.stringify(body)}\n\n`);
  }

  #flush(): void {
    const text = this.#waiting;
    this.#waiting = '';
    if (text !== '' && !this.#res.writableEnded) this.#res.write(text);
  }

  #end(last: string): void {
    const text = this.#waiting;
    this.#waiting = '';
    this.#res.end(text + last);
  }
}

/** Counts the tokens of a reply and takes its time, from the first token to the last. */
export class Speed {
  tokens = 0;
  #first: number | null = null;
  #last = 0;

  count(tokens: number): void {
    this.#last = performance.now();
    this.#first ??= this.#last;
    this.tokens += tokens;
  }

  /** Tokens a second; null for a reply that is too short to tell. */
  get perSecond(): number | null {
    if (this.#first === null || this.tokens < 2 || this.#last === this.#first) return null;
    return Math.round(((this.tokens - 1) / (this.#last - this.#first)) * 10_000) / 10;
  }
}
