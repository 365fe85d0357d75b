// Endpoints as the operations of a batch: found by method and path, and run inside a write that is under way already.

import findMyWay from 'find-my-way';
import { parse as parseQuery } from 'node:querystring';
import type { EndpointName } from '../contract/endpoints.ts';
import { honoursIfMatch, type Route } from '../contract/route.ts';
import { invalid } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import type { Precondition } from '../lib/precondition.ts';
import { LongList } from '../lib/answer.ts';
import { authorize, type Call } from './call.ts';
import { checkReply } from './check-reply.ts';
import type { CommandEndpoint, Endpoint, PreparedWrite, QueryEndpoint } from './endpoint.ts';
import { statusOf } from './invoke.ts';

/** What an operation asks for. */
interface OperationRequest {
  readonly caller: Caller;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  readonly precondition: Precondition;
  /** As in `Call`. */
  readonly isPart: boolean;
}

interface OperationAnswer {
  readonly status: number;
  /** As the contract has it; null where it has none. */
  readonly body: unknown;
}

type OperationEndpoint = QueryEndpoint | CommandEndpoint;

interface Resource {
  readonly path: string;
  readonly methods: ReadonlyMap<string, OperationEndpoint>;
}

interface OperationsOptions {
  /** The endpoints that operations can use, each of which must be a query or a command. */
  readonly names: readonly EndpointName[];
  /** Query parameters of them that operations cannot have; others are passed over. */
  readonly refused: readonly { readonly name: EndpointName; readonly parameter?: string }[];
  /** As in `InvokeOptions`. */
  readonly checkReplies: boolean;
}

/** The endpoints that the operations of a batch can use, found by method and path. */
export class Operations {
  readonly #tree = findMyWay({ caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: 4096 });

  readonly #checkReplies: boolean;
  readonly #refused: OperationsOptions['refused'];

  constructor(endpoints: readonly Endpoint[], { names, refused, checkReplies }: OperationsOptions) {
    this.#checkReplies = checkReplies;
    this.#refused = refused;
    const usable = endpoints.filter(
      (endpoint): endpoint is OperationEndpoint =>
        names.includes(endpoint.route.name) && (endpoint.kind === 'query' || endpoint.kind === 'command'),
    );
    if (usable.length !== names.length) throw new Error('An endpoint of batches is missing, or is neither a query nor a command');
    // All paths, so that one of those that cannot be used is not taken for a record's.
    for (const [path, group] of Map.groupBy(endpoints, ({ route }) => route.path)) {
      const methods = new Map(usable.filter((each) => group.includes(each)).map((each) => [each.route.method as string, each]));
      this.#tree.on('GET', path, () => undefined, { path, methods } satisfies Resource);
    }
  }

  /** Why a batch cannot hold such an operation; null if it can. */
  refusal(method: string, path: string): string | null {
    const found = this.#tree.find('GET', withoutQuery(path));
    if (found === null) return 'leads to nothing';
    const { methods } = found.store as Resource;
    const endpoint = methods.get(method);
    if (endpoint === undefined) return `cannot be used with ${method} in a batch`;
    const query = queryOf(path);
    const refused = this.#refused.find(({ name, parameter = '' }) => name === endpoint.route.name && (query[parameter] ?? '') !== '');
    return refused === undefined ? null : `cannot be used with ${refused.parameter} in a batch`;
  }

  /** Whether such an operation can be bound to a version. */
  takesIfMatch(method: string, path: string): boolean {
    const endpoint = (this.#tree.find('GET', withoutQuery(path))?.store as Resource | undefined)?.methods.get(method);
    return endpoint !== undefined && honoursIfMatch(endpoint.route);
  }

  /** Throws `validation_failed` for what `refusal` tells of, `insufficient_scope` and `forbidden`, and what validating it gives. */
  open(request: OperationRequest): OpenOperation {
    const { method, path, caller } = request;
    const found = this.#tree.find('GET', withoutQuery(path));
    const endpoint = found === null ? undefined : (found.store as Resource).methods.get(method);
    if (found === null || endpoint === undefined)
      throw invalid({ path: 'path', message: this.refusal(method, path) ?? 'leads to nothing' });
    authorize(endpoint.route, caller);
    return new OpenOperation(endpoint, new OperationCall(endpoint.route, request, found.params as Call['params']), this.#checkReplies);
  }
}

function withoutQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

function queryOf(path: string): Call['query'] {
  const [, query = ''] = /\?([^#]*)/.exec(path) ?? [];
  return { ...parseQuery(query) };
}

class OperationCall implements Call {
  readonly #route: Route;
  readonly caller: Caller;
  readonly params: Call['params'];
  readonly query: Call['query'];
  readonly body: unknown;
  readonly files: Call['files'] = [];
  readonly precondition: Precondition;
  readonly idempotencyKey: string | null = null;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly isPart: boolean;

  constructor(route: Route, { caller, path, body, precondition, address, signal, isPart }: OperationRequest, params: Call['params']) {
    this.#route = route;
    this.caller = caller;
    this.params = params;
    this.query = queryOf(path);
    this.body = body;
    this.precondition = precondition;
    this.address = address;
    this.signal = signal;
    this.isPart = isPart;
  }

  reauthorize(): void {
    authorize(this.#route, this.caller);
  }
}

/** One operation that the caller may do. */
class OpenOperation {
  readonly #endpoint: OperationEndpoint;
  readonly #call: OperationCall;
  readonly #checkReplies: boolean;

  constructor(endpoint: OperationEndpoint, call: OperationCall, checkReplies: boolean) {
    this.#endpoint = endpoint;
    this.#call = call;
    this.#checkReplies = checkReplies;
  }

  /** Before the write: what takes long, done ahead; null where nothing does. Throws what the operation would answer. */
  async prepare(): Promise<PreparedWrite | null> {
    if (this.#endpoint.kind !== 'command') return null;
    const prepared = this.#endpoint.accept(this.#call)();
    return prepared instanceof Promise ? await prepared : null;
  }

  /** Inside the write. Throws what the operation would answer, and `RetryableConflict`. */
  run(ahead: PreparedWrite | null): OperationAnswer {
    const { route } = this.#endpoint;
    const value = this.#endpoint.kind === 'query' ? this.#answer(this.#endpoint) : this.#apply(this.#endpoint, ahead);
    if (this.#checkReplies) checkReply(route, value);
    return { status: statusOf(route, value), body: route.reply === undefined ? null : value };
  }

  #answer(endpoint: QueryEndpoint): unknown {
    const value = endpoint.answerNow === undefined ? endpoint.answer(this.#call) : endpoint.answerNow(this.#call);
    if (!(value instanceof Promise) && !(value instanceof LongList)) return value;
    if (value instanceof Promise) value.catch(() => undefined);
    throw invalid({ path: 'limit', message: 'must be given, and be at most 1000: this list is too long for a batch' });
  }

  #apply(endpoint: CommandEndpoint, ahead: PreparedWrite | null): unknown {
    if (ahead !== null) return ahead.apply();
    const prepared = endpoint.acceptNow === undefined ? endpoint.accept(this.#call)() : endpoint.acceptNow(this.#call);
    if (prepared instanceof Promise) throw new Error(`${endpoint.route.name} cannot be run inside a write`);
    using write = prepared;
    return write.apply();
  }
}
