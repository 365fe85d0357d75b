// One request to one server: no cookies, no credentials, no referrer, no proxy, no connection that outlives it.

import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createZstdDecompress } from 'node:zlib';
import { bareHost } from './target.ts';

// Agents of our own: the global ones may have been told of a proxy by the environment.
const httpAgent = new HttpAgent({ keepAlive: false });
let httpsAgent: HttpsAgent | null = null;

/** Bytes of headers to accept in one answer. */
const maxHeaderBytes = 32 * 1024;

const headers = {
  // In the form that sites expect of programs which look at pages.
  'User-Agent': 'Mozilla/5.0 (compatible; Daybook link preview)',
  Accept: 'text/html, application/xhtml+xml;q=0.9',
  'Accept-Encoding': typeof createZstdDecompress === 'function' ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br',
};

/**
 * The answer to a GET with `more` headers, its body unread: the caller must read or destroy it. Rejects with Node's error, or the
 * one of `lookup`.
 */
export function get(
  url: URL,
  lookup: LookupFunction,
  signal: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    hostname: bareHost(url),
    port: url.port === '' ? null : url.port,
    path: url.pathname + url.search,
    headers: { ...headers, ...more },
    lookup,
    signal,
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(options) : requestHttp({ ...options, agent: httpAgent });
    request.on('response', resolve);
    request.on('error', reject);
    // An answer that switches protocols ends without an error.
    request.on('close', () => {
      reject(new Error('closed without an answer'));
    });
    request.end();
  });
}

/** With it Node loads all of TLS, which a start has no use for. */
function requestHttps(options: RequestOptions): ClientRequest {
  const https = process.getBuiltinModule('node:https');
  httpsAgent ??= new https.Agent({ keepAlive: false, maxCachedSessions: 0 });
  return https.request({ ...options, agent: httpsAgent, rejectUnauthorized: true });
}
