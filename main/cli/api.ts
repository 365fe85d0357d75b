// Requests to the running service. Node's own client for `fetch` takes longer to load than all of the command.

import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { addressOf, endpoints, type EndpointName } from '../contract/endpoints.ts';
import type { Problem } from '../contract/errors.ts';
import { CommandRefusal } from './command.ts';

/** Where the service is and how to get in. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly token: string;
  /** Whether the token is the owner's from `service.json`, whose changes are those of the window. */
  readonly isOwners: boolean;
}

interface ApiCall {
  readonly params?: Readonly<Record<string, string>>;
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

export interface Api {
  /** The parsed answer of an endpoint; undefined where there is none. Throws a `CommandRefusal` with the service's reason. */
  call<Reply>(name: EndpointName, call?: ApiCall): Promise<Reply>;
  /** The same for any method and path. An answer that is not JSON comes as text. */
  send(method: string, path: string, call?: Pick<ApiCall, 'body' | 'ifMatch'>): Promise<unknown>;
  /** The answer as it comes, for what is too large to be held; 2xx only. Throws a `CommandRefusal` like `call`. */
  open(method: string, path: string, upload?: Upload): Promise<IncomingMessage>;
  /** Whether a change with this actor was made with the token that these requests are made with. */
  isOwn(actor: { readonly kind: string; readonly id: string | null }): boolean;
}

/** A body that is sent as it is read. */
export interface Upload {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: AsyncIterable<Uint8Array>;
}

const timeoutMs = 300_000;

interface RawAnswer {
  readonly status: number;
  readonly isJson: boolean;
  readonly text: string;
}

type Body = string | AsyncIterable<Uint8Array> | null;

/** Sends a request. Never through a proxy of the environment, which would read the token. Rejects with Node's error. */
export function ask(url: URL, method: string, headers: Record<string, string>, body: Body, signal?: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) }, resolve);
    sent.on('timeout', () => sent.destroy(new Error('it took too long')));
    sent.on('error', reject);
    // What breaks off because the service has answered already does not count; else the request has told.
    if (body === null || typeof body === 'string') sent.end(body ?? undefined);
    else pipeline(body, sent).catch(reject);
  });
}

async function collected(response: IncomingMessage): Promise<RawAnswer> {
  const isJson = /\bjson\b/.test(response.headers['content-type'] ?? '');
  return { status: response.statusCode ?? 0, isJson, text: await text(response) };
}

/** The problem in one line: what is wrong, and where in what was sent. */
function sentence({ detail, title, errors = [] }: Problem): string {
  const places = errors.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  // Often they are all that it says.
  return [...new Set([detail || title, ...places])].join('; ');
}

function answerRefusal(answer: RawAnswer): CommandRefusal {
  const { status, isJson } = answer;
  if (!isJson) return new CommandRefusal(`The service answered with status ${status}`);
  const problem = JSON.parse(answer.text) as Problem;
  return new CommandRefusal(`${sentence(problem)} (${problem.code})`, problem.code, problem);
}

/** The `jti` of a JSON Web Token; null if it cannot be read. */
function tokenId(token: string): string | null {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { readonly jti?: unknown };
    return typeof payload.jti === 'string' ? payload.jti : null;
  } catch {
    return null;
  }
}

/** The service at `baseUrl`, asked with the token. */
export function openApi({ baseUrl, token, isOwners }: ServiceAccess): Api {
  const authorization = { Authorization: `Bearer ${token}` };
  const unreachable = (error: unknown): CommandRefusal => {
    const { code, message } = error as NodeJS.ErrnoException;
    return new CommandRefusal(`No Daybook answers at ${baseUrl} (${code ?? message}); start it with npm start, or npm run serve`);
  };
  const send = async (method: string, path: string, { body, ifMatch }: ApiCall = {}): Promise<unknown> => {
    const sent = body === undefined ? null : JSON.stringify(body);
    const headers: Record<string, string> = { ...authorization, Accept: 'application/json' };
    if (sent !== null) {
      headers['Content-Type'] = 'application/json';
      headers['Content-Length'] = String(Buffer.byteLength(sent));
    }
    if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
    let answer: RawAnswer;
    try {
      answer = await collected(await ask(new URL(baseUrl + path), method, headers, sent));
    } catch (error) {
      throw unreachable(error);
    }
    if (answer.status >= 300) throw answerRefusal(answer);
    if (answer.text === '') return undefined;
    return answer.isJson ? JSON.parse(answer.text) : answer.text;
  };
  const open = async (method: string, path: string, upload?: Upload): Promise<IncomingMessage> => {
    const headers = { ...authorization, ...(upload?.headers ?? { Accept: 'text/event-stream, */*' }) };
    const response = await ask(new URL(baseUrl + path), method, headers, upload?.content ?? null).catch((error: unknown) => {
      throw error instanceof CommandRefusal ? error : unreachable(error);
    });
    if ((response.statusCode ?? 0) >= 300) throw answerRefusal(await collected(response));
    return response;
  };
  return {
    send,
    open,
    call: async <Reply>(name: EndpointName, call: ApiCall = {}): Promise<Reply> => {
      const { method, path } = endpoints[name];
      return (await send(method, addressOf(path, call.params ?? {}, call.query ?? {}), call)) as Reply;
    },
    isOwn: ({ kind, id }) => (isOwners ? kind === 'window' : id !== null && id === tokenId(token)),
  };
}
