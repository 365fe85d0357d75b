// What a caller sends to an endpoint, whichever way it comes in, and what a handler gets of it.

import { z } from 'zod';
import type { BodyOf, PathParams, QueryOf, Route } from '../contract/route.ts';
import { AppError, invalid } from '../lib/app-error.ts';
import { requireScope, type Caller } from '../lib/caller.ts';
import type { Precondition } from '../lib/precondition.ts';
import type { UploadedFile } from '../lib/uploaded-file.ts';
import { validate } from './validate.ts';

const nothing = z.strictObject({});

/** A call as it came in: read, but not validated. */
export interface Call {
  /** Null where the route is public. */
  readonly caller: Caller | null;
  /** Throws `unauthorized`, `insufficient_scope` or `forbidden` once the caller may no longer do this; a body takes time to arrive. */
  reauthorize(): void;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The files of a multipart body, in their order; none of any other. */
  readonly files: readonly UploadedFile[];
  /** From `If-Match`; a rule calls `precondition.check(version)` once it has found the record. */
  readonly precondition: Precondition;
  /** 1 to 255 visible ASCII characters that the caller chose for a creating call; null without one. */
  readonly idempotencyKey: string | null;
  /** The address of the peer, for rate limits. */
  readonly address: string;
  /** Aborted when the caller goes away before the answer. */
  readonly signal: AbortSignal;
  /** It is one of several operations, which count together or not at all: what prepares it writes nothing. */
  readonly isPart?: boolean;
}

/** What a handler is told of a call, all of it validated. */
export interface Input<R extends Route> extends Pick<Call, 'files' | 'precondition' | 'address' | 'signal'> {
  readonly isPart: boolean;
  readonly params: PathParams<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Reading it throws on a public route, which has none. */
  readonly caller: Caller;
}

/** Throws `unauthorized`, `insufficient_scope` or `forbidden` unless the caller may use the route. */
export function authorize(route: Route, caller: Caller | null): void {
  if (route.access === 'public') return;
  if (caller === null) throw new AppError('unauthorized', 'This needs a token');
  if (route.scope !== null) requireScope(caller, route.scope);
  if (route.access === 'owner' && !caller.isOwner) throw new AppError('forbidden', 'Only the owner may do this');
}

/** The call as the route's schemas give it. Throws `validation_failed` with every refused field of the query, else of the body. */
export function readInput<R extends Route>(route: R, call: Call): Input<R> {
  const query = route.query === undefined ? noQuery(call.query) : validate(route.query, { ...call.query }, 'query parameter');
  const body = route.body === undefined ? noFields(call.body) : validate(route.body, call.body, 'field', route.bracketedPaths);
  // The one place where the compiler cannot follow from a route to what its schemas give.
  return new ReadInput(route, call, query, body) as ReadInput & Pick<Input<R>, 'params' | 'query' | 'body'>;
}

/**
 * A class because `signal` and `caller` are read on demand: what the getter of an object literal can reach (a whole request) outlives V8's
 * collections of young objects, and the memory grows with each request until a full one.
 */
class ReadInput {
  readonly #route: Route;
  readonly #call: Call;
  readonly params;
  readonly query;
  readonly body;
  readonly files;
  readonly precondition;
  readonly address;
  readonly isPart;

  constructor(route: Route, call: Call, query: unknown, body: unknown) {
    this.#route = route;
    this.#call = call;
    this.params = call.params;
    this.query = query;
    this.body = body;
    this.files = call.files;
    this.precondition = call.precondition;
    this.address = call.address;
    this.isPart = call.isPart ?? false;
  }

  /** Most handlers need none. */
  get signal(): AbortSignal {
    return this.#call.signal;
  }

  /** A public route has none. */
  get caller(): Caller {
    if (this.#call.caller === null) throw new Error(`${this.#route.name} is public: it has no caller`);
    return this.#call.caller;
  }
}

function noQuery(query: Call['query']): undefined {
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw invalid({ path: unknown, message: 'is not a known query parameter' });
}

/** What is sent to a route that takes no body may hold nothing: a client whose field does nothing is to learn of it. */
function noFields(body: unknown): undefined {
  if (body !== undefined && body !== null) validate(nothing, body, 'field');
}
