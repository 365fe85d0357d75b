// The calls that a tool makes, on behalf of the call that it was asked by: through the same way as requests.

import { batchApi, type Operation } from '../contract/batch.ts';
import type { Problem } from '../contract/errors.ts';
import type { ReplyOf, Route } from '../contract/route.ts';
import { authorize, type Call } from '../invoke/call.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import type { Invoke, ValueEndpoint } from '../invoke/invoke.ts';
import { AppError } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import { LongList } from '../lib/answer.ts';
import { anyVersion } from '../lib/precondition.ts';
import type { ToolContext, ToolRequest } from './tool.ts';

/** What the service hands to tools. */
export interface ToolServices {
  readonly invoke: Invoke;
  /** The endpoints that tools use; of these, the one of batches takes the texts in its bodies as they are. */
  readonly endpoints: readonly Endpoint[];
  readonly pageUrl: (path: string) => string;
  readonly now: () => number;
  readonly timeZone: () => string;
}

export interface ToolWay {
  /** What is written by `write` is only tried: the answers are the same, and nothing is changed. */
  readonly isRehearsal?: boolean;
}

/** Makes contexts: what a tool may do that was called by `asked` and acts as `caller`. */
export function contextsOf({
  invoke,
  endpoints,
  pageUrl,
  now,
  timeZone,
}: ToolServices): (caller: Caller, asked: Call, way?: ToolWay) => ToolContext {
  const byName = new Map(endpoints.map((endpoint) => [endpoint.route.name, endpoint]));
  return (caller, asked, { isRehearsal = false } = {}) => {
    const ask = async <R extends Route>(route: R, request: ToolRequest = {}): Promise<ReplyOf<R>> => {
      const endpoint = byName.get(route.name);
      if (endpoint === undefined) throw new Error(`Tools have no endpoint ${route.name}`);
      // The endpoint has the route's name, so it is of that route.
      const { value } = await invoke(endpoint as unknown as ValueEndpoint<R>, new ToolCall(route, caller, asked, request));
      const answer: unknown = value;
      return (answer instanceof LongList ? await answer.collect() : answer) as ReplyOf<R>;
    };
    const write = async (...writes: readonly Operation[]): Promise<{ batchId: string | null; answers: unknown[] }> => {
      const { batchId, failed, results } = await ask(batchApi.runBatch, { body: { operations: writes, dryRun: isRehearsal } });
      if (failed !== null) throw errorOf(failed.problem);
      return { batchId, answers: results.map(({ body }) => body) };
    };
    return { caller, ask, write, pageUrl, now, timeZone };
  };
}

/** How a call is mended, where the service does not say. */
const ways: Readonly<Record<string, string>> = {
  edit_conflict: ': give it as read shows it, without numbers of lines',
  edit_ambiguous: ': give more of the text around it',
};

/** The error that a problem tells of; `type`, `title` and `status` follow from its code. */
function errorOf({ detail, code, errors = [], ...more }: Omit<Problem, 'requestId'>): AppError {
  const extra = Object.fromEntries(Object.entries(more).filter(([name]) => !['type', 'title', 'status'].includes(name)));
  // What a model reads is the text alone.
  const { version } = more;
  const now = code === 'version_mismatch' && typeof version === 'number' ? `: it is v${version} now, read it again` : '';
  return new AppError(code as AppError['code'], `${String(detail)}${now}${ways[String(code)] ?? ''}`, {
    errors: errors as AppError['errors'],
    extra,
  });
}

class ToolCall implements Call {
  readonly #route: Route;
  readonly #asked: Call;
  readonly caller: Caller;
  readonly params: Call['params'];
  readonly query: Call['query'];
  readonly body: unknown;
  readonly files: Call['files'] = [];
  readonly precondition: Call['precondition'] = anyVersion;
  readonly idempotencyKey: string | null;
  readonly address: string;

  constructor(route: Route, caller: Caller, asked: Call, { params = {}, query = {}, body }: ToolRequest) {
    // A tool writes once at most: the key of the call that asked for it is that write's.
    this.idempotencyKey = asked.idempotencyKey;
    this.#route = route;
    this.#asked = asked;
    this.caller = caller;
    this.params = params;
    this.query = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
    );
    this.body = body;
    this.address = asked.address;
  }

  /** The token that was there at the start can have been revoked since. */
  reauthorize(): void {
    this.#asked.reauthorize();
    authorize(this.#route, this.caller);
  }

  get signal(): AbortSignal {
    return this.#asked.signal;
  }
}
