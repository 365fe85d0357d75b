// Real servers on loopback, each on a port of its own, and previews that may reach some of them.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { AppError } from '../../../main/lib/app-error.ts';
import { LinkPreviews, type LinkPreviewsOptions } from '../../../main/features/links/link-previews.ts';
import { OpenGraphReader } from '../../../main/features/links/open-graph-reader.ts';

export interface TestServer {
  readonly origin: string;
  readonly port: number;
  /** The requests that came in, by path. */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
  /** How many connections are open. */
  connections(): number;
}

async function listening(server: Server, asked: string[], requests: IncomingMessage[]): Promise<TestServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
    });
    socket.on('error', () => undefined);
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, asked, requests, connections: () => sockets.size };
}

/** Answers each request as `answer` does; closes when the test ends. */
export function serve(answer: RequestListener): Promise<TestServer> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    requests.push(req);
    answer(req, res);
  });
  return listening(server, asked, requests);
}

/** Sends these bytes to each client, then ends. */
export function serveBytes(bytes: string | Buffer): Promise<TestServer> {
  return listening(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.end(bytes);
      });
    }),
    [],
    [],
  );
}

export function sendHtml(res: ServerResponse, html: string | Buffer, headers: Readonly<Record<string, string>> = {}): void {
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
  res.end(html);
}

export const pageWith = (head: string, body = ''): string => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

/** One thread for all tests of a file: each takes a while to start. */
const reader = new OpenGraphReader({ timeoutMs: 60_000 });

export function previewsOf(servers: readonly TestServer[], options: Partial<LinkPreviewsOptions> = {}): LinkPreviews {
  return new LinkPreviews({
    clock: () => 0,
    deadline: 60_000,
    allowOrigins: new Set(servers.map(({ origin }) => origin)),
    reader,
    ...options,
  });
}

/** What a refused preview is refused with. */
export async function refusal(preview: Promise<unknown>): Promise<AppError> {
  return preview.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error as AppError,
  );
}

/** As many as the condition needs, in small steps. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition()))
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
}
