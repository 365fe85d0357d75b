// Answers to requests that never reach the application, because the parser of HTTP refuses them. Node's own would be a bare status line.

import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, unavailable } from '../lib/app-error.ts';
import { headersOfNoRequest } from './answer-head.ts';
import { problemDocument, problemType, writeProblem } from './problem.ts';

/** How long the other side may go on sending before the connection is cut, in milliseconds: a reset would take the answer from it. */
const drainTimeoutMs = 1_000;

interface Refusal {
  /** Not always that of the code: the closed list has none for what only the parser says. */
  readonly status: number;
  readonly error: AppError;
}

/** By the code of the parser's error. */
function refusalOf(code: string): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, error: new AppError('too_large', 'The headers of the request are too large') };
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return { status: 413, error: new AppError('too_large', 'The chunk extensions of the body are too large') };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, error: unavailable('The request did not come to its end in time; send it again', 1) };
  return { status: 400, error: new AppError('validation_failed', 'This is not a valid HTTP request') };
}

/** Answers over the bare connection and ends it. */
function endWith(socket: Duplex, { status, error }: Refusal): void {
  const headers = headersOfNoRequest();
  const body = JSON.stringify(problemDocument(error, headers.get('X-Request-Id') ?? '', status));
  const lines = [
    ...headers,
    ...Object.entries(error.headers),
    ['Content-Type', problemType],
    ['Content-Length', Buffer.byteLength(body)],
    ['Date', new Date().toUTCString()],
    ['Connection', 'close'],
  ];
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
  setTimeout(() => {
    socket.destroy();
  }, drainTimeoutMs).unref();
}

/** For `clientError` of a server: the bytes are no request, or did not come in time. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex, hasBegunAnAnswer: boolean): void {
  // Refused already: what else was on its way is no news.
  if (socket.writableEnded) return;
  if (!socket.writable || hasBegunAnAnswer || error.code === 'ECONNRESET') socket.destroy();
  else endWith(socket, refusalOf(error.code ?? ''));
}

/** For `connect`: nothing is passed on to other hosts here. */
export function refuseTunnel(socket: Duplex): void {
  socket.on('error', () => undefined);
  endWith(socket, {
    status: 405,
    error: new AppError('method_not_allowed', 'CONNECT is not possible here', {
      headers: { Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' },
    }),
  });
}

/** For `checkExpectation`: an `Expect` other than 100-continue. */
export function refuseExpectation(_req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('Connection', 'close');
  writeProblem(res, new AppError('validation_failed', 'Expect can only be 100-continue'), 417);
}
