// The one way through the service, without HTTP: authorize, validate, idempotency, prepare, write, reply as a value.
// The HTTP adapter, tools for models and tests enter here; operations of a batch, inside its write, by `operation.ts`.

import type { ReplyOf, Route } from '../contract/route.ts';
import { RetryableConflict } from '../lib/app-error.ts';
import type { Attribute } from '../lib/change.ts';
import { LongList } from '../lib/answer.ts';
import type { KeptAnswer } from '../storage/idempotency.ts';
import { authorize, type Call } from './call.ts';
import { checkReply } from './check-reply.ts';
import type { CommandEndpoint, EventStreamEndpoint, QueryEndpoint } from './endpoint.ts';
import { onceUnder, type IdempotencyOptions, type Once } from './idempotency.ts';

interface InvokeOptions {
  /** Runs work inside the next write transaction; settles after the commit. */
  readonly write: <T>(work: () => T) => Promise<T>;
  /** The same for what is a step to room on a full disk: it may take what is kept for that. */
  readonly writeDeletion: <T>(work: () => T) => Promise<T>;
  readonly idempotency: IdempotencyOptions;
  /** Says in the change feed whose the changes of a write are. */
  readonly attribute: Attribute;
  /** Compares every reply with the contract and fails if it differs. For tests. */
  readonly checkReplies: boolean;
}

/** The answer to a call that did what it asked for; whatever else comes is thrown as an `AppError`. */
export interface Reply<R extends Route = Route> {
  readonly status: Route['status'];
  /** What the contract says, or a `LongList` of it; undefined where it says nothing. */
  readonly value: ReplyOf<R>;
  /** `value` as JSON where that has been written already. */
  readonly text: string | null;
  /** Where a created record can be read. */
  readonly location: string | null;
  /** The first answer to an `Idempotency-Key`, given once more. */
  readonly replayed: boolean;
}

/** Endpoints whose answer is a value. */
export type ValueEndpoint<R extends Route = Route> = QueryEndpoint<R> | CommandEndpoint<R> | EventStreamEndpoint<R>;

/** Answers a call. Throws `AppError`. */
export type Invoke = <R extends Route>(endpoint: ValueEndpoint<R>, call: Call) => Promise<Reply<R>>;

/** What was prepared can be out of date when its turn comes. It is prepared up to this many times. */
const maxPreparations = 4;

/** Gives the function that answers calls of all endpoints, each only if its caller may use that endpoint. */
export function createInvoke(options: InvokeOptions): Invoke {
  return async <R extends Route>(endpoint: ValueEndpoint<R>, call: Call): Promise<Reply<R>> => {
    const { route } = endpoint;
    authorize(route, call.caller);
    const reply = endpoint.kind === 'command' ? await runToEnd(endpoint, call, options) : replyOf(route, await endpoint.answer(call));
    if (options.checkReplies) checkReply(route, reply.value instanceof LongList ? await reply.value.collect() : reply.value);
    // The endpoint's builder took a handler that gives what the route's `reply` says.
    return reply as Reply<R>;
  };
}

/** The status with which a reply is answered. */
export function statusOf(route: Route, reply: unknown): Route['status'] {
  const own = route.statusOf as ((reply: unknown) => Route['status']) | undefined;
  return own === undefined ? route.status : own(reply);
}

function locationOf(route: Route, reply: unknown): string | null {
  const own = route.location as ((reply: unknown) => string | null) | undefined;
  return own?.(reply) ?? null;
}

/** A reply before its type is known; `value` is what the handler gave. */
type AnyReply = Omit<Reply, 'value'> & { readonly value: unknown };

function replyOf(route: Route, value: unknown): AnyReply {
  return { status: statusOf(route, value), value, text: null, location: locationOf(route, value), replayed: false };
}

/** A command, with what it starts. */
async function runToEnd(endpoint: CommandEndpoint, call: Call, options: InvokeOptions): Promise<AnyReply> {
  const reply = await runCommand(endpoint, call, options);
  if (endpoint.finish === undefined) return reply;
  const { caller, idempotencyKey } = call;
  try {
    const value = await endpoint.finish(call, reply.value);
    return value === reply.value ? reply : { ...replyOf(endpoint.route, value), replayed: reply.replayed };
  } catch (error) {
    // What has failed can be tried again under its key.
    if (caller !== null && idempotencyKey !== null)
      await options.write(() => {
        options.idempotency.store.forget(caller.userId, idempotencyKey);
      });
    throw error;
  }
}

async function runCommand(endpoint: CommandEndpoint, call: Call, options: InvokeOptions): Promise<AnyReply> {
  const { route } = endpoint;
  const prepare = endpoint.accept(call);
  const once = maybeOnce(route, call, options.idempotency);
  // Before what is prepared, which for a large undo is all that it does. `reauthorize` is left out: a call of a run passes it only once.
  const earlier = once?.earlier() ?? null;
  if (earlier !== null) return replayOf(route, earlier);
  for (let count = 1; ; count++) {
    try {
      using prepared = await prepare();
      return await writeOnce(
        route,
        once,
        () => {
          // Since the call came in, the token can have been revoked.
          call.reauthorize();
          return attributed(call, options.attribute, () => prepared.apply());
        },
        writeFor(route, call, options),
      );
    } catch (error) {
      if (!(error instanceof RetryableConflict) || count === maxPreparations) throw error;
    }
  }
}

function writeFor({ method, makesRoom }: Route, { body }: Call, { write, writeDeletion }: InvokeOptions): InvokeOptions['write'] {
  const isStep = typeof makesRoom === 'function' ? (makesRoom as (body: unknown) => boolean)(body) : makesRoom;
  return method === 'DELETE' || isStep === true ? writeDeletion : write;
}

function attributed(call: Call, attribute: Attribute, apply: () => unknown): unknown {
  return call.caller === null ? apply() : attribute({ actor: call.caller.actor, batchId: call.caller.batchId ?? null }, apply);
}

/** The call under its caller's `Idempotency-Key`; null where the route creates nothing or there is none. */
function maybeOnce(route: Route, call: Call, idempotency: IdempotencyOptions): Once | null {
  if (route.creates !== true || call.idempotencyKey === null || call.caller === null) return null;
  return onceUnder(call.idempotencyKey, call.caller.userId, route, call, idempotency);
}

async function writeOnce(route: Route, once: Once | null, apply: () => unknown, write: InvokeOptions['write']): Promise<AnyReply> {
  if (once === null) return replyOf(route, await write(apply));
  let created: unknown;
  const isKept = route.isKept as ((reply: unknown) => boolean) | undefined;
  const { answer, replayed } = await write(() =>
    once.run(
      () => {
        created = apply();
        return { status: statusOf(route, created), location: locationOf(route, created), body: JSON.stringify(created) };
      },
      () => isKept?.(created) ?? true,
    ),
  );
  return replayed ? replayOf(route, answer) : { ...replyOf(route, created), text: answer.body, location: answer.location };
}

function replayOf(route: Route, { body, location }: KeptAnswer): AnyReply {
  return { ...replyOf(route, JSON.parse(body ?? 'null')), text: body, location, replayed: true };
}
