// Listening on loopback, in both address families: a browser tries ::1 first for `localhost`, most others 127.0.0.1.

import { createServer, type RequestListener, type Server } from 'node:http';
import { StartError } from '../lib/app-error.ts';

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

/**
 * Binds `port` on 127.0.0.1 and ::1; 0 finds one that is free on both. A machine without IPv6 keeps 127.0.0.1 alone.
 * Throws a `StartError` naming `setting` (the option to change) when the port is taken on either.
 */
export async function listenOnLoopback(port: number, setting: string): Promise<Listener> {
  const gate = new Gate();
  for (let attempt = 1; ; attempt += 1) {
    const first = newServer(gate);
    try {
      await listen(first, port, '127.0.0.1');
    } catch (error) {
      throw startError(error, port, setting);
    }
    const actual = portOf(first);
    const second = newServer(gate);
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

/** Lets requests through once there is somebody to answer them, and counts those that are not answered yet. */
class Gate {
  inFlight = 0;
  #handler: RequestListener = (_req, res) => {
    res.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain' }).end('Daybook is starting\n');
  };
  open(handler: RequestListener): void {
    this.#handler = handler;
  }
  readonly pass: RequestListener = (req, res) => {
    this.inFlight += 1;
    res.once('close', () => { this.inFlight -= 1; });
    this.#handler(req, res);
  };
}

function newServer(gate: Gate): Server {
  const server = createServer(
    // Slow senders are cut off: Node's own limits are a minute for headers and five for a request.
    { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 10_000, noDelay: true },
    gate.pass,
  );
  // The body is asked for only once it is wanted: see `readJson`.
  server.on('checkContinue', gate.pass);
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
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is in use by another program; close it, or choose another port with ${setting}`, { cause: error, obstacle: 'port' });
  if (code === 'EACCES') return new StartError(`Port ${port} may not be used by this user; choose one above 1023 with ${setting}`, { cause: error, obstacle: 'port' });
  return error;
}

function listener(servers: readonly Server[], port: number, gate: Gate): Listener {
  return {
    port,
    handle: (handler) => { gate.open(handler); },
    close: async (timeoutMs) => {
      const closed = Promise.all(servers.map((server) => new Promise<void>((resolve) => { server.close(() => { resolve(); }); })));
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
