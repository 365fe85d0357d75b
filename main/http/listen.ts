// Listening on loopback, in both address families: a browser tries ::1 first for `localhost`, most others 127.0.0.1.

import { createServer, IncomingMessage, ServerResponse, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { StartError, unavailable } from '../lib/app-error.ts';
import { identify } from './answer-head.ts';
import { drainRequestBody } from './body.ts';
import { writeProblem } from './problem.ts';
import { isLongUpload } from './long-uploads.ts';
import { refuseBytes, refuseExpectation, refuseTunnel } from './refused-request.ts';

export interface Listener {
  readonly port: number;
  /** Who answers from now on. Until it is set, requests are told to come back. */
  handle(listener: RequestListener): void;
  /** Stops accepting, lets requests in flight finish for at most `timeoutMs` milliseconds, then cuts what is left. */
  close(timeoutMs: number): Promise<void>;
}

const attemptsForFreePort = 20;
/** While closing, connections are looked at this often, in milliseconds: long enough for a request that has just arrived to be seen. */
const pollIntervalMs = 25;

/** In milliseconds. Slow senders are cut off sooner than by Node's own limits, a minute for headers and five for a request. */
const usualLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 10_000,
  /** A reader that has taken in nothing of its answer for this long is cut. */
  readerTimeoutMs: 30_000,
};

export type ListenLimits = typeof usualLimits;

/**
 * Binds `port` on 127.0.0.1 and ::1; 0 finds one that is free on both. A machine without IPv6 keeps 127.0.0.1 alone.
 * Throws a `StartError` naming `setting` (the option to change) when the port is taken on either.
 */
export async function listenOnLoopback(port: number, setting: string, limits: Partial<ListenLimits> = {}): Promise<Listener> {
  const gate = new Gate();
  const all = { ...usualLimits, ...limits };
  for (let attempt = 1; ; attempt += 1) {
    const first = newServer(gate, all);
    try {
      await listen(first, port, '127.0.0.1');
    } catch (error) {
      throw startError(error, port, setting);
    }
    const actual = portOf(first);
    const second = newServer(gate, all);
    try {
      await listen(second, actual, '::1');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return listener([first], actual, gate);
      first.close();
      if (port === 0 && code === 'EADDRINUSE' && attempt < attemptsForFreePort) continue;
      throw startError(error, actual, setting);
    }
    return listener([first, second], actual, gate);
  }
}

/** Lets requests through once there is an app to answer them, and knows those that are not answered yet. */
class Gate {
  inFlight = 0;
  /** Of each connection the answers that are under way; several, where requests are sent without waiting. */
  readonly #answers = new WeakMap<Socket, Set<ServerResponse>>();
  #handler: RequestListener = (_req, res) => {
    writeProblem(res, unavailable('Daybook is starting; ask again in a moment', 1));
  };
  open(handler: RequestListener): void {
    this.#handler = handler;
  }
  readonly pass: RequestListener = (req, res) => {
    this.#enter(req, res, this.#handler);
  };
  readonly refuse: RequestListener = (req, res) => {
    this.#enter(req, res, refuseExpectation);
  };

  hasBegunAnAnswer(socket: Socket): boolean {
    return [...(this.#answers.get(socket) ?? [])].some((res) => res.headersSent);
  }

  /**
   * When nothing has moved on a connection for the reader's timeout: it is cut if there is something to take in, or nothing to wait for.
   */
  idle(socket: Socket, timeoutMs: number): void {
    const answers = [...(this.#answers.get(socket) ?? [])];
    if (answers.length === 0 || answers.some((res) => res.headersSent && res.writableLength > 0)) socket.destroy();
    else socket.setTimeout(timeoutMs);
  }

  #open(socket: Socket): Set<ServerResponse> {
    const answers = new Set<ServerResponse>();
    this.#answers.set(socket, answers);
    // Node closes the answer that has the connection; those that wait behind it would wait for ever.
    socket.once('close', () => {
      for (const res of answers) if (!res.closed) res.destroy().emit('close');
    });
    return answers;
  }

  #enter(req: IncomingMessage, res: ServerResponse & { req: IncomingMessage }, handler: RequestListener): void {
    const { socket } = req;
    const answers = this.#answers.get(socket) ?? this.#open(socket);
    answers.add(res);
    this.inFlight += 1;
    res.once('close', () => {
      if (answers.delete(res)) this.inFlight -= 1;
    });
    drainRequestBody(req, res);
    identify(req, res);
    handler(req, res);
  }
}

/**
 * Classes of one server alone, which `app.ts` makes those of Express: to change each message takes longer than to find its route.
 */
function ownMessages() {
  class Answer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {}
  return { IncomingMessage: class extends IncomingMessage {}, ServerResponse: Answer };
}

function newServer(gate: Gate, { readerTimeoutMs, ...limits }: ListenLimits): Server {
  // A missing Host is refused by the guard: Node's answer would have neither headers nor a body.
  const server = createServer({ ...limits, ...ownMessages(), noDelay: true, requireHostHeader: false }, gate.pass);
  // The body is asked for only once it is wanted: see `readJson`.
  server.on('checkContinue', gate.pass);
  server.on('checkExpectation', gate.refuse);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What reads it ends it when nothing more comes.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isLongUpload(socket)) return;
    refuseBytes(error, socket, gate.hasBegunAnAnswer(socket as Socket));
  });
  server.on('connect', (_req, socket) => {
    refuseTunnel(socket);
  });
  server.setTimeout(readerTimeoutMs, (socket) => {
    gate.idle(socket, readerTimeoutMs);
  });
  return server;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true, ipv6Only: host === '::1' }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

function startError(error: unknown, port: number, setting: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program; close it, or choose another port with ${setting}`, {
      cause: error,
      obstacle: 'port',
    });
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user; choose one above 1023 with ${setting}`, {
      cause: error,
      obstacle: 'port',
    });
  return error;
}

function listener(servers: readonly Server[], port: number, gate: Gate): Listener {
  return {
    port,
    handle: (handler) => {
      gate.open(handler);
    },
    close: async (timeoutMs) => {
      const closed = Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => {
                resolve();
              });
            }),
        ),
      );
      const end = performance.now() + timeoutMs;
      const look = setInterval(() => {
        for (const server of servers) {
          // A connection whose last answer has gone out would be kept alive; one that never sent a whole request would be waited for.
          if (gate.inFlight === 0 || performance.now() >= end) server.closeAllConnections();
          else server.closeIdleConnections();
        }
      }, pollIntervalMs);
      await closed;
      clearInterval(look);
    },
  };
}
