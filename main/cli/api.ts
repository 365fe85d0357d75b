// Requests to the running service. Node's own client for `fetch` takes longer to load than all of the command.

import { request } from 'node:http';
import { endpoints, type EndpointName } from '../contract/endpoints.ts';
import type { Problem } from '../contract/errors.ts';
import { Refusal } from './command.ts';

/** Where the service is and how to get in. */
export interface Access {
  readonly baseUrl: string;
  readonly token: string;
  /** Whether the token is the owner's from `service.json`, whose changes are those of the window. */
  readonly isOwners: boolean;
}

export interface ApiCall {
  readonly params?: Readonly<Record<string, string>>;
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

export interface Api {
  /** The parsed answer of an endpoint; undefined where there is none. Throws a `Refusal` with the service's reason. */
  call<Reply>(name: EndpointName, call?: ApiCall): Promise<Reply>;
  /** The same for any method and path. An answer that is not JSON comes as text. */
  send(method: string, path: string, call?: Pick<ApiCall, 'body' | 'ifMatch'>): Promise<unknown>;
  /** Whether a change with this actor was made with the token that these requests are made with. */
  isOwn(actor: { readonly kind: string; readonly id: string | null }): boolean;
}

const timeoutMs = 300_000;

interface RawAnswer {
  readonly status: number;
  readonly isJson: boolean;
  readonly text: string;
}

function exchange(url: URL, method: string, headers: Record<string, string>, body: string | null): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const isJson = /\bjson\b/.test(response.headers['content-type'] ?? '');
        resolve({ status: response.statusCode ?? 0, isJson, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('it took too long')));
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** The problem in one line: what is wrong, and where in what was sent. */
function sentence({ detail, title, errors = [] }: Problem): string {
  const places = errors.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  return [detail || title, ...places].join('; ');
}

function refusal({ status, isJson, text }: RawAnswer): Refusal {
  if (!isJson) return new Refusal(`The service answered with status ${status}`);
  const problem = JSON.parse(text) as Problem;
  return new Refusal(`${sentence(problem)} (${problem.code})`, problem.code, problem);
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
export function openApi({ baseUrl, token, isOwners }: Access): Api {
  const send = async (method: string, path: string, { body, ifMatch }: ApiCall = {}): Promise<unknown> => {
    const text = body === undefined ? null : JSON.stringify(body);
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
    if (text !== null) {
      headers['Content-Type'] = 'application/json';
      headers['Content-Length'] = String(Buffer.byteLength(text));
    }
    if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
    let answer: RawAnswer;
    try {
      answer = await exchange(new URL(baseUrl + path), method, headers, text);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Refusal(`No Daybook answers at ${baseUrl} (${code ?? message}); start it with npm start, or npm run serve`);
    }
    if (answer.status >= 300) throw refusal(answer);
    if (answer.text === '') return undefined;
    return answer.isJson ? JSON.parse(answer.text) : answer.text;
  };
  return {
    send,
    call: async <Reply>(name: EndpointName, call: ApiCall = {}): Promise<Reply> => {
      const { method, path } = endpoints[name];
      const filled = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(call.params?.[parameter] ?? ''));
      const pairs = Object.entries(call.query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const query = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
      return (await send(method, filled + query, call)) as Reply;
    },
    isOwn: ({ kind, id }) => (isOwners ? kind === 'window' : id !== null && id === tokenId(token)),
  };
}
