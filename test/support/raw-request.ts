// Requests as an attacker or an odd client writes them: any header, any bytes, to any loopback address.

import { request, type OutgoingHttpHeaders } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RawOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** The address to connect to, whatever the URL's host says. */
  readonly address?: string;
}

/** Sends exactly these headers; `Host` is the URL's unless given. */
export function rawRequest(url: string, { method = 'GET', headers = {}, body, address }: RawOptions = {}): Promise<RawAnswer> {
  const { hostname, port, pathname, search, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: address ?? hostname.replace(/^\[|\]$/g, ''),
        port,
        path: pathname + search,
        method,
        headers: { Host: host, ...headers },
        agent: false,
      },
      (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (chunk: string) => {
          text += chunk;
        });
        res.on('end', () => {
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text });
        });
      },
    );
    req.on('error', reject);
    req.end(body);
  });
}
