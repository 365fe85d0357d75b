import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../lib/log.ts';

/** What callers may use as an id of their own. */
const acceptable = /^[\w.:-]{1,128}$/;

/**
 * Gives each request an id (the caller's `X-Request-Id` if it is a plain word) and logs how it ended.
 * Of the address only the route's pattern is logged: a path or query can hold what nobody meant to keep.
 */
export function requestLog(log: Log): RequestHandler {
  // These lines hold nothing that a caller chose but the id: looking for secrets in each would be a tenth of a request.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const sent = req.headers['x-request-id'];
    const requestId = typeof sent === 'string' && acceptable.test(sent) ? sent : randomUUID();
    res.setHeader('X-Request-Id', requestId);
    const start = performance.now();
    res.once('close', () => {
      const route = (req.route as { path?: string } | undefined)?.path ?? null;
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      lines.info({ requestId, method: req.method, route, status: res.statusCode, complete: res.writableFinished, milliseconds }, 'request');
    });
    next();
  };
}
