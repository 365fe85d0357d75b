// The headers that every answer of both ports has, whatever gives it: an endpoint, the guard, the listener, the parser's refusal.

import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** What callers may use as an id of their own. */
const acceptable = /^[\w.:-]{1,128}$/;

/**
 * Those of helmet that mean something on JSON, worked out once, and no cache: answers are private data of a user. Pages set their own
 * besides.
 */
const always = new Map<string, string>([...securityHeaders(), ['Cache-Control', 'no-store']]);

function securityHeaders(): [string, string][] {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // The service speaks plain HTTP on loopback: a browser must not remember anything else for `localhost`.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const probe = new ServerResponse(new IncomingMessage(new Socket()));
  protect(probe.req, probe, () => undefined);
  return Object.entries(probe.getHeaders()).map(([name, value]) => [name, String(value)]);
}

const flat = [...always].flat();

const requestId = Symbol('request id');

/** Gives the answer its id: the caller's `X-Request-Id` if that is a plain word, else a new one. To be called before anything else. */
export function identify(req: IncomingMessage, res: ServerResponse): void {
  const sent = req.headers['x-request-id'];
  (res as Identified)[requestId] = typeof sent === 'string' && acceptable.test(sent) ? sent : randomUUID();
}

type Identified = ServerResponse & { [requestId]?: string };

/** The id that `identify` gave, or one that it gets now. */
export function requestIdOf(res: ServerResponse): string {
  return ((res as Identified)[requestId] ??= randomUUID());
}

/** Sets the headers of every answer, for one that is going to set more by itself; those that are set already stay. */
export function beginAnswer(res: ServerResponse): void {
  if (res.hasHeader('X-Request-Id')) return;
  for (const [name, value] of always) if (!res.hasHeader(name)) res.setHeader(name, value);
  res.setHeader('X-Request-Id', requestIdOf(res));
}

/**
 * Sends a small answer whole, the headers of every answer and `own` (names and values in turn) among its own. To set each by itself, as
 * `beginAnswer` does, takes a tenth of a small request's time.
 */
export function answerAtOnce(res: ServerResponse, status: number, own: readonly string[], body: string | Uint8Array | null): void {
  const headers = [...flat, 'X-Request-Id', requestIdOf(res), ...own];
  if (status !== 204 && status !== 304) headers.push('Content-Length', String(Buffer.byteLength(body ?? '')));
  res.writeHead(status, headers).end(body ?? undefined);
}

/** The same for an answer to what is no request, and therefore has no id. */
export function headersOfNoRequest(): ReadonlyMap<string, string> {
  return new Map([...always, ['X-Request-Id', randomUUID()]]);
}
