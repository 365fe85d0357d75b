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

/** Sets them; the request id is the caller's `X-Request-Id` if that is a plain word, else a new one. To be called before anything else. */
export function beginAnswer(req: IncomingMessage, res: ServerResponse): void {
  res.setHeaders(always);
  const sent = req.headers['x-request-id'];
  res.setHeader('X-Request-Id', typeof sent === 'string' && acceptable.test(sent) ? sent : randomUUID());
}

/** The same for an answer to what is no request, and therefore has no id. */
export function headersOfNoRequest(): ReadonlyMap<string, string> {
  return new Map([...always, ['X-Request-Id', randomUUID()]]);
}
