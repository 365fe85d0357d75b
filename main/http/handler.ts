// What a feature's `routes.ts` is written with. A handler gets typed input and returns a value;
// it never sees the request or the response.

import type { BodyOf, PathParams, QueryOf, ReplyOf, Route } from '../contract/route.ts';
import type { Caller } from '../lib/caller.ts';
import type { FileAnswer } from '../lib/file-answer.ts';
import type { Precondition } from '../lib/precondition.ts';
import type { StreamAnswer } from '../lib/stream-answer.ts';
import type { UploadedFile } from '../lib/uploaded-file.ts';

/** What a handler is told of a request, all of it validated. */
export interface Input<R extends Route> {
  readonly params: PathParams<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The files of a multipart body, in their order; none of any other. */
  readonly files: readonly UploadedFile[];
  /** Who asks. On a public route nobody: reading it throws. */
  readonly caller: Caller;
  /** The address of the peer, for rate limits. */
  readonly address: string;
  /** From `If-Match`; a rule calls `precondition.check(version)` once it has found the record. */
  readonly precondition: Precondition;
  /** Aborted when the caller goes away before the answer: nobody waits for the work any more. */
  readonly signal: AbortSignal;
}

/** The receiving end of a stream of Server-Sent Events. */
export interface EventSink {
  /** Answers 200. What is thrown before is answered as an error; `send` opens as well. */
  open(): void;
  /** Sends one event. False when the reader is behind: wait for `drained`. */
  send(event: { readonly id: number; readonly data: unknown }): boolean;
  /** Settles when the reader has caught up; rejects when it is gone or too slow. */
  drained(): Promise<void>;
  /** Aborted when the stream ends, for whatever reason. */
  readonly signal: AbortSignal;
  /** `Last-Event-ID` as a number; null without one. */
  readonly lastEventId: number | null;
}

/** What a handler gives back: the contract's reply, or nothing where the contract has none. */
type Result<R extends Route> = ReplyOf<R> extends undefined ? void : ReplyOf<R>;

type Handle<R extends Route> = (input: Input<R>) => Result<R> | Promise<Result<R>>;

/** A route together with what answers it. */
export type Endpoint =
  | { readonly kind: 'plain'; readonly route: Route; readonly handle: (input: never) => unknown }
  | { readonly kind: 'write'; readonly route: Route; readonly prepare: ((input: never) => Promise<unknown>) | null; readonly apply: (input: never, prepared: never) => unknown }
  | { readonly kind: 'download'; readonly route: Route; readonly handle: (input: never) => FileAnswer | Promise<FileAnswer> }
  | { readonly kind: 'streamed'; readonly route: Route; readonly handle: (input: never, signal: AbortSignal) => Promise<StreamAnswer> }
  | { readonly kind: 'stream'; readonly route: Route; readonly handle: (input: never) => unknown; readonly stream: (input: never, sink: EventSink) => Promise<void> };

/** A read, or an action that changes nothing in the database. */
export function plain<R extends Route>(route: R, handle: Handle<R>): Endpoint {
  return { kind: 'plain', route, handle };
}

/**
 * A change. `apply` runs inside the write transaction together with the change feed's entry and the memory
 * of the `Idempotency-Key`, and it is answered after the commit. Throwing undoes all of it.
 */
export function write<R extends Route>(route: R, apply: (input: Input<R>) => Result<R>): Endpoint {
  return { kind: 'write', route, prepare: null, apply };
}

/**
 * A change that needs slow work before its transaction, such as hashing a password. What `prepare` gives may be `Disposable`:
 * then it is disposed of once the write has settled, whatever came of it.
 */
export function preparedWrite<R extends Route, P>(
  route: R,
  prepare: (input: Input<R>) => Promise<P>,
  apply: (input: Input<R>, prepared: P) => Result<R>,
): Endpoint {
  return { kind: 'write', route, prepare, apply };
}

/** A file as the answer. */
export function download<R extends Route>(route: R, handle: (input: Input<R>) => FileAnswer | Promise<FileAnswer>): Endpoint {
  return { kind: 'download', route, handle };
}

/** An answer that comes bit by bit; the signal is aborted when the caller has left. */
export function streamed<R extends Route>(route: R, handle: (input: Input<R>, signal: AbortSignal) => Promise<StreamAnswer>): Endpoint {
  return { kind: 'streamed', route, handle };
}

/** A read that can also be followed as Server-Sent Events. */
export function followable<R extends Route>(route: R, handle: Handle<R>, stream: (input: Input<R>, sink: EventSink) => Promise<void>): Endpoint {
  return { kind: 'stream', route, handle, stream };
}
