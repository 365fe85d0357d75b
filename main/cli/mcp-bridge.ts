// `daybook --mcp`: the Model Context Protocol over standard input and output, a message a line, passed on to the running service.

import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createParser } from 'eventsource-parser';
import { ask, type ServiceAccess } from './api.ts';

interface BridgeOptions {
  readonly input: NodeJS.ReadableStream;
  readonly write: (text: string) => void;
  /** Looked up for each message: the service can have been started again on another port. Throws what is to be told. */
  readonly access: () => ServiceAccess;
}

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly requestId?: string | number;
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly clientInfo?: unknown;
  };
  readonly result?: { readonly protocolVersion?: unknown };
}

/** Where a message of a revision without a handshake says which one it is of. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** Where it says which client sends it. */
const clientKey = 'io.modelcontextprotocol/clientInfo';
/** Goes on until one side ends it. */
const endless = 'subscriptions/listen';

const codes = { parse: -32_700, invalid: -32_600, failed: -32_000 } as const;

/** Settles when the input has ended and what it asked is answered. */
export async function bridge({ input, write, access }: BridgeOptions): Promise<void> {
  const running = new Map<Message['id'], { readonly gone: AbortController; readonly isEndless: boolean }>();
  const under = new Set<Promise<void>>();
  // Of the handshake, for clients that have one.
  let agreed: string | null = null;
  let client: unknown = null;
  const send = (message: object): void => {
    write(`${JSON.stringify(message)}\n`);
  };
  /** `answer` gets what answers the message; what else the service tells is sent at once. */
  const handle = async (message: Message, answer: (answer: object) => void): Promise<void> => {
    const { id, method, params } = message;
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) running.get(params.requestId)?.gone.abort();
    if (method === 'initialize') client = params?.clientInfo;
    const gone = new AbortController();
    const isRequest = id !== undefined && method !== undefined;
    let isAnswered = false;
    if (isRequest) running.set(id, { gone, isEndless: method === endless });
    try {
      await passOn(
        message,
        { ...headersOf(message, agreed), ...clientHeader(params?.['_meta']?.[clientKey] ?? client) },
        access(),
        gone.signal,
        (told) => {
          // The service knows no id of what it did not read: a body that is too large, say.
          const own = isRequest && told.id === null ? { ...told, id } : told;
          if (typeof own.result?.protocolVersion === 'string') agreed = own.result.protocolVersion;
          const isAnswer = own.id === id && own.method === undefined;
          isAnswered ||= isAnswer;
          (isAnswer ? answer : send)(own);
        },
      );
      // A service that stops ends its streams in good order.
      if (isRequest && !isAnswered) throw new Error('Daybook ended the connection before it had answered');
    } catch (error) {
      if (isRequest && !gone.signal.aborted) answer(rpcError(id, codes.failed, (error as Error).message));
    } finally {
      if (id !== undefined) running.delete(id);
    }
  };
  /** Clients of the revision 2025-03-26 send several messages in one line, which are answered in one. */
  const handleAll = async (messages: readonly unknown[]): Promise<void> => {
    const answers: object[] = [];
    const add = (answer: object): void => {
      answers.push(answer);
    };
    for (const each of messages) if (!isMessage(each)) add(rpcError(null, codes.invalid, noMessage));
    await Promise.all(messages.filter(isMessage).map((each) => handle(each, add)));
    if (answers.length > 0) send(answers);
  };
  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue;
    const value = maybeJson(line);
    const isMany = Array.isArray(value) && value.length > 0;
    if (!isMany && !isMessage(value)) {
      send(rpcError(null, codes.parse, noMessage));
      continue;
    }
    const work = (isMany ? handleAll(value as readonly unknown[]) : handle(value as Message, send)).finally(() => under.delete(work));
    under.add(work);
    // What comes after needs the version that it agrees on.
    if (!isMany && (value as Message).method === 'initialize') await work;
  }
  for (const { gone, isEndless } of running.values()) if (isEndless) gone.abort();
  await Promise.all(under);
}

const noMessage = 'This line is not a message of JSON-RPC';

const rpcError = (id: Message['id'], code: number, message: string): object => ({ jsonrpc: '2.0', id, error: { code, message } });

/** Ended by \n alone: readline also ends lines at U+2028 and U+2029, which JSON may hold as they are. */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let begun: string[] = [];
  let isFirst = true;
  for await (const text of input as AsyncIterable<string>) {
    // Some programs begin with a byte order mark.
    const [first = '', ...others] = (isFirst ? text.replace(/^\uFEFF/, '') : text).split('\n');
    isFirst = false;
    begun.push(first);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
  yield begun.join('');
}

/** Undefined for what is no JSON. */
function maybeJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the transport over HTTP repeats of a message in headers. */
function headersOf({ method, params }: Message, agreed: string | null): Record<string, string> {
  const own = params?.['_meta']?.[versionKey];
  if (typeof own !== 'string') return agreed === null ? {} : { 'MCP-Protocol-Version': agreed };
  const name = params?.name ?? params?.uri;
  return {
    'MCP-Protocol-Version': own,
    ...(method === undefined ? {} : { 'Mcp-Method': method }),
    ...(typeof name === 'string' ? { 'Mcp-Name': headerText(name) } : {}),
  };
}

/** The client's name and version as a client over HTTP has them in its requests: some are answered by text alone. */
function clientHeader(client: unknown): Record<string, string> {
  const { name, version } = (client ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  if (typeof name !== 'string' || !productName.test(name)) return {};
  return { 'User-Agent': typeof version === 'string' && productName.test(version) ? `${name}/${version}` : name };
}

/** A token of HTTP (RFC 9110, 5.6.2). */
const productName = /^[\w!#$%&'*+.^`|~-]+$/;

/** As it is where a header can hold it, else in base64. */
function headerText(text: string): string {
  return /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text) && !text.startsWith('=?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

async function passOn(
  message: Message,
  headers: Readonly<Record<string, string>>,
  { baseUrl, token }: ServiceAccess,
  signal: AbortSignal,
  take: (message: Message) => void,
): Promise<void> {
  const response = await post(`${baseUrl}/api/mcp`, message, { ...headers, Authorization: `Bearer ${token}` }, signal);
  if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
    const parser = createParser({
      onEvent: ({ data }) => {
        const told = maybeJson(data);
        if (isMessage(told)) take(told);
      },
    });
    response.setEncoding('utf8');
    for await (const part of response as AsyncIterable<string>) parser.feed(part);
    return;
  }
  const body = maybeJson(await text(response));
  if (isMessage(body) && 'jsonrpc' in body) take(body);
  else if ((response.statusCode ?? 0) >= 300) {
    const detail = isMessage(body) && 'detail' in body && typeof body.detail === 'string' ? body.detail : null;
    throw new Error(detail ?? `The service answered ${response.statusCode}`);
  }
}

async function post(
  url: string,
  message: Message,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const own = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
  try {
    return await ask(new URL(url), 'POST', own, JSON.stringify(message), signal);
  } catch (error) {
    throw signal.aborted ? error : new Error('Daybook cannot be reached; start it with npm start or npm run serve', { cause: error });
  }
}
