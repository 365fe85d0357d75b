// What a feature's `routes.ts` is written with: a route of the contract and the handler that answers it.
// A handler gets typed input and returns a value; it never sees a request or a response.

import type { ReplyOf, Route } from '../contract/route.ts';
import type { EventSink, LongList, FileAnswer, StreamAnswer } from '../lib/answer.ts';
import { readInput, type Call, type Input } from './call.ts';

/** A change that is ready for its transaction. Disposed of once the write has settled, whatever came of it. */
export interface PreparedWrite extends Disposable {
  /** To be called inside the write transaction; throwing undoes all of it. */
  apply(): unknown;
}

/** A read, or an action that changes nothing in the database. */
export interface QueryEndpoint<R extends Route = Route> {
  readonly kind: 'query';
  readonly route: R;
  answer(call: Call): unknown;
  /** All at once, for a read inside a write; where it is missing, `answer` gives no promise. */
  readonly answerNow?: (call: Call) => unknown;
}

/** A change of the database. */
export interface CommandEndpoint<R extends Route = Route> {
  readonly kind: 'command';
  readonly route: R;
  /** Validates the call once; what it gives prepares the write, and may be called again when that came too late. */
  accept(call: Call): () => PreparedWrite | Promise<PreparedWrite>;
  /** Validates and prepares all at once, inside a write; where it is missing, `accept` prepares without a promise. */
  readonly acceptNow?: (call: Call) => PreparedWrite;
  /** After the write, and whenever its answer is given again: waits for what it has started, and gives what is answered instead. */
  readonly finish?: (call: Call, started: unknown) => Promise<unknown>;
}

/** A file as the answer. */
interface DownloadEndpoint<R extends Route = Route> {
  readonly kind: 'download';
  readonly route: R;
  open(call: Call): FileAnswer | Promise<FileAnswer>;
}

/** A read that can also be followed as Server-Sent Events. */
export interface EventStreamEndpoint<R extends Route = Route> {
  readonly kind: 'event-stream';
  readonly route: R;
  answer(call: Call): unknown;
  follow(call: Call, sink: EventSink): Promise<void>;
}

/** An answer that is passed on from another server as it comes. */
interface ProxiedStreamEndpoint<R extends Route = Route> {
  readonly kind: 'proxied-stream';
  readonly route: R;
  /** Validates the call. `mayGoOn`: the answer is a stream that a stop of the service does not wait for. */
  open(call: Call): { readonly mayGoOn: boolean; readonly start: (signal: AbortSignal) => Promise<StreamAnswer> };
}

/** Messages of a protocol over JSON-RPC 2.0, whose library reads them itself. */
interface JsonRpcEndpoint<R extends Route = Route> {
  readonly kind: 'json-rpc';
  readonly route: R;
  /** The call's body is not validated. `mayGoOn`: the answer is a stream that a stop of the service does not wait for. */
  open(
    call: Call,
    headers: Readonly<Record<string, string>>,
  ): { readonly mayGoOn: boolean; readonly start: (signal: AbortSignal) => Promise<StreamAnswer> };
}

/** A route together with what answers it. */
export type Endpoint = QueryEndpoint | CommandEndpoint | DownloadEndpoint | EventStreamEndpoint | ProxiedStreamEndpoint | JsonRpcEndpoint;

/** What a handler gives back: the contract's reply, or nothing where the contract has none. */
type Result<R extends Route> = ReplyOf<R> extends undefined ? void : ReplyOf<R>;

/** What a handler of a read gives back: a list can be read while it is written. */
type ReadResult<R extends Route> = Result<R> | (ReplyOf<R> extends { readonly items: readonly unknown[] } ? LongList<ReplyOf<R>> : never);

/** A read, or an action that changes nothing in the database. `now` answers without a promise, for a read inside a write. */
export function query<R extends Route>(
  route: R,
  handle: (input: Input<R>) => ReadResult<R> | Promise<ReadResult<R>>,
  now?: (input: Input<R>) => Result<R> | Promise<Result<R>>,
): QueryEndpoint<R> {
  return {
    kind: 'query',
    route,
    answer: (call) => handle(readInput(route, call)),
    ...(now === undefined ? {} : { answerNow: (call) => now(readInput(route, call)) }),
  };
}

/**
 * A change. `apply` runs inside the write transaction together with the change feed's entry and the memory
 * of the `Idempotency-Key`, and it is answered after the commit. Throwing undoes all of it.
 */
export function command<R extends Route>(route: R, apply: (input: Input<R>) => Result<R>): CommandEndpoint<R> {
  return preparedCommand(route, () => undefined, apply);
}

/**
 * A change that needs slow work before its transaction, such as hashing a password. What `prepare` gives may be `Disposable`:
 * then it is disposed of once the write has settled, whatever came of it. `now` prepares without a promise, inside a write.
 */
export function preparedCommand<R extends Route, P>(
  route: R,
  prepare: (input: Input<R>) => P | Promise<P>,
  apply: (input: Input<R>, prepared: P) => Result<R>,
  now?: (input: Input<R>) => P,
): CommandEndpoint<R> {
  const ready = (input: Input<R>, prepared: P): PreparedWrite => ({
    apply: () => apply(input, prepared),
    [Symbol.dispose]: () => {
      dispose(prepared);
    },
  });
  return {
    kind: 'command',
    route,
    accept: (call) => {
      const input = readInput(route, call);
      return () => {
        const prepared = prepare(input);
        return prepared instanceof Promise ? prepared.then((value) => ready(input, value)) : ready(input, prepared);
      };
    },
    ...(now === undefined
      ? {}
      : {
          acceptNow: (call: Call) => {
            const input = readInput(route, call);
            return ready(input, now(input));
          },
        }),
  };
}

/**
 * A change that starts what its caller can wait for. `end` gives the answer, for what `apply` has started or, under an `Idempotency-Key` of
 * before, has once; after an error of it that key is free again.
 */
export function startingCommand<R extends Route, P, S extends Result<R>>(
  route: R,
  prepare: (input: Input<R>) => P,
  apply: (input: Input<R>, prepared: P) => S,
  end: (input: Input<R>, started: S) => Promise<Result<R>>,
): CommandEndpoint<R> {
  // What `apply` has given, after a way through JSON where it is an answer of before.
  return { ...preparedCommand(route, prepare, apply), finish: (call, started) => end(readInput(route, call), started as S) };
}

function dispose(value: unknown): void {
  if (typeof value === 'object' && value !== null && Symbol.dispose in value) (value as Disposable)[Symbol.dispose]();
}

/** A file as the answer. */
export function download<R extends Route>(route: R, open: (input: Input<R>) => FileAnswer | Promise<FileAnswer>): DownloadEndpoint<R> {
  return { kind: 'download', route, open: (call) => open(readInput(route, call)) };
}

/** A read that can also be followed as Server-Sent Events. */
export function eventStream<R extends Route>(
  route: R,
  handle: (input: Input<R>) => Result<R> | Promise<Result<R>>,
  follow: (input: Input<R>, sink: EventSink) => Promise<void>,
): EventStreamEndpoint<R> {
  return {
    kind: 'event-stream',
    route,
    answer: (call) => handle(readInput(route, call)),
    follow: (call, sink) => follow(readInput(route, call), sink),
  };
}

/**
 * An answer that another server gives, bit by bit; the signal is aborted when the caller has left. `mayGoOn` tells which
 * answers can go on for minutes: a stop of the service ends those, and waits for the others.
 */
export function proxiedStream<R extends Route>(
  route: R,
  mayGoOn: (input: Input<R>) => boolean,
  start: (input: Input<R>, signal: AbortSignal) => Promise<StreamAnswer>,
): ProxiedStreamEndpoint<R> {
  return {
    kind: 'proxied-stream',
    route,
    open: (call) => {
      const input = readInput(route, call);
      return { mayGoOn: mayGoOn(input), start: (signal) => start(input, signal) };
    },
  };
}
