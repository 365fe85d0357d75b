// An OpenAI-compatible provider on loopback that does as it is told, and remembers what it was asked.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- tests look into any request
  /** Settles when the connection has been closed. */
  readonly closed: Promise<void>;
}

export interface StandIn {
  readonly port: number;
  /** With its /v1. */
  readonly baseUrl: string;
  readonly asked: Asked[];
  /** What happens to the next requests, one after the other; the last stays. */
  answer(...scripts: Script[]): void;
  close(): void;
}

export type Script = (res: ServerResponse, asked: Asked) => unknown;

export const completion = (content: string): object => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
});

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
  (res) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const event = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

/** A stream of these pieces, each written by itself, and `[DONE]`. */
export const stream =
  (...pieces: readonly string[]): Script =>
  async (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const piece of pieces) {
      res.write(event(piece));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    res.end('data: [DONE]\n\n');
  };

export async function startProvider(): Promise<StandIn> {
  const asked: Asked[] = [];
  let scripts: Script[] = [json(200, completion('Hello'))];
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      text += chunk;
    });
    req.on('end', () => {
      const closed = new Promise<void>((resolve) => {
        res.once('close', resolve);
      });
      const entry = {
        method: req.method ?? '',
        url: req.url ?? '',
        headers: req.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        closed,
      };
      asked.push(entry);
      const [script] = scripts;
      if (scripts.length > 1) scripts = scripts.slice(1);
      void script?.(res, entry);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    answer: (...next) => {
      scripts = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
